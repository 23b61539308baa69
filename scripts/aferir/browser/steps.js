/**
 * Smaller steps that lead to a challenge, each a challenge itself, worked on in place. Hidden until they are offered;
 * what has been written for the whole stays where it is.
 *
 * @typedef {import("./bench.js").Bench} Bench
 * @typedef {import("./bench.js").BenchOptions} BenchOptions
 * @typedef {import("./protocol.js").Challenge} Challenge
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {BenchOptions & {load: () => Promise<Challenge>}} StepOptions
 *
 * @typedef {object} Steps
 * @property {HTMLElement} element
 * @property {() => void} offer
 * @property {() => void} destroy
 *
 * @typedef {object} StepsOptions
 * @property {Strings} strings
 * @property {(id: string) => StepOptions} step
 * @property {(id: string) => Node | null} statement  what the step asks for
 * @property {() => void} onBack  the reader goes back to the whole
 */

import { bench } from "./bench.js";
import { button, element, folded, prose, reveal } from "./dom.js";
import { note } from "./tools.js";

/**
 * @param {{id: string, title: string}[]} list
 * @param {StepsOptions} options
 * @returns {Steps}
 */
export function steps(list, options) {
  const { strings } = options;
  const made = list.map((one) => step(one, options));
  const words = strings.text("A smaller step may help. What you have written for the whole stays as it is.");
  const lead = element("p", { class: "steps-lead", role: "status" });
  const area = element("div", { class: "challenge-steps", role: "group", hidden: true }, lead);
  area.setAttribute("aria-label", strings.text("Smaller steps"));
  area.append(...made.map((one) => one.element));
  return {
    element: area,
    offer() {
      if (!made.length || !area.hidden) return;
      area.hidden = false;
      lead.textContent = words; // said when it appears
    },
    destroy: () => made.forEach((one) => one.destroy()),
  };
}

/**
 * @param {{id: string, title: string}} facts
 * @param {StepsOptions} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
function step({ id, title }, { strings, step: workOf, statement, onBack }) {
  /** @type {Promise<Bench | null> | null} */
  let working = null;
  const own = workOf(id);
  const mark = element("span", { class: "step-mark" }, own.solved.read() && strings.text("solved"));
  const work = element("div", { class: "challenge-work step-work" });
  const back = button(strings.text("Back to the whole"), () => leave(fold, onBack), { class: "tool tool-back" });
  const asked = element("div", { class: "step-statement" }, statement(id));
  const body = element("div", { class: "step-body" }, asked, work, back);
  const line = [element("span", { class: "step-title" }, ...prose(title)), mark];
  const fold = folded(line, body, { class: "step", "data-step": id });
  const onVerdict = (/** @type {import("./protocol.js").Verdict} */ verdict) => {
    if (verdict.status !== "passed") return;
    mark.textContent = strings.text("solved");
    back.classList.add("tool-main");
  };
  const open = () => void (working ??= opened(work, { ...own, onVerdict }, () => ((working = null), open())));
  fold.addEventListener("toggle", () => fold.open && open());
  return { element: fold, destroy: () => void working?.then((made) => made?.destroy()) };
}

/**
 * @param {HTMLElement} work
 * @param {StepOptions} options
 * @param {() => void} again
 * @returns {Promise<Bench | null>}
 */
async function opened(work, options, again) {
  try {
    return await bench(work, await options.load(), options);
  } catch (error) {
    console.error("aferir: the step did not load", error);
    const line = note();
    const retry = button(options.strings.text("Try again"), () => (line.element.remove(), again()));
    line.say(options.strings.text("The editor did not load. Check the connection and try again."), retry);
    work.append(line.element);
    return null;
  }
}

/**
 * @param {HTMLDetailsElement} fold
 * @param {() => void} onBack
 */
function leave(fold, onBack) {
  fold.open = false;
  onBack();
  reveal(/** @type {HTMLElement} */ (fold.closest(".challenge-work")));
}
