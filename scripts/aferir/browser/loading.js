/**
 * Bringing Python into the worker: Pyodide with NumPy and the course, and Matplotlib for whoever draws a figure again.
 * Every file is counted and checked as it arrives. Where this browser has kept Python as it was once it had started,
 * that is where it starts from.
 *
 * @typedef {object} FileSystem  of Pyodide
 * @property {(path: string) => void} mkdirTree
 * @property {(path: string, bytes: Uint8Array, options?: object) => void} writeFile
 * @property {(path: string) => Uint8Array} readFile
 * @property {(path: string) => string[]} readdir
 * @property {(path: string) => {mode: number}} stat
 * @property {(mode: number) => boolean} isDir
 *
 * @typedef {object} Python
 * @property {Record<string, string>} loadedPackages
 * @property {(name: string) => any} pyimport
 * @property {(code: string) => any} runPython
 * @property {(name: string, options: object) => Promise<unknown>} loadPackage
 * @property {() => Uint8Array} makeMemorySnapshot
 * @property {FileSystem} FS
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
 *
 * @typedef {{write: ((stream: protocol.Stream, text: string) => void) | null}} Hearing  who hears what is printed past
 *   Python's own streams, to the descriptor
 */

import { drawing, folders, runtime } from "./folders.js";
import { meter } from "./download.js";
import { downloadError, guarded, isDownloadError } from "./guarded.js";
import { frozen, thawed } from "./frozen.js";
import * as protocol from "./protocol.js";
import { snapshotStore } from "./snapshotstore.js";

const PACKAGES = ["numpy", "aferir"];
const COURSE = "/course";
const FONTS = "/fonts";
const MODULES = ["pyodide.js", "pyodide.asm.js"];
const PROGRAM = "pyodide.asm.wasm";
const STEPS = 100; // of progress, so that counting stays cheap
const BASE = new URL(folders.pyodide, import.meta.url);

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
 * @param {boolean} keeps  nobody waits: what has started is kept for the next time
 * @returns {Promise<Session>}
 */
export async function load(sources, files, keeps) {
  const store = snapshotStore(self.caches, BASE);
  const kept = files === "known" ? await store.read().catch(() => null) : null;
  if (!kept) return begun(sources, files, runtime.files, keeps ? (program) => frozen(program, wheels(), store) : started);
  try {
    return await begun(sources, files, withoutWheels(runtime.files), (program) => thawed(program, kept));
  } catch (error) {
    if (isDownloadError(error)) throw error;
    console.warn("aferir: what was kept of Python does not fit; it starts as usual", error);
    await store.drop();
    return begun(sources, files, runtime.files, started);
  }
}

/**
 * @param {Python} python
 * @returns {Promise<any>}  the proxy of `aferir.execute.redrawn`
 */
export async function loadDrawing(python) {
  const count = meter(drawing.files, reporter("download drawing", "start drawing"));
  return guarded({ sizes: drawing.files, count }, async () => {
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
 * @param {URL} sources
 * @param {protocol.Files} files
 * @param {Record<string, number>} sizes  of the files that this way of starting asks for
 * @param {(program: Program) => Promise<Python>} start
 * @returns {Promise<Session>}
 */
async function begun(sources, files, sizes, start) {
  const count = meter(sizes, reporter("download", "start"));
  return guarded({ sizes, count, files, ahead: ahead(sizes), program: new URL(PROGRAM, BASE) }, async (broken) => {
    const courseText = download(sources);
    courseText.catch(broken);
    const [{ loadPyodide }, { default: create }] = await Promise.all(MODULES.map((name) => importModule(name, count)));
    const python = await start({ loadPyodide: (options) => loadPyodide({ packageBaseUrl: BASE.href, ...options }), create });
    const module = python.pyimport("aferir.runtime");
    module.install(await courseText, COURSE);
    return { python, module, drawing: null, hearing: heard(python) };
  });
}

/**
 * Python as it is published.
 *
 * @param {Program} program
 * @returns {Promise<Python>}
 */
async function started({ loadPyodide }) {
  const python = await loadPyodide({ packages: PACKAGES });
  const missing = PACKAGES.filter((name) => !(name in python.loadedPackages));
  if (missing.length) throw downloadError(missing.join(", "));
  return python;
}

/**
 * The files to ask for at once. The packages are not among them where the browser cannot check them for us (a page that
 * came by plain HTTP); modules, imported by name, never are.
 *
 * @param {Record<string, number>} sizes
 * @returns {import("./download.js").Ahead}
 */
function ahead(sizes) {
  const named = (/** @type {(name: string) => boolean} */ test) =>
    Object.keys(sizes)
      .filter(test)
      .map((name) => new URL(name, BASE));
  return {
    whole: self.isSecureContext ? named(isWheel) : [],
    streamed: named((name) => !isWheel(name) && !MODULES.includes(name) && name !== PROGRAM),
  };
}

/** @param {string} name */
function isWheel(name) {
  return name.endsWith(".whl");
}

/** The addresses of the packages. */
function wheels() {
  return Object.keys(runtime.files)
    .filter(isWheel)
    .map((name) => new URL(name, BASE));
}

/** @param {Record<string, number>} sizes */
function withoutWheels(sizes) {
  return Object.fromEntries(Object.entries(sizes).filter(([name]) => !isWheel(name)));
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
