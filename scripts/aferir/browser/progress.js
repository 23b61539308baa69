/**
 * Python on its way to the reader: a bar, words beside it, and now and then a word for screen readers.
 *
 * @typedef {import("./protocol.js").Progress} Progress
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} ProgressLine
 * @property {HTMLElement} element
 * @property {(progress: Progress) => void} show
 * @property {() => void} hide
 */

import { element } from "./dom.js";

/**
 * @param {{strings: Strings, bytes: number}} options  `bytes`: what is downloaded, as the reader is told it
 * @returns {ProgressLine}
 */
export function progress({ strings, bytes }) {
  const bar = element("progress", { max: 1, "aria-label": strings.text("Python is on its way") });
  const words = element("span", { class: "progress-words", "aria-hidden": "true" });
  const spoken = element("span", { class: "unseen", "aria-live": "polite" });
  const line = element("div", { class: "progress", hidden: true }, bar, words, spoken);
  return {
    element: line,
    show({ phase, loaded, total }) {
      line.hidden = false;
      const share = total ? loaded / total : 0;
      const isComing = phase.startsWith("download");
      if (isComing) bar.value = share;
      else bar.removeAttribute("value");
      const whole = phase === "download" ? bytes : total;
      words.textContent = phaseText(strings, phase, share, whole);
      const news = isComing ? phaseText(strings, phase, quarter(share), whole) : words.textContent;
      if (spoken.textContent !== news) spoken.textContent = news;
    },
    hide() {
      line.hidden = true;
      spoken.textContent = "";
    },
  };
}

/**
 * @param {Strings} strings
 * @param {Progress["phase"]} phase
 * @param {number} share
 * @param {number} bytes
 */
function phaseText(strings, phase, share, bytes) {
  const details = { loaded: strings.size(share * bytes), total: strings.size(bytes) };
  if (phase === "download") return strings.text("Downloading Python, once: {loaded} of {total}", details);
  if (phase === "start") return strings.text("Starting Python…");
  if (phase === "start drawing") return strings.text("Starting Matplotlib…");
  return strings.text("Downloading Matplotlib, once: {loaded} of {total}", details);
}

/** @param {number} share */
function quarter(share) {
  return Math.floor(share * 4) / 4;
}
