/** A panel of an explorable, by its kind; absent in states without a frame. */

import { lines } from "./lines.js";
import { around, INNER } from "./parts.js";
import { diagram, steps } from "./steps.js";

/** @type {Record<string, (context: import("./matrix.js").Context) => import("./matrix.js").View>} */
const KINDS = { ...INNER, lines, steps, diagram };

/**
 * @param {string} kind
 * @param {import("./matrix.js").Context} context
 * @returns {import("./parts.js").PanelView}
 */
export function panel(kind, context) {
  return around(kind, KINDS[kind](context));
}
