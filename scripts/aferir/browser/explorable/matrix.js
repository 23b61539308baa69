/**
 * A matrix: a table whose cells have the colours of their scale. Arrow keys walk it, one cell has the focus; where its
 * rows can be chosen, the row of that cell is.
 *
 * @typedef {object} Context  what a panel may ask of its explorable
 * @property {import("../strings.js").Strings} strings
 * @property {string} id  of this panel alone on its page
 * @property {(control: string, index: number) => void} set
 * @property {(text: string) => void} say
 *
 * @typedef {object} View  the inside of a panel
 * @property {HTMLElement} element
 * @property {(frame: any, chosen: number) => void} show  a frame, and which of its rows or steps is chosen (or -1)
 */

import { element } from "../dom.js";
import { setAttributes, setText } from "./keep.js";
import { legend } from "./legend.js";
import { rich } from "./rich.js";

const MOVES = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-Infinity, 0],
  PageDown: [Infinity, 0],
};

/**
 * @param {Context} context
 * @returns {View}
 */
export function matrix(context) {
  const scroll = element("div", { class: "matrix-scroll" });
  const root = element("div", {}, scroll);
  /** @type {Grid | null} */
  let grid = null;
  return {
    element: root,
    show(frame, chosen) {
      if (!grid || !grid.fits(frame)) {
        const place = grid?.focused() ?? null;
        grid = makeGrid(frame, context);
        scroll.replaceChildren(grid.table);
        root.replaceChildren(scroll, ...legend(frame, context.strings));
        grid.fill(frame, chosen);
        if (place) grid.focus(place[0], place[1]);
      } else grid.fill(frame, chosen);
    },
  };
}

/**
 * @typedef {object} Grid
 * @property {HTMLTableElement} table
 * @property {(frame: any) => boolean} fits  whether another frame has the same rows and columns
 * @property {(frame: any, chosen: number) => void} fill
 * @property {() => [number, number] | null} focused
 * @property {(row: number, column: number) => void} focus
 *
 * @param {any} frame
 * @param {Context} context
 * @returns {Grid}
 */
function makeGrid(frame, { strings, set, say }) {
  const shape = shapeOf(frame);
  const rows = frame.rows.map((/** @type {string} */ label) => row(label, frame.columns.length, strings));
  const cells = rows.map((/** @type {Row} */ own) => own.cells);
  const table = element("table", { class: `matrix scale-${frame.scale}${frame.tall ? " has-tall-labels" : ""}`, role: "grid", "aria-label": frame.title ?? null },
    head(frame), element("tbody", {}, ...rows.map((/** @type {Row} */ own) => own.element)));
  let shown = frame;
  let [r, c] = [0, 0];
  const enter = (/** @type {number} */ row, /** @type {number} */ column) => {
    const isOther = row !== r;
    cells[r][c].tabIndex = -1;
    [r, c] = [row, column];
    cells[r][c].tabIndex = 0;
    if (shown.choose) set(shown.choose, r);
    else if (isOther && shown.spoken) say(shown.spoken[r]);
  };
  const place = (/** @type {Event} */ event) => placeOf(/** @type {Element} */ (event.target), table);
  table.addEventListener("focusin", (event) => {
    const at = place(event);
    if (at) enter(...at);
  });
  table.addEventListener("click", (event) => {
    const at = place(event) ?? rowOf(/** @type {Element} */ (event.target), table);
    if (at) cells[at[0]][at[1]].focus({ preventScroll: true });
  });
  table.addEventListener("keydown", (event) => {
    const move = /** @type {Record<string, number[]>} */ (MOVES)[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    cells[within(r + move[0], cells.length)][within(c + move[1], cells[0].length)].focus();
  });
  cells[0][0].tabIndex = 0;
  return {
    table,
    fits: (other) => shapeOf(other) === shape,
    focused: () => (table.contains(document.activeElement) ? [r, c] : null),
    focus: (row, column) => cells[within(row, cells.length)][within(column, cells[0].length)].focus(),
    fill(frame, chosen) {
      shown = frame;
      if (frame.title) table.setAttribute("aria-label", frame.title);
      rows.forEach((/** @type {Row} */ own, /** @type {number} */ i) => own.fill(frame, i, chosen));
      if (chosen >= 0 && chosen !== r && !table.contains(document.activeElement)) {
        cells[r][c].tabIndex = -1;
        r = chosen;
        cells[r][c].tabIndex = 0;
      }
    },
  };
}

/** @param {any} frame */
function shapeOf({ rows, columns, scale, row_label, column_label, ends }) {
  return JSON.stringify([rows, columns, scale, row_label, column_label, ends]);
}

/** @param {any} frame */
function head({ columns, row_label: rows, column_label: answers }) {
  const corner = element("td", { class: "matrix-corner" },
    rows && element("span", { class: "matrix-rows" }, `${rows} ↓`), answers && element("span", { class: "matrix-columns" }, `${answers} →`));
  const labels = columns.map((/** @type {string} */ label) => element("th", { scope: "col" }, element("span", {}, ...rich(label))));
  return element("thead", {}, element("tr", {}, corner, ...labels));
}

/**
 * @typedef {{element: HTMLTableRowElement, cells: HTMLTableCellElement[], fill: (frame: any, row: number, chosen: number) => void}} Row
 *
 * @param {string} label
 * @param {number} width
 * @param {import("../strings.js").Strings} strings
 * @returns {Row}
 */
function row(label, width, strings) {
  const cells = Array.from({ length: width }, () => element("td", { tabindex: -1 }));
  const sign = element("span", { class: "moved-sign", hidden: true }, strings.text("moved"));
  const made = element("tr", {}, element("th", { scope: "row" }, ...rich(label), " ", sign), ...cells);
  return {
    element: made,
    cells,
    fill({ cells: texts, shade, moved = [], marked = [], choose }, i, chosen) {
      made.classList.toggle("is-moved", moved.includes(i));
      made.classList.toggle("is-marked", marked.includes(i));
      made.classList.toggle("is-chosen", i === chosen);
      if (choose) setAttributes(made, { "aria-selected": String(i === chosen) });
      sign.hidden = !moved.includes(i);
      cells.forEach((cell, j) => {
        const isHidden = shade[i][j] === null;
        const kind = isHidden ? "is-hidden" : `shade-${shade[i][j]}`;
        setAttributes(cell, { class: kind, "aria-label": isHidden ? strings.text("hidden") : null });
        setText(cell, texts[i][j]);
      });
    },
  };
}

/**
 * Row and column of a cell, null for anything else.
 *
 * @param {Element} target
 * @param {HTMLTableElement} table
 * @returns {[number, number] | null}
 */
function placeOf(target, table) {
  const cell = /** @type {HTMLTableCellElement | null} */ (target.closest("tbody td"));
  return cell && table.contains(cell) ? [rowNumber(cell), cell.cellIndex - 1] : null;
}

/**
 * The first cell of the row whose label this is.
 *
 * @param {Element} target
 * @param {HTMLTableElement} table
 * @returns {[number, number] | null}
 */
function rowOf(target, table) {
  const label = target.closest("tbody th");
  return label && table.contains(label) ? [rowNumber(label), 0] : null;
}

/** @param {Element} cell */
function rowNumber(cell) {
  return [...(cell.parentElement?.parentElement?.children ?? [])].indexOf(/** @type {Element} */ (cell.parentElement));
}

/**
 * @param {number} place
 * @param {number} count
 */
function within(place, count) {
  return Math.min(Math.max(place, 0), count - 1);
}
