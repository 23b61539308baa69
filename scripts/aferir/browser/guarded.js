/**
 * The time in which files of ours are fetched: each is counted and checked, and the program of Python is compiled while
 * it arrives.
 */

import { countingFetch, fetchedAhead, fileName } from "./download.js";

/**
 * Does something during which every file of ours that is fetched is counted and checked. Rejects as soon as one is
 * missing or damaged.
 *
 * `program` is WebAssembly that is compiled from the moment on in which it is asked for; Pyodide, which asks for it once
 * its own modules are there, is given what has been compiled. What is `absent` Pyodide asks for as well, and goes without.
 *
 * @template Result
 * @param {object} options
 * @param {Record<string, number>} options.sizes  name -> bytes
 * @param {import("./download.js").Meter} options.count
 * @param {import("./protocol.js").Files} [options.files]
 * @param {URL[]} [options.ahead]  what to ask for at once
 * @param {URL} [options.program]
 * @param {string} [options.absent]  name of a file
 * @param {(broken: (cause: unknown) => void) => Promise<Result>} act
 * @returns {Promise<Result>}
 */
export async function guarded({ sizes, count, files = "new", ahead = [], program, absent }, act) {
  const [get, instantiate] = [self.fetch, WebAssembly.instantiateStreaming];
  // Addresses name their contents, so a stale copy is right; asked for anew, what a browser has compiled of it is lost.
  /** @type {RequestCache} */
  const cache = files === "doubted" ? "reload" : "force-cache";
  /** @type {typeof fetch} */
  const getFile = (input, init) => get(input, { ...init, cache });
  try {
    return await new Promise((resolve, reject) => {
      const broken = (/** @type {unknown} */ cause) => reject(downloadError(cause));
      const counted = countingFetch(getFile, { sizes, count, fail: broken, isKnown: files === "known" });
      const isGiven = (/** @type {RequestInfo | URL} */ input) =>
        String(input) === program?.href || fileName(input) === absent;
      self.fetch = counted;
      const done = act(broken); // asks for what is needed first
      const compiled = program && WebAssembly.compileStreaming(counted(program));
      compiled?.catch(broken);
      const fetched = fetchedAhead(counted, ahead);
      self.fetch = (input, init) => (isGiven(input) ? Promise.resolve(new Response()) : fetched(input, init));
      WebAssembly.instantiateStreaming = async (source, imports) => {
        const module = await (compiled ?? WebAssembly.compileStreaming(source));
        return { module, instance: await WebAssembly.instantiate(module, imports) };
      };
      done.then(resolve, reject);
    });
  } finally {
    self.fetch = get;
    WebAssembly.instantiateStreaming = instantiate;
  }
}

/** @param {unknown} cause */
export function downloadError(cause) {
  if (isDownloadError(cause)) return cause;
  return Object.assign(new Error(String(cause)), { name: "DownloadError" });
}

/**
 * @param {unknown} cause
 * @returns {cause is Error}
 */
export function isDownloadError(cause) {
  return cause instanceof Error && cause.name === "DownloadError";
}
