/**
 * Where the work of one runner stands: who waits, who works, and since when.
 *
 * @typedef {import("./runner.js").Outcome} Outcome
 * @typedef {import("./runner.js").Listeners} Listeners
 *
 * @typedef {object} Job
 * @property {number} id
 * @property {(generation: number) => import("./protocol.js").Request} compose
 * @property {Listeners} listeners
 * @property {(outcome: Outcome) => void} settle
 * @property {number} seconds  its time limit
 *
 * @typedef {import("./seat.js").Seat} Seat
 * @typedef {import("./seat.js").WorkerLike} WorkerLike
 *
 * @typedef {object} Desk  where the work of one runner stands
 * @property {(orders: import("./protocol.js").Orders) => WorkerLike} createWorker
 * @property {string} python
 * @property {number} seconds
 * @property {number} spareAfter  milliseconds
 * @property {number} rest  milliseconds
 * @property {(() => void) | null} onPractised  where a worker is to practise while nothing is asked: that it has
 * @property {boolean} isPractising
 * @property {() => void} onReady
 * @property {Job[]} waiting
 * @property {Job | null} current  the next to be worked on, or the one that is
 * @property {Seat | null} seat  whose worker does the work
 * @property {Seat | null} spare
 * @property {import("./protocol.js").Files} files  how the browser stands to the runtime's files
 * @property {number} generation  of the worker that does the work
 * @property {number} lastId
 * @property {ReturnType<typeof setTimeout> | null} timer  set while Python works on `current`
 * @property {ReturnType<typeof setTimeout> | null} spareTimer
 */

/**
 * An empty desk, and when Python has been there for the first time.
 *
 * @param {Pick<Desk, "createWorker" | "python" | "seconds" | "spareAfter" | "rest" | "onPractised">} options
 * @param {boolean} isKnown  the runtime's files were used in this browser before
 * @returns {[Desk, Promise<void>]}
 */
export function openDesk(options, isKnown) {
  /** @type {() => void} */
  let onReady = () => {};
  const arrived = /** @type {Promise<void>} */ (new Promise((resolve) => (onReady = resolve)));
  /** @type {Desk} */
  const desk = {
    ...options,
    onReady,
    ...{ waiting: [], current: null, seat: null, spare: null, files: isKnown ? "known" : "new" },
    ...{ generation: 0, lastId: 0, timer: null, spareTimer: null, isPractising: false },
  };
  return [desk, arrived];
}

/**
 * @param {Desk} desk
 * @param {Seat} next  does the work from now on
 */
export function take(desk, next) {
  desk.generation += 1;
  desk.seat = next;
}

/**
 * @param {Desk} desk
 * @param {Outcome} outcome
 */
export function close(desk, outcome) {
  const job = desk.current;
  clearTimeout(desk.timer ?? undefined);
  clearTimeout(desk.spareTimer ?? undefined);
  desk.timer = null;
  desk.current = null;
  job?.settle(outcome);
}
