/**
 * The reader's own version of a published source, kept in their browser with a fingerprint of the source it was begun
 * from. Two versions are kept, the one in use and the other one, so that neither Reset nor a new edition of the page
 * ever loses a line. The page may be open twice: what the other tab has written since is put aside, not overwritten.
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
  const save = (/** @type {(kept: Kept) => Partial<Kept>} */ change) => {
    const current = merged(kept, recognised(store.read(key)), published);
    kept = { ...current, ...change(current) };
    if (kept.other === kept.code) kept.other = null;
    const isPublished = kept.code === published && kept.other === null;
    return isPublished ? store.remove(key) : store.write(key, kept);
  };
  return {
    code: () => kept.code,
    other: () => kept.other,
    changed: () => kept.code !== published,
    outdated: () => kept.from !== now && kept.code !== published,
    keep: (code) => save(() => ({ code })),
    publish: () =>
      save(({ code, other }) => ({ code: published, from: now, other: code === published ? other : code })),
    swap: () => save(({ code, other }) => ({ code: other ?? code, other: other === null ? null : code, from: now })),
    settle: () => save(() => ({ from: now })),
  };
}

/**
 * This tab's version with what another one has put into the store since: its code, when it is neither ours nor the
 * published one, is the version put aside.
 *
 * @param {Kept} own
 * @param {Kept | null} stored
 * @param {string} published
 * @returns {Kept}
 */
function merged(own, stored, published) {
  if (!stored) return own;
  const isForeign = stored.code !== own.code && stored.code !== published;
  return { ...own, other: isForeign ? stored.code : stored.other };
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
