/**
 * What this browser keeps of a reader's work: how much, as a file to take along, from a file, and its end.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./tools.js").Note} Note
 * @typedef {import("./work.js").Counts} Counts
 * @typedef {import("./work.js").Refusal} Refusal
 *
 * @typedef {object} WorkOptions
 * @property {Strings} strings
 * @property {Store} store
 * @property {string} course
 * @property {() => Promise<boolean>} dropCopies  of pages and of Python
 * @property {(name: string, text: string) => void} [save]
 *
 * @typedef {WorkOptions & {note: Note, list: HTMLElement, buttons: HTMLButtonElement[]}} Desk
 */

import { button, element } from "./dom.js";
import { fileField, saveFile } from "./files.js";
import { note } from "./tools.js";
import { amounts, joinedWork, readWork, workFile, workOf } from "./work.js";

const LARGEST = 64e6; // bytes of a file that is opened at all

/** @type {Record<Refusal, (strings: Strings, detail: string) => string>} */
const REFUSALS = {
  large: (strings) => strings.text("This file is too large to be the work of a reader."),
  json: (strings) => strings.text("This file cannot be read: it is damaged, or something else altogether."),
  format: (strings) => strings.text("This is no file that a page of this kind has saved."),
  newer: (strings) => strings.text("A newer edition of this site has saved this file. Reload the page and try again."),
  course: (strings, course) => strings.text("This file belongs to another course, “{course}”.", { course }),
  damaged: (strings, detail) => strings.text("This file is damaged at “{detail}”.", { detail }),
};

/**
 * @param {HTMLElement} place  `.kept-work` of the page
 * @param {WorkOptions} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function workPanel(place, options) {
  const { strings, store } = options;
  const field = fileField(".json,application/json", (file) => takeIn(desk, file));
  const buttons = [
    button(strings.text("Save a copy as a file"), () => save(desk)),
    button(strings.text("Take in a file…"), field.open),
    button(strings.text("Delete everything"), () => askDelete(desk)),
  ];
  /** @type {Desk} */
  const desk = { ...options, note: note(), list: element("ul", { class: "kept-list" }), buttons };
  const title = element("p", { class: "kept-title", id: "kept-title" }, strings.text("Your work on this device"));
  const tools = element("div", { class: "kept-tools" }, ...buttons, field.element);
  place.replaceChildren(title, desk.list, tools, desk.note.element);
  for (const [name, value] of [["role", "group"], ["aria-labelledby", "kept-title"]]) place.setAttribute(name, value);
  show(desk);
  return { element: place, destroy: store.follow("", () => show(desk)) };
}

/** @param {Desk} desk */
function show({ strings, store, list, buttons: [saveButton] }) {
  const { codes, answers, solved, read, ticks, bytes } = amounts(workOf(store.items()));
  const lines = [
    codes && strings.plural("the code of one cell or challenge", "the code of {count} cells and challenges", codes),
    solved && strings.plural("one challenge passed", "{count} challenges passed", solved),
    answers && strings.plural("the answer to one question", "the answers to {count} questions", answers),
    ticks && strings.plural("one tick in a project", "{count} ticks in projects", ticks),
    read && strings.plural("one lesson read to its end", "{count} lessons read to their end", read),
  ].filter(Boolean);
  const size = strings.text("{size} in all", { size: strings.kilobytes(bytes) });
  const empty = strings.text("Nothing yet: run a cell with code of your own, answer a question, read a lesson to its end.");
  list.replaceChildren(...(lines.length ? [...lines, size] : [empty]).map((line) => element("li", {}, String(line))));
  saveButton.setAttribute("aria-disabled", String(!lines.length));
}

/** @param {Pick<Desk, "store" | "course" | "save">} desk */
export function saveWork({ store, course, save = saveFile }) {
  const now = new Date();
  save(`${course}-${now.toISOString().slice(0, 10)}.json`, workFile(course, workOf(store.items()), now));
}

/** @param {Desk} desk */
function save(desk) {
  const { strings, note, buttons } = desk;
  if (buttons[0].getAttribute("aria-disabled") === "true") return note.say(strings.text("There is nothing to save yet."));
  saveWork(desk);
  note.say(strings.text("Saved. Take the file in on another device, or here after deleting."));
}

/**
 * @param {Desk} desk
 * @param {File} file
 */
async function takeIn({ strings, store, course, note }, file) {
  const unchanged = strings.text("Nothing here has changed.");
  const reading = file.size > LARGEST ? /** @type {const} */ ({ refused: "large", detail: "" }) : readWork(await file.text(), course, Date.now());
  if ("refused" in reading) return note.say(REFUSALS[reading.refused](strings, reading.detail), unchanged);
  const { work, counts } = joinedWork(workOf(store.items()), reading.work);
  if (!store.put(work)) return note.say(strings.text("This browser has no room for the file."), unchanged);
  note.say(takenWords(counts, strings));
}

/**
 * @param {Counts} counts
 * @param {Strings} strings
 */
function takenWords({ added, changed, same }, strings) {
  const details = { added, changed, same };
  if (!added && !changed) return strings.text("Everything in the file is here already, or newer here.");
  return strings.text("Taken in. New here: {added}; changed: {changed}; as before: {same}. Code that differed is put aside.", details);
}

/** @param {Desk} desk */
function askDelete(desk) {
  const { strings, note, buttons } = desk;
  const yes = button(strings.text("Delete"), () => deleteAll(desk));
  const no = button(strings.text("Keep everything"), () => (note.say(), buttons[2].focus()));
  const words = strings.text("Delete your code, answers and marks of this course, and the copies of its pages? They cannot be brought back.");
  note.say(words, yes, no);
  no.focus();
}

/** @param {Desk} desk */
async function deleteAll({ strings, store, note, buttons, dropCopies }) {
  buttons[2].focus();
  const isDone = [store.clear(), await dropCopies()].every(Boolean);
  const refused = strings.text("This browser does not let the page delete everything. Clear the site's data in its settings.");
  note.say(isDone ? strings.text("Everything is deleted.") : refused);
}
