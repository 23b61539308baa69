/** A table of texts that the build wrote; its rows can be chosen where its frame says so. */

import { element } from "../dom.js";
import { rich } from "./rich.js";

/**
 * @param {import("./matrix.js").Context} context
 * @returns {import("./matrix.js").View}
 */
export function table({ set }) {
  const root = element("div", { class: "table-scroll", tabindex: 0 });
  return {
    element: root,
    show({ columns, rows, numeric = [], marked = [], choose }, chosen) {
      const cell = cellOf(numeric);
      const body = rows.map((/** @type {string[]} */ texts, /** @type {number} */ i) => {
        const kinds = [marked.includes(i) && "is-marked", i === chosen && "is-chosen"].filter(Boolean).join(" ");
        const made = element("tr", { class: kinds || null }, ...texts.map((text, j) => cell(text, j)));
        if (choose) made.addEventListener("click", () => set(choose, i));
        return made;
      });
      const labels = columns.map((/** @type {string} */ text, /** @type {number} */ j) =>
        element("th", { scope: "col", class: numeric.includes(j) ? "numeric" : null }, ...rich(text)));
      root.replaceChildren(
        element("table", { class: "produced" }, element("thead", {}, element("tr", {}, ...labels)), element("tbody", {}, ...body)));
    },
  };
}

/** @param {number[]} numeric */
function cellOf(numeric) {
  return (/** @type {string} */ text, /** @type {number} */ column) => {
    const attributes = { class: numeric.includes(column) ? "numeric" : null };
    return column ? element("td", attributes, ...rich(text)) : element("th", { scope: "row", ...attributes }, ...rich(text));
  };
}
