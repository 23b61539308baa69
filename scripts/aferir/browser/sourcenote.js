/**
 * The card that says where a number comes from, and where on the page it stands: in the margin beside the number, or
 * below its line. It stands right after what was asked, so that the next Tab and the next word read are its own; the
 * top layer keeps tables and cells from cutting it off.
 *
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} Source  one entry of a lesson's sources
 * @property {"number" | "word" | "claim" | "given"} kind
 * @property {string} written
 * @property {string} [expression]
 * @property {string} [value]  in Python's notation
 * @property {string[]} [cells]  that make the value
 * @property {string} [key]  of a given: its source
 * @property {string} [reference]  of a given: how the page's list of sources writes it
 */

import { element, unseen } from "./dom.js";

const GAP = 8; // px between the card and all else
const NARROWEST = 168; // px of margin that are room for a card
const TALLEST = 0.4; // of the window: what is taller does not stand in the margin
const BLOCK = ".md-content__inner > :not(.passage), .passage > *, section.block > *, li, td, th";

/**
 * @param {Source[]} sources  one, or those of all numbers of a formula
 * @param {Strings} strings
 */
export function sourceNote(sources, strings) {
  const isList = sources.length > 1;
  const entries = sources.map((source, i) => {
    const isSaidBelow = sameCells(source, sources[i + 1]);
    const told = isSaidBelow ? { ...source, cells: [] } : source;
    return element("span", { class: "source", role: isList && "listitem" }, ...entry(told, isList, strings));
  });
  return card(strings, isList ? element("span", { class: "source-list", role: "list" }, ...entries) : entries[0]);
}

/**
 * @param {Source} source
 * @param {Source} [next]
 */
function sameCells({ cells }, next) {
  return cells?.join() === (next?.cells?.join() ?? null);
}

/**
 * A card that says why there are no sources in it.
 *
 * @param {Strings} strings
 */
export function emptyNote(strings) {
  const words = strings.text("The sources did not load. Check the connection and try again.");
  return card(strings, element("span", { class: "source source-words", role: "status" }, words));
}

/**
 * @param {Strings} strings
 * @param {HTMLElement} content
 */
function card(strings, content) {
  const label = strings.text("Where it comes from");
  return element("span", { class: "source-note", role: "group", "aria-label": label, popover: "manual" }, content);
}

/**
 * @param {Source} source
 * @param {boolean} isListed  among others: says which one it is
 * @param {Strings} strings
 * @returns {HTMLElement[]}
 */
function entry({ kind, written, expression = "", value = "", cells = [], key = "", reference = "" }, isListed, strings) {
  const name = isListed ? [element("span", { class: "source-written" }, written)] : [];
  if (kind === "given") return [...name, words(strings.text("Source:"), " ", sourceLink(key, reference))];
  return [
    ...name,
    element("code", { class: "source-expression" }, ...breakable(expression)),
    element("span", { class: "source-value" }, unseen(strings.text("Value:")), element("code", {}, value)),
    ...(cells.length ? [words(...cells.map((cell) => cellLink(cell, strings)))] : []),
  ];
}

/**
 * Code whose lines may also end after an opening bracket, a dot or a comma, before any word is cut.
 *
 * @param {string} code
 */
function breakable(code) {
  return code.split(/(?<=[([{.,])/).flatMap((part, i) => (i ? [element("wbr"), part] : [part]));
}

/** @param {(Node | string)[]} children */
function words(...children) {
  return element("span", { class: "source-words" }, ...children);
}

/**
 * A source as the list of the page writes it, leading there; its key when the page has no such list.
 *
 * @param {string} key
 * @param {string} reference
 */
function sourceLink(key, reference) {
  const isOnPage = document.getElementById(`reference-${key}`);
  if (isOnPage) return element("a", { href: `#reference-${key}` }, reference || key);
  return reference ? element("span", {}, reference) : element("code", {}, key);
}

/**
 * The name of a cell, leading to it when the page shows it.
 *
 * @param {string} cell
 * @param {Strings} strings
 */
function cellLink(cell, strings) {
  const name = strings.text("Cell {name}", { name: cell });
  const isShown = document.getElementById(`cell-${cell}`);
  return isShown ? element("a", { href: `#cell-${cell}` }, name) : element("span", {}, name);
}

/**
 * Puts an open card beside what was asked, never over it.
 *
 * @param {HTMLElement} note
 * @param {HTMLElement} asked
 */
export function place(note, asked) {
  const lines = [...asked.getClientRects()];
  const [whole, last] = [asked.getBoundingClientRect(), lines.at(-1) ?? asked.getBoundingClientRect()];
  const column = asked.closest(".md-content")?.getBoundingClientRect().right ?? document.body.clientWidth;
  const { left, top } = inMargin(note, asked, whole, column - GAP) ?? below(note, whole, last, column - GAP);
  note.style.left = `${Math.round(left + window.scrollX)}px`;
  note.style.top = `${Math.round(top + window.scrollY)}px`;
}

/**
 * @param {HTMLElement} note
 * @param {HTMLElement} asked
 * @param {DOMRect} whole
 * @param {number} end  where the margin ends
 */
function inMargin(note, asked, whole, end) {
  const start = (outermost(asked)?.getBoundingClientRect().right ?? end) + 2 * GAP;
  const room = end - start;
  note.classList.toggle("in-margin", room >= NARROWEST);
  if (room < NARROWEST) return null;
  note.style.setProperty("--room", `${Math.floor(room)}px`);
  if (note.offsetHeight <= TALLEST * window.innerHeight) return { left: start, top: whole.top };
  note.classList.remove("in-margin");
  return null;
}

/**
 * The block of the page that holds an element; its right edge is where the margin begins.
 *
 * @param {HTMLElement} asked
 */
function outermost(asked) {
  let block = asked.closest(BLOCK);
  for (let next = block; next; next = next.parentElement?.closest(BLOCK) ?? null) block = next;
  return block;
}

/**
 * Below the last line, or above the first when only there it can be seen.
 *
 * @param {HTMLElement} note
 * @param {DOMRect} whole
 * @param {DOMRect} last
 * @param {number} end  of the column
 */
function below(note, whole, last, end) {
  const [width, height] = [note.offsetWidth, note.offsetHeight];
  const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  const fits = whole.bottom + GAP + height <= window.innerHeight || whole.top - GAP - height < header;
  return {
    left: Math.max(GAP, Math.min(last.left, end - width)),
    top: fits ? whole.bottom + GAP : whole.top - GAP - height,
  };
}
