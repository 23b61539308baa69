/**
 * The page's side of the worker: one request at a time, one promise per request, and always an answer. What cannot
 * be interrupted is ended: the worker is terminated, and a spare takes its place. The spare is made once a request has
 * run so long that it may have to be stopped, so nobody else pays for a second Python.
 *
 * @typedef {import("./protocol.js").Progress} Progress
 * @typedef {import("./protocol.js").Print} Print
 * @typedef {import("./protocol.js").Reason} Reason
 * @typedef {import("./protocol.js").RunRequest} RunRequest
 * @typedef {import("./protocol.js").DrawRequest} DrawRequest
 * @typedef {import("./protocol.js").GradeRequest} GradeRequest
 *
 * @typedef {object} Outcome  never an exception
 * @property {"done" | "stopped" | "timeout" | "failed"} status
 * @property {any} [result]  of `done`: a RunResult, a Verdict or a Comparison
 * @property {number} [seconds]  of `timeout`: the limit
 * @property {Reason} [reason]  of `failed`
 * @property {string} [detail]  of `failed`, for those who look closer
 * @property {number} generation  which worker it was; a later one knows nothing of what an earlier one ran
 *
 * @typedef {object} Listeners
 * @property {AbortSignal} [signal]  stops the request, whether it waits or runs
 * @property {(progress: Progress) => void} [onProgress]  while Python is on its way
 * @property {() => void} [onBegin]  Python is there and this request is the one it works on
 * @property {(print: Print) => void} [onPrint]
 *
 * @typedef {object} Runner
 * @property {(request: RunRequest | ((generation: number) => RunRequest), listeners?: Listeners) => Promise<Outcome>} run
 *   a function is asked for its request when its turn has come
 * @property {(request: GradeRequest, listeners?: Listeners) => Promise<Outcome>} grade
 * @property {(request: GradeRequest, listeners?: Listeners) => Promise<Outcome>} compare
 * @property {(listeners?: Listeners) => Promise<Outcome>} prepare  brings Matplotlib, or finds it there
 * @property {(request: (generation: number) => DrawRequest, listeners?: Listeners) => Promise<Outcome>} draw
 * @property {() => void} start  fetches Python ahead of the first request
 * @property {() => boolean} started  Python is there or on its way
 * @property {() => void} stop  ends whatever runs or waits
 * @property {() => boolean} ready
 * @property {Promise<void>} arrived  Python is there for the first time
 * @property {string} python
 *
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./desk.js").Job} Job
 * @typedef {import("./seat.js").Seat} Seat
 * @typedef {import("./seat.js").WorkerLike} WorkerLike
 */

import { close, openDesk, take } from "./desk.js";
import { practise } from "./practice.js";
import * as protocol from "./protocol.js";
import { seat } from "./seat.js";

const SPARE_AFTER = 1000; // ms
const REST = 2000; // ms without a request, after which a spare is made where there is room for it
const DOWNLOAD_SECONDS = 1800; // a download takes as long as it takes

/**
 * @typedef {object} RunnerOptions
 * @property {(orders: import("./protocol.js").Orders) => WorkerLike} createWorker
 * @property {string} python  address of the course's Python sources
 * @property {number} seconds  the time limit of one request, counted from when Python begins to work on it
 * @property {boolean} [isKnown]  the runtime's files were used in this browser before
 * @property {number} [spareAfter]  how long a request runs, in milliseconds, until a spare is made
 * @property {number} [rest]  how long nothing is asked, in milliseconds, until one is made; Infinity on a small device
 * @property {(() => void) | null} [onPractised]  where a worker is to practise before the first spare is made: that it has
 */

/**
 * @param {RunnerOptions} options
 * @returns {Runner}
 */
export function runner({ createWorker, python, seconds, isKnown = false, ...options }) {
  const { spareAfter = SPARE_AFTER, rest = REST, onPractised = null } = options;
  const [desk, arrived] = openDesk({ createWorker, python, seconds, spareAfter, rest, onPractised }, isKnown);
  return {
    run: (request, listeners) =>
      ask(desk, (id, now) => protocol.run(id, typeof request === "function" ? request(now) : request), listeners),
    grade: (request, listeners) => ask(desk, (id) => protocol.grade(id, request), listeners),
    compare: (request, listeners) => ask(desk, (id) => protocol.compare(id, request), listeners),
    prepare: (listeners) => ask(desk, (id) => protocol.prepare(id), listeners, DOWNLOAD_SECONDS),
    draw: (request, listeners) => ask(desk, (id, now) => protocol.draw(id, request(now)), listeners),
    start: () => void (desk.seat ?? boot(desk)),
    stop: () => [...desk.waiting, desk.current].forEach((job) => job && drop(desk, job)),
    started: () => desk.seat !== null,
    ready: () => desk.seat?.ready ?? false,
    ...{ arrived, python },
  };
}

/**
 * @param {Desk} desk
 * @param {(id: number, generation: number) => import("./protocol.js").Request} compose
 * @param {Listeners} [listeners]
 * @param {number} [seconds]
 * @returns {Promise<Outcome>}
 */
function ask(desk, compose, listeners = {}, seconds = desk.seconds) {
  const id = ++desk.lastId;
  return new Promise((resolve) => {
    const job = { id, listeners, compose: (/** @type {number} */ now) => compose(id, now), settle: resolve, seconds };
    if (listeners.signal?.aborted) return resolve({ status: "stopped", generation: desk.generation });
    listeners.signal?.addEventListener("abort", () => drop(desk, job));
    desk.waiting.push(job);
    advance(desk);
  });
}

/**
 * Takes the next job to the worker, when there is one and Python is there.
 *
 * @param {Desk} desk
 */
function advance(desk) {
  desk.current ??= desk.waiting.shift() ?? null;
  if (desk.current && !desk.seat) boot(desk);
  if (desk.current && desk.seat?.ready && !desk.timer) begin(desk, desk.current, desk.seat);
}

/**
 * @param {Desk} desk
 * @param {Job} job
 * @param {Seat} own
 */
function begin(desk, job, own) {
  desk.timer = setTimeout(() => interrupt(desk, { status: "timeout", seconds: job.seconds }), job.seconds * 1000);
  if (job.seconds <= desk.seconds) desk.spareTimer = setTimeout(() => keepSpare(desk), desk.spareAfter);
  job.listeners.onBegin?.();
  own.worker.postMessage(job.compose(desk.generation));
}

/** @param {Desk} desk */
function boot(desk) {
  take(desk, makeSeat(desk));
}

/** @param {Desk} desk */
function useRest(desk) {
  if (desk.isPractising) return;
  if (!desk.onPractised) return keepSpare(desk);
  desk.isPractising = true;
  practise(newWorker(desk), [++desk.lastId, ++desk.lastId], (hasPractised) => {
    if (hasPractised) desk.onPractised?.();
    Object.assign(desk, { isPractising: false, onPractised: null }); // where it failed, the next visit tries again
    keepSpare(desk);
  });
}

/** @param {Desk} desk */
function newWorker({ createWorker, python, files }) {
  return createWorker({ python, files });
}

/** @param {Desk} desk */
function keepSpare(desk) {
  desk.spare ??= makeSeat(desk);
}

/**
 * A worker on its way; what it says is heard while it does the work. A spare that does not come is left at that.
 *
 * @param {Desk} desk
 * @returns {Seat}
 */
function makeSeat(desk) {
  const id = ++desk.lastId;
  const made = seat(newWorker(desk), protocol.start(id), {
    onReady: () => made === desk.seat && welcome(desk),
    onFail: (reason, detail) => (made === desk.seat ? fail(desk, reason, detail) : dismiss(desk, made)),
    onAnswer: (answer) => made === desk.seat && hear(desk, answer),
  });
  return made;
}

/** @param {Desk} desk */
function welcome(desk) {
  desk.files = "known";
  desk.onReady();
  advance(desk);
}

/**
 * @param {Desk} desk
 * @param {Seat} made  not in use
 */
function dismiss(desk, made) {
  made.end();
  if (desk.spare === made) desk.spare = null;
}

/**
 * @param {Desk} desk
 * @param {Exclude<import("./protocol.js").Answer, {type: "failed"}>} answer
 */
function hear(desk, answer) {
  if (answer.type === "progress") desk.current?.listeners.onProgress?.(answer);
  else if (answer.id !== desk.current?.id) return;
  else if (answer.type === "print") desk.current.listeners.onPrint?.(answer);
  else hearDone(desk, answer.result);
}

/**
 * A heap that was full may break Python later on, so a worker that ran out of memory has given its last answer.
 *
 * @param {Desk} desk
 * @param {any} result
 */
function hearDone(desk, result) {
  const ranOut = result?.cells?.at(-1)?.problem?.type?.endsWith("MemoryError"); // NumPy's is _ArrayMemoryError
  (ranOut ? interrupt : settle)(desk, { status: "done", result });
}

/**
 * A fault of ours ends the worker as well: what a cell left behind in it may be the cause, and would fail each next try.
 *
 * @param {Desk} desk
 * @param {Reason} reason
 * @param {string} detail
 */
function fail(desk, reason, detail) {
  console.error(`aferir: ${reason}: ${detail}`);
  /** @type {Omit<Outcome, "generation">} */
  const outcome = { status: "failed", reason, detail };
  if (desk.seat?.ready) interrupt(desk, outcome);
  else giveUp(desk, outcome);
}

/**
 * Answers the current job and goes on to the next.
 *
 * @param {Desk} desk
 * @param {Omit<Outcome, "generation">} outcome
 */
function settle(desk, outcome) {
  close(desk, { ...outcome, generation: desk.generation });
  advance(desk);
  if (!desk.current && desk.rest < Infinity) desk.spareTimer = setTimeout(() => useRest(desk), desk.rest);
}

/**
 * Ends the worker under its job; the spare takes its place, or a new one begins at once.
 *
 * @param {Desk} desk
 * @param {Omit<Outcome, "generation">} outcome
 */
function interrupt(desk, outcome) {
  const ended = desk.generation;
  desk.seat?.end();
  take(desk, desk.spare ?? makeSeat(desk));
  desk.spare = null;
  close(desk, { ...outcome, generation: ended });
  advance(desk);
}

/**
 * Python did not come: all who wait for it are told, and the next request tries again.
 *
 * @param {Desk} desk
 * @param {Omit<Outcome, "generation">} outcome
 */
function giveUp(desk, outcome) {
  desk.seat?.end();
  desk.seat = null;
  desk.files = "doubted";
  const told = desk.waiting.splice(0);
  close(desk, { ...outcome, generation: desk.generation });
  for (const job of told) job.settle({ ...outcome, generation: desk.generation });
}

/**
 * Takes back a request. While Python is still on its way that costs nothing; once it runs, its worker has to end.
 *
 * @param {Desk} desk
 * @param {Job} job
 */
function drop(desk, job) {
  if (job === desk.current && desk.timer) interrupt(desk, { status: "stopped" });
  else if (job === desk.current) settle(desk, { status: "stopped" });
  else if (desk.waiting.includes(job)) {
    desk.waiting.splice(desk.waiting.indexOf(job), 1);
    job.settle({ status: "stopped", generation: desk.generation });
  }
}
