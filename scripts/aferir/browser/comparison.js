/**
 * The reader's code beside the solution: line by line, and what both give for the first case.
 *
 * @typedef {import("./protocol.js").Comparison} Comparison
 * @typedef {import("./runner.js").Outcome} Outcome
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} ComparisonOptions
 * @property {Strings} strings
 * @property {() => string} code  the reader's
 * @property {() => Promise<Outcome | null>} compare  runs the reader's code on the first case
 * @property {{ready: () => boolean}} runner
 */

import { difference } from "./difference.js";
import { button, element } from "./dom.js";
import { checkList } from "./feedback.js";
import { outcomeNote } from "./outcome.js";

/**
 * Compares at once when Python is there, else when the reader asks; again as often as they ask.
 *
 * @param {string} solution
 * @param {ComparisonOptions} options
 * @returns {HTMLElement}
 */
export function comparison(solution, options) {
  const { strings, code, runner } = options;
  const lines = element("div", { class: "comparison-lines" });
  const results = element("div", { class: "comparison-results" });
  const compare = async () => {
    lines.replaceChildren(beside(code(), solution, strings));
    const outcome = await options.compare();
    if (outcome) results.replaceChildren(resultsOf(outcome, strings));
  };
  lines.append(beside(code(), solution, strings));
  if (runner.ready()) compare();
  const again = button(strings.text("Compare the results"), compare, { class: "tool tool-compare" });
  const heading = element("h4", { class: "comparison-heading" }, strings.text("Your code and the solution"));
  return element("div", { class: "comparison" }, heading, lines, again, results);
}

/**
 * @param {string} own
 * @param {string} solution
 * @param {Strings} strings
 */
function beside(own, solution, strings) {
  return difference(own, solution, {
    labels: [strings.text("Yours"), strings.text("The solution")],
    only: [strings.text("only in yours"), strings.text("only in the solution")],
    same: strings.text("The two are the same, line for line."),
  });
}

/**
 * @param {Outcome} outcome
 * @param {Strings} strings
 * @returns {HTMLElement}
 */
function resultsOf(outcome, strings) {
  if (outcome.status !== "done") return outcomeNote(outcome, strings);
  /** @type {Comparison} */
  const { summary, call, parts } = outcome.result;
  if (summary) return element("p", { class: "comparison-summary", role: "status" }, summary);
  const checks = parts.map((part) => {
    const agrees = part.status === "passed";
    const title = agrees
      ? strings.text("`{part}`: on the first case both give the same, to nine digits.", { part: part.name })
      : strings.text("`{part}`: on the first case the two differ.", { part: part.name });
    return { ...part, title, call };
  });
  return element("div", { class: "verdict", role: "status" }, checkList(checks, { strings }));
}
