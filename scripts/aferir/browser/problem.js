/**
 * An exception in the reader's code: what it means, in a sentence; Python's own words and the line; the way it took,
 * folded, each of its lines a way to that line.
 *
 * @typedef {import("./protocol.js").Mistake} Mistake
 * @typedef {import("./protocol.js").Problem} Problem
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} ProblemOptions
 * @property {Strings} strings
 * @property {((line: number, cell?: string) => void) | null} [onLine]  leads to a line of an editor; `cell`: of which
 *   cell, when a traceback names one
 * @property {(cell: string) => boolean} [isShown]  whether a cell stands on the page
 */

import { button, element, folded } from "./dom.js";
import { mistakeWords } from "./mistakes.js";

const FRAME = /(File "(\w+)\.py", line (\d+))/g;

/**
 * @param {Problem} problem
 * @param {ProblemOptions} options
 * @returns {HTMLElement}
 */
export function problem({ type, message, line, traceback, mistake }, { strings, onLine = null, isShown = () => true }) {
  const meaning = mistakeWords(mistake, strings);
  return element(
    "div",
    { class: "problem" },
    meaning.length > 0 && element("p", { class: "problem-meaning" }, ...meaning),
    element(
      "p",
      { class: "problem-line" },
      element("strong", {}, type),
      message && `: ${message}`,
      line > 0 && " · ",
      line > 0 && place(line, strings, onLine),
    ),
    traceback && folded([strings.text("How it got there")], trace(traceback, onLine, isShown), {
        class: "problem-trace",
      }),
  );
}

/**
 * What went wrong without stopping the code.
 *
 * @param {Mistake[]} remarks
 * @param {ProblemOptions} options
 * @returns {HTMLElement | null}
 */
export function remarkList(remarks, { strings, onLine = null }) {
  const items = remarks.map((one) =>
    element("li", {}, ...mistakeWords(one, strings), one.line > 0 && " · ", one.line > 0 && place(one.line, strings, onLine)),
  );
  return items.length ? element("ul", { class: "remarks" }, ...items) : null;
}

/**
 * @param {number} line
 * @param {Strings} strings
 * @param {ProblemOptions["onLine"]} onLine
 */
function place(line, strings, onLine) {
  const where = strings.text("line {line}", { line });
  return onLine ? button(where, () => onLine(line), { class: "problem-place" }) : where;
}

/**
 * @param {string} traceback
 * @param {ProblemOptions["onLine"]} onLine
 * @param {(cell: string) => boolean} isShown
 */
function trace(traceback, onLine, isShown) {
  const parts = traceback.split(FRAME);
  return element("pre", { tabindex: "0" }, ...(onLine ? frames(parts, onLine, isShown) : [traceback]));
}

/**
 * @param {string[]} parts  text, then for each frame: what names it, its cell, its line, the text up to the next one
 * @param {NonNullable<ProblemOptions["onLine"]>} onLine
 * @param {(cell: string) => boolean} isShown
 */
function* frames(parts, onLine, isShown) {
  yield parts[0];
  for (let at = 1; at < parts.length; at += 4) {
    const [named, cell, line, text] = parts.slice(at, at + 4);
    yield isShown(cell) ? button(named, () => onLine(Number(line), cell), { class: "problem-place" }) : named;
    yield text;
  }
}
