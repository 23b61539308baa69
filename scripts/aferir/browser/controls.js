/**
 * What a reader answers with: radio buttons, check boxes, a field for a number, or steps to be moved. Each kind makes
 * the list that the page came with into native controls, and says what has been given and what to think of it.
 *
 * @typedef {import("./numerals.js").Marks} Marks
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
 * @property {() => string} words  the same for a person to read
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

import { choice } from "./choice.js";
import { numberField } from "./numberfield.js";
import { orderField } from "./orderfield.js";

/** @type {Record<string, (section: HTMLElement, options: ControlOptions) => Controls>} */
export const CONTROLS = {
  single: (section, options) => choice(section, { ...options, type: "radio", isShuffled: true }),
  multiple: (section, options) => choice(section, { ...options, type: "checkbox", isShuffled: true }),
  "true-false": (section, options) => choice(section, { ...options, type: "radio", isShuffled: false }),
  numeric: numberField,
  order: orderField,
};
