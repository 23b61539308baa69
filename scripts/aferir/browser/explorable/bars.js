/** Bars: a label, a length that the build measured, and the number itself. */

import { element } from "../dom.js";
import { rich } from "./rich.js";
import { shape } from "./shape.js";

/** @returns {import("./matrix.js").View} */
export function bars() {
  const body = element("tbody");
  return {
    element: element("table", { class: "bars" }, body),
    show: ({ bars: all }) => body.replaceChildren(...all.map(bar)),
  };
}

/** @param {{label: string, text: string, from: number, length: number, marked: boolean, head: number | null}} data */
function bar({ label, text, from, length, marked, head }) {
  const fill = shape("rect", { class: "bar-fill", x: from, y: 0, width: length, height: 10 });
  const drawn = shape("svg", { viewBox: "0 0 1000 10", preserveAspectRatio: "none" }, fill);
  return element("tr", { class: [marked ? "is-marked" : "", head ? `head-${head}` : ""].join(" ").trim() || null },
    element("th", { scope: "row" }, ...rich(label)),
    element("td", { class: "bar-track", "aria-hidden": "true" }, drawn),
    element("td", { class: "bar-text" }, text));
}
