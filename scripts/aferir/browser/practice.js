/**
 * A worker that does ordinary work once, for the engine, and is ended: see practice.py.
 *
 * @typedef {import("./seat.js").WorkerLike} WorkerLike
 */

import * as protocol from "./protocol.js";
import { seat } from "./seat.js";

/**
 * @param {WorkerLike} worker
 * @param {[start: number, work: number]} ids  of the two requests
 * @param {(hasPractised: boolean) => void} onEnd
 */
export function practise(worker, [start, work], onEnd) {
  const end = (/** @type {boolean} */ hasPractised) => {
    own.end();
    onEnd(hasPractised);
  };
  const own = seat(worker, protocol.start(start), {
    onReady: () => worker.postMessage(protocol.practise(work)),
    onFail: () => end(false),
    onAnswer: ({ type }) => type === "done" && end(true),
  });
}
