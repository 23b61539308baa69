/**
 * The reader's own version of a published source, kept in their browser with a fingerprint of the source it was begun
 * from. Two versions are kept, the one in use and the other one, so that neither Reset nor a new edition of the page
 * ever loses a line.
 *
 * @typedef {import("./store.js").Store} Store
 *
 * @typedef {object} Draft
 * @property {() => string} code  the version in use
 * @property {() => string | null} other  the version put aside
 * @property {() => boolean} changed  the version in use is not the published one
 * @property {() => boolean} outdated  the published source has changed since this version was begun
 * @property {(code: string) => boolean} keep  false when the browser does not keep it
 * @property {() => boolean} publish  the published source comes into use, the reader's is put aside
 * @property {() => boolean} swap  the version put aside comes into use, and the other way round
 * @property {() => boolean} settle  the version in use stays, whatever became of the published one
 *
 * @typedef {{code: string, from: string, other: string | null}} Kept
 */

import { fingerprint } from "./store.js";

/**
 * @param {Store} store
 * @param {string} key
 * @param {string} published
 * @returns {Draft}
 */
export function draft(store, key, published) {
  const now = codeFingerprint(published);
  /** @type {Kept} */
  let kept = recognised(store.read(key)) ?? { code: published, from: now, other: null };
  const save = (/** @type {Partial<Kept>} */ change) => {
    kept = { ...kept, ...change };
    const isPublished = kept.code === published && kept.other === null;
    return isPublished ? store.remove(key) : store.write(key, kept);
  };
  return {
    code: () => kept.code,
    other: () => kept.other,
    changed: () => kept.code !== published,
    outdated: () => kept.from !== now && kept.code !== published,
    keep: (code) => save({ code }),
    publish: () => save({ code: published, from: now, other: kept.code === published ? kept.other : kept.code }),
    swap: () => save({ code: kept.other ?? kept.code, other: kept.other === null ? null : kept.code, from: now }),
    settle: () => save({ from: now }),
  };
}

/**
 * The fingerprint of code without its comments and blank lines: comments differ between languages, and the reader's
 * work is the same in all of them.
 *
 * @param {string} code
 */
export function codeFingerprint(code) {
  const lines = code.split("\n").filter((line) => !/^\s*(#|$)/.test(line));
  return fingerprint(lines.map((line) => line.trimEnd()).join("\n"));
}

/**
 * @param {any} value
 * @returns {Kept | null}
 */
function recognised(value) {
  const isKept = typeof value?.code === "string" && typeof value.from === "string";
  return isKept ? { code: value.code, from: value.from, other: value.other ?? null } : null;
}
