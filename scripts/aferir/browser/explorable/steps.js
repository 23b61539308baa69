/**
 * Steps, one of which is chosen: lines of code with what the chosen one makes beside them, or a path whose steps open in
 * place. Both are radio buttons, so that arrow keys go from step to step.
 */

import { element } from "../dom.js";
import { part } from "./parts.js";
import { rich } from "./rich.js";

/**
 * @param {import("./matrix.js").Context} context
 * @returns {import("./matrix.js").View}
 */
export function steps(context) {
  const [list, made] = [element("div", { class: "steps-list", role: "radiogroup" }), element("div", { class: "steps-made" })];
  return {
    element: element("div", { class: "steps" }, list, made),
    show(frame, chosen) {
      fillList(list, frame, chosen, context);
      made.replaceChildren(...inside(frame.items[chosen], context));
    },
  };
}

/**
 * @param {import("./matrix.js").Context} context
 * @returns {import("./matrix.js").View}
 */
export function diagram(context) {
  const list = element("div", { class: "path-list", role: "radiogroup" });
  return {
    element: list,
    show(frame, chosen) {
      fillList(list, frame, chosen, context);
      for (const old of list.querySelectorAll(":scope > .step-inside")) old.remove();
      list.children[chosen].after(element("div", { class: "step-inside" }, ...inside(frame.items[chosen], context)));
    },
  };
}

/**
 * @param {HTMLElement} list
 * @param {any} frame
 * @param {number} chosen
 * @param {import("./matrix.js").Context} context
 */
function fillList(list, { items, choose, title }, chosen, { id, set }) {
  const labels = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(":scope > label"))];
  if (labels.length !== items.length) {
    const fresh = items.map((/** @type {any} */ _, /** @type {number} */ i) => line(`${id}-${choose}`, () => set(choose, i)));
    list.replaceChildren(...fresh);
    labels.splice(0, labels.length, ...fresh);
  }
  if (title) list.setAttribute("aria-label", title);
  labels.forEach((label, i) => {
    const [input, words] = label.children;
    /** @type {HTMLInputElement} */ (input).checked = i === chosen;
    label.classList.toggle("is-chosen", i === chosen);
    words.replaceChildren(...headOf(items[i]));
  });
}

/**
 * @param {string} name
 * @param {() => void} onchange
 */
function line(name, onchange) {
  return element("label", { class: "step" }, element("input", { type: "radio", name, onchange }), element("span", { class: "step-head" }));
}

/** @param {any} item */
function headOf({ label, code, summary }) {
  return [
    ...(label ? [element("span", { class: "step-label" }, ...rich(label))] : []),
    ...(code ? [element("code", {}, code)] : []),
    ...(summary ? [element("span", { class: "step-summary" }, ...rich(summary))] : []),
  ];
}

/**
 * What a step says and makes.
 *
 * @param {any} item
 * @param {import("./matrix.js").Context} context
 */
function inside({ note, parts = [] }, context) {
  const words = note ? [element("p", { class: "step-note" }, ...rich(note))] : [];
  return [...words, ...parts.map((/** @type {any} */ frame, /** @type {number} */ i) => part(frame, { ...context, id: `${context.id}-${i}` }))];
}
