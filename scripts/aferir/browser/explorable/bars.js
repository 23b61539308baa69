/** Bars: a label, a length that the build measured, and the number itself. */

import { element } from "../dom.js";
import { setAttributes, setRich, setText } from "./keep.js";
import { shape } from "./shape.js";

/** @returns {import("./matrix.js").View} */
export function bars() {
  const body = element("tbody");
  /** @type {ReturnType<typeof bar>[]} */
  const rows = [];
  return {
    element: element("table", { class: "bars" }, body),
    show({ bars: all }) {
      while (rows.length < all.length) rows.push(bar());
      rows.length = all.length;
      if (body.childElementCount !== all.length) body.replaceChildren(...rows.map((row) => row.element));
      rows.forEach((row, i) => row.fill(all[i]));
    },
  };
}

/** A row, which is filled again for each state. */
function bar() {
  const [label, number] = [element("th", { scope: "row" }), element("td", { class: "bar-text" })];
  const fill = shape("rect", { class: "bar-fill", y: 0, height: 10 });
  const drawn = shape("svg", { viewBox: "0 0 1000 10", preserveAspectRatio: "none" }, fill);
  const made = element("tr", {}, label, element("td", { class: "bar-track", "aria-hidden": "true" }, drawn), number);
  return {
    element: made,
    /** @param {{label: string, text: string, from: number, length: number, marked: boolean, head: number | null}} data */
    fill({ label: words, text, from, length, marked, head }) {
      setAttributes(made, { class: [marked ? "is-marked" : "", head ? `head-${head}` : ""].join(" ").trim() });
      setAttributes(fill, { x: from, width: length });
      setRich(label, words);
      setText(number, text);
    },
  };
}
