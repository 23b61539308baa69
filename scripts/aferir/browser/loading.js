/**
 * Bringing Python into the worker: Pyodide with NumPy and the course, and Matplotlib for whoever draws a figure again.
 * Every file is counted and checked as it arrives.
 *
 * @typedef {object} Python
 * @property {Record<string, string>} loadedPackages
 * @property {(name: string) => any} pyimport
 * @property {(name: string, options: object) => Promise<unknown>} loadPackage
 * @property {{mkdirTree: (path: string) => void, writeFile: (path: string, bytes: Uint8Array) => void}} FS
 * @property {(options: {write: (bytes: Uint8Array) => number}) => void} setStdout
 *
 * @typedef {object} Session
 * @property {Python} python
 * @property {any} module  the proxy of `aferir.runtime`
 * @property {Promise<any> | null} drawing  the proxy of `aferir.execute.redrawn`, once it was asked for
 * @property {Hearing} hearing
 *
 * @typedef {{write: ((stream: protocol.Stream, text: string) => void) | null}} Hearing  who hears what is printed past
 *   Python's own streams, to the descriptor
 */

import { drawing, folders, runtime } from "./folders.js";
import { countingFetch, fetchedAhead, meter } from "./download.js";
import * as protocol from "./protocol.js";

const PACKAGES = ["numpy", "aferir"];
const COURSE = "/course";
const FONTS = "/fonts";
const MODULES = ["pyodide.js", "pyodide.asm.js"];
const STEPS = 100; // of progress, so that counting stays cheap

/** Where the typeface of figures lies in Python's file system. */
export const fontPaths = () =>
  Object.keys(drawing.files)
    .filter((name) => name.endsWith(".ttf"))
    .map((name) => `${FONTS}/${name}`);

/**
 * Pyodide with NumPy and the course's Python. Rejects as soon as a file is missing or damaged: Pyodide itself would go
 * on without it, or never answer.
 *
 * @param {URL} sources  address of the course's Python sources
 * @param {protocol.Files} files
 * @returns {Promise<Session>}
 */
export async function load(sources, files) {
  const count = meter(runtime.files, reporter("download", "start"));
  return guarded(runtime.files, filesAhead(), count, files, (broken) => {
    const courseText = download(sources);
    courseText.catch(broken);
    return assemble(courseText, count);
  });
}

/**
 * @param {Python} python
 * @returns {Promise<any>}  the proxy of `aferir.execute.redrawn`
 */
export async function loadDrawing(python) {
  const count = meter(drawing.files, reporter("download drawing", "start drawing"));
  return guarded(drawing.files, { whole: [], streamed: [] }, count, "new", async () => {
    const fonts = Object.keys(drawing.files).filter((name) => name.endsWith(".ttf"));
    const letters = fonts.map(async (name) => {
      const response = await fetch(new URL(folders.drawing + name, import.meta.url));
      return new Uint8Array(await response.arrayBuffer());
    });
    await python.loadPackage("matplotlib", { messageCallback() {} });
    if (!("matplotlib" in python.loadedPackages)) throw downloadError("matplotlib");
    python.FS.mkdirTree(FONTS);
    for (const [i, bytes] of (await Promise.all(letters)).entries()) python.FS.writeFile(`${FONTS}/${fonts[i]}`, bytes);
    return python.pyimport("aferir.execute.redrawn");
  });
}

/**
 * Does something during which every file of ours that is fetched is counted and checked. Rejects as soon as one is
 * missing or damaged.
 *
 * @template Result
 * @param {Record<string, number>} sizes  name -> bytes
 * @param {{whole: URL[], streamed: URL[]}} ahead  what to ask for at once
 * @param {import("./download.js").Meter} count
 * @param {protocol.Files} files
 * @param {(broken: (cause: unknown) => void) => Promise<Result>} act
 * @returns {Promise<Result>}
 */
async function guarded(sizes, ahead, count, files, act) {
  const [get, compile] = [self.fetch, WebAssembly.instantiateStreaming];
  /** @type {typeof fetch} */
  const getFile = (input, init) => get(input, files === "doubted" ? { ...init, cache: "reload" } : init);
  try {
    return await new Promise((resolve, reject) => {
      const broken = (/** @type {unknown} */ cause) => reject(downloadError(cause));
      self.fetch = fetchedAhead(countingFetch(getFile, { sizes, count, fail: broken, isKnown: files === "known" }), ahead, broken);
      WebAssembly.instantiateStreaming = (source, imports) => {
        const compiled = compile.call(WebAssembly, source, imports);
        compiled.catch(broken);
        return compiled;
      };
      act(broken).then(resolve, reject);
    });
  } finally {
    self.fetch = get;
    WebAssembly.instantiateStreaming = compile;
  }
}

/**
 * The files to ask for at once. The packages are not among them where the browser cannot check them for us (a page that
 * came by plain HTTP); modules, imported by name, never are.
 */
function filesAhead() {
  const named = (/** @type {(name: string) => boolean} */ test) =>
    Object.keys(runtime.files)
      .filter(test)
      .map((name) => new URL(folders.pyodide + name, import.meta.url));
  return {
    whole: self.isSecureContext ? named((name) => name.endsWith(".whl")) : [],
    streamed: named((name) => !name.endsWith(".whl") && !MODULES.includes(name)),
  };
}

/**
 * @param {Promise<string>} courseText  the course's Python sources
 * @param {import("./download.js").Meter} count
 * @returns {Promise<Session>}
 */
async function assemble(courseText, count) {
  const [{ loadPyodide }] = await Promise.all(MODULES.map((name) => importModule(name, count)));
  const packageBaseUrl = new URL(folders.pyodide, import.meta.url).href;
  /** @type {Python} */
  const python = await loadPyodide({ packages: PACKAGES, packageBaseUrl });
  const missing = PACKAGES.filter((name) => !(name in python.loadedPackages));
  if (missing.length) throw downloadError(missing.join(", "));
  const module = python.pyimport("aferir.runtime");
  module.install(await courseText, COURSE);
  return { python, module, drawing: null, hearing: heard(python) };
}

/**
 * @param {Python} python
 * @returns {Hearing}
 */
function heard(python) {
  /** @type {Hearing} */
  const hearing = { write: null };
  const decoder = new TextDecoder();
  const write = (/** @type {Uint8Array} */ bytes) => {
    hearing.write?.("stdout", decoder.decode(bytes, { stream: true }));
    return bytes.length;
  };
  python.setStdout({ write });
  return hearing;
}

/**
 * A module of Pyodide's folder; asked for early, it is there when Pyodide itself imports it.
 *
 * @param {string} name
 * @param {import("./download.js").Meter} count
 */
async function importModule(name, count) {
  try {
    const module = await import(new URL(folders.pyodide + name, import.meta.url).href);
    count.complete(name);
    return module;
  } catch (error) {
    throw downloadError(`${name}: ${error}`);
  }
}

/** @param {URL} address */
async function download(address) {
  const response = await fetch(address).catch((error) => Promise.reject(downloadError(`${address}: ${error}`)));
  if (!response.ok) throw downloadError(`${address}: ${response.status}`);
  return response.text();
}

/**
 * Posts progress, one message per step; when all bytes are there, what they are for starts.
 *
 * @param {protocol.Phase} coming
 * @param {protocol.Phase} starting
 */
function reporter(coming, starting) {
  let step = -1;
  return (/** @type {number} */ loaded, /** @type {number} */ total) => {
    const now = Math.floor((STEPS * loaded) / total);
    if (now === step) return;
    step = now;
    self.postMessage(protocol.progress(loaded < total ? coming : starting, loaded, total));
  };
}

/** @param {unknown} cause */
export function downloadError(cause) {
  if (cause instanceof Error && cause.name === "DownloadError") return cause;
  return Object.assign(new Error(String(cause)), { name: "DownloadError" });
}
