/**
 * What a reader's device keeps of a site: contents by their sha256, each checked before it is kept. So no two versions
 * can be mixed, what all languages share is kept once, and an update loads only what has changed.
 *
 * @typedef {import("./listing.js").Listing} Listing
 * @typedef {import("./listing.js").ListedFile} ListedFile
 *
 * @typedef {object} State  what is kept besides contents
 * @property {string | null} list  sha256 of the list of the version that answers
 * @property {string[]} saved  languages whose whole course is kept
 * @property {string[]} strangers  ids of the clients that show a page of another version
 *
 * @typedef {object} Shelf
 * @property {string} scope
 * @property {(file: ListedFile) => boolean} has
 * @property {(file: ListedFile) => Promise<Response | null>} read
 * @property {(sha256: string) => Promise<string | null>} text
 * @property {(file: ListedFile, bytes: ArrayBuffer) => Promise<boolean>} keep  false, and nothing kept, when `bytes`
 *   are not what the list says
 * @property {(files: ListedFile[], options?: Ensuring) => Promise<void>} ensure  fetches what is not kept; rejects with
 *   "changed" when the server has another version, "full" when there is no room, "network" for the rest
 * @property {(keep: Set<string>) => Promise<void>} clear  removes each content whose sha256 is not in `keep`
 * @property {() => Promise<State>} state
 * @property {(change: (state: State) => State) => Promise<State>} alter  one change after the other
 *
 * @typedef {{signal?: AbortSignal, onBytes?: (bytes: number) => void}} Ensuring
 */

import { addressOf, typeOf } from "./listing.js";
import { typed } from "./typed.js";

const AT_ONCE = 4; // downloads
/** @type {State} */
const EMPTY = { list: null, saved: [], strangers: [] };

/**
 * @param {Cache} cache
 * @param {string} scope  the address of the site
 * @param {typeof fetch} get
 * @returns {Promise<Shelf>}
 */
export async function openShelf(cache, scope, get) {
  const place = (/** @type {string} */ name) => `${scope}~kept/${name}`;
  const names = async () => (await cache.keys()).map(({ url }) => url.slice(place("").length));
  const present = new Set(await names());
  /** @type {State | null} */
  let known = null;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();

  /** @type {Shelf["keep"]} */
  const keep = async ({ path, sha256 }, bytes) => {
    if ((await hashOf(bytes)) !== sha256) return false;
    await cache.put(place(sha256), new Response(bytes, { headers: { "content-type": typeOf(path) } }));
    present.add(sha256);
    return true;
  };

  /** @returns {Promise<State>} */
  const written = async () => (await (await cache.match(place("state")))?.json()) ?? EMPTY;

  return {
    scope,
    has: ({ sha256 }) => present.has(sha256),
    read: async ({ path, sha256 }) => {
      const kept = present.has(sha256) ? await cache.match(place(sha256)) : null;
      return kept ? typed(kept, typeOf(path)) : null;
    },
    text: async (sha256) => (await (await cache.match(place(sha256)))?.text()) ?? null,
    keep,
    ensure: (files, options = {}) =>
      inParallel(
        files.filter(({ sha256 }) => !present.has(sha256)),
        (file) => fetchAndKeep(file, { scope, get, keep, ...options }),
      ),
    clear: async (kept) => {
      // Read anew, as in `alter`: another version's worker may have kept something since.
      const goes = (await names()).filter((name) => name !== "state" && !kept.has(name));
      for (const sha256 of goes) await cache.delete(place(sha256));
      for (const sha256 of goes) present.delete(sha256);
    },
    state: async () => (known ??= await written()),
    alter: (change) => {
      const next = last.then(async () => {
        known = change(await written());
        await cache.put(place("state"), new Response(JSON.stringify(known)));
        return known;
      });
      last = next.catch(() => {});
      return next;
    },
  };
}

/**
 * The bytes of a file, as the list has them. A browser's own cache is asked first, however old: the hash tells.
 *
 * @param {string} address
 * @param {string} sha256
 * @param {typeof fetch} get
 * @param {AbortSignal} [signal]
 * @returns {Promise<ArrayBuffer>}
 */
export async function fetchIntact(address, sha256, get, signal) {
  /** @type {RequestCache[]} */
  const ways = ["force-cache", "reload"];
  for (const cache of ways) {
    const response = await get(address, { cache, signal }).catch((error) => Promise.reject(reason("network", error)));
    const bytes = await response.arrayBuffer().catch((error) => Promise.reject(reason("network", error)));
    if (response.ok && (await hashOf(bytes)) === sha256) return bytes;
  }
  throw reason("changed", address);
}

/** @param {ArrayBuffer} bytes */
export async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {ListedFile} file
 * @param {{scope: string, get: typeof fetch, keep: Shelf["keep"]} & Ensuring} tools
 */
async function fetchAndKeep(file, { scope, get, keep, signal, onBytes }) {
  const bytes = await fetchIntact(addressOf(file.path, scope), file.sha256, get, signal);
  await keep(file, bytes).catch((error) => Promise.reject(reason("full", error)));
  onBytes?.(file.size);
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => Promise<void>} work
 */
async function inParallel(items, work) {
  const waiting = [...items];
  const hand = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, hand));
  } finally {
    waiting.length = 0; // the first failure stops all hands
  }
}

/**
 * @param {"network" | "changed" | "full"} name
 * @param {unknown} cause
 */
function reason(name, cause) {
  return Object.assign(new Error(`${name}: ${cause}`), { name });
}
