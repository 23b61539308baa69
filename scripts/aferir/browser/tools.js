/**
 * The small things beside the code: a button that turns into Stop while its work is under way, a Copy button, and a
 * line of quiet words that screen readers hear.
 *
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./dom.js").Child} Child
 *
 * @typedef {object} WorkButton
 * @property {HTMLButtonElement} element
 * @property {(isWorking: boolean) => void} working
 *
 * @typedef {object} Announcement  something true only for a while
 * @property {string} words
 * @property {Promise<unknown>} over
 *
 * @typedef {object} Note
 * @property {HTMLElement} element
 * @property {(...words: Child[]) => void} say
 */

import { button, copy, element } from "./dom.js";

const DOUBLE_CLICK = 400; // ms
const COPIED = 2000; // ms

/**
 * @param {string} label
 * @param {{strings: Strings, onStart: () => void, onStop: () => void, kind: string}} options  `kind`: its class
 * @returns {WorkButton}
 */
export function workButton(label, { strings, onStart, onStop, kind }) {
  /** @type {number | null} */
  let since = null; // when its work began
  const made = button(label, () => {
    if (since === null) onStart();
    else if (Date.now() - since > DOUBLE_CLICK) onStop();
  });
  const working = (/** @type {boolean} */ isWorking) => {
    since = isWorking ? Date.now() : null;
    made.className = `tool ${isWorking ? "tool-stop" : kind}`;
    made.textContent = isWorking ? strings.text("Stop") : label;
  };
  working(false);
  return { element: made, working };
}

/**
 * @param {() => string} text
 * @param {Strings} strings
 */
export function copyButton(text, strings) {
  const label = strings.text("Copy");
  const made = button(
    label,
    async () => {
      const answer = (await copy(text())) ? strings.text("Copied") : strings.text("Could not copy");
      made.textContent = answer;
      setTimeout(() => (made.textContent = label), COPIED);
    },
    { class: "tool tool-copy" },
  );
  return made;
}

/** @returns {Note} */
export function note() {
  const line = element("p", { class: "tool-note", role: "status" });
  return { element: line, say: (...words) => line.replaceChildren(...spaced(words)) };
}

/**
 * Says something until it is over, unless something else has been said in the meantime.
 *
 * @param {Note} note
 * @param {Announcement | null} [announcement]
 */
export function announce(note, announcement) {
  if (!announcement) return;
  note.say(announcement.words);
  announcement.over.then(() => note.element.textContent === announcement.words && note.say());
}

/**
 * @param {Child[]} words
 * @returns {(Node | string)[]}
 */
function spaced(words) {
  const said = /** @type {(Node | string)[]} */ (words.filter(Boolean));
  return said.flatMap((word, i) => (i ? [" ", word] : [word]));
}
