/**
 * What the reader's browser keeps. The only module that knows of localStorage. Each thing is kept with the time of its
 * last change. What the browser refuses to keep (a full store, a browser that forbids it) stays until the page is
 * closed, and `onRefuse` hears of it once, when it is something the reader made.
 *
 * @typedef {{at: number, value: any}} Item  `at`: when it was last changed, in ms since 1970
 * @typedef {"full" | "closed"} Refusal
 *
 * @typedef {object} Store
 * @property {(key: string) => any} read  the value kept, or null
 * @property {(key: string, value: unknown) => boolean} write  false when it is kept only until the page is closed
 * @property {(key: string) => boolean} remove
 * @property {() => boolean} clear  everything of this course, and nothing else
 * @property {() => Map<string, Item>} items  everything of this course
 * @property {(items: Map<string, Item>) => boolean} put  all of them or, when they do not fit, none
 * @property {(key: string, onChange: () => void) => () => void} follow  hears of changes that came from elsewhere:
 *   another tab, a file, the end of everything; of any key when it is "". What comes back stops it.
 * @property {(event: {key: string | null}) => void} hear  another tab changed the storage
 *
 * @typedef {object} Shelf
 * @property {() => Storage} storage
 * @property {string} prefix
 * @property {Map<string, Item>} unkept  what the browser refused to keep
 * @property {() => number} now
 * @property {(refusal: Refusal) => void} refuse
 * @property {Set<{key: string, onChange: () => void}>} followers
 */

import { isMade } from "./work.js";

/**
 * The store of a course, which hears of its other tabs.
 *
 * @param {Window} window
 * @param {string} course
 * @param {(refusal: Refusal) => void} onRefuse
 * @returns {Store}
 */
export function courseStore(window, course, onRefuse) {
  const made = store(() => window.localStorage, `aferir:${course}`, { onRefuse });
  window.addEventListener("storage", made.hear);
  window.addEventListener("pageshow", (event) => event.persisted && made.hear({ key: null })); // it slept meanwhile
  return made;
}

/**
 * @param {() => Storage} storage  asked anew each time: reaching for localStorage can throw
 * @param {string} prefix  one per course, so that courses on one host do not mix
 * @param {{now?: () => number, onRefuse?: (refusal: Refusal) => void}} [options]
 * @returns {Store}
 */
export function store(storage, prefix, { now = Date.now, onRefuse = () => {} } = {}) {
  /** @type {Shelf} */
  const shelf = {
    ...{ storage, now, prefix: `${prefix}:` },
    ...{ unkept: new Map(), refuse: once(onRefuse), followers: new Set() },
  };
  return {
    read: (key) => item(shelf, key)?.value ?? null,
    write: (key, value) => write(shelf, key, value),
    remove: (key) => remove(shelf, key),
    clear: () => attempt(() => (clear(shelf), tell(shelf, null), true), false),
    items: () => items(shelf),
    put: (items) => put(shelf, items),
    follow(key, onChange) {
      const follower = { key, onChange };
      shelf.followers.add(follower);
      return () => void shelf.followers.delete(follower);
    },
    hear({ key }) {
      if (key === null) tell(shelf, null);
      else if (key.startsWith(shelf.prefix)) tell(shelf, key.slice(shelf.prefix.length));
    },
  };
}

/**
 * The newer of what is kept and what could not be.
 *
 * @param {Shelf} shelf
 * @param {string} key
 * @returns {Item | null}
 */
function item({ storage, prefix, unkept }, key) {
  const stored = attempt(() => recognised(storage().getItem(prefix + key)), null);
  const own = unkept.get(key);
  return own && own.at >= (stored?.at ?? 0) ? own : stored;
}

/**
 * The same value again is no change: two tabs that show what the other one wrote do not answer each other for ever.
 *
 * @param {Shelf} shelf
 * @param {string} key
 * @param {unknown} value
 */
function write(shelf, key, value) {
  const before = item(shelf, key);
  const isKept = before !== null && !shelf.unkept.has(key);
  if (isKept && JSON.stringify(before.value) === JSON.stringify(value)) return true;
  const made = { at: Math.max(shelf.now(), (before?.at ?? 0) + 1), value };
  try {
    shelf.storage().setItem(shelf.prefix + key, JSON.stringify(made));
    shelf.unkept.delete(key);
    return true;
  } catch (error) {
    shelf.unkept.set(key, JSON.parse(JSON.stringify(made)));
    if (isMade(key)) shelf.refuse(/** @type {any} */ (error)?.name === "QuotaExceededError" ? "full" : "closed");
    return false;
  }
}

/**
 * @param {Shelf} shelf
 * @param {string} key
 */
function remove({ storage, prefix, unkept }, key) {
  unkept.delete(key);
  return attempt(() => (storage().removeItem(prefix + key), true), false);
}

/** @param {Shelf} shelf */
function clear(shelf) {
  shelf.unkept.clear();
  for (const key of keys(shelf)) shelf.storage().removeItem(shelf.prefix + key);
}

/**
 * @param {Shelf} shelf
 * @returns {Map<string, Item>}
 */
function items(shelf) {
  const stored = attempt(() => keys(shelf), []);
  const found = [...new Set([...stored, ...shelf.unkept.keys()])].sort().map((key) => [key, item(shelf, key)]);
  return new Map(/** @type {[string, Item][]} */ (found.filter(([, one]) => one)));
}

/**
 * @param {Shelf} shelf
 * @returns {string[]}
 */
function keys({ storage, prefix }) {
  const all = Array.from({ length: storage().length }, (_, i) => storage().key(i) ?? "");
  return all.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/**
 * @param {Shelf} shelf
 * @param {Map<string, Item>} items
 */
function put(shelf, items) {
  const { storage, prefix } = shelf;
  const before = attempt(() => [...items.keys()].map((key) => /** @type {const} */ ([key, storage().getItem(prefix + key)])), []);
  const isPut = attempt(() => {
    for (const [key, one] of items) storage().setItem(prefix + key, JSON.stringify(one));
    return true;
  }, false);
  if (isPut) {
    for (const key of items.keys()) shelf.unkept.delete(key);
    for (const key of items.keys()) tell(shelf, key);
  } else {
    attempt(() => before.forEach(([key]) => storage().removeItem(prefix + key)), undefined); // makes the room they had
    attempt(() => before.forEach(([key, text]) => text !== null && storage().setItem(prefix + key, text)), undefined);
  }
  return isPut;
}

/**
 * @param {Shelf} shelf
 * @param {string | null} changed  null: anything may have changed
 */
function tell({ followers }, changed) {
  for (const { key, onChange } of [...followers]) if (changed === null || key === "" || key === changed) onChange();
}

/**
 * @param {string | null} text
 * @returns {Item | null}
 */
function recognised(text) {
  const found = JSON.parse(text ?? "null");
  return Number.isFinite(found?.at) && found.value !== undefined ? { at: found.at, value: found.value } : null;
}

/**
 * @param {(refusal: Refusal) => void} action
 * @returns {(refusal: Refusal) => void}
 */
function once(action) {
  let isDone = false;
  return (refusal) => {
    if (!isDone) action(refusal);
    isDone = true;
  };
}

/**
 * A short fingerprint of a text (cyrb53): enough to see that a published source has changed, and it needs no secure
 * context as `crypto.subtle` would.
 *
 * @param {string} text
 * @returns {string}
 */
export function fingerprint(text) {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 2654435761);
    high = Math.imul(high ^ text.charCodeAt(i), 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36);
}

/**
 * @template Result
 * @param {() => Result} action
 * @param {Result} otherwise
 * @returns {Result}
 */
function attempt(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
