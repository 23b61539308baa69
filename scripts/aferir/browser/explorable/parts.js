/** A panel around its inside: title and note, which change with the state while the inside stays and keeps the focus. */

import { element } from "../dom.js";
import { bars } from "./bars.js";
import { matrix } from "./matrix.js";
import { rich } from "./rich.js";
import { table } from "./table.js";
import { words } from "./words.js";

/** @type {Record<string, (context: import("./matrix.js").Context) => import("./matrix.js").View>} */
export const INNER = { matrix, bars, table, words };

/**
 * @typedef {object} PanelView
 * @property {string} kind
 * @property {HTMLElement} element
 * @property {(frame: any, chosen: number) => void} show  a frame, null where the panel is absent
 *
 * @param {string} kind
 * @param {import("./matrix.js").View} view
 * @returns {PanelView}
 */
export function around(kind, view) {
  const section = element("section", { class: `panel panel-${kind}` });
  let before = "";
  return {
    kind,
    element: section,
    show(frame, chosen) {
      section.hidden = !frame;
      if (!frame) return;
      const outer = JSON.stringify([frame.title, frame.note, frame.head]);
      if (outer !== before) reframe(section, framed(frame, view.element), view.element);
      before = outer;
      view.show(frame, chosen);
    },
  };
}

/**
 * Puts a new title and note around the inside, which stays where it is.
 *
 * @param {HTMLElement} section
 * @param {HTMLElement[]} parts
 * @param {HTMLElement} inside
 */
function reframe(section, parts, inside) {
  if (inside.parentElement !== section) return section.replaceChildren(...parts);
  for (const old of [...section.children]) if (old !== inside) old.remove();
  const at = parts.indexOf(inside);
  inside.before(...parts.slice(0, at));
  inside.after(...parts.slice(at + 1));
}

/**
 * The title of a panel, its inside, and the note under it.
 *
 * @param {any} frame
 * @param {HTMLElement} inside
 * @returns {HTMLElement[]}
 */
function framed({ title, note, head }, inside) {
  return [
    ...(title ? [element("p", { class: head ? `panel-title head-${head}` : "panel-title" }, ...rich(title))] : []),
    inside,
    ...(note ? [element("p", { class: "panel-note" }, ...rich(note))] : []),
  ];
}
