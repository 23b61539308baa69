/** Labels and sentences as nodes: `` `code` ``, `*emphasis*`, an index as in `d_k` or `d_{model}`, and plain text. */

import { element } from "../dom.js";

const SPECIAL = /`([^`]+)`|\*([^*\s](?:[^*]*[^*\s])?)\*|(?<![\p{L}\p{N}_`])(\p{L})_(?:\{([^{}]+)\}|([\p{L}\p{N}])(?![\p{L}\p{N}_]))/gu;

/**
 * @param {string} text
 * @returns {Node[]}
 */
export function rich(text) {
  /** @type {Node[]} */
  const nodes = [];
  const plain = (/** @type {string} */ part) => void (part && nodes.push(document.createTextNode(part)));
  let at = 0;
  for (const found of text.matchAll(SPECIAL)) {
    const [all, code, em, base, braced, sub] = found;
    plain(text.slice(at, found.index) + (base ?? ""));
    if (code) nodes.push(element("code", {}, code));
    else if (em) nodes.push(element("em", {}, em));
    else nodes.push(element("sub", {}, braced ?? sub));
    at = found.index + all.length;
  }
  plain(text.slice(at));
  return nodes;
}

/**
 * The same as letters alone.
 *
 * @param {string} text
 */
export function plain(text) {
  return rich(text).map((node) => node.textContent).join("");
}
