/** Sentences, each with or without a label. */

import { element } from "../dom.js";
import { setRich } from "./keep.js";

/** @returns {import("./matrix.js").View} */
export function words() {
  const list = element("ul", { class: "panel-words" });
  let before = "";
  return {
    element: list,
    show({ lines }) {
      const labels = JSON.stringify(lines.map((/** @type {Line} */ { label }) => Boolean(label)));
      if (labels !== before) list.replaceChildren(...lines.map(item));
      before = labels;
      lines.forEach((/** @type {Line} */ line, /** @type {number} */ i) => fill(list.children[i], line));
    },
  };
}

/** @typedef {{label: string, text: string}} Line */

/** @param {Line} line */
function item({ label }) {
  return element("li", {}, ...(label ? [element("b"), " "] : []), element("span"));
}

/**
 * @param {Element} target
 * @param {Line} line
 */
function fill(target, { label, text }) {
  if (label) setRich(target.children[0], label);
  setRich(/** @type {Element} */ (target.lastElementChild), text);
}
