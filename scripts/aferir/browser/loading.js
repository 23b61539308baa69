/**
 * Bringing Python into the worker: Pyodide with NumPy and the course, as it was once it had started when the site was
 * built, and Matplotlib for whoever draws a figure again. Every file is counted and checked as it arrives.
 *
 * @typedef {object} Python
 * @property {Record<string, string>} loadedPackages
 * @property {{config: object}} _api
 * @property {(name: string) => any} pyimport
 * @property {(code: string) => any} runPython
 * @property {(name: string, options: object) => Promise<unknown>} loadPackage
 * @property {import("./filing.js").FileSystem} FS
 * @property {(options: {write: (bytes: Uint8Array) => number}) => void} setStdout
 *
 * @typedef {(options: object) => Promise<Python>} LoadPyodide
 * @typedef {{loadPyodide: LoadPyodide, create: import("./snapshot.js").CreateModule}} Program
 *
 * @typedef {object} Session
 * @property {Python} python
 * @property {any} module  the proxy of `aferir.runtime`
 * @property {Promise<any> | null} drawing  the proxy of `aferir.execute.redrawn`, once it was asked for
 * @property {Hearing} hearing
 * @property {import("./later.js").Later} later  those of Python's files that are wanted later
 *
 * @typedef {{write: ((stream: protocol.Stream, text: string) => void) | null}} Hearing  who hears what is printed past
 *   Python's own streams, to the descriptor
 */

import { LATER, STARTED, archive } from "./archive.js";
import { drawing, folders, runtime } from "./folders.js";
import { meter } from "./download.js";
import { downloadError, guarded, isDownloadError } from "./guarded.js";
import { later } from "./later.js";
import * as protocol from "./protocol.js";
import { started, thawed } from "./thawed.js";

const COURSE = "/course";
const FONTS = "/fonts";
const MODULES = ["pyodide.js", "pyodide.asm.js"];
const PROGRAM = "pyodide.asm.wasm";
const LOCK = "pyodide-lock.json";
const LIBRARY = "python_stdlib.zip"; // asked for by Pyodide; it comes with the other files
const STEPS = 25; // of progress: whoever shows more of them takes the processor from what they tell of
const BASE = new URL(folders.pyodide, import.meta.url);
const PLACE = { indexURL: BASE.href, packageBaseUrl: BASE.href };

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
  try {
    return await begun(sources, files, thawed);
  } catch (error) {
    if (isDownloadError(error)) throw error;
    console.warn("aferir: Python does not start from its snapshot here; it starts as usual", error);
    return begun(sources, files, started);
  }
}

/**
 * @param {Python} python
 * @param {import("./later.js").Later} rest  of Python's files: Matplotlib imports many
 * @returns {Promise<any>}  the proxy of `aferir.execute.redrawn`
 */
export async function loadDrawing(python, rest) {
  const count = meter(drawing.files, reporter("download drawing", "start drawing"));
  return guarded({ sizes: drawing.files, count }, async () => {
    const fonts = Object.keys(drawing.files).filter((name) => name.endsWith(".ttf"));
    const letters = fonts.map(async (name) => {
      const response = await fetch(new URL(folders.drawing + name, import.meta.url));
      return new Uint8Array(await response.arrayBuffer());
    });
    await Promise.all([rest.ask(), python.loadPackage("matplotlib", { messageCallback() {} })]);
    if (!("matplotlib" in python.loadedPackages)) throw downloadError("matplotlib");
    python.FS.mkdirTree(FONTS);
    for (const [i, bytes] of (await Promise.all(letters)).entries()) python.FS.writeFile(`${FONTS}/${fonts[i]}`, bytes);
    return python.pyimport("aferir.execute.redrawn");
  });
}

/**
 * @param {URL} sources
 * @param {protocol.Files} files
 * @param {typeof thawed} start
 * @returns {Promise<Session>}
 */
async function begun(sources, files, start) {
  const sizes = runtime.files;
  const count = meter(sizes, reporter("download", "start"));
  const rest = later(new URL(LATER, BASE));
  const given = { program: new URL(PROGRAM, BASE), ahead: [LOCK, STARTED].map(addressOf), absent: LIBRARY };
  return guarded({ sizes, count, files, ...given }, async (broken) => {
    const modules = Promise.all(MODULES.map((name) => importModule(name, count)));
    const courseText = download(sources).then((response) => response.text());
    courseText.catch(broken);
    const [{ loadPyodide }, { default: create }] = await modules;
    const snapshot = await download(addressOf(STARTED)).then((response) => response.arrayBuffer());
    const program = { loadPyodide: (/** @type {object} */ options) => loadPyodide({ ...PLACE, ...options }), create };
    const python = await start(program, archive(snapshot), rest);
    const module = python.pyimport("aferir.runtime");
    module.install(await courseText, COURSE);
    return { python, module, drawing: null, hearing: heard(python), later: rest };
  });
}

/** @param {string} name  of a file of Pyodide's folder */
function addressOf(name) {
  return new URL(name, BASE);
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
    const module = await import(new URL(name, BASE).href);
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
  return response;
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
