/**
 * Building elements. Text always enters as text: nothing here, or anywhere in this folder, parses markup.
 *
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute
 */

/**
 * An element. `true` sets an empty attribute, `false` and `null` leave it out, a function listens to the event that
 * its key names (`onclick`).
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) setAttribute(made, key, value);
  made.append(...present(children));
  return made;
}

/**
 * A real button with words on it.
 *
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, Attribute>} [attributes]
 */
export function button(label, onclick, attributes = {}) {
  return element("button", { type: "button", class: "tool", ...attributes, onclick }, label);
}

/**
 * Something folded away under a line; parts.css (a part of page.css) undoes what the theme makes of `details`.
 *
 * @param {Child[]} line
 * @param {Child} content
 * @param {Record<string, Attribute>} [attributes]
 */
export function folded(line, content, { class: kind = "", ...attributes } = {}) {
  const classes = `fold ${kind}`.trim();
  return element("details", { class: classes, ...attributes }, element("summary", {}, ...line), content);
}

/**
 * Text with `code` between backticks, as nodes.
 *
 * @param {string} text
 * @returns {Node[]}
 */
export function prose(text) {
  return text
    .split("`")
    .map((part, i) => (i % 2 ? element("code", {}, part) : document.createTextNode(part)))
    .filter((node) => node.textContent);
}

/**
 * Text for screen readers only.
 *
 * @param {string} text
 */
export function unseen(text) {
  return element("span", { class: "unseen" }, text);
}

/**
 * The text of an element, formulas as they are written in TeX: KaTeX shows each twice, for the eye and for the ear.
 *
 * @param {Element | null | undefined} source
 * @returns {string}
 */
export function plainText(source) {
  const copy = /** @type {Element | undefined} */ (source?.cloneNode(true));
  for (const formula of copy?.querySelectorAll(".katex") ?? []) {
    formula.replaceWith(formula.querySelector("annotation")?.textContent ?? "");
  }
  return (copy?.textContent ?? "").replace(/\s+/g, " ").trim();
}

/**
 * Puts text on the clipboard; false when the browser does not let us.
 *
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Scrolls an element into view when it is not, gently unless the reader asked for less motion. To what is so far away
 * that it is not laid out there is no gentle way: what is passed by would change its height meanwhile.
 *
 * @param {HTMLElement} target
 */
export function reveal(target) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isFar = target.checkVisibility?.({ contentVisibilityAuto: true }) === false;
  target.scrollIntoView({ block: "nearest", behavior: calm || isFar ? "auto" : "smooth" });
}

/**
 * Calls once when an element is about to be seen (600 px away) or gets focus.
 *
 * @param {HTMLElement} target
 * @param {() => void} action
 * @returns {() => void}  takes it back
 */
export function whenNear(target, action) {
  const cancel = () => {
    observer.disconnect();
    target.removeEventListener("focusin", act);
  };
  const act = () => (cancel(), action());
  const seen = (/** @type {IntersectionObserverEntry[]} */ entries) => entries.some((e) => e.isIntersecting) && act();
  const observer = new IntersectionObserver(seen, { rootMargin: "600px" });
  observer.observe(target);
  target.addEventListener("focusin", act);
  return cancel;
}

/**
 * @param {HTMLElement} made
 * @param {string} key
 * @param {Attribute} value
 */
function setAttribute(made, key, value) {
  if (typeof value === "function") made.addEventListener(key.replace(/^on/, ""), value);
  else if (value !== false && value !== null && value !== undefined) {
    made.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child || child === ""));
}
