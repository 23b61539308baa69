/**
 * The working parts of a lesson's page, each given what it needs of the services of the page.
 *
 * @typedef {import("./facts.js").PageFacts} PageFacts
 * @typedef {import("./services.js").Services} Services
 * @typedef {{element: HTMLElement, destroy: () => void}} Component
 */

import { cell } from "./cell.js";
import { challenge } from "./challenge.js";
import { draft } from "./draft.js";
import { explorables } from "./explorable/page.js";
import { figure } from "./figure.js";
import { drawing, folders } from "./folders.js";
import { keepTally } from "./lessonmarks.js";
import { notebook } from "./notebook.js";
import { readJson, remembered } from "./once.js";
import { provenance } from "./provenance.js";
import { quiz } from "./quiz.js";
import { BYTES } from "./services.js";
import { readerSeed } from "./shuffle.js";
import { terms } from "./terms.js";

/**
 * Cells and figures share one notebook: a figure is drawn from what the cells leave behind.
 *
 * @param {HTMLElement[]} cells
 * @param {HTMLElement[]} figures
 * @param {Services} services
 * @returns {Component[]}
 */
export function mountCode(cells, figures, { facts, strings, kept, runner, lessonFile, editor, arrival, announcement }) {
  /** @type {Map<string, import("./notebook.js").Voice>} */
  const voices = new Map();
  const common = {
    ...{ strings, editor, arrival, bytes: BYTES },
    reveal: (/** @type {string} */ name, /** @type {number} */ line) => voices.get(name)?.reveal(line),
    notebook: remembered(async () => notebook({ ...facts, runner, voices, cells: (await lessonFile()).cells })),
    draft: (/** @type {string} */ name, /** @type {string} */ published) =>
      draft(kept, `cell:${facts.lesson}:${name}`, published),
  };
  const fetched = {
    read: () => kept.read("drawing") === folders.drawing,
    write: () => void kept.write("drawing", folders.drawing),
  };
  const source = async (/** @type {string} */ name) => {
    const { figures, writing } = await lessonFile();
    return { name, source: figures[name], writing };
  };
  return [
    ...cells.map((one, i) =>
      cell(one, { ...common, join: voices.set.bind(voices), announcement: i ? null : announcement }),
    ),
    ...figures.map((one) =>
      figure(one, {
        ...common,
        ...{ runner, source, fetched, drawingBytes: drawing.bytes },
        draft: (name, published) => common.draft(`figure_${name}`, published),
      }),
    ),
  ];
}

/**
 * @param {HTMLElement} section
 * @param {Services} services
 * @returns {Component}
 */
export function mountChallenge(section, services) {
  const { kept, announcement } = services;
  const id = section.dataset.challenge ?? "";
  return challenge(section, {
    ...workOptions(id, services),
    announcement,
    failed: {
      read: () => Number(kept.read(`failed:${id}`)) || 0,
      write: (count) => void (count ? kept.write(`failed:${id}`, count) : kept.remove(`failed:${id}`)),
    },
    step: (name) => workOptions(name, services),
  });
}

/**
 * What the work area of a challenge needs, be it of the page or a smaller step.
 *
 * @param {string} id
 * @param {Services} services
 * @returns {import("./steps.js").StepOptions}
 */
function workOptions(id, { facts, strings, kept, runner, lessonFile, editor, arrival }) {
  const read = async (/** @type {"challenges" | "solutions"} */ kind) =>
    readJson(new URL((await lessonFile())[kind][id], facts.lessonUrl));
  return {
    ...{ strings, runner, editor, arrival, bytes: BYTES, language: facts.language },
    load: () => read("challenges"),
    solution: () => read("solutions"),
    draft: (starter) => draft(kept, `challenge:${id}`, starter),
    solved: { read: () => kept.read(`solved:${id}`) === true, write: () => void kept.write(`solved:${id}`, true) },
  };
}

/**
 * @param {HTMLElement[]} sections
 * @param {Services} services
 * @returns {Component[]}
 */
export function mountQuizzes(sections, { facts, strings, kept }) {
  if (!sections.length) return [];
  const seed = readerSeed(kept);
  const tell = () => keepTally(kept, facts.lesson, facts.quizMark, made.map((one) => one.tally()));
  const options = { strings, store: kept, lesson: facts.lesson, seed, onAnswer: () => tell() };
  const made = sections.map((section) => quiz(section, options));
  tell();
  return made;
}

/**
 * @param {HTMLElement} article
 * @param {HTMLElement[]} figures
 * @param {Services} services
 * @returns {Component[]}
 */
export function mountExplorables(article, figures, { facts: { explorablesUrl }, strings }) {
  return explorablesUrl ? [explorables(figures, { article, strings, load: remembered(() => readJson(explorablesUrl)) })] : [];
}

/**
 * @param {HTMLElement} article
 * @param {Services} services
 * @returns {Component}
 */
export function mountProvenance(article, { facts, strings }) {
  return provenance(article, { strings, load: remembered(() => readJson(facts.sourcesUrl)) });
}

/**
 * @param {HTMLElement} article
 * @param {PageFacts} facts
 * @returns {Component[]}
 */
export function mountTerms(article, { glossaryUrl }) {
  return glossaryUrl ? [terms(article, { load: remembered(() => readJson(glossaryUrl)) })] : [];
}
