/**
 * Changes that leave alone what is already so: most of a state is also in the next one, and what does not change need
 * not be laid out again.
 */

import { rich } from "./rich.js";

/** @type {WeakMap<Element, string>} */
const written = new WeakMap();

/**
 * Text that may hold code, emphasis and an index.
 *
 * @param {Element} target  which nothing else fills
 * @param {string} text
 */
export function setRich(target, text) {
  if (written.get(target) === text) return;
  target.replaceChildren(...rich(text));
  written.set(target, text);
}

/**
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * @param {Element} target
 * @param {Record<string, string | number | null>} attributes  null and "" take one away
 */
export function setAttributes(target, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    const wanted = value === null ? "" : String(value);
    if ((target.getAttribute(key) ?? "") === wanted) continue;
    if (wanted) target.setAttribute(key, wanted);
    else target.removeAttribute(key);
  }
}
