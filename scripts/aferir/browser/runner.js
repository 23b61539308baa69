/**
 * The page's side of the worker: one request at a time, one promise per request, and always an answer. What cannot
 * be interrupted is ended: the worker is terminated and the next one begins at once, its files being at hand.
 *
 * @typedef {import("./protocol.js").Progress} Progress
 * @typedef {import("./protocol.js").Print} Print
 * @typedef {import("./protocol.js").Reason} Reason
 * @typedef {import("./protocol.js").RunRequest} RunRequest
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
 * @property {() => void} start  fetches Python ahead of the first request
 * @property {() => void} stop  ends whatever runs or waits
 * @property {() => boolean} ready
 * @property {Promise<void>} arrived  Python is there for the first time
 * @property {string} python
 *
 * @typedef {object} Job
 * @property {number} id
 * @property {(generation: number) => import("./protocol.js").Request} compose
 * @property {Listeners} listeners
 * @property {(outcome: Outcome) => void} settle
 *
 * @typedef {Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">} WorkerLike
 *
 * @typedef {object} Desk  where the work of one runner stands
 * @property {() => WorkerLike} createWorker
 * @property {string} python
 * @property {number} seconds
 * @property {() => void} onReady
 * @property {Job[]} waiting
 * @property {Job | null} current  the next to be worked on, or the one that is
 * @property {WorkerLike | null} worker
 * @property {boolean} ready  Python is there
 * @property {boolean} failed  the last start failed
 * @property {number} generation
 * @property {number} lastId
 * @property {number} startId
 * @property {ReturnType<typeof setTimeout> | null} timer  set while Python works on `current`
 */

import * as protocol from "./protocol.js";

const SHARED = Symbol.for("aferir.runner");

/**
 * The one runner of this window. It outlives pages, since Material exchanges their content under a running script;
 * a page of another course (other Python sources) gets a new one.
 *
 * @param {any} host  the window
 * @param {string} python  address of the course's Python sources
 * @param {() => Runner} make
 * @returns {Runner}
 */
export function sharedRunner(host, python, make) {
  if (host[SHARED]?.python !== python) {
    host[SHARED]?.stop();
    host[SHARED] = make();
  }
  return host[SHARED];
}

/**
 * @param {{createWorker: () => WorkerLike, python: string, seconds: number}} options  `seconds`: the time limit of one
 *   request, counted from when Python begins to work on it
 * @returns {Runner}
 */
export function runner({ createWorker, python, seconds }) {
  /** @type {() => void} */
  let onReady = () => {};
  const arrived = /** @type {Promise<void>} */ (new Promise((resolve) => (onReady = resolve)));
  /** @type {Desk} */
  const desk = {
    ...{ createWorker, python, seconds, onReady },
    ...{ waiting: [], current: null, worker: null, ready: false, failed: false },
    ...{ generation: 0, lastId: 0, startId: 0, timer: null },
  };
  return {
    run: (request, listeners) =>
      ask(desk, (id, now) => protocol.run(id, typeof request === "function" ? request(now) : request), listeners),
    grade: (request, listeners) => ask(desk, (id) => protocol.grade(id, request), listeners),
    compare: (request, listeners) => ask(desk, (id) => protocol.compare(id, request), listeners),
    start: () => void (desk.worker ?? boot(desk)),
    stop: () => [...desk.waiting, desk.current].forEach((job) => job && drop(desk, job)),
    ready: () => desk.ready,
    ...{ arrived, python },
  };
}

/**
 * @param {Desk} desk
 * @param {(id: number, generation: number) => import("./protocol.js").Request} compose
 * @param {Listeners} [listeners]
 * @returns {Promise<Outcome>}
 */
function ask(desk, compose, listeners = {}) {
  const id = ++desk.lastId;
  return new Promise((resolve) => {
    const job = { id, listeners, compose: (/** @type {number} */ now) => compose(id, now), settle: resolve };
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
  if (desk.current && !desk.worker) boot(desk);
  if (desk.current && desk.ready && !desk.timer) begin(desk, desk.current);
}

/**
 * @param {Desk} desk
 * @param {Job} job
 */
function begin(desk, job) {
  desk.timer = setTimeout(() => interrupt(desk, { status: "timeout", seconds: desk.seconds }), desk.seconds * 1000);
  job.listeners.onBegin?.();
  desk.worker?.postMessage(job.compose(desk.generation));
}

/** @param {Desk} desk */
function boot(desk) {
  const worker = desk.createWorker();
  const isPresent = () => desk.worker === worker; // one that was ended may still have a word under way
  worker.onmessage = ({ data }) => isPresent() && hear(desk, data);
  worker.onerror = (event) => isPresent() && fail(desk, desk.ready ? "fatal" : "download", errorText(event));
  desk.generation += 1;
  desk.startId = ++desk.lastId;
  desk.worker = worker;
  worker.postMessage(protocol.start(desk.startId, desk.python, desk.failed));
}

/** @param {Desk} desk */
function end(desk) {
  desk.worker?.terminate();
  desk.worker = null;
  desk.ready = false;
}

/**
 * @param {Desk} desk
 * @param {import("./protocol.js").Answer} answer
 */
function hear(desk, answer) {
  if (answer.type === "progress") desk.current?.listeners.onProgress?.(answer);
  else if (answer.id === desk.startId) hearStart(desk, answer);
  else if (answer.id !== desk.current?.id) return;
  else if (answer.type === "print") desk.current.listeners.onPrint?.(answer);
  else if (answer.type === "done") hearDone(desk, answer.result);
  else fail(desk, answer.reason, answer.detail);
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
 * @param {Desk} desk
 * @param {Exclude<import("./protocol.js").Answer, Progress>} answer
 */
function hearStart(desk, answer) {
  if (answer.type === "failed") return fail(desk, answer.reason, answer.detail);
  desk.ready = true;
  desk.failed = false;
  desk.onReady();
  advance(desk);
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
  if (desk.ready) interrupt(desk, outcome);
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
}

/**
 * Ends the worker under its job; a new one takes its place at once, so that it is warm when it is needed.
 *
 * @param {Desk} desk
 * @param {Omit<Outcome, "generation">} outcome
 */
function interrupt(desk, outcome) {
  const ended = desk.generation;
  end(desk);
  boot(desk);
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
  end(desk);
  desk.failed = true;
  const told = desk.waiting.splice(0);
  close(desk, { ...outcome, generation: desk.generation });
  for (const job of told) job.settle({ ...outcome, generation: desk.generation });
}

/**
 * @param {Desk} desk
 * @param {Outcome} outcome
 */
function close(desk, outcome) {
  const job = desk.current;
  clearTimeout(desk.timer ?? undefined);
  desk.timer = null;
  desk.current = null;
  job?.settle(outcome);
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

/** @param {Event | string} event */
function errorText(event) {
  return event instanceof Event && "message" in event ? String(event.message) : String(event);
}
