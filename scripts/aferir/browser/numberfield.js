/**
 * A field for a number: it says how it understands what is typed, and asks where that could be two numbers.
 *
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./controls.js").ControlOptions} ControlOptions
 * @typedef {import("./controls.js").Controls} Controls
 * @typedef {import("./controls.js").Judgement} Judgement
 * @typedef {import("./numerals.js").Marks} Marks
 * @typedef {import("./numerals.js").Reading} Reading
 */

import { button, element } from "./dom.js";
import { asText, isNear, ratio, typed, understood, written } from "./numerals.js";

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
export function numberField(section, { strings, marks, name, onChange }) {
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
    words: () => input.value.trim(),
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
