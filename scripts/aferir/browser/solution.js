/**
 * The solution, for whoever asks: after an honest question it is fetched, explained line by line, and laid beside the
 * reader's own code.
 *
 * @typedef {import("./protocol.js").Solution} Solution
 * @typedef {import("./runner.js").Outcome} Outcome
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./tools.js").Note} Note
 *
 * @typedef {object} SolutionOptions
 * @property {Strings} strings
 * @property {Note} note  beside the buttons, where the question is asked
 * @property {() => Promise<Solution>} load
 * @property {() => string} code  the reader's
 * @property {() => Promise<Outcome | null>} compare  runs the reader's code on the first case
 * @property {{ready: () => boolean}} runner
 *
 * @typedef {object} SolutionArea
 * @property {HTMLButtonElement} button
 * @property {HTMLElement} element  empty until the solution is shown
 */

import { comparison } from "./comparison.js";
import { button, element, folded, prose, reveal } from "./dom.js";

/**
 * @param {SolutionOptions} options
 * @returns {SolutionArea}
 */
export function solutionArea(options) {
  const area = element("div", { class: "challenge-solution" });
  const opener = button(options.strings.text("Solution"), () => ask(made, options), { class: "tool tool-solution" });
  /** @type {SolutionArea} */
  const made = { button: opener, element: area };
  return made;
}

/**
 * @param {SolutionArea} area
 * @param {SolutionOptions} options
 */
function ask(area, options) {
  const { strings, note } = options;
  const yes = button(strings.text("Show the solution"), () => fetchAndShow(area, options));
  const no = button(strings.text("Not yet"), () => (note.say(), area.button.focus()));
  note.say(
    strings.text("Have you tried the hints? Seeing the solution is fine; writing it yourself afterwards is better."),
    ...[yes, no],
  );
  no.focus();
}

/**
 * @param {SolutionArea} area
 * @param {SolutionOptions} options
 */
async function fetchAndShow(area, options) {
  const { strings, note } = options;
  try {
    show(area, await options.load(), options);
    note.say();
  } catch (error) {
    console.error("aferir: the solution did not load", error);
    const retry = button(strings.text("Try again"), () => fetchAndShow(area, options));
    note.say(strings.text("The solution did not load. Check the connection and try again."), retry);
  }
}

/**
 * @param {SolutionArea} area
 * @param {Solution} solution
 * @param {SolutionOptions} options
 */
function show(area, { solution, walk }, options) {
  const { strings } = options;
  const beside = comparison(solution, options);
  const body = element("div", { class: "solution-body" }, element("ol", { class: "walk" }, ...walk.map(part)), beside);
  const fold = folded([strings.text("The solution, line by line")], body, { class: "solution", open: true });
  area.element.replaceChildren(fold);
  area.button.hidden = true; // from here on the fold hides and shows it
  fold.querySelector("summary")?.focus({ preventScroll: true });
  reveal(/** @type {HTMLElement} */ (fold.querySelector("summary")));
}

/** @param {Solution["walk"][number]} part */
function part({ code, text }) {
  const shown = code.replace(/^\n+|\n+$/g, "").replace(/\n{3,}/g, "\n\n");
  const lines = element("pre", { tabindex: "0" }, element("code", {}, shown));
  return element("li", { class: "walk-part" }, lines, text && element("p", {}, ...prose(text)));
}
