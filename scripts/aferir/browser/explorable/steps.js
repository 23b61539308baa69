/**
 * Steps, one of which is chosen: lines of code with what the chosen one makes beside them, or a path whose steps open in
 * place. Both are radio buttons, so that arrow keys go from step to step.
 */

import { element } from "../dom.js";
import { setRich } from "./keep.js";
import { around, INNER } from "./parts.js";
import { rich } from "./rich.js";

/**
 * @param {import("./matrix.js").Context} context
 * @returns {import("./matrix.js").View}
 */
export function steps(context) {
  const [heads, made] = [radios("steps-list", context), inside("steps-made", context)];
  return {
    element: element("div", { class: "steps" }, heads.element, made.element),
    show(frame, chosen) {
      heads.show(frame, chosen);
      made.show(frame.items[chosen]);
    },
  };
}

/**
 * @param {import("./matrix.js").Context} context
 * @returns {import("./matrix.js").View}
 */
export function diagram(context) {
  const [heads, made] = [radios("path-list", context), inside("step-inside", context)];
  return {
    element: heads.element,
    show(frame, chosen) {
      const step = heads.show(frame, chosen);
      made.show(frame.items[chosen]);
      if (step.nextElementSibling !== made.element) step.after(made.element);
    },
  };
}

/**
 * The steps as radio buttons in a list.
 *
 * @param {string} kind
 * @param {import("./matrix.js").Context} context
 */
function radios(kind, { id, set }) {
  const list = element("div", { class: kind, role: "radiogroup" });
  /** @type {HTMLElement[]} */
  let labels = [];
  /** @type {string[]} */
  let before = [];
  return {
    element: list,
    /**
     * @param {any} frame
     * @param {number} chosen
     * @returns {HTMLElement}  the chosen one
     */
    show({ items, choose, title }, chosen) {
      if (labels.length !== items.length) {
        labels = items.map((/** @type {any} */ _, /** @type {number} */ i) => line(`${id}-${choose}`, () => set(choose, i)));
        list.replaceChildren(...labels);
        before = [];
      }
      if (title) list.setAttribute("aria-label", title);
      labels.forEach((label, i) => {
        const [input, words] = label.children;
        const { label: name, code, summary } = items[i];
        /** @type {HTMLInputElement} */ (input).checked = i === chosen;
        label.classList.toggle("is-chosen", i === chosen);
        const head = JSON.stringify([name, code, summary]);
        if (head !== before[i]) words.replaceChildren(...headOf(items[i]));
        before[i] = head;
      });
      return labels[chosen];
    },
  };
}

/**
 * @param {string} name
 * @param {() => void} onchange
 */
function line(name, onchange) {
  return element("label", { class: "stage" }, element("input", { type: "radio", name, onchange }), element("span", { class: "step-head" }));
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
 * What a step says and makes. A panel whose place in the next step, or in the same step of another state, has one of
 * its kind stays and is filled anew; one whose frame is the very same is left alone.
 *
 * @param {string} kind
 * @param {import("./matrix.js").Context} context
 */
function inside(kind, context) {
  const [root, words] = [element("div", { class: kind }), element("p", { class: "step-note" })];
  /** @type {{panel: import("./parts.js").PanelView, frame: any}[]} */
  let shown = [];
  const fresh = (/** @type {string} */ own, /** @type {number} */ i) => around(own, INNER[own]({ ...context, id: `${context.id}-${i}` }));
  return {
    element: root,
    /** @param {any} item */
    show({ note = "", parts = [] }) {
      const next = parts.map((/** @type {any} */ frame, /** @type {number} */ i) => {
        const { panel, frame: before } = shown[i]?.panel.kind === frame.kind ? shown[i] : { panel: fresh(frame.kind, i), frame: null };
        if (frame !== before) panel.show(frame, -1);
        return { panel, frame };
      });
      setRich(words, note);
      const wanted = [...(note ? [words] : []), ...next.map((/** @type {any} */ { panel }) => panel.element)];
      if (wanted.length !== root.childElementCount || wanted.some((one, i) => one !== root.children[i])) root.replaceChildren(...wanted);
      shown = next;
    },
  };
}
