/**
 * Everything this browser keeps of the course, deleted after one question.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./strings.js").Strings} Strings
 */

import { button, element } from "./dom.js";
import { note } from "./tools.js";

/**
 * @param {HTMLElement} place  `.forget` of the page
 * @param {{strings: Strings, store: Store}} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function forget(place, { strings, store }) {
  const line = note();
  const ask = button(strings.text("Forget everything on this device"), () => {
    line.say(strings.text("Delete your code, answers and marks of this course? They cannot be brought back."), yes, no);
    no.focus();
  });
  const yes = button(strings.text("Delete"), () => {
    const isDone = store.clear();
    const refused = strings.text("This browser does not let the page delete anything.");
    line.say(isDone ? strings.text("Everything is forgotten.") : refused);
    ask.focus();
  });
  const no = button(strings.text("Keep everything"), () => (line.say(), ask.focus()));
  place.replaceChildren(element("div", { class: "forget-tools" }, ask, line.element));
  return { element: place, destroy: () => {} };
}
