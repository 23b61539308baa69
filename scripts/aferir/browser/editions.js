/**
 * The other versions of a code, when there are some: a new published one beside the reader's, line by line, or one that
 * was put aside. The reader chooses; nothing is thrown away without a word.
 *
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./tools.js").Note} Note
 *
 * @typedef {object} EditionsOptions
 * @property {Draft} draft
 * @property {Strings} strings
 * @property {Note} note  where a word is said
 * @property {() => void} onTake  another version has come into use
 * @property {() => boolean} isBusy  somebody writes here
 * @property {() => void} focus  to the code
 *
 * @typedef {object} Editions
 * @property {HTMLElement} element
 * @property {() => void} show  what there is now
 * @property {() => void} change  the code in use has been changed by hand
 * @property {() => void} destroy
 *
 * @typedef {EditionsOptions & {element: HTMLElement}} Desk
 */

import { difference } from "./difference.js";
import { button, element } from "./dom.js";

/**
 * @param {EditionsOptions} options
 * @returns {Editions}
 */
export function editions(options) {
  const { draft, strings, note, onTake, isBusy } = options;
  const box = element("div", { class: "editions", role: "group", hidden: true });
  box.setAttribute("aria-label", strings.text("Other versions of this code"));
  const desk = { ...options, element: box };
  const unfollow = draft.follow({
    isBusy,
    onChange(came) {
      if (came === "taken") onTake();
      else note.say(strings.text("Another tab has changed this code as well. Its version is put aside."));
      show(desk);
    },
  });
  show(desk);
  const change = () => draft.outdated() && show(desk);
  return { element: box, show: () => show(desk), change: () => void change(), destroy: unfollow };
}

/** @param {Desk} desk */
function show(desk) {
  const { draft, element: box } = desk;
  const isOutdated = draft.outdated();
  box.hidden = !isOutdated && !draft.others().length;
  box.classList.toggle("is-outdated", isOutdated);
  box.replaceChildren(...(box.hidden ? [] : isOutdated ? outdated(desk) : putAside(desk)));
}

/**
 * @param {Desk} desk
 * @returns {Node[]}
 */
function outdated(desk) {
  const { draft, strings, note, focus } = desk;
  const take = button(strings.text("Go on with the new one"), () => {
    draft.publish();
    taken(desk, strings.text("This is the new code; yours is put aside."));
  });
  const stay = button(strings.text("Stay with mine"), () => {
    draft.settle();
    note.say();
    show(desk);
    focus();
  });
  const words = strings.text("The published code has changed since you began. Both versions are kept.");
  const beside = difference(draft.code(), draft.published(), {
    labels: [strings.text("Yours"), strings.text("Published now")],
    only: [strings.text("only in yours"), strings.text("only in the published one")],
    same: strings.text("The two are the same, line for line."),
  });
  return [element("p", { class: "editions-words" }, words), beside, element("div", { class: "editions-tools" }, take, stay)];
}

/**
 * A quiet line, which opens.
 *
 * @param {Desk} desk
 * @returns {Node[]}
 */
function putAside(desk) {
  const { draft, strings } = desk;
  const count = draft.others().length;
  const words = strings.plural("A version of yours is put aside.", "{count} versions of yours are put aside.", count);
  const look = button(strings.text("Compare"), () => openAside(desk));
  return [element("p", { class: "editions-words" }, words, " ", look)];
}

/** @param {Desk} desk */
function openAside(desk) {
  const { draft, strings, element: box, note } = desk;
  const [other] = draft.others();
  const bring = button(strings.text("Bring it back"), () => {
    draft.swap();
    taken(desk, "");
  });
  const close = () => {
    show(desk);
    const next = box.querySelector("button");
    if (next) next.focus();
    else desk.focus();
  };
  const drop = button(strings.text("Delete it"), () => {
    draft.drop();
    note.say(strings.text("Deleted."));
    close();
  });
  const beside = difference(draft.code(), other, {
    labels: [strings.text("In use"), strings.text("Put aside")],
    only: [strings.text("only in the one in use"), strings.text("only in the one put aside")],
    same: strings.text("The two are the same, line for line."),
  });
  const tools = element("div", { class: "editions-tools" }, bring, drop, button(strings.text("Close"), close));
  box.replaceChildren(beside, tools);
  bring.focus();
}

/**
 * @param {Desk} desk
 * @param {string} words
 */
function taken(desk, words) {
  const { note, onTake, focus } = desk;
  onTake();
  note.say(words);
  show(desk);
  focus();
}
