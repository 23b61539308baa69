/**
 * Two codes side by side, line by line.
 *
 * @typedef {import("./linediff.js").Row} Row
 *
 * @typedef {object} DifferenceWords
 * @property {[string, string]} labels  what stands on the left and on the right
 * @property {[string, string]} only  said before a line that only one of them has
 * @property {string} same  said when they do not differ
 */

import { element, unseen } from "./dom.js";
import { lineDiff } from "./linediff.js";

/**
 * @param {string} left
 * @param {string} right
 * @param {DifferenceWords} words
 * @returns {HTMLElement}
 */
export function difference(left, right, { labels, only, same }) {
  const rows = lineDiff(left.trim(), right.trim());
  if (rows.every((row) => row.kind === "same")) return element("p", { class: "comparison-same" }, same);
  const heads = labels.map((label) => element("span", { role: "columnheader" }, label));
  const head = element("div", { class: "diff-row diff-head", role: "row" }, ...heads);
  const attributes = { class: "diff", role: "table", tabindex: "0", "aria-label": labels.join(" · ") };
  return element("div", attributes, head, ...rows.map((row) => diffRow(row, only)));
}

/**
 * @param {Row} row
 * @param {[string, string]} only
 */
function diffRow({ kind, left, right }, only) {
  const cells = [left, right].map((line, i) => {
    const side = ["diff-left", "diff-right"][i];
    if (line === null) return element("code", { class: `${side} diff-none`, role: "cell" });
    return element("code", { class: side, role: "cell" }, kind === "changed" && unseen(`${only[i]}: `), line);
  });
  return element("div", { class: `diff-row diff-${kind}`, role: "row" }, ...cells);
}
