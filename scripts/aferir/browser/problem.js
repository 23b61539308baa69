/**
 * An exception in the reader's code: one short line first, the traceback folded under it.
 *
 * @typedef {import("./protocol.js").Problem} Problem
 * @typedef {import("./strings.js").Strings} Strings
 */

import { button, element, folded } from "./dom.js";

/**
 * @param {Problem} problem
 * @param {{strings: Strings, onLine?: ((line: number) => void) | null}} options  `onLine` leads to a line of the editor
 * @returns {HTMLElement}
 */
export function problem({ type, message, line, traceback }, { strings, onLine = null }) {
  const where = line ? strings.text("line {line}", { line }) : "";
  const place = onLine && line ? button(where, () => onLine(line), { class: "problem-place" }) : where;
  return element(
    "div",
    { class: "problem" },
    element(
      "p",
      { class: "problem-line" },
      element("strong", {}, type),
      message && `: ${message}`,
      place && " · ",
      place,
    ),
    traceback &&
      folded([strings.text("How it got there")], element("pre", { tabindex: "0" }, traceback), {
        class: "problem-trace",
      }),
  );
}
