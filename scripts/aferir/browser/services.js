/**
 * What the parts of one page share: its texts, what is kept of it, Python and how it comes.
 *
 * @typedef {import("./facts.js").PageFacts} PageFacts
 * @typedef {import("./library.js").Library} Library
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} LessonFile
 * @property {{name: string, source: string, shown: boolean}[]} cells
 * @property {Record<string, string>} figures  name -> the code of the function that draws it
 * @property {object} writing  how the language writes numbers
 * @property {Record<string, string>} challenges  id -> address, relative to this file's own; smaller steps as well
 * @property {Record<string, string>} solutions  the same
 *
 * @typedef {object} Services
 * @property {PageFacts} facts
 * @property {Strings} strings
 * @property {import("./store.js").Store} kept
 * @property {import("./runner.js").Runner} runner
 * @property {() => Promise<LessonFile>} lessonFile
 * @property {import("./cell.js").CellOptions["editor"]} editor
 * @property {import("./arrival.js").Arrival} arrival
 * @property {import("./tools.js").Announcement | null} announcement  what the first run downloads, until it has
 * @property {Promise<unknown>} pythonHere  Python has been used on this device
 */

import { isAhead, noting, takeAhead } from "./ahead.js";
import { LATER } from "./archive.js";
import { arrival, asksFirst, isRoomy, sharedRunner } from "./arrival.js";
import { editor } from "./editor.js";
import { folders, runtime } from "./folders.js";
import { workFiles } from "./offline.js";
import { here, readJson, remembered } from "./once.js";
import { nameOf } from "./protocol.js";
import { runner } from "./runner.js";

const WORKER = here("worker.js");
const MONTH = Math.floor(Date.now() / (30 * 24 * 60 * 60 * 1000));
const ENGINE = `${folders.pyodide} ${navigator.userAgent} ${MONTH}`; // another engine compiles anew, and any one forgets
export const BYTES = runtime.transfer ?? runtime.bytes;

/**
 * @param {PageFacts} facts
 * @param {Strings} strings
 * @param {Library} library
 * @returns {Services}
 */
export function lessonServices(facts, strings, { codeMirror, store }) {
  const kept = store(facts);
  const { runner, over, isKnown } = pagePython(facts, kept);
  const words = strings.text("The first run downloads {size}, once.", { size: strings.size(BYTES) });
  return {
    ...{ facts, strings, kept, runner: noting(runner, { kept, lesson: facts.lesson, worker: WORKER }) },
    lessonFile: remembered(() => readJson(facts.lessonUrl)),
    editor: (options) => editor({ ...options, load: codeMirror }),
    arrival: arrival({ runner, strings, bytes: BYTES, isKnown }),
    announcement: isKnown ? null : { words, over },
    pythonHere: isKnown ? Promise.resolve() : over,
  };
}

/**
 * Once Python has been used, what work on this lesson may ask for is kept as well.
 *
 * @param {import("./offline.js").Offline} site
 * @param {Services} services
 */
export async function keepWork(site, { facts, lessonFile, pythonHere }) {
  await pythonHere;
  const python = [...Object.keys(runtime.files), LATER].map((name) => folders.pyodide + name);
  const tools = ["worker.js", `${folders.editor}editor.js`, ...python].map(here);
  const lesson = await lessonFile().catch(() => null); // it is not to be had just now; nothing is lost
  if (lesson) await site.visited(workFiles(facts, lesson, tools));
}

/**
 * Has Python come, unless the reader is to be asked first: Run was pressed before its cell had come to life.
 *
 * @param {PageFacts} facts
 * @param {import("./store.js").Store} kept
 */
export function expectPython(facts, kept) {
  const python = pagePython(facts, kept);
  if (!asksFirst(python)) python.runner.start();
}

/**
 * The window's runner, when its Python has arrived, and whether this browser has it already.
 *
 * @param {PageFacts} facts
 * @param {import("./store.js").Store} kept
 */
function pagePython({ pythonUrl }, kept) {
  const shared = sharedRunner(window, pythonUrl.href, () =>
    runner({
      createWorker: (orders) => takeAhead(window, orders) ?? new Worker(WORKER, { type: "module", name: nameOf(orders) }),
      python: pythonUrl.href,
      seconds: runtime.seconds,
      isKnown: isRuntimeKnown(kept),
      onPractised: kept.read("practised") === ENGINE ? null : () => void kept.write("practised", ENGINE),
      rest: isRoomy(/** @type {import("./arrival.js").Device} */ (navigator)) ? undefined : Infinity, // a spare takes 90 MB
    }),
  );
  if (isAhead(window)) shared.start();
  const over = shared.arrived.then(() => kept.write("python", folders.pyodide));
  return { runner: shared, over, isKnown: shared.ready() || isRuntimeKnown(kept) };
}

/**
 * Whether this browser has used the runtime before.
 *
 * @param {import("./store.js").Store} kept
 */
function isRuntimeKnown(kept) {
  return kept.read("python") === folders.pyodide;
}
