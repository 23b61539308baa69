/** Panels that stand inside a step: shown once, and made anew with it. */

import { element } from "../dom.js";
import { bars } from "./bars.js";
import { matrix } from "./matrix.js";
import { rich } from "./rich.js";
import { table } from "./table.js";
import { words } from "./words.js";

/** @type {Record<string, (context: import("./matrix.js").Context) => import("./matrix.js").View>} */
export const INNER = { matrix, bars, table, words };

/**
 * @param {any} frame
 * @param {import("./matrix.js").Context} context
 */
export function part(frame, context) {
  const view = INNER[frame.kind](context);
  view.show(frame, -1);
  return element("section", { class: `panel panel-${frame.kind}` }, ...framed(frame, view.element));
}

/**
 * The title of a panel, its inside, and the note under it.
 *
 * @param {any} frame
 * @param {HTMLElement} inside
 * @returns {HTMLElement[]}
 */
export function framed({ title, note, head }, inside) {
  return [
    ...(title ? [element("p", { class: head ? `panel-title head-${head}` : "panel-title" }, ...rich(title))] : []),
    inside,
    ...(note ? [element("p", { class: "panel-note" }, ...rich(note))] : []),
  ];
}
