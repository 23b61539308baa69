/** A panel of an explorable: its title, what it shows by its kind, and its note; absent in states without a frame. */

import { element } from "../dom.js";
import { lines } from "./lines.js";
import { framed, INNER } from "./parts.js";
import { diagram, steps } from "./steps.js";

/** @type {Record<string, (context: import("./matrix.js").Context) => import("./matrix.js").View>} */
const KINDS = { ...INNER, lines, steps, diagram };

/**
 * @param {string} kind
 * @param {import("./matrix.js").Context} context
 * @returns {{element: HTMLElement, show: (frame: any, chosen: number) => void}}
 */
export function panel(kind, context) {
  const view = KINDS[kind](context);
  const section = element("section", { class: `panel panel-${kind}` });
  let around = "";
  return {
    element: section,
    show(frame, chosen) {
      section.hidden = !frame;
      if (!frame) return;
      const outer = JSON.stringify([frame.title, frame.note, frame.head]);
      if (outer !== around) reframe(section, framed(frame, view.element), view.element);
      around = outer;
      view.show(frame, chosen);
    },
  };
}

/**
 * Puts a new title and note around the inside, which stays where it is and keeps the focus.
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
