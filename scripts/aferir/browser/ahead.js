/**
 * Python that begins before this program is here. On a page whose reader has run something in its lesson before, a script
 * in the head (theme/partials/ahead.html) makes the worker, and it waits here for the runner of the page.
 *
 * @typedef {Worker & {order: string}} Waiting  `order`: the name that it was given
 */

import { mayComeUnasked } from "./arrival.js";
import { nameOf } from "./protocol.js";

const AHEAD = Symbol.for("aferir.ahead");

/** @param {any} host  the window */
export function isAhead(host) {
  return AHEAD in host;
}

/**
 * The worker that waits, if it was made for these orders. It is given once.
 *
 * @param {any} host  the window
 * @param {import("./protocol.js").Orders} orders
 * @returns {Waiting | null}
 */
export function takeAhead(host, orders) {
  const waiting = host[AHEAD] ?? null;
  delete host[AHEAD];
  if (waiting?.order === nameOf(orders)) return waiting;
  waiting?.terminate();
  return null;
}

/**
 * The same runner; what it has run in a lesson is noted under the address of the worker, for the script in the head.
 *
 * @param {import("./runner.js").Runner} runner
 * @param {object} options
 * @param {import("./store.js").Store} options.kept
 * @param {string} options.lesson
 * @param {URL} options.worker
 * @param {import("./arrival.js").Device} [options.device]
 * @returns {import("./runner.js").Runner}
 */
export function noting(runner, { kept, lesson, worker, device }) {
  const noted = async (/** @type {Promise<import("./runner.js").Outcome>} */ work) => {
    const outcome = await work;
    if (outcome.status === "done" && mayComeUnasked(device)) kept.write(`ran:${lesson}`, worker.href);
    return outcome;
  };
  return {
    ...runner,
    run: (...given) => noted(runner.run(...given)),
    grade: (...given) => noted(runner.grade(...given)),
    draw: (...given) => noted(runner.draw(...given)),
  };
}
