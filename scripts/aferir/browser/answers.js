/**
 * A reader's answer to one question, kept in their browser with the mark of the question's published source. When the
 * source has changed, in any language, the answer is dropped: it was an answer to something else.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {{given: unknown, done: boolean}} Kept  `done`: it was answered rightly once
 *
 * @typedef {object} KeptAnswer
 * @property {() => Kept | null} read
 * @property {(kept: Kept) => boolean} keep  false when the browser does not keep it
 * @property {() => boolean} drop
 */

/**
 * @param {Store} store
 * @param {string} key
 * @param {string} mark
 * @returns {KeptAnswer}
 */
export function keptAnswer(store, key, mark) {
  return {
    read() {
      const kept = store.read(key);
      if (kept === null) return null;
      if (kept.mark === mark) return { given: kept.given ?? null, done: kept.done === true };
      store.remove(key);
      return null;
    },
    keep: ({ given, done }) => store.write(key, { mark, given, done }),
    drop: () => store.remove(key),
  };
}
