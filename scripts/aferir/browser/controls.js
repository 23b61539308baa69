/**
 * What a reader answers with: radio buttons, check boxes, a field for a number, or steps to be moved. Each kind makes
 * the list that the page came with into native controls, and says what has been given and what to think of it.
 *
 * @typedef {import("./numerals.js").Marks} Marks
 * @typedef {import("./numerals.js").Reading} Reading
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} Judgement
 * @property {boolean} isRight
 * @property {string} words  the verdict, in one sentence
 * @property {string[]} explained  the answers (`data-answer`) whose explanations are shown
 *
 * @typedef {object} Controls
 * @property {HTMLElement} element  what the fieldset holds
 * @property {() => unknown} given  plain data that any language of the page can restore; null while nothing is given
 * @property {(given: any) => boolean} restore  false for what cannot be an answer to this question
 * @property {() => void} clear
 * @property {() => Judgement} judge
 * @property {(judgement: Judgement | null) => void} show  marks beside the controls, or none
 * @property {() => string} objection  why what is given cannot be judged, "" when it can
 * @property {() => HTMLElement} first  what takes the focus
 *
 * @typedef {object} ControlOptions
 * @property {Strings} strings
 * @property {Marks} marks
 * @property {number} seed
 * @property {string} name  unique on the page
 * @property {() => void} onChange
 */

import { button, element, unseen } from "./dom.js";
import { asText, isNear, ratio, typed, understood, written } from "./numerals.js";
import { disordered, shuffled } from "./shuffle.js";

/** @type {Record<string, (section: HTMLElement, options: ControlOptions) => Controls>} */
export const CONTROLS = {
  single: (section, options) => choice(section, { ...options, type: "radio", isShuffled: true }),
  multiple: (section, options) => choice(section, { ...options, type: "checkbox", isShuffled: true }),
  "true-false": (section, options) => choice(section, { ...options, type: "radio", isShuffled: false }),
  numeric: number,
  order: steps,
};

// ── Choices ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {HTMLElement} section
 * @param {ControlOptions & {type: "radio" | "checkbox", isShuffled: boolean}} options
 * @returns {Controls}
 */
function choice(section, { strings, seed, name, onChange, type, isShuffled }) {
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

/**
 * Puts the items of a list, which stand in any order, in the order of their `data-answer`.
 *
 * @param {HTMLElement} list
 * @param {number[]} order
 */
function rearrange(list, order) {
  const items = [.../** @type {HTMLCollectionOf<HTMLElement>} */ (list.children)];
  const place = (/** @type {HTMLElement} */ item) => order.indexOf(Number(item.dataset.answer));
  list.append(...items.sort((one, other) => place(one) - place(other)));
}

// ── A number ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** @type {Record<string, (strings: Strings) => string>} */
const REFUSALS = {
  letters: (strings) => strings.text("This is not read as a number."),
  groups: (strings) => strings.text("The digits are not grouped like one number."),
  unfinished: (strings) => strings.text("Something is missing behind the mark."),
  zero: (strings) => strings.text("Nothing can be divided by zero."),
  long: (strings) => strings.text("This is too long for a number."),
};

/**
 * @param {HTMLElement} section
 * @param {ControlOptions} options
 * @returns {Controls}
 */
function number(section, { strings, marks, name, onChange }) {
  const { tolerance = "0", decimals } = section.dataset;
  const key = numericKey(section);
  const echo = element("p", { class: "number-echo", id: `${name}-echo`, role: "status" });
  const input = element("input", {
    ...{ id: `${name}-number`, type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" },
    ...{ class: "number-field", "aria-describedby": `${name}-note ${name}-echo`, maxlength: 80 },
  });
  const label = element("label", { for: input.id, class: "number-label" }, strings.text("Your answer"));
  const read = () => understood(input.value, marks, { decimals: decimals ? Number(decimals) : null });
  const say = () => echo.replaceChildren(...echoed(read(), strings, take));
  const take = (/** @type {string} */ text) => {
    input.value = text;
    input.focus();
    say();
    onChange();
  };
  input.addEventListener("input", () => (say(), onChange()));
  const value = () => {
    const found = read();
    return found.status === "number" ? found : null;
  };
  return {
    element: element("div", { class: "question-number" }, label, input, echo),
    given: () => (value() ? { ratio: asText(/** @type {any} */ (value()).value), percent: value()?.isPercent } : null),
    restore(given) {
      if (!/^-?\d{1,140}\/[1-9]\d{0,140}$/.test(given?.ratio)) return false;
      input.value = typed(ratio(given.ratio), given.percent === true, marks);
      say();
      return true;
    },
    clear() {
      input.value = "";
      say();
    },
    judge: () => judged(/** @type {any} */ (value()), key, ratio(tolerance), strings),
    show: (judgement) => input.classList.toggle("is-wrong", judgement ? !judgement.isRight : false),
    objection: () => objection(read(), key, ratio(tolerance), strings, marks),
    first: () => input,
  };
}

/**
 * @typedef {{answer: string, value: import("./numerals.js").Ratio, isRight: boolean, isPercent: boolean}} KeyNumber
 *
 * @param {HTMLElement} section
 * @returns {KeyNumber[]}  the right one first
 */
function numericKey(section) {
  const items = /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".answers > [data-value]"));
  const key = [...items].map(({ dataset }) => ({
    answer: dataset.answer ?? "",
    value: ratio(dataset.value ?? "0"),
    isRight: dataset.right !== undefined,
    isPercent: dataset.percent !== undefined,
  }));
  return key.sort((one, other) => Number(other.isRight) - Number(one.isRight));
}

/**
 * @param {import("./numerals.js").Numeral} found
 * @param {KeyNumber[]} key
 * @param {import("./numerals.js").Ratio} tolerance
 * @param {Strings} strings
 * @returns {Judgement}
 */
function judged(found, key, tolerance, strings) {
  const matched = key.find(({ value }) => isNear(found.value, value, tolerance));
  const details = { number: found.shown };
  if (matched?.isRight) return { isRight: true, explained: [matched.answer], words: strings.text("Right.") };
  if (matched) return { isRight: false, explained: [matched.answer], words: strings.text("Not {number}.", details) };
  const words = strings.text("Not {number}. Look again, and try another number.", details);
  return { isRight: false, explained: [], words };
}

/**
 * @param {Reading} reading
 * @param {Strings} strings
 * @param {(text: string) => void} take
 * @returns {(Node | string)[]}
 */
function echoed(reading, strings, take) {
  if (reading.status === "empty") return [];
  if (reading.status === "number") return [strings.text("understood as {number}", { number: reading.shown })];
  if (reading.status === "refused") return [REFUSALS[reading.reason](strings)];
  const choices = reading.readings.flatMap(({ form, shown, typed }) => {
    const number = ungrouped(shown, form);
    const isDecimal = form === "decimal";
    const whole = strings.text("{number}, a whole number", { number });
    return [" ", button(isDecimal ? strings.text("{number}, with decimals", { number }) : whole, () => take(typed))];
  });
  return [strings.text("This can be read in two ways. Which do you mean?"), ...choices];
}

/**
 * A whole number without the marks that made it unclear.
 *
 * @param {string} shown
 * @param {import("./numerals.js").Form} form
 */
function ungrouped(shown, form) {
  return form === "whole" ? shown.replace(/(\d)[.,\s](?=\d{3})/g, "$1") : shown;
}

/**
 * @param {Reading} reading
 * @param {KeyNumber[]} key
 * @param {import("./numerals.js").Ratio} tolerance
 * @param {Strings} strings
 * @param {Marks} marks
 */
function objection(reading, key, tolerance, strings, marks) {
  if (reading.status === "empty") return strings.text("Write a number first.");
  if (reading.status === "refused") return strings.text("Write a number first.");
  if (reading.status === "unclear") return strings.text("First choose how the number is read.");
  const { value, isPercent } = reading;
  const hundredth = { numerator: value.numerator, denominator: value.denominator * 100n };
  const isMeant = (/** @type {KeyNumber} */ one) => one.isPercent && isNear(hundredth, one.value, tolerance);
  if (isPercent || key.some((one) => isNear(value, one.value, tolerance)) || !key.some(isMeant)) return "";
  const number = `${written(value, marks)}${marks.percent}`;
  return strings.text("Per cent? Then write {number}.", { number });
}

// ── Steps ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {HTMLElement} section
 * @param {ControlOptions} options
 * @returns {Controls}
 */
function steps(section, { strings, seed, name, onChange }) {
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
  return item.querySelector(".option-text")?.textContent?.trim() ?? "";
}
