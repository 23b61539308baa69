/**
 * Options to choose from: radio buttons where one is right, check boxes where several may be.
 *
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./controls.js").ControlOptions} ControlOptions
 * @typedef {import("./controls.js").Controls} Controls
 */

import { element, plainText, unseen } from "./dom.js";
import { rearrange, shuffled } from "./shuffle.js";

/**
 * @param {HTMLElement} section
 * @param {ControlOptions & {type: "radio" | "checkbox", isShuffled: boolean}} options
 * @returns {Controls}
 */
export function choice(section, { strings, seed, name, onChange, type, isShuffled }) {
  const list = /** @type {HTMLElement} */ (section.querySelector(".question-options"));
  const answers = /** @type {HTMLElement} */ (section.querySelector(".answers"));
  const isTruth = !isShuffled;
  if (isShuffled) for (const one of [list, answers]) rearrange(one, shuffled(list.children.length, seed, name));
  const inputs = [...list.children].map((item) => choosable(/** @type {HTMLElement} */ (item), type, name));
  list.addEventListener("change", onChange);
  const rights = rightAnswers(answers);
  const chosen = () => inputs.filter((one) => one.checked).map((one) => one.value);
  const isRightOne = (/** @type {string} */ value) => rights.includes(value);
  return {
    element: list,
    given: () => (chosen().length ? chosen().sort() : null),
    words: () => inputs.filter((one) => one.checked).map((one) => optionText(one)).join(" · "),
    restore(given) {
      if (!Array.isArray(given) || !given.every((value) => inputs.some((one) => one.value === value))) return false;
      for (const one of inputs) one.checked = given.includes(one.value);
      return given.length > 0 && (type === "checkbox" || given.length === 1);
    },
    clear() {
      for (const one of inputs) one.checked = false;
    },
    judge() {
      const [wrong, missing] = [chosen().filter((one) => !isRightOne(one)), rights.filter((one) => !chosen().includes(one))];
      const isRight = !wrong.length && !missing.length;
      const explained = isTruth ? rights : isRight ? chosen() : wrong;
      return { isRight, explained, words: choiceWords(strings, { isRight, wrong, type }) };
    },
    show(judgement) {
      for (const one of inputs) {
        const isShown = Boolean(judgement && one.checked && (judgement.isRight || !isRightOne(one.value)));
        mark(/** @type {HTMLElement} */ (one.closest("li")), isShown ? isRightOne(one.value) : null, strings);
      }
    },
    objection: () => (chosen().length ? "" : strings.text("Choose an answer first.")),
    first: () => inputs.find((one) => one.checked) ?? inputs[0],
  };
}

/** @param {HTMLElement} input */
function optionText(input) {
  return plainText(input.closest("li")?.querySelector(".option-text"));
}

/**
 * @param {Strings} strings
 * @param {{isRight: boolean, wrong: string[], type: string}} found
 */
function choiceWords(strings, { isRight, wrong, type }) {
  if (isRight) return strings.text("Right.");
  if (type === "checkbox" && !wrong.length) return strings.text("What you chose holds, but something is missing.");
  return strings.text("Not this time.");
}

/**
 * A list item as a label with its input; the item's text stays as it is.
 *
 * @param {HTMLElement} item
 * @param {string} type
 * @param {string} name
 */
function choosable(item, type, name) {
  const input = element("input", { type, name, value: item.dataset.answer ?? "" });
  const label = element("label", { class: "option" }, input, ...item.childNodes);
  item.append(label);
  return input;
}

/**
 * A sign behind an item that is right or wrong; `null` takes it away.
 *
 * @param {HTMLElement} item
 * @param {boolean | null} isRight
 * @param {Strings} strings
 */
function mark(item, isRight, strings) {
  item.querySelector(".option-mark")?.remove();
  item.classList.toggle("is-right", isRight === true);
  item.classList.toggle("is-wrong", isRight === false);
  if (isRight === null) return;
  const words = unseen(isRight ? strings.text("Right") : strings.text("Not right"));
  item.querySelector(".option")?.append(element("span", { class: "option-mark" }, words));
}

/** @param {HTMLElement} answers */
function rightAnswers(answers) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (answers.querySelectorAll("[data-right]"));
  return [...found].map((one) => one.dataset.answer ?? "");
}
