/**
 * The numbers that readers type, as people of their language write them. Pure: text and marks in, a reading out, exact
 * (fractions of big integers, since 0.1 + 0.2 is no way to judge an answer). What can mean two numbers is never one of
 * them in silence: `16,000` is sixteen in one convention and sixteen thousand in another.
 *
 * @typedef {object} Marks  how the page's language writes numbers; the build hands it over
 * @property {string} decimal
 * @property {string[]} thousands
 * @property {string} percent  what stands behind a number of per cent, with its space
 * @property {string} minus
 * @property {number} grouped_from  integer digits from which groups are written
 *
 * @typedef {{numerator: bigint, denominator: bigint}} Ratio  the denominator is positive
 * @typedef {{value: Ratio, isPercent: boolean, shown: string}} Numeral  `shown`: as the language writes it
 *
 * @typedef {"decimal" | "whole"} Form
 * @typedef {"letters" | "groups" | "unfinished" | "zero" | "long"} Refusal
 *
 * @typedef {{status: "empty"}
 *   | ({status: "number"} & Numeral)
 *   | {status: "unclear", readings: (Numeral & {form: Form, typed: string})[]}
 *   | {status: "refused", reason: Refusal}} Reading
 *   `typed`: the same number in a form that can be read in one way only
 *
 * @typedef {{digits: string, places: number}} Quantity  digits without marks, the last `places` of them decimals
 * @typedef {{quantity: Quantity} | {unclear: Record<Form, Quantity>} | {refused: Refusal}} Attempt
 */

const LONGEST = 60;
const SHOWN_PLACES = 6; // of a number without an end
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SIGN = /^([+\-−–]?)\s*/;
const FRACTION = /^(\d{1,20})\s*[/⁄∕]\s*(\d{1,20})$/;
const POWER = /^(?:(.+?)\s*[·×*x]\s*)?10(?:\^([+\-−]?\d{1,2})|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))$/;
const EXPONENT = /^(.*\d)[eE]([+\-−]?\d{1,2})$/;
const PLAIN = /^[\d.,'’\s]+$/;
const SEPARATOR = /([.,'’]|\s+)/;

/**
 * What a reader's text means as a number.
 *
 * @param {string} text
 * @param {Marks} marks
 * @param {{decimals?: number | null}} [options]  how many decimals the question asks for, when it says so
 * @returns {Reading}
 */
export function understood(text, marks, { decimals = null } = {}) {
  const whole = text.trim();
  if (!whole) return { status: "empty" };
  if (whole.length > LONGEST) return { status: "refused", reason: "long" };
  const isPercent = /%$/.test(whole);
  const unsigned = whole.replace(/\s*%$/, "").replace(SIGN, "");
  const isNegative = /^[-−–]/.test(whole);
  const fraction = FRACTION.exec(unsigned);
  if (fraction) return isPercent ? { status: "refused", reason: "letters" } : fractionReading(fraction, isNegative, marks);
  const { body, exponent } = scientific(unsigned);
  const attempt = attempted(body, marks, decimals);
  if ("refused" in attempt) return { status: "refused", reason: attempt.refused };
  const finish = { exponent: exponent - (isPercent ? 2 : 0), isNegative, isPercent, marks };
  if ("quantity" in attempt) return { status: "number", ...numeral(attempt.quantity, finish) };
  const readings = /** @type {Form[]} */ (["decimal", "whole"]).map((form) => ({
    ...numeral(attempt.unclear[form], finish),
    form,
    typed: retyped(attempt.unclear[form], form, whole, unsigned, marks),
  }));
  return { status: "unclear", readings };
}

/**
 * A number in plain point notation (`-0.309`) or as a fraction (`1/3`), exactly.
 *
 * @param {string} text
 * @returns {Ratio}
 */
export function ratio(text) {
  const [top, bottom = "1"] = text.split("/");
  const [integer, decimals = ""] = top.split(".");
  return { numerator: BigInt(integer + decimals), denominator: 10n ** BigInt(decimals.length) * BigInt(bottom) };
}

/**
 * A ratio as `ratio` reads it, in lowest terms.
 *
 * @param {Ratio} value
 */
export function asText({ numerator, denominator }) {
  const divisor = common(absolute(numerator), denominator);
  return `${numerator / divisor}/${denominator / divisor}`;
}

/**
 * Whether two numbers lie no further apart than `tolerance`.
 *
 * @param {Ratio} one
 * @param {Ratio} other
 * @param {Ratio} tolerance
 */
export function isNear(one, other, tolerance) {
  const gap = absolute(one.numerator * other.denominator - other.numerator * one.denominator);
  return gap * tolerance.denominator <= tolerance.numerator * one.denominator * other.denominator;
}

/**
 * A number as the language writes it: `0,309`, `1.048.576`; one without an end begins with ≈.
 *
 * @param {Ratio} value
 * @param {Marks} marks
 * @param {{isGrouped?: boolean}} [options]
 */
export function written({ numerator, denominator }, marks, { isGrouped = true } = {}) {
  const places = decimalPlaces(numerator, denominator);
  const kept = places ?? SHOWN_PLACES;
  const scaled = absolute(numerator) * 10n ** BigInt(kept);
  const digits = ((2n * scaled + denominator) / (2n * denominator)).toString().padStart(kept + 1, "0");
  const integer = kept ? digits.slice(0, -kept) : digits;
  const decimals = kept ? digits.slice(-kept).replace(places === null ? /0+$/ : /^$/, "") : "";
  const sign = numerator < 0n ? marks.minus : "";
  const body = isGrouped ? groups(integer, marks) : integer;
  return `${places === null ? "≈ " : ""}${sign}${body}${decimals && marks.decimal + decimals}`;
}

/**
 * A number as a reader would type it: the reverse of `understood`.
 *
 * @param {Ratio} value
 * @param {boolean} isPercent
 * @param {Marks} marks
 */
export function typed(value, isPercent, marks) {
  if (isPercent) return `${unmistakable(timesHundred(value), marks)}${marks.percent}`;
  return decimalPlaces(value.numerator, value.denominator) === null ? asText(value) : unmistakable(value, marks);
}

// ── Parts of a text ─────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {RegExpExecArray} fraction
 * @param {boolean} isNegative
 * @param {Marks} marks
 * @returns {Reading}
 */
function fractionReading([, top, bottom], isNegative, marks) {
  if (!BigInt(bottom)) return { status: "refused", reason: "zero" };
  const value = { numerator: BigInt(isNegative ? `-${top}` : top), denominator: BigInt(bottom) };
  const number = written(value, marks);
  const shown = `${isNegative ? marks.minus : ""}${top}/${bottom} ${number.startsWith("≈") ? number : `= ${number}`}`;
  return { status: "number", value, isPercent: false, shown };
}

/** @param {string} text */
function scientific(text) {
  const short = EXPONENT.exec(text);
  if (short) return { body: short[1], exponent: Number(short[2].replace("−", "-")) };
  const power = POWER.exec(text);
  if (!power) return { body: text, exponent: 0 };
  const raised = power[2]?.replace("−", "-") ?? [...power[3]].map(lowered).join("");
  return { body: power[1] ?? "1", exponent: Number(raised) };
}

/** @param {string} character  of an exponent */
function lowered(character) {
  return { "⁻": "-", "⁺": "+" }[character] ?? SUPERSCRIPTS.indexOf(character);
}

/**
 * @param {string} body  digits and what stands between them
 * @param {Marks} marks
 * @param {number | null} decimals
 * @returns {Attempt}
 */
function attempted(body, marks, decimals) {
  if (!PLAIN.test(body)) return { refused: "letters" };
  if (/[.,]$/.test(body)) return { refused: "unfinished" };
  const parts = (/^[.,]/.test(body) ? `0${body}` : body).split(SEPARATOR);
  const runs = parts.filter((_, i) => i % 2 === 0);
  const between = parts.filter((_, i) => i % 2).map((mark) => (/\s/.test(mark) ? " " : mark.replace("’", "'")));
  if (runs.some((run) => !run)) return { refused: "groups" };
  if (between.length === 1 && /[.,]/.test(between[0])) return onePart(runs, between[0], marks, decimals);
  const kinds = new Set(between);
  if (kinds.size < 2) return isGrouping(runs) ? { quantity: wholeNumber(runs) } : { refused: "groups" };
  const last = between[between.length - 1];
  const isDecimal = /[.,]/.test(last) && between.filter((mark) => mark === last).length === 1;
  const isClear = isDecimal && kinds.size === 2 && isGrouping(runs.slice(0, -1));
  return isClear ? { quantity: decimalNumber(runs) } : { refused: "groups" };
}

/**
 * Two runs of digits with a point or a comma between: a decimal, unless it could be thousands.
 *
 * @param {string[]} runs
 * @param {string} mark
 * @param {Marks} marks
 * @param {number | null} decimals
 * @returns {Attempt}
 */
function onePart(runs, mark, marks, decimals) {
  const [decimal, whole] = [decimalNumber(runs), wholeNumber(runs)];
  if (!isGrouping(runs)) return { quantity: decimal };
  const isOwnGroup = marks.thousands.includes(mark);
  if (isOwnGroup && decimals !== 3) return { quantity: whole };
  if (!isOwnGroup && decimals === 3) return { quantity: decimal };
  return { unclear: { decimal, whole } };
}

/** @param {string[]} runs */
function isGrouping([first, ...rest]) {
  return (!rest.length && /^\d+$/.test(first)) || (/^[1-9]\d{0,2}$/.test(first) && rest.every((run) => run.length === 3));
}

/** @param {string[]} runs */
function wholeNumber(runs) {
  return { digits: runs.join(""), places: 0 };
}

/** @param {string[]} runs  the last one holds the decimals */
function decimalNumber(runs) {
  return { digits: runs.join(""), places: runs[runs.length - 1].length };
}

/**
 * @param {Quantity} quantity
 * @param {{exponent: number, isNegative: boolean, isPercent: boolean, marks: Marks}} finish
 * @returns {Numeral}
 */
function numeral({ digits, places }, { exponent, isNegative, isPercent, marks }) {
  const power = exponent - places;
  const size = BigInt(digits) * 10n ** BigInt(Math.max(power, 0));
  const value = { numerator: isNegative ? -size : size, denominator: 10n ** BigInt(Math.max(-power, 0)) };
  const shown = isPercent ? `${written(timesHundred(value), marks)}${marks.percent}` : written(value, marks);
  return { value, isPercent, shown };
}

/**
 * The reader's text with its number in a form that has one reading: without groups, or with one decimal more.
 *
 * @param {Quantity} quantity
 * @param {Form} form
 * @param {string} whole
 * @param {string} unsigned
 * @param {Marks} marks
 */
function retyped({ digits, places }, form, whole, unsigned, marks) {
  const clear = form === "whole" ? digits : `${digits.slice(0, -places)}${marks.decimal}${digits.slice(-places)}0`;
  const body = scientific(unsigned).body;
  return whole.replace(body, clear);
}

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {Ratio} value
 * @param {Marks} marks
 */
function unmistakable(value, marks) {
  const plain = written(value, marks, { isGrouped: false });
  return /^[^\d]?[1-9]\d{0,2}[.,]\d{3}$/.test(plain) ? `${plain}0` : plain;
}

/**
 * @param {string} integer
 * @param {Marks} marks
 */
function groups(integer, { thousands, grouped_from }) {
  return integer.length < grouped_from ? integer : integer.replace(/\B(?=(\d{3})+$)/g, thousands[0]);
}

/**
 * How many decimals a fraction has; null when they have no end.
 *
 * @param {bigint} numerator
 * @param {bigint} denominator
 */
function decimalPlaces(numerator, denominator) {
  let rest = denominator / common(absolute(numerator), denominator);
  let places = 0;
  for (const prime of [2n, 5n]) {
    let count = 0;
    for (; rest % prime === 0n; count++) rest /= prime;
    places = Math.max(places, count);
  }
  return rest === 1n ? places : null;
}

/** @param {Ratio} value */
function timesHundred({ numerator, denominator }) {
  return { numerator: numerator * 100n, denominator };
}

/**
 * @param {bigint} one
 * @param {bigint} other
 * @returns {bigint}
 */
function common(one, other) {
  while (other) [one, other] = [other, one % other];
  return one;
}

/** @param {bigint} value */
function absolute(value) {
  return value < 0n ? -value : value;
}
