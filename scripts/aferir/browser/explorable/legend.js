/** The scale of a matrix: its colours from end to end, its ends in numbers, and what it measures. */

import { element } from "../dom.js";

/**
 * @param {any} frame
 * @param {import("../strings.js").Strings} strings
 * @returns {HTMLElement[]}
 */
export function legend({ scale, ends = [] }, strings) {
  if (!ends.length) return [];
  const words = scale === "probability" ? strings.text("weight, on one scale for every map") : strings.text("value, on one scale for every state");
  const end = (/** @type {string} */ text) => element("span", { class: "legend-end" }, text);
  const bar = element("span", { class: "legend-bar", "aria-hidden": "true" });
  return [
    element("p", { class: `legend legend-${scale}` }, end(ends[0]), bar, end(ends[ends.length - 1]), element("span", { class: "legend-words" }, words)),
  ];
}
