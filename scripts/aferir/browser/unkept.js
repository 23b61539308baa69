/**
 * Said once, when the browser does not keep what the reader does: why, and how to keep it anyway.
 *
 * @typedef {import("./store.js").Refusal} Refusal
 * @typedef {import("./strings.js").Strings} Strings
 */

import { button, element } from "./dom.js";

/**
 * @param {Refusal} refusal
 * @param {{strings: Strings, save: () => void}} options
 * @returns {HTMLElement}
 */
export function unkeptNotice(refusal, { strings, save }) {
  const full = strings.text("This browser has no room left for your work on this site.");
  const closed = strings.text("This browser keeps nothing for this site, as in some private windows.");
  const words = [refusal === "full" ? full : closed, strings.text("What you do stays until you close this tab. Save a copy as a file before.")];
  const close = () => notice.remove();
  const tools = [button(strings.text("Save a copy as a file"), save), button(strings.text("Close"), close)];
  const text = element("p", { class: "unkept-words", role: "status" }); // filled once it stands: then it is heard
  const notice = element("div", { class: "unkept" }, text, element("div", { class: "unkept-tools" }, ...tools));
  setTimeout(() => (text.textContent = words.join(" ")));
  return notice;
}
