/** Sentences, each with or without a label. */

import { element } from "../dom.js";
import { rich } from "./rich.js";

/** @returns {import("./matrix.js").View} */
export function words() {
  const list = element("ul", { class: "panel-words" });
  return {
    element: list,
    show: ({ lines }) => list.replaceChildren(...lines.map(line)),
  };
}

/** @param {{label: string, text: string}} data */
function line({ label, text }) {
  return element("li", {}, ...(label ? [element("b", {}, ...rich(label)), " "] : []), ...rich(text));
}
