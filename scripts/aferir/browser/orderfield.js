/**
 * Steps to be put in order: by two buttons, by the arrow keys on them, or by the mouse.
 *
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./controls.js").ControlOptions} ControlOptions
 * @typedef {import("./controls.js").Controls} Controls
 */

import { button, element, plainText } from "./dom.js";
import { disordered, rearrange } from "./shuffle.js";

/**
 * @param {HTMLElement} section
 * @param {ControlOptions} options
 * @returns {Controls}
 */
export function orderField(section, { strings, seed, name, onChange }) {
  const list = /** @type {HTMLElement} */ (section.querySelector(".question-steps"));
  const items = () => [.../** @type {HTMLCollectionOf<HTMLElement>} */ (list.children)];
  const news = element("p", { class: "unseen", role: "status" });
  const start = disordered(list.children.length, seed, name);
  let isMoved = false;
  const move = (/** @type {HTMLElement} */ item, /** @type {number} */ by, /** @type {HTMLElement} */ focus) => {
    const [all, at] = [items(), items().indexOf(item)];
    const target = all[at + by];
    if (!target) return;
    isMoved = true;
    target[by < 0 ? "before" : "after"](item);
    focus.focus();
    describe();
    const details = { step: stepText(item), position: at + by + 1, total: all.length };
    news.textContent = strings.text("{step}: now {position} of {total}", details);
    onChange();
  };
  const describe = () => {
    for (const [i, item] of items().entries()) limit(item, i, list.children.length);
  };
  rearrange(list, start);
  for (const item of items()) makeMovable(item, strings, move);
  describe();
  const order = () => items().map((item) => item.dataset.answer ?? "");
  return {
    element: element("div", { class: "question-order" }, list, news),
    given: () => order(),
    words: () => items().map(stepText).join(" · "),
    restore(given) {
      const isOrder = Array.isArray(given) && [...given].sort().join() === [...order()].sort().join();
      if (!isOrder) return false;
      rearrange(list, given.map(Number));
      describe();
      return (isMoved = true);
    },
    clear() {
      rearrange(list, start);
      describe();
      isMoved = false;
    },
    judge() {
      const wrong = order().findIndex((step, i) => step !== String(i));
      if (wrong < 0) return { isRight: true, explained: [], words: strings.text("Right.") };
      const words = wrong
        ? strings.plural("Not yet: only the first step is in its place.", "Not yet: the first {count} steps are in their place.", wrong)
        : strings.text("Not yet: another step comes first.");
      return { isRight: false, explained: [], words };
    },
    show: () => {},
    objection: () => (isMoved ? "" : strings.text("Move the steps first.")),
    first: () => /** @type {HTMLElement} */ (list.querySelector(".step-move:not([aria-disabled=true])")),
  };
}

/**
 * Two buttons, the arrow keys on them, and the mouse.
 *
 * @param {HTMLElement} item
 * @param {Strings} strings
 * @param {(item: HTMLElement, by: number, focus: HTMLElement) => void} move
 */
function makeMovable(item, strings, move) {
  const details = { step: stepText(item) };
  const make = (/** @type {string} */ label, /** @type {number} */ by, /** @type {string} */ kind) => {
    const made = button("", () => move(item, by, made), { class: `tool step-move step-${kind}`, "aria-label": label });
    made.addEventListener("keydown", (event) => {
      const asked = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!asked) return;
      event.preventDefault();
      move(item, asked, made);
    });
    return made;
  };
  const up = make(strings.text("Move up: {step}", details), -1, "up");
  const down = make(strings.text("Move down: {step}", details), 1, "down");
  item.append(element("span", { class: "step-tools" }, up, down));
  makeDraggable(item, move, down);
}

/**
 * @param {HTMLElement} item
 * @param {(item: HTMLElement, by: number, focus: HTMLElement) => void} move
 * @param {HTMLElement} focus
 */
function makeDraggable(item, move, focus) {
  item.draggable = true;
  item.addEventListener("dragstart", ({ dataTransfer }) => {
    dataTransfer?.setData("text/plain", item.dataset.answer ?? "");
    item.classList.add("is-dragged");
  });
  item.addEventListener("dragend", () => item.classList.remove("is-dragged"));
  item.addEventListener("dragover", (event) => {
    const dragged = /** @type {HTMLElement | null} */ (item.parentElement?.querySelector(".is-dragged"));
    if (!dragged) return;
    event.preventDefault();
    const all = [...(item.parentElement?.children ?? [])];
    const by = all.indexOf(item) - all.indexOf(dragged);
    if (by) move(dragged, by, focus);
  });
}

/**
 * The first step cannot go up, the last not down; the buttons stay, so that the focus does.
 *
 * @param {HTMLElement} item
 * @param {number} index
 * @param {number} count
 */
function limit(item, index, count) {
  item.querySelector(".step-up")?.setAttribute("aria-disabled", String(index === 0));
  item.querySelector(".step-down")?.setAttribute("aria-disabled", String(index === count - 1));
}

/** @param {HTMLElement} item */
function stepText(item) {
  return plainText(item.querySelector(".option-text"));
}
