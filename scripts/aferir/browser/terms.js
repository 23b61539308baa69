/**
 * What a term means, where it is first mentioned: a card while the pointer or the focus is on its link. Escape closes
 * it, and it stays while the pointer is on the card itself. The link leads to the glossary in any case.
 *
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} Term
 * @property {string} term
 * @property {string} text
 * @property {{code: string, term: string}[]} others  in the other languages
 */

import { element } from "./dom.js";
import { place } from "./sourcenote.js";

const NOTE = "term-note";
const PATIENCE = 250; // milliseconds: a pointer that only passes opens nothing

/**
 * @param {HTMLElement} article
 * @param {{load: () => Promise<Record<string, Term>>}} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function terms(article, { load }) {
  const over = new AbortController();
  const shelf = openShelf(load);
  const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ act) =>
    article.addEventListener(type, act, { signal: over.signal });

  listen("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") shelf.soon(termLink(target), shelf.holds(target));
  });
  listen("focusin", ({ target }) => target.matches(":focus-visible") && shelf.show(termLink(target)));
  listen("focusout", () => shelf.close());
  listen("keydown", ({ key }) => key === "Escape" && shelf.close());
  return { element: article, destroy: () => (over.abort(), shelf.close()) };
}

/** @param {Element} target */
function termLink(target) {
  return /** @type {HTMLElement | null} */ (target.closest("a.term"));
}

/**
 * Where the card of one term at a time lies open.
 *
 * @param {() => Promise<Record<string, Term>>} load
 */
function openShelf(load) {
  /** @type {{link: HTMLElement, note: HTMLElement} | null} */
  let open = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  let turn = 0; // a later term overtakes one that still waits

  const close = () => {
    turn++;
    clearTimeout(waiting);
    open?.note.remove();
    open?.link.removeAttribute("aria-describedby");
    open = null;
  };
  const show = async (/** @type {HTMLElement | null} */ link) => {
    if (!link || open?.link === link) return;
    close();
    const own = turn;
    const found = await load().then((all) => all[link.dataset.term ?? ""], failed);
    if (own !== turn || !found) return;
    open = { link, note: card(found) };
    lay(open);
  };
  const soon = (/** @type {HTMLElement | null} */ link, /** @type {boolean} */ isOnCard) => {
    clearTimeout(waiting);
    if (isOnCard || (open && open.link === link)) return;
    waiting = setTimeout(() => (link ? show(link) : close()), PATIENCE);
  };
  return { close, show, soon, holds: (/** @type {Node} */ node) => Boolean(open?.note.contains(node)) };
}

/** @param {unknown} error */
function failed(error) {
  console.warn("aferir: the glossary could not be read", error);
  return undefined; // the link itself still leads there
}

/** @param {{link: HTMLElement, note: HTMLElement}} open */
function lay({ link, note }) {
  link.after(note);
  if (typeof note.showPopover === "function") note.showPopover();
  link.setAttribute("aria-describedby", NOTE);
  place(note, link);
}

/** @param {Term} term */
function card({ text, others }) {
  const names = others.map(({ code, term }) => element("span", { lang: code }, `${term} (${code})`));
  const between = names.flatMap((name, i) => (i ? [" · ", name] : [name]));
  return element(
    "span",
    { class: "source-note term-note", id: NOTE, role: "tooltip", popover: "manual" },
    element("span", { class: "term-text" }, text),
    element("span", { class: "term-others" }, ...between),
  );
}
