/**
 * What the reader's browser keeps. The only module that knows of localStorage: a private window, a browser that
 * forbids it or a full store all answer `false` to `write`, and the component says so.
 *
 * @typedef {object} Store
 * @property {(key: string) => any} read  the value kept, or null
 * @property {(key: string, value: unknown) => boolean} write  false when it could not be kept
 * @property {(key: string) => boolean} remove
 * @property {() => boolean} clear  everything of this course, and nothing else
 */

/**
 * @param {() => Storage} storage  asked anew each time: reaching for localStorage can throw
 * @param {string} prefix  one per course, so that courses on one host do not mix
 * @returns {Store}
 */
export function store(storage, prefix) {
  const at = (/** @type {string} */ key) => `${prefix}:${key}`;
  return {
    read: (key) => attempt(() => JSON.parse(storage().getItem(at(key)) ?? "null"), null),
    write: (key, value) => attempt(() => (storage().setItem(at(key), JSON.stringify(value)), true), false),
    remove: (key) => attempt(() => (storage().removeItem(at(key)), true), false),
    clear: () => attempt(() => (clear(storage(), at("")), true), false),
  };
}

/**
 * @param {Storage} storage
 * @param {string} prefix
 */
function clear(storage, prefix) {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "");
  for (const key of keys.filter((one) => one.startsWith(prefix))) storage.removeItem(key);
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
