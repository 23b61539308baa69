/**
 * The reader's code and the published one beside an editor: starting over, bringing code back, and what happens when
 * the published code has changed. Nothing is thrown away without a way back.
 *
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./tools.js").Note} Note
 *
 * @typedef {object} Versions
 * @property {HTMLButtonElement} reset  hidden while the published code stands unchanged
 * @property {HTMLElement} element  the other versions, when there are some
 * @property {(code: string) => void} change  the reader wrote; it is kept
 * @property {() => void} destroy
 *
 * @typedef {{draft: Draft, editor: Editor, note: Note, strings: Strings}} VersionsOptions
 *
 * @typedef {VersionsOptions & {reset: HTMLButtonElement, others: import("./editions.js").Editions}} Desk
 */

import { button } from "./dom.js";
import { editions } from "./editions.js";

/**
 * @param {VersionsOptions} options
 * @returns {Versions}
 */
export function versions(options) {
  const { draft, editor, strings } = options;
  /** @type {Desk} */
  const desk = {
    ...options,
    reset: button(strings.text("Reset"), () => askReset(desk)),
    others: editions({
      ...options,
      onTake: () => take(desk),
      isBusy: () => document.hasFocus() && editor.element.contains(document.activeElement),
      focus: () => editor.focus(),
    }),
  };
  showReset(desk);
  return {
    reset: desk.reset,
    element: desk.others.element,
    change(code) {
      draft.keep(code);
      showReset(desk);
      desk.others.change();
    },
    destroy: desk.others.destroy,
  };
}

/** @param {Desk} desk */
function askReset(desk) {
  const { draft, note, strings } = desk;
  const yes = button(strings.text("Start over"), () => {
    draft.publish();
    take(desk);
    desk.others.show();
    offerBack(desk, strings.text("The starting code is back."));
  });
  const no = button(strings.text("Keep my code"), () => {
    note.say();
    desk.reset.focus();
  });
  note.say(strings.text("Put your code aside and start over?"), yes, no);
  no.focus();
}

/**
 * @param {Desk} desk
 * @param {string} words
 */
function offerBack(desk, words) {
  const { draft, editor, note, strings } = desk;
  const back = button(strings.text("Bring my code back"), () => {
    draft.swap();
    take(desk);
    desk.others.show();
    note.say();
    editor.focus();
  });
  note.say(words, back);
  back.focus();
}

/**
 * The draft's code into the editor.
 *
 * @param {Desk} desk
 */
function take(desk) {
  const code = desk.draft.code();
  if (desk.editor.value !== code) desk.editor.value = code;
  showReset(desk);
}

/** @param {Desk} desk */
function showReset({ draft, reset }) {
  reset.hidden = !draft.changed();
}
