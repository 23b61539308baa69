/**
 * The module worker: loads Pyodide once, from the moment on in which it is made, and answers the messages of protocol.js.
 * Only JSON text passes between Python and JavaScript; the proxies kept are the module `aferir.runtime` and, once a figure
 * is drawn, `aferir.execute.redrawn`.
 *
 * @typedef {import("./loading.js").Session} Session
 */

import { LATER } from "./archive.js";
import { downloadError, isDownloadError } from "./guarded.js";
import { fontPaths, load, loadDrawing } from "./loading.js";
import { printer } from "./printer.js";
import * as protocol from "./protocol.js";

const RUNNING = ["run", "draw"];
const REST = 1000; // ms after a result until the other files of Python are fetched: what is asked next comes first

serve(self);

/** @param {Window & typeof globalThis} scope */
function serve(scope) {
  holdOpen(scope);
  const { python, files } = protocol.ordersOf(scope.name);
  const session = load(new URL(python, scope.location.href), files).catch((error) => Promise.reject(downloadError(error)));
  session.catch(() => {}); // who asks for it is told
  const answers = {
    start: async () => void (await session),
    practise: async () => (await session).module.practise(),
    run: async (/** @type {protocol.Run} */ request) => runCells(await session, request),
    grade: async (/** @type {protocol.Grade} */ request) => gradeCode(await session, request),
    compare: async (/** @type {protocol.Compare} */ request) => compareCode(await session, request),
    prepare: async () => prepare(await session),
    draw: async (/** @type {protocol.Draw} */ request) => drawFigure(await session, request),
  };
  scope.onmessage = async ({ data }) => {
    try {
      const result = await answers[/** @type {keyof answers} */ (data.type)](data);
      const { later } = await session;
      if (later.missed()) throw downloadError(LATER);
      scope.postMessage(protocol.done(data.id, result ?? null));
      if (data.type !== "start") setTimeout(later.ask, REST);
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
function runCells(session, { id, lesson, language, cells }) {
  const prints = listenTo(session, id);
  const ran = cellsRun(session.module, prints, { lesson, language, cells });
  return { cells: ran, dropped: prints.dropped(), names: JSON.parse(session.module.listed(language, lesson)) };
}

/**
 * Runs the cells that a figure stands on, then its own code, and draws it.
 *
 * @param {Session} session
 * @param {protocol.Draw} request
 * @returns {Promise<protocol.DrawResult>}
 */
async function drawFigure(session, { id, lesson, language, cells, figure }) {
  await prepare(session);
  const module = await session.drawing;
  const prints = listenTo(session, id);
  const ran = cellsRun(session.module, prints, { lesson, language, cells });
  if (ran.at(-1)?.problem) return { cells: ran, dropped: prints.dropped(), drawing: null };
  const name = `figure_${figure.name}`;
  const asked = JSON.stringify({ ...figure, fonts: fontPaths() });
  prints.begin(name);
  const made = JSON.parse(module.redrawn(session.module.RUNTIME, asked, language, lesson, emitter(prints)));
  prints.flush();
  ran.push({ name, problem: made.problem, remarks: made.remarks });
  return { cells: ran, dropped: prints.dropped(), drawing: made.drawing };
}

/**
 * @param {any} module
 * @param {import("./printer.js").Printer} prints
 * @param {protocol.RunRequest} request
 */
function cellsRun(module, prints, { lesson, language, cells }) {
  /** @type {protocol.RunResult["cells"]} */
  const ran = [];
  for (const cell of cells) {
    prints.begin(cell.name);
    const answer = module.run(JSON.stringify([cell]), language, lesson, emitter(prints));
    const { problem, remarks, rich } = JSON.parse(answer).cells[0];
    prints.flush();
    ran.push({ name: cell.name, problem, remarks, rich });
    if (problem) break;
  }
  return ran;
}

/**
 * @param {Session} session
 * @param {number} id
 */
function listenTo({ hearing }, id) {
  const prints = printer((...print) => self.postMessage(protocol.print(id, ...print)));
  hearing.write = prints.write;
  return prints;
}

/** @param {import("./printer.js").Printer} prints */
function emitter(prints) {
  return (/** @type {string} */ _, /** @type {protocol.Stream} */ stream, /** @type {string} */ text) =>
    prints.write(stream, text);
}

/**
 * Matplotlib, what it needs, the typeface of figures, and the module that draws.
 *
 * @param {Session} session
 */
async function prepare(session) {
  session.drawing ??= loadDrawing(session.python, session.later);
  await session.drawing.catch((error) => {
    session.drawing = null;
    throw downloadError(error);
  });
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
  if (isDownloadError(error)) return "download";
  const name = error instanceof Error ? error.name : "";
  return name === "PythonError" && !RUNNING.includes(asked) ? "internal" : "fatal";
}
