/**
 * The texts of one language. A message is its English text; the catalogue holds its translation, or one per plural
 * category. Numbers are written as the language writes them.
 *
 * @typedef {Record<string, string | Record<string, string>>} Catalogue
 * @typedef {Record<string, string | number>} Details
 *
 * @typedef {object} Strings
 * @property {string} language
 * @property {(message: string, details?: Details) => string} text  the text of a message, `{placeholders}` filled
 * @property {(one: string, other: string, count: number, details?: Details) => string} plural
 *   the form that `count` asks for; `{count}` is filled as well
 * @property {(value: number, options?: Intl.NumberFormatOptions) => string} number
 * @property {(bytes: number) => string} size  megabytes, one decimal
 * @property {(bytes: number) => string} kilobytes  one decimal below ten
 */

const NO_BREAK_SPACE = "\u00a0";
const SPACED = ["es", "fr"];

/**
 * @param {string} language
 * @param {Catalogue} catalogue
 * @param {{missing?: (message: string) => void}} [options]  what to do about a message without translation; it is
 *   shown in English
 * @returns {Strings}
 */
export function strings(language, catalogue, { missing = report(language) } = {}) {
  /** @type {Strings["number"]} */
  const number = (value, options = {}) => format(language, value, options);

  /** @type {Strings["text"]} */
  const text = (message, details = {}) => {
    const found = catalogue[message];
    if (typeof found !== "string" && language !== "en") missing(message);
    return fill(typeof found === "string" ? found : message, details, number);
  };

  /** @type {Strings["plural"]} */
  const plural = (one, other, count, details = {}) => {
    const forms = catalogue[one];
    const form = typeof forms === "object" && forms[new Intl.PluralRules(language).select(count)];
    if (!form && language !== "en") missing(one);
    return fill(form || english(one, other, count), { count, ...details }, number);
  };

  return { language, text, plural, number, size: (bytes) => megabytes(number, bytes), kilobytes: (bytes) => kilobytes(number, bytes) };
}

/**
 * The texts of a language from `<folder>/<language>.json`; English when the file cannot be had.
 *
 * @param {string} language
 * @param {URL} folder
 * @param {typeof fetch} [get]
 * @returns {Promise<Strings>}
 */
export async function loadStrings(language, folder, get = fetch) {
  try {
    const response = await get(new URL(`${language}.json`, folder));
    if (!response.ok) throw new Error(`${response.status} ${response.url}`);
    return strings(language, await response.json());
  } catch (error) {
    console.error("aferir: texts did not load, English is shown", error);
    return strings("en", {});
  }
}

/** @param {string} language */
function report(language) {
  return (/** @type {string} */ message) => console.error(`aferir: no ${language} text for "${message}"`);
}

/**
 * @param {string} one
 * @param {string} other
 * @param {number} count
 */
function english(one, other, count) {
  return new Intl.PluralRules("en").select(count) === "one" ? one : other;
}

/**
 * @param {string} template
 * @param {Details} details
 * @param {(value: number) => string} number
 */
function fill(template, details, number) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = details[name];
    return typeof value === "number" ? number(value) : (value ?? whole);
  });
}

/**
 * Groups start at five digits; Spanish and French group by a space that does not break, as the lessons do (the fonts have
 * no narrow one).
 *
 * @param {string} language
 * @param {number} value
 * @param {Intl.NumberFormatOptions} options
 */
function format(language, value, options) {
  /** @type {any} */
  const settings = { useGrouping: "min2", ...options };
  const parts = new Intl.NumberFormat(language, settings).formatToParts(value);
  return parts.map((part) => (part.type === "group" && SPACED.includes(language) ? NO_BREAK_SPACE : part.value)).join("");
}

/**
 * @param {Strings["number"]} number
 * @param {number} bytes
 */
function megabytes(number, bytes) {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${number(bytes / 1e6, options)}${NO_BREAK_SPACE}MB`;
}

/**
 * @param {Strings["number"]} number
 * @param {number} bytes
 */
function kilobytes(number, bytes) {
  const digits = bytes < 10_000 ? 1 : 0;
  return `${number(bytes / 1e3, { minimumFractionDigits: digits, maximumFractionDigits: digits })}${NO_BREAK_SPACE}kB`;
}
