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
 * @property {(code: string) => void} change  the reader wrote; it is kept
 * @property {() => boolean} tellOutdated  says that the published code has changed since the reader began, when it has
 *
 * @typedef {{draft: Draft, editor: Editor, note: Note, strings: Strings, reset: HTMLButtonElement}} Desk
 */

import { button } from "./dom.js";

/**
 * @param {{draft: Draft, editor: Editor, note: Note, strings: Strings}} options
 * @returns {Versions}
 */
export function versions(options) {
  const { draft, note, strings } = options;
  /** @type {Desk} */
  const desk = { ...options, reset: button(strings.text("Reset"), () => askReset(desk)) };
  showReset(desk);
  return {
    reset: desk.reset,
    change(code) {
      const isKept = draft.keep(code);
      showReset(desk);
      if (!isKept) note.say(strings.text("This browser does not keep your code; copy it before you go."));
    },
    tellOutdated() {
      if (draft.outdated()) tellOutdated(desk);
      return draft.outdated();
    },
  };
}

/** @param {Desk} desk */
function askReset(desk) {
  const { draft, note, strings } = desk;
  const yes = button(strings.text("Start over"), () => {
    draft.publish();
    take(desk);
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
    note.say();
    editor.focus();
  });
  note.say(words, back);
  back.focus();
}

/** @param {Desk} desk */
function tellOutdated(desk) {
  const { draft, editor, note, strings } = desk;
  const look = button(strings.text("See the new one"), () => {
    draft.publish();
    take(desk);
    offerBack(desk, strings.text("This is the new starting code; yours is kept."));
  });
  const keep = button(strings.text("Keep my code"), () => {
    draft.settle();
    note.say();
    editor.focus();
  });
  note.say(strings.text("The starting code has changed since you began. This is your code."), look, keep);
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
