/**
 * The reader's own version of a published source, kept in their browser with a fingerprint of the source it was begun
 * from. What was in use before is put aside, so that neither Reset, nor a new edition of the page, nor another tab ever
 * loses a line. While nobody types here, this tab follows what another one writes.
 *
 * @typedef {import("./store.js").Store} Store
 *
 * @typedef {object} Draft
 * @property {() => string} code  the version in use
 * @property {() => string} published
 * @property {() => string[]} others  the versions put aside, the latest first
 * @property {() => boolean} changed  the version in use is not the published one
 * @property {() => boolean} outdated  the published source has changed since this version was begun
 * @property {(code: string) => boolean} keep  false when the browser does not keep it
 * @property {() => boolean} publish  the published source comes into use, the reader's is put aside
 * @property {() => boolean} swap  the latest version put aside comes into use, and the other way round
 * @property {() => boolean} settle  the version in use stays, whatever became of the published one
 * @property {() => boolean} drop  the latest version put aside is deleted
 * @property {(options: FollowOptions) => () => void} follow  hears what another tab does; what comes back stops it
 *
 * @typedef {object} FollowOptions
 * @property {() => boolean} isBusy  somebody types here: what comes is put aside instead
 * @property {(came: "taken" | "aside") => void} onChange
 *
 * @typedef {import("./work.js").KeptCode} Kept
 */

import { fingerprint } from "./store.js";
import { isCode, MOST_OTHERS, withOthers } from "./work.js";

/**
 * @param {Store} store
 * @param {string} key
 * @param {string} published
 * @returns {Draft}
 */
export function draft(store, key, published) {
  const now = codeFingerprint(published);
  const blank = { own: null, from: now, others: [] };
  const stored = () => recognised(store.read(key));
  /** @type {Kept} */
  let kept = stored() ?? blank;
  const save = (/** @type {(kept: Kept) => Partial<Kept>} */ change) => {
    const current = withStored(kept, stored());
    const changed = { ...current, ...change(current) };
    kept = withOthers(changed, changed.others);
    return kept.own === null && !kept.others.length ? store.remove(key) : store.write(key, kept);
  };
  const [code, changed] = [() => kept.own ?? published, () => kept.own !== null];
  return {
    ...{ code, changed },
    published: () => published,
    others: () => kept.others,
    outdated: () => changed() && kept.from !== now,
    keep: (code) =>
      save(({ own, from }) => (code === published ? { own: null, from: now } : { own: code, from: own === null ? now : from })),
    publish: () => save(({ own, others }) => ({ own: null, from: now, others: put(own, others) })),
    swap: () => save(({ own, others: [next, ...rest] }) => ({ own: next ?? own, from: now, others: next ? put(own, rest) : [] })),
    settle: () => save(() => ({ from: now })),
    drop: () => save(({ others }) => ({ others: others.slice(1) })),
    follow: ({ isBusy, onChange }) =>
      store.follow(key, () => {
        const came = stored() ?? blank;
        if (JSON.stringify(came) === JSON.stringify(kept)) return;
        const isAside = isBusy() && came.own !== kept.own;
        kept = isAside ? withStored(kept, came) : came;
        onChange(isAside ? "aside" : "taken");
      }),
  };
}

/**
 * This tab's version with what another one has put into the store since: a version that is not ours is put aside.
 *
 * @param {Kept} own
 * @param {Kept | null} stored
 * @returns {Kept}
 */
function withStored(own, stored) {
  if (!stored) return own;
  return withOthers(own, [...(stored.own === null ? [] : [stored.own]), ...stored.others, ...own.others]);
}

/**
 * @param {string | null} code
 * @param {string[]} others
 */
function put(code, others) {
  return code === null ? others : [code, ...others].slice(0, MOST_OTHERS);
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
  return isCode(value) ? value : null;
}
