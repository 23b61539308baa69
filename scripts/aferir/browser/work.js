/**
 * The reader's work of a course: what may stand in it, how it becomes a file, how a file is read with suspicion, and
 * what comes of two of them. Nothing here knows of the page or of the browser.
 *
 * What is kept on a device for its own sake (where Python lies, in which order options are shown) is no work.
 *
 * @typedef {import("./store.js").Item} Item
 * @typedef {Map<string, Item>} Work  key -> item; a key is `kind:name`
 *
 * @typedef {{own: string | null, from: string, others: string[]}} KeptCode  `own`: null while the published one is in use
 * @typedef {{mark: string, given: unknown, done: boolean, words: string}} KeptAnswer
 *
 * @typedef {object} Kind
 * @property {(value: any) => boolean} isValid
 * @property {(newer: any, older: any) => any} joined  what comes of the same thing on two devices
 *
 * @typedef {"large" | "json" | "format" | "newer" | "course" | "damaged"} Refusal
 * @typedef {{work: Work} | {refused: Refusal, detail: string}} Reading
 *
 * @typedef {{added: number, changed: number, same: number}} Counts  `same`: what is here already, or newer here
 */

export const MOST_OTHERS = 9; // versions put aside
const FORMAT = "aferir work";
const VERSION = 1;
const LARGEST = 32e6; // characters of a file; a browser keeps some five million of a whole site
const LONGEST = 5e6; // characters of one code
const MOST = 5000; // things in a file

const isObject = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (/** @type {any} */ value, longest = 1000) => typeof value === "string" && value.length <= longest;
const isCount = (/** @type {any} */ value) => Number.isInteger(value) && value >= 0 && value < 1e6;
const isTrue = (/** @type {any} */ value) => value === true;
const areTexts = (/** @type {any} */ value, most = 200, longest = 1000) =>
  Array.isArray(value) && value.length <= most && value.every((one) => isText(one, longest));
const newest = (/** @type {any} */ newer) => newer;

/** @type {Readonly<Record<string, Kind>>} */
const KINDS = {
  cell: { isValid: isCode, joined: joinedCode },
  challenge: { isValid: isCode, joined: joinedCode },
  answer: { isValid: isAnswer, joined: joinedAnswer },
  tasks: { isValid: (value) => areTexts(value), joined: newest },
  read: { isValid: isTrue, joined: newest },
  solved: { isValid: isTrue, joined: newest },
  failed: { isValid: isCount, joined: newest },
  quiz: { isValid: isTally, joined: newest },
};

/**
 * @param {any} value
 * @returns {value is KeptCode}
 */
export function isCode(value) {
  const { own, from, others } = isObject(value) ? value : /** @type {any} */ ({});
  return (own === null || isText(own, LONGEST)) && isText(from) && areTexts(others, MOST_OTHERS, LONGEST);
}

/** @param {any} value */
function isAnswer(value) {
  const { mark, given, done, words } = isObject(value) ? value : /** @type {any} */ ({});
  const isGiven = given === null || areTexts(given) || (isText(given?.ratio) && typeof given.percent === "boolean");
  return isText(mark) && isGiven && typeof done === "boolean" && isText(words, 10_000);
}

/** @param {any} value */
function isTally(value) {
  return isObject(value) && isText(value.mark) && isCount(value.done) && isCount(value.total);
}

/**
 * The newer code is in use; what the older one had besides is put aside.
 *
 * @param {KeptCode} newer
 * @param {KeptCode} older
 * @returns {KeptCode}
 */
function joinedCode(newer, older) {
  return withOthers(newer, [...newer.others, ...(older.own === null ? [] : [older.own]), ...older.others]);
}

/**
 * A code with versions put aside: each once, and never the one in use.
 *
 * @param {KeptCode} kept
 * @param {string[]} others
 * @returns {KeptCode}
 */
export function withOthers({ own, from }, others) {
  return { own, from, others: [...new Set(others)].filter((code) => code !== own).slice(0, MOST_OTHERS) };
}

/**
 * A question that was answered rightly stays so, as long as it is the same question.
 *
 * @param {KeptAnswer} newer
 * @param {KeptAnswer} older
 * @returns {KeptAnswer}
 */
export function joinedAnswer(newer, older) {
  return { ...newer, done: newer.done || (newer.mark === older.mark && older.done) };
}

/**
 * What of everything kept is the reader's work.
 *
 * @param {Map<string, Item>} items
 * @returns {Work}
 */
export function workOf(items) {
  return new Map([...items].filter(([key, { value }]) => kindOf(key)?.isValid(value)));
}

/**
 * The work as the text of a file.
 *
 * @param {string} course
 * @param {Work} work
 * @param {Date} now
 */
export function workFile(course, work, now) {
  const items = Object.fromEntries([...work].sort(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, course, saved: now.toISOString(), items }, null, 2)}\n`;
}

/**
 * The work in a file. All of it or, when anything is amiss, nothing.
 *
 * @param {string} text
 * @param {string} course
 * @param {number} now  nothing is newer than now, whatever a file says
 * @returns {Reading}
 */
export function readWork(text, course, now) {
  if (text.length > LARGEST) return { refused: "large", detail: "" };
  const file = parsed(text);
  if (file === undefined) return { refused: "json", detail: "" };
  if (!isObject(file) || file.format !== FORMAT) return { refused: "format", detail: "" };
  if (Number.isInteger(file.version) && file.version > VERSION) return { refused: "newer", detail: "" };
  if (file.version !== VERSION || !isObject(file.items)) return { refused: "damaged", detail: "version" };
  if (file.course !== course) return { refused: "course", detail: shortened(String(file.course)) };
  const entries = Object.entries(file.items);
  const wrong = entries.length > MOST ? ["items"] : entries.find(([key, item]) => !isItem(key, item));
  if (wrong) return { refused: "damaged", detail: shortened(wrong[0]) };
  return { work: new Map(entries.map(([key, { at, value }]) => [key, { at: Math.min(at, now), value }])) };
}

/**
 * What comes of a file's work in this browser's: only what changes here, and how much of the file that is.
 *
 * @param {Work} here
 * @param {Work} file
 * @returns {{work: Work, counts: Counts}}
 */
export function joinedWork(here, file) {
  /** @type {Work} */
  const work = new Map();
  const counts = { added: 0, changed: 0, same: 0 };
  for (const [key, theirs] of file) {
    const own = here.get(key);
    const joined = own ? joinedItem(key, own, theirs) : theirs;
    const isSame = own && JSON.stringify(own.value) === JSON.stringify(joined.value);
    counts[isSame ? "same" : own ? "changed" : "added"]++;
    if (!isSame) work.set(key, joined);
  }
  return { work, counts };
}

/**
 * Whether a key is of what a reader made: code, an answer, ticks.
 *
 * @param {string} key
 */
export function isMade(key) {
  return /^(cell|challenge|answer|tasks):/.test(key);
}

/**
 * How much there is: of each kind, and in bytes.
 *
 * @param {Work} work
 * @returns {{codes: number, answers: number, solved: number, read: number, ticks: number, bytes: number}}
 */
export function amounts(work) {
  const count = (/** @type {string[]} */ ...kinds) => [...work.keys()].filter((key) => kinds.includes(key.split(":")[0])).length;
  const ticks = [...work].flatMap(([key, { value }]) => (key.startsWith("tasks:") ? value : []));
  const written = [...work].map(([key, item]) => key + JSON.stringify(item)).join("");
  return {
    ...{ codes: count("cell", "challenge"), answers: count("answer"), solved: count("solved"), read: count("read") },
    ...{ ticks: ticks.length, bytes: new TextEncoder().encode(written).length },
  };
}

/**
 * @param {string} key
 * @param {Item} own
 * @param {Item} theirs
 * @returns {Item}
 */
function joinedItem(key, own, theirs) {
  const [newer, older] = theirs.at > own.at ? [theirs, own] : [own, theirs];
  return { at: newer.at, value: kindOf(key)?.joined(newer.value, older.value) };
}

/**
 * @param {string} key
 * @param {any} item
 */
function isItem(key, item) {
  return isObject(item) && Number.isFinite(item.at) && item.at >= 0 && Boolean(kindOf(key)?.isValid(item.value));
}

/**
 * @param {string} key
 * @returns {Kind | null}
 */
function kindOf(key) {
  const [, kind] = /^([a-z]+):[\w.:-]{1,300}$/.exec(key) ?? [];
  return Object.hasOwn(KINDS, kind ?? "") ? KINDS[kind] : null;
}

/**
 * @param {string} text
 * @returns {any}  undefined for what is no JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function shortened(text) {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
