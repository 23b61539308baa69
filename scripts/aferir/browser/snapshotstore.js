/**
 * Where a browser keeps the snapshot of a runtime: in a cache of its own, one for each build of the runtime. What is
 * written last says that all is there. It is a copy of what the site publishes, started; nothing of a reader is in it.
 *
 * @typedef {import("./snapshot.js").Snapshot} Snapshot
 * @typedef {import("./snapshot.js").Index} Index
 *
 * @typedef {object} Kept  a snapshot on its way from the disk
 * @property {Index} index
 * @property {Promise<Uint8Array>} memory
 * @property {Promise<Uint8Array>} files
 *
 * @typedef {object} SnapshotStore
 * @property {() => Promise<Kept | null>} read
 * @property {(snapshot: Snapshot) => Promise<void>} write  rejects where there is no room
 * @property {() => Promise<void>} drop
 */

const PREFIX = "aferir-python:";
const FORM = 1; // of what is kept; another one is not read
const PARTS = /** @type {const} */ (["memory", "files"]);

/**
 * @param {CacheStorage | undefined} caches  undefined where the browser has none (a page that came by plain HTTP)
 * @param {URL} folder  of the runtime; its name changes with its contents
 * @returns {SnapshotStore}
 */
export function snapshotStore(caches, { href, pathname }) {
  if (!caches) return { read: async () => null, write: async () => {}, drop: async () => {} };
  const name = `${PREFIX}${pathname}~${FORM}`;
  const address = (/** @type {string} */ part) => `${href}~snapshot/${part}`;
  const drop = async () => void (await caches.delete(name));
  return {
    async read() {
      if (!(await caches.has(name))) return null;
      const cache = await caches.open(name);
      const [index, memory, files] = await Promise.all(["index", ...PARTS].map((part) => cache.match(address(part))));
      if (!index || !memory || !files) return null;
      return { index: await index.json(), memory: contentOf(memory), files: contentOf(files) };
    },
    async write({ index, ...parts }) {
      await forgetOthers(caches, pathname);
      const cache = await caches.open(name);
      try {
        for (const part of PARTS) await cache.put(address(part), new Response(/** @type {BodyInit} */ (parts[part])));
        await cache.put(address("index"), new Response(JSON.stringify(index)));
      } catch (error) {
        await drop();
        throw error;
      }
    },
    drop,
  };
}

/**
 * Deletes every snapshot of a site. The site's root is the beginning of the path of each.
 *
 * @param {CacheStorage} caches
 * @param {string} root  path of the site
 */
export async function dropSnapshots(caches, root) {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}${root}`));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * @param {CacheStorage} caches
 * @param {string} pathname  of the runtime whose snapshot comes
 */
async function forgetOthers(caches, pathname) {
  await dropSnapshots(caches, pathname.replace(/[^/]*\/$/, ""));
}

/** @param {Response} response */
async function contentOf(response) {
  return new Uint8Array(await response.arrayBuffer());
}
