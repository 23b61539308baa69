/**
 * One worker and how far it has come: asked to start at once, ready when Python is there, ended for good.
 *
 * @typedef {import("./protocol.js").Answer} Answer
 * @typedef {import("./protocol.js").Reason} Reason
 * @typedef {import("./protocol.js").Start} Start
 * @typedef {Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">} WorkerLike
 *
 * @typedef {object} Seat
 * @property {WorkerLike} worker
 * @property {boolean} ready
 * @property {() => void} end  nothing is heard of it any more
 *
 * @typedef {object} SeatListeners
 * @property {() => void} onReady
 * @property {(reason: Reason, detail: string) => void} onFail  before it is ready or later
 * @property {(answer: Exclude<Answer, {type: "failed"}>) => void} onAnswer
 */

/**
 * @param {WorkerLike} worker
 * @param {Start} start
 * @param {SeatListeners} listeners
 * @returns {Seat}
 */
export function seat(worker, start, { onReady, onFail, onAnswer }) {
  let isEnded = false; // a worker that was ended may still have a word under way
  /** @type {Seat} */
  const made = {
    ...{ worker, ready: false },
    end() {
      isEnded = true;
      worker.terminate();
    },
  };
  worker.onmessage = ({ data }) => {
    if (isEnded) return;
    if (data.type === "failed") onFail(data.reason, data.detail);
    else if (data.id !== start.id || data.type !== "done") onAnswer(data);
    else {
      made.ready = true;
      onReady();
    }
  };
  worker.onerror = (event) => isEnded || onFail(made.ready ? "fatal" : "download", errorText(event));
  worker.postMessage(start);
  return made;
}

/** @param {Event | string} event */
function errorText(event) {
  return event instanceof Event && "message" in event ? String(event.message) : String(event);
}
