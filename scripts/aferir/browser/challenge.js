/**
 * A challenge of the page: its work area, and after three failed checks the smaller steps that lead to it. Loaded when
 * it comes near; until then the page shows the starting code.
 *
 * @typedef {import("./bench.js").Bench} Bench
 * @typedef {import("./bench.js").BenchOptions} BenchOptions
 * @typedef {import("./protocol.js").Challenge} Challenge
 * @typedef {import("./steps.js").Steps} Steps
 *
 * @typedef {object} OwnOptions
 * @property {() => Promise<Challenge>} load  the challenge's published JSON
 * @property {{read: () => number, write: (failed: number) => void}} failed  how many checks in a row did not pass
 * @property {(id: string) => import("./steps.js").StepOptions} step  what the work area of a smaller step needs
 *
 * @typedef {BenchOptions & OwnOptions} ChallengeOptions
 */

import { bench } from "./bench.js";
import { button, whenNear } from "./dom.js";
import { steps } from "./steps.js";
import { note } from "./tools.js";

const ENOUGH = 3; // failed checks in a row, until smaller steps are offered

/**
 * @param {HTMLElement} section  `section.challenge` of the page
 * @param {ChallengeOptions} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function challenge(section, options) {
  /** @type {{destroy: () => void} | null} */
  let made = null;
  const work = /** @type {HTMLElement} */ (section.querySelector(".challenge-work"));
  const open = async () => {
    made = await opened(section, work, options).catch((error) => unopened(work, error, options.strings, open));
  };
  const cancel = whenNear(section, open);
  return {
    element: section,
    destroy() {
      cancel();
      made?.destroy();
    },
  };
}

/**
 * @param {HTMLElement} section
 * @param {HTMLElement} work
 * @param {ChallengeOptions} options
 * @returns {Promise<{destroy: () => void}>}
 */
async function opened(section, work, options) {
  const published = await options.load();
  const smaller = steps(published.steps ?? [], {
    ...{ strings: options.strings, step: options.step, statement: (id) => statementOf(work, id) },
    onBack: () => whole.focus(),
  });
  const isOffered = options.failed.read() >= ENOUGH && !options.solved.read();
  const whole = await bench(work, published, {
    ...options,
    aside: smaller.element,
    onVerdict: (verdict) => counted(section, verdict.status, options, smaller),
  });
  section.classList.toggle("is-solved", options.solved.read());
  if (isOffered) smaller.offer();
  return { destroy: () => (smaller.destroy(), whole.destroy()) };
}

/**
 * A fault of ours counts for nothing.
 *
 * @param {HTMLElement} section
 * @param {import("./protocol.js").Verdict["status"]} status
 * @param {ChallengeOptions} options
 * @param {Steps} smaller
 */
function counted(section, status, { failed }, smaller) {
  if (status === "passed") {
    failed.write(0);
    section.classList.add("is-solved");
  } else if (status === "failed") {
    failed.write(failed.read() + 1);
    if (failed.read() >= ENOUGH) smaller.offer();
  }
}

/**
 * What a smaller step asks for, as the page brought it.
 *
 * @param {HTMLElement} work
 * @param {string} id
 * @returns {Node | null}
 */
function statementOf(work, id) {
  const templates = /** @type {NodeListOf<HTMLTemplateElement>} */ (work.querySelectorAll("template.challenge-step"));
  const own = [...templates].find((one) => one.dataset.challenge === id);
  return own ? own.content.cloneNode(true) : null;
}

/**
 * @param {HTMLElement} work
 * @param {unknown} error
 * @param {import("./strings.js").Strings} strings
 * @param {() => void} again
 */
function unopened(work, error, strings, again) {
  console.error("aferir: the challenge did not load", error);
  const line = note();
  const retry = button(strings.text("Try again"), () => (line.element.remove(), again()));
  line.say(strings.text("The editor did not load. Check the connection and try again."), retry);
  work.append(line.element);
  return null;
}
