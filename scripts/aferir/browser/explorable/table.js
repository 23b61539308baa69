/** A table of texts that the build wrote; its rows can be chosen where its frame says so. */

import { element } from "../dom.js";
import { setAttributes, setRich } from "./keep.js";

/**
 * @param {import("./matrix.js").Context} context
 * @returns {import("./matrix.js").View}
 */
export function table({ set }) {
  const root = element("div", { class: "table-scroll", tabindex: 0 });
  let [labels, rows] = [/** @type {HTMLElement[]} */ ([]), /** @type {HTMLElement[][]} */ ([])];
  let shown = /** @type {any} */ ({ columns: [], rows: [] });
  const rebuild = () => {
    labels = shown.columns.map(() => element("th", { scope: "col" }));
    rows = shown.rows.map((/** @type {string[]} */ texts) => texts.map((_, j) => (j ? element("td") : element("th", { scope: "row" }))));
    const body = rows.map((cells, i) => element("tr", { onclick: () => shown.choose && set(shown.choose, i) }, ...cells));
    root.replaceChildren(
      element("table", { class: "produced" }, element("thead", {}, element("tr", {}, ...labels)), element("tbody", {}, ...body)));
  };
  return {
    element: root,
    show(frame, chosen) {
      const fits = labels.length === frame.columns.length && rows.length === frame.rows.length;
      shown = frame;
      if (!fits) rebuild();
      const { columns, rows: all, numeric = [], marked = [] } = frame;
      const fill = (/** @type {HTMLElement[]} */ cells, /** @type {string[]} */ texts) => cells.forEach((cell, j) => {
        setAttributes(cell, { class: numeric.includes(j) ? "numeric" : null });
        setRich(cell, texts[j]);
      });
      fill(labels, columns);
      rows.forEach((cells, i) => {
        const kinds = [marked.includes(i) && "is-marked", i === chosen && "is-chosen"].filter(Boolean).join(" ");
        setAttributes(/** @type {Element} */ (cells[0].parentElement), { class: kinds });
        fill(cells, all[i]);
      });
    },
  };
}
