/** Elements of SVG. */

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function shape(tag, attributes, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SPACE, tag));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
