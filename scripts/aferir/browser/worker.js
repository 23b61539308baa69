/**
 * The module worker: loads Pyodide once and answers the messages of protocol.js. Only JSON text passes between Python
 * and JavaScript; the one proxy kept is the module `aferir.runtime`.
 */

import { folders, runtime } from "./folders.js";
import { countingFetch, fetchedAhead, meter } from "./download.js";
import { printer } from "./printer.js";
import * as protocol from "./protocol.js";

/**
 * @typedef {object} Python
 * @property {Record<string, string>} loadedPackages
 * @property {(name: string) => any} pyimport
 * @property {(options: {write: (bytes: Uint8Array) => number}) => void} setStdout
 *
 * @typedef {object} Session
 * @property {any} module  the proxy of `aferir.runtime`
 * @property {Hearing} hearing
 *
 * @typedef {{write: ((stream: protocol.Stream, text: string) => void) | null}} Hearing  who hears what is printed past
 *   Python's own streams, to the descriptor
 */

const PACKAGES = ["numpy", "aferir"];
const COURSE = "/course";
const MODULES = ["pyodide.mjs", "pyodide.asm.mjs"];
const STEPS = 100; // of progress, so that counting stays cheap

serve(self);

/** @param {Window & typeof globalThis} scope */
function serve(scope) {
  holdOpen(scope);
  /** @type {Promise<Session> | null} */
  let session = null;
  const answers = {
    start: async (/** @type {protocol.Start} */ { python, fresh }) => {
      session ??= load(new URL(python, scope.location.href), fresh);
      await session.catch((error) => Promise.reject(downloadError(error)));
    },
    run: async (/** @type {protocol.Run} */ request) => runCells(await begun(session), request),
    grade: async (/** @type {protocol.Grade} */ request) => gradeCode(await begun(session), request),
    compare: async (/** @type {protocol.Compare} */ request) => compareCode(await begun(session), request),
  };
  scope.onmessage = async ({ data }) => {
    try {
      const result = await answers[/** @type {keyof answers} */ (data.type)](data);
      scope.postMessage(protocol.done(data.id, result ?? null));
    } catch (error) {
      scope.postMessage(
        protocol.failed(data.id, reasonOf(error, data.type), error instanceof Error ? error.message : String(error)),
      );
    }
  };
}

/**
 * Nothing that runs here may end the worker: the page would wait for an answer that never comes.
 *
 * @param {object | null} scope  with all that it inherits from
 */
function holdOpen(scope) {
  const close = () => {
    throw new Error("the worker belongs to the page and stays open");
  };
  for (let owner = scope; owner; owner = Object.getPrototypeOf(owner)) {
    if (Object.hasOwn(owner, "close")) Object.defineProperty(owner, "close", { value: close, writable: false });
  }
}

/** @param {Promise<Session> | null} session */
function begun(session) {
  if (!session) throw new Error("asked to work before start");
  return session;
}

/**
 * @param {Session} session
 * @param {protocol.Grade} request
 * @returns {protocol.Verdict}
 */
function gradeCode({ module }, { challenge, code }) {
  return JSON.parse(module.grade(JSON.stringify(challenge), code));
}

/**
 * @param {Session} session
 * @param {protocol.Compare} request
 * @returns {protocol.Comparison}
 */
function compareCode({ module }, { challenge, code }) {
  return JSON.parse(module.compare(JSON.stringify(challenge), code));
}

/**
 * Runs cells up to the first that fails.
 *
 * @param {Session} session
 * @param {protocol.Run} request
 * @returns {protocol.RunResult}
 */
function runCells({ module, hearing }, { id, lesson, language, cells }) {
  const prints = printer((...print) => self.postMessage(protocol.print(id, ...print)));
  const emit = (/** @type {string} */ _, /** @type {protocol.Stream} */ stream, /** @type {string} */ text) =>
    prints.write(stream, text);
  hearing.write = prints.write;
  /** @type {protocol.RunResult["cells"]} */
  const ran = [];
  for (const cell of cells) {
    prints.begin(cell.name);
    const { problem, remarks } = JSON.parse(module.run(JSON.stringify([cell]), language, lesson, emit)).cells[0];
    prints.flush();
    ran.push({ name: cell.name, problem, remarks });
    if (problem) break;
  }
  return { cells: ran, dropped: prints.dropped() };
}

/**
 * Pyodide with NumPy and the course's Python. Rejects as soon as a file is missing or damaged: Pyodide itself would go
 * on without it, or never answer.
 *
 * @param {URL} sources  address of the course's Python sources
 * @param {boolean} fresh  past the browser's cache
 * @returns {Promise<Session>}
 */
async function load(sources, fresh) {
  const [get, compile] = [self.fetch, WebAssembly.instantiateStreaming];
  /** @type {typeof fetch} */
  const getFile = (input, init) => get(input, fresh ? { ...init, cache: "reload" } : init);
  try {
    return await new Promise((resolve, reject) => {
      const broken = (/** @type {unknown} */ cause) => reject(downloadError(cause));
      const count = meter(runtime.files, reporter());
      self.fetch = fetchedAhead(countingFetch(getFile, runtime.files, count, broken), filesAhead(), broken);
      WebAssembly.instantiateStreaming = (source, imports) => {
        const compiled = compile.call(WebAssembly, source, imports);
        compiled.catch(broken);
        return compiled;
      };
      const courseText = download(sources);
      courseText.catch(broken);
      assemble(courseText, count).then(resolve, reject);
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
  return { module, hearing: heard(python) };
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

/** Posts progress, one message per step; when all bytes are there, Python starts. */
function reporter() {
  let step = -1;
  return (/** @type {number} */ loaded, /** @type {number} */ total) => {
    const now = Math.floor((STEPS * loaded) / total);
    if (now === step) return;
    step = now;
    self.postMessage(protocol.progress(loaded < total ? "download" : "start", loaded, total));
  };
}

/** @param {unknown} cause */
function downloadError(cause) {
  if (cause instanceof Error && cause.name === "DownloadError") return cause;
  return Object.assign(new Error(String(cause)), { name: "DownloadError" });
}

/**
 * A Python exception here is a fault of ours, unless a cell was run, which may have taken Python apart; whatever else
 * reaches us from inside Pyodide has broken it.
 *
 * @param {unknown} error
 * @param {protocol.Request["type"]} asked
 * @returns {protocol.Reason}
 */
function reasonOf(error, asked) {
  const name = error instanceof Error ? error.name : "";
  if (name === "DownloadError") return "download";
  return name === "PythonError" && asked !== "run" ? "internal" : "fatal";
}
