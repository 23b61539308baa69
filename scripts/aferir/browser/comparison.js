/**
 * The reader's code beside the solution: line by line, and what both give for the first case.
 *
 * @typedef {import("./linediff.js").Row} Row
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

import { button, element, unseen } from "./dom.js";
import { checkList } from "./feedback.js";
import { lineDiff } from "./linediff.js";
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
    lines.replaceChildren(difference(code(), solution, strings));
    const outcome = await options.compare();
    if (outcome) results.replaceChildren(resultsOf(outcome, strings));
  };
  lines.append(difference(code(), solution, strings));
  if (runner.ready()) compare();
  const again = button(strings.text("Compare the results"), compare, { class: "tool tool-compare" });
  const heading = element("h4", { class: "comparison-heading" }, strings.text("Your code and the solution"));
  return element("div", { class: "comparison" }, heading, lines, again, results);
}

/**
 * @param {string} own
 * @param {string} solution
 * @param {Strings} strings
 * @returns {HTMLElement}
 */
function difference(own, solution, strings) {
  const rows = lineDiff(own.trim(), solution.trim());
  if (rows.every((row) => row.kind === "same")) {
    return element("p", { class: "comparison-same" }, strings.text("The two are the same, line for line."));
  }
  const labels = [strings.text("Yours"), strings.text("The solution")];
  const head = element(
    "div",
    { class: "diff-row diff-head", role: "row" },
    ...labels.map((label) => element("span", { role: "columnheader" }, label)),
  );
  const attributes = { class: "diff", role: "table", tabindex: "0", "aria-label": labels.join(" · ") };
  return element("div", attributes, head, ...rows.map((row) => diffRow(row, strings)));
}

/**
 * @param {Row} row
 * @param {Strings} strings
 */
function diffRow({ kind, left, right }, strings) {
  const only = [strings.text("only in yours"), strings.text("only in the solution")];
  const cells = [left, right].map((line, i) => {
    const side = ["diff-left", "diff-right"][i];
    if (line === null) return element("code", { class: `${side} diff-none`, role: "cell" });
    return element("code", { class: side, role: "cell" }, kind === "changed" && unseen(`${only[i]}: `), line);
  });
  return element("div", { class: `diff-row diff-${kind}`, role: "row" }, ...cells);
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
