/**
 * What an object of the reader's shows besides text: HTML in a frame where nothing can run and nothing can be reached,
 * a drawing as an image.
 *
 * @typedef {import("./protocol.js").Rich} Rich
 * @typedef {import("./strings.js").Strings} Strings
 */

import { element } from "./dom.js";

/**
 * @param {Rich} rich
 * @param {Strings} strings
 * @returns {HTMLElement | null}  null where its words have to do
 */
export function richView({ kind, data, words }, strings) {
  if (kind === "markdown") return null;
  const label = strings.text("Your output");
  if (kind === "svg") {
    const source = `data:image/svg+xml,${encodeURIComponent(data)}`;
    return element("div", { class: "cell-shown" }, element("img", { src: source, alt: words || label }));
  }
  const frame = element("iframe", { class: "output-frame", sandbox: true, title: label, srcdoc: page(data) });
  return element("div", { class: "cell-shown" }, frame);
}

/**
 * The frame's own document: it takes the colours of whoever reads it.
 *
 * @param {string} body
 */
function page(body) {
  const style = getComputedStyle(document.body);
  const rules = `body{margin:0;color:${style.color};font:14px system-ui,sans-serif}td,th{padding:.2em .6em}`;
  return `<!doctype html><meta charset="utf-8"><style>${rules}</style>${body}`;
}
