/**
 * The entry: brings the working parts of each page to life, once per page. The only module whose loading does
 * something. Material exchanges pages under a running script and says so on `document$`; without it there is one page.
 *
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {{element: HTMLElement, destroy: () => void}} Component
 *
 * @typedef {object} PageFacts  what a lesson's page says of itself
 * @property {string} course
 * @property {string} lesson
 * @property {string} language
 * @property {URL} lessonUrl
 * @property {URL} sourcesUrl
 * @property {URL | null} explorablesUrl  null on a page without explorables
 * @property {URL | null} glossaryUrl  null in a course without a glossary
 * @property {URL} pythonUrl
 * @property {string} quizMark  changes with the questions of the page
 *
 * @typedef {object} CourseFacts  what every page of a course says of itself
 * @property {string} course
 * @property {string} language
 *
 * @typedef {object} LessonFile
 * @property {{name: string, source: string, shown: boolean}[]} cells
 * @property {Record<string, string>} figures  name -> the code of the function that draws it
 * @property {object} writing  how the language writes numbers
 * @property {Record<string, string>} challenges  id -> address, relative to this file's own; smaller steps as well
 * @property {Record<string, string>} solutions  the same
 *
 * @typedef {object} Library  what loads at most once per visit, and only when it is needed
 * @property {(language: string) => Promise<Strings>} texts
 * @property {() => Promise<any>} codeMirror
 * @property {(facts: CourseFacts) => import("./store.js").Store} store
 *
 * @typedef {object} Services  what the parts of one page share
 * @property {PageFacts} facts
 * @property {Strings} strings
 * @property {import("./store.js").Store} kept
 * @property {import("./runner.js").Runner} runner
 * @property {() => Promise<LessonFile>} lessonFile
 * @property {import("./cell.js").CellOptions["editor"]} editor
 * @property {import("./arrival.js").Arrival} arrival
 * @property {import("./tools.js").Announcement | null} announcement  what the first run downloads, until it has
 * @property {Promise<unknown>} pythonHere  Python has been used on this device
 */

import { arrival, isRoomy, sharedRunner } from "./arrival.js";
import { cell } from "./cell.js";
import { challenge } from "./challenge.js";
import { checklist } from "./checklist.js";
import { dropCopies } from "./copies.js";
import { draft } from "./draft.js";
import { editor } from "./editor.js";
import { explorables } from "./explorable/page.js";
import { figure } from "./figure.js";
import { drawing, folders, runtime } from "./folders.js";
import { followLanguages, nameSearch } from "./header.js";
import { keepTally, lessonMarks, readToEnd } from "./lessonmarks.js";
import { notebook } from "./notebook.js";
import { offline, workFiles } from "./offline.js";
import { unfoldOnPaper } from "./paper.js";
import { provenance } from "./provenance.js";
import { quiz } from "./quiz.js";
import { runner } from "./runner.js";
import { saver } from "./saver.js";
import { saving } from "./saving.js";
import { scrollable } from "./scrollable.js";
import { readerSeed } from "./shuffle.js";
import { courseStore } from "./store.js";
import { loadStrings, strings } from "./strings.js";
import { terms } from "./terms.js";
import { unkeptNotice } from "./unkept.js";
import { versionNote } from "./versionnote.js";
import { saveWork, workPanel } from "./workpanel.js";

const BYTES = runtime.transfer ?? runtime.bytes;

begin();

function begin() {
  const [library, seen] = [openLibrary(), new WeakSet()];
  /** @type {Component[]} */
  let mounted = [];
  unfoldOnPaper(window, document);
  const site = offline(window);
  site?.onNews(async (news) => showNews(news, site, await spoken(library)));
  const device = saving(site, () => navigator.storage.persist());
  const arrive = async () => {
    followLanguages(document);
    nameSearch(document);
    for (const component of mounted.filter(isGone)) component.destroy();
    mounted = mounted.filter((component) => !isGone(component));
    mounted.push(...newcomers(".md-content", seen).map(scrollable));
    mounted.push(...(await mountCourse(library, seen, device)), ...(await mountLesson(library, seen, site)));
    await site?.visited();
  };
  const pages = /** @type {any} */ (window).document$;
  if (pages) pages.subscribe(arrive);
  else arrive();
}

/** @returns {Library} */
function openLibrary() {
  const texts = remembered((language) => loadStrings(language, here("strings/")));
  /** @type {Map<string, import("./store.js").Store>} */
  const stores = new Map();
  return {
    texts,
    store(facts) {
      const made = stores.get(facts.course) ?? openStore(facts, texts);
      stores.set(facts.course, made);
      return made;
    },
    codeMirror: remembered(() => import(here(`${folders.editor}editor.js`).href)),
  };
}

/**
 * What this browser keeps of a course; when it refuses, the reader is told in the language of the page.
 *
 * @param {CourseFacts} facts
 * @param {Library["texts"]} texts
 */
function openStore({ course, language }, texts) {
  const made = courseStore(window, course, async (refusal) => {
    const strings = await texts(language);
    document.body.append(unkeptNotice(refusal, { strings, save: () => saveWork({ store: made, course }) }));
  });
  return made;
}

/**
 * What any page of the course may hold: the list of lessons, and the panel of what is kept here.
 *
 * @param {Library} library
 * @param {WeakSet<Element>} seen
 * @param {import("./saving.js").Saving} device
 * @returns {Promise<Component[]>}
 */
async function mountCourse(library, seen, device) {
  const facts = courseFacts();
  if (!facts) return [];
  const [lists, places, feet] = [".lesson-list", ".kept-work", ".saver-place"].map((kind) => newcomers(kind, seen));
  const options = { strings: await library.texts(facts.language), store: library.store(facts) };
  const work = { ...options, course: facts.course, dropCopies: () => dropCopies(window, here("../../").href) };
  return [
    ...lists.map((list) => lessonMarks(list, options)),
    ...places.map((place) => workPanel(place, work)),
    ...feet.map((foot) => saver(foot, { ...options, saving: device })),
  ];
}

/**
 * The texts of the page that is shown; the pages beside the languages are in English.
 *
 * @param {Library} library
 */
async function spoken(library) {
  const facts = courseFacts();
  return facts ? library.texts(facts.language) : strings("en", {});
}

/**
 * @param {import("./offline.js").News} news
 * @param {import("./offline.js").Offline} site
 * @param {Strings} texts
 */
function showNews(news, site, texts) {
  document.querySelector(".version-note")?.remove();
  document.body.append(versionNote(news, { strings: texts, begin: site.begin }));
}

/**
 * @param {Library} library
 * @param {WeakSet<Element>} seen
 * @param {import("./offline.js").Offline | null} site
 * @returns {Promise<Component[]>}
 */
async function mountLesson(library, seen, site) {
  const facts = pageFacts();
  if (!facts) return [];
  const [cells, challenges] = [newcomers("figure.cell", seen), newcomers("section.challenge", seen)];
  const [quizzes, lists] = [newcomers("section.quiz", seen), newcomers(".done-when", seen)];
  const ends = newcomers(".page-checked", seen);
  const services = lessonServices(facts, await library.texts(facts.language), library);
  if (site) keepWork(site, services);
  return [
    ...mountCode(cells, newcomers("figure.figure", seen), services),
    ...challenges.map((section) => mountChallenge(section, services)),
    ...mountQuizzes(quizzes, services),
    ...lists.map((list) => checklist(list, { store: services.kept, lesson: facts.lesson })),
    ...ends.map((end) => readToEnd(end, () => void services.kept.write(`read:${facts.lesson}`, true))),
    ...newcomers(".md-content__inner", seen).flatMap((article) => [
      ...mountExplorables(article, seen, services),
      mountProvenance(article, services),
      ...mountTerms(article, facts),
    ]),
  ];
}

/**
 * @param {HTMLElement} article
 * @param {WeakSet<Element>} seen
 * @param {Services} services
 * @returns {Component[]}
 */
function mountExplorables(article, seen, { facts: { explorablesUrl }, strings }) {
  const figures = newcomers("figure.explorable", seen);
  return explorablesUrl ? [explorables(figures, { article, strings, load: remembered(() => readJson(explorablesUrl)) })] : [];
}

/**
 * @param {HTMLElement} article
 * @param {Services} services
 * @returns {Component}
 */
function mountProvenance(article, { facts, strings }) {
  return provenance(article, { strings, load: remembered(() => readJson(facts.sourcesUrl)) });
}

/**
 * @param {HTMLElement} article
 * @param {PageFacts} facts
 * @returns {Component[]}
 */
function mountTerms(article, { glossaryUrl }) {
  return glossaryUrl ? [terms(article, { load: remembered(() => readJson(glossaryUrl)) })] : [];
}

/**
 * @param {PageFacts} facts
 * @param {Strings} strings
 * @param {Library} library
 * @returns {Services}
 */
function lessonServices(facts, strings, { codeMirror, store }) {
  const kept = store(facts);
  const [runner, over] = pageRunner(facts, kept);
  const isKnown = runner.ready() || isRuntimeKnown(kept);
  const words = strings.text("The first run downloads {size}, once.", { size: strings.size(BYTES) });
  return {
    ...{ facts, strings, kept, runner },
    lessonFile: remembered(() => readJson(facts.lessonUrl)),
    editor: (options) => editor({ ...options, load: codeMirror }),
    arrival: arrival({ runner, strings, bytes: BYTES, isKnown }),
    announcement: isKnown ? null : { words, over },
    pythonHere: isKnown ? Promise.resolve() : over,
  };
}

/**
 * Once Python has been used, what work on this lesson may ask for is kept as well.
 *
 * @param {import("./offline.js").Offline} site
 * @param {Services} services
 */
async function keepWork(site, { facts, lessonFile, pythonHere }) {
  await pythonHere;
  const python = Object.keys(runtime.files).map((name) => folders.pyodide + name);
  const tools = ["worker.js", `${folders.editor}editor.js`, ...python].map(here);
  const lesson = await lessonFile().catch(() => null); // it is not to be had just now; nothing is lost
  if (lesson) await site.visited(workFiles(facts, lesson, tools));
}

/**
 * The window's runner, and when its Python has arrived.
 *
 * @param {PageFacts} facts
 * @param {import("./store.js").Store} kept
 * @returns {[import("./runner.js").Runner, Promise<unknown>]}
 */
function pageRunner({ pythonUrl }, kept) {
  const shared = sharedRunner(window, pythonUrl.href, () =>
    runner({
      createWorker: () => new Worker(here("worker.js"), { type: "module" }),
      python: pythonUrl.href,
      seconds: runtime.seconds,
      isKnown: isRuntimeKnown(kept),
      rest: isRoomy(/** @type {import("./arrival.js").Device} */ (navigator)) ? undefined : Infinity, // a spare takes 90 MB
    }),
  );
  const arrived = shared.arrived.then(() => kept.write("python", folders.pyodide));
  return [shared, arrived];
}

/**
 * Whether this browser has used the runtime before.
 *
 * @param {import("./store.js").Store} kept
 */
function isRuntimeKnown(kept) {
  return kept.read("python") === folders.pyodide;
}

/**
 * Cells and figures share one notebook: a figure is drawn from what the cells leave behind.
 *
 * @param {HTMLElement[]} cells
 * @param {HTMLElement[]} figures
 * @param {Services} services
 * @returns {Component[]}
 */
function mountCode(cells, figures, { facts, strings, kept, runner, lessonFile, editor, arrival, announcement }) {
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
function mountChallenge(section, services) {
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
function mountQuizzes(sections, { facts, strings, kept }) {
  if (!sections.length) return [];
  const seed = readerSeed(kept);
  const tell = () => keepTally(kept, facts.lesson, facts.quizMark, made.map((one) => one.tally()));
  const options = { strings, store: kept, lesson: facts.lesson, seed, onAnswer: () => tell() };
  const made = sections.map((section) => quiz(section, options));
  tell();
  return made;
}

/** @returns {CourseFacts | null} */
function courseFacts() {
  const data = document.getElementById("aferir-course")?.dataset;
  return data ? { course: data.course ?? "", language: data.language ?? "" } : null;
}

/** @returns {PageFacts | null} */
function pageFacts() {
  const data = document.getElementById("aferir-page")?.dataset;
  if (!data) return null;
  const address = (/** @type {string | undefined} */ text) => new URL(text ?? "", document.baseURI);
  const { course = "", lesson = "", language = "", quizMark = "" } = data;
  const [lessonUrl, sourcesUrl, pythonUrl] = [data.lessonUrl, data.sourcesUrl, data.python].map(address);
  const glossaryUrl = data.glossaryUrl ? address(data.glossaryUrl) : null;
  const explorablesUrl = data.explorablesUrl ? address(data.explorablesUrl) : null;
  return { course, lesson, language, quizMark, lessonUrl, sourcesUrl, explorablesUrl, glossaryUrl, pythonUrl };
}

/**
 * The elements of a kind that have not been met before.
 *
 * @param {string} selector
 * @param {WeakSet<Element>} seen
 * @returns {HTMLElement[]}
 */
function newcomers(selector, seen) {
  const found = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))];
  const fresh = found.filter((one) => !seen.has(one));
  for (const one of fresh) seen.add(one);
  return fresh;
}

/** @param {Component} component */
function isGone({ element }) {
  return !element.isConnected;
}

/**
 * @param {URL} address
 * @returns {Promise<any>}
 */
async function readJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}

/**
 * The same, done once per argument; a failure is not remembered.
 *
 * @template Result
 * @param {(key: string) => Promise<Result>} make
 * @returns {(key?: string) => Promise<Result>}
 */
function remembered(make) {
  /** @type {Map<string, Promise<Result>>} */
  const made = new Map();
  return (key = "") => {
    const result = made.get(key) ?? make(key);
    made.set(key, result);
    result.catch(() => made.delete(key));
    return result;
  };
}

/** @param {string} path  relative to this folder */
function here(path) {
  return new URL(path, import.meta.url);
}
