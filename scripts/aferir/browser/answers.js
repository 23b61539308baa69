/**
 * A reader's answer to one question, kept in their browser with the mark of the question's published source. When the
 * source has changed, in any language, it was an answer to something else: it is not given any more, but still told in
 * its words, until the reader answers anew.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {{given: unknown, done: boolean}} Given  `done`: it was answered rightly once
 *
 * @typedef {object} KeptAnswer
 * @property {() => Given | null} read
 * @property {() => string} past  the words of an answer to what the question was before; "" when there is none
 * @property {(kept: Given, words: string) => boolean} keep  false when the browser does not keep it
 * @property {() => boolean} drop
 * @property {(onChange: () => void) => () => void} follow  hears of answers given elsewhere; what comes back stops it
 */

import { joinedAnswer } from "./work.js";

/**
 * @param {Store} store
 * @param {string} key
 * @param {string} mark
 * @returns {KeptAnswer}
 */
export function keptAnswer(store, key, mark) {
  let seen = ""; // what this page knows of
  const look = () => {
    const kept = store.read(key);
    seen = JSON.stringify(kept);
    return kept;
  };
  return {
    read() {
      const kept = look();
      return kept?.mark === mark ? { given: kept.given ?? null, done: kept.done === true } : null;
    },
    past() {
      const kept = store.read(key);
      return kept && kept.mark !== mark ? String(kept.words ?? "") : "";
    },
    keep({ given, done }, words) {
      const made = { mark, given, done, words };
      const kept = store.read(key);
      const isKept = store.write(key, kept ? joinedAnswer(made, kept) : made);
      look();
      return isKept;
    },
    drop: () => store.remove(key),
    follow: (onChange) => store.follow(key, () => JSON.stringify(store.read(key)) !== seen && onChange()),
  };
}
