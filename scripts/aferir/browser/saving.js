/**
 * Saving the course, file by file, while the reader goes from page to page.
 *
 * @typedef {import("./offline.js").Offline} Offline
 * @typedef {{path: string, size: number}} Missing
 * @typedef {{failed?: string, isSaved?: boolean, total: number, files: Missing[]}} Found
 *
 * @typedef {object} Saving
 * @property {(language: string) => Promise<Found>} look  what is kept of the course, what is missing
 * @property {() => {loaded: number, total: number} | null} progress  null when nothing is under way
 * @property {(language: string, files: Missing[]) => Promise<string | null>} start  why it ended before the end
 * @property {() => void} stop
 * @property {() => Promise<void>} remove
 * @property {(listener: () => void) => void} listen  the one listener is told of each step
 */

const AT_ONCE = 4; // downloads

/**
 * @param {Offline | null} site
 * @param {() => Promise<unknown>} persist  asks the browser not to clear what is kept by itself
 * @returns {Saving}
 */
export function saving(site, persist) {
  /** @type {{loaded: number, total: number, isStopped: boolean} | null} */
  let work = null;
  /** @type {() => void} */
  let tell = () => {};
  const ask = async (/** @type {object} */ message) => (site ? site.ask(message) : { failed: "none" });

  return {
    look: (language) => ask({ type: "missing", language }),
    progress: () => work,
    start: async (language, files) => {
      const now = { loaded: 0, total: files.reduce((total, { size }) => total + size, 0), isStopped: false };
      work = now;
      persist().catch(() => {});
      const count = (/** @type {Missing} */ { size }) => ((now.loaded += size), tell());
      const failed = await keepAll(files, { ask, count, isStopped: () => now.isStopped });
      work = null;
      const left = failed ?? (await ask({ type: "saved", language })).failed ?? null;
      tell();
      return left;
    },
    stop: () => void (work && (work.isStopped = true)),
    remove: async () => {
      await ask({ type: "remove" });
      await site?.visited();
    },
    listen: (listener) => void (tell = listener),
  };
}

/**
 * Asks for one file after the other, a few at once.
 *
 * @param {Missing[]} files
 * @param {{ask: Offline["ask"], count: (file: Missing) => void, isStopped: () => boolean}} tools
 * @returns {Promise<string | null>}
 */
async function keepAll(files, { ask, count, isStopped }) {
  const waiting = [...files];
  /** @type {string | null} */
  let failed = null;
  const hand = async () => {
    for (let file = waiting.shift(); file && !failed; file = waiting.shift()) {
      const reply = isStopped() ? { failed: "stopped" } : await ask({ type: "keep", path: file.path });
      if (reply.failed) failed ??= reply.failed;
      else count(file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  return failed;
}
