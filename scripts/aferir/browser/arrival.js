/**
 * When Python comes: once per visit, as soon as the reader reaches for something that runs. Without being asked for it
 * comes only when the browser has it already, a place to work is in view and nothing else is to be done. Readers who
 * save data, or whose connection is slow, are asked before it is downloaded.
 *
 * @typedef {import("./runner.js").Runner} Runner
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} Arrival
 * @property {(target: HTMLElement) => void} expect  the reader may reach for this: by pointer, finger or key
 * @property {(place: HTMLElement) => () => void} watch  a place to work; what is returned takes it back
 * @property {(onAgree: () => void) => import("./dom.js").Child[] | null} question  what to ask first, if anything
 *
 * @typedef {{saveData?: boolean, effectiveType?: string}} Connection
 *
 * @typedef {object} Device
 * @property {Connection} [connection]
 * @property {number} [deviceMemory]  GB
 */

import { button } from "./dom.js";

const SHARED = Symbol.for("aferir.runner");
const DWELL = 100; // ms: a page that scrolls under a resting pointer asks for nothing
const SLOW = ["slow-2g", "2g", "3g"];
const ENOUGH_MEMORY = 4; // GB: below that nothing starts unasked

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
 * @param {object} options
 * @param {Runner} options.runner
 * @param {Strings} options.strings
 * @param {number} options.bytes  of the download
 * @param {boolean} options.isKnown  the browser has it from an earlier visit
 * @param {Device} [options.device]
 * @returns {Arrival}
 */
export function arrival({ runner, strings, bytes, isKnown, device = /** @type {Device} */ (navigator) }) {
  const asks = () => asksFirst({ runner, isKnown, device });
  const comesUnasked = isKnown && mayComeUnasked(device);
  return {
    expect(target) {
      const reach = () => asks() || runner.start();
      for (const event of ["pointerdown", "focus"]) target.addEventListener(event, reach, { once: true });
      whenDwelt(target, reach);
    },
    watch: (place) => (comesUnasked ? whenSeenAndIdle(place, () => runner.start()) : () => {}),
    question(onAgree) {
      if (!asks()) return null;
      const words = strings.text("This downloads {size}, and your connection is slow or saves data.", {
        size: strings.size(bytes),
      });
      return [words, button(strings.text("Download and run"), () => (runner.start(), onAgree()))];
    },
  };
}

/**
 * Whether a reader is asked before Python is downloaded.
 *
 * @param {{runner: Runner, isKnown: boolean, device?: Device}} options
 */
export function asksFirst({ runner, isKnown, device = /** @type {Device} */ (navigator) }) {
  return !isKnown && !runner.started() && isSparing(device.connection);
}

/**
 * Whether Python, once it is known, may begin before somebody reaches for it.
 *
 * @param {Device} [device]
 */
export function mayComeUnasked(device = /** @type {Device} */ (navigator)) {
  return !isSparing(device.connection) && isRoomy(device);
}

/**
 * Whether there is memory for what nobody has asked for yet.
 *
 * @param {Device} device
 */
export function isRoomy(device) {
  return (device.deviceMemory ?? Infinity) >= ENOUGH_MEMORY;
}

/** @param {Connection} [connection] */
function isSparing({ saveData = false, effectiveType = "" } = {}) {
  return saveData || SLOW.includes(effectiveType);
}

/**
 * @param {HTMLElement} place
 * @param {() => void} action
 * @returns {() => void}
 */
function whenSeenAndIdle(place, action) {
  const observer = new IntersectionObserver((seen) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ later) => setTimeout(later, 1000));
    idle(() => place.isConnected && action());
  });
  observer.observe(place);
  return () => observer.disconnect();
}

/**
 * @param {HTMLElement} target
 * @param {() => void} action
 */
function whenDwelt(target, action) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  target.addEventListener("pointerenter", () => (timer = setTimeout(action, DWELL)));
  target.addEventListener("pointerleave", () => clearTimeout(timer));
}
