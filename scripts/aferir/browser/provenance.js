/**
 * Where a number comes from. A click or a tap on a bound number, word or claim opens its card; in the mode "Show
 * sources" each wears a dotted line and can be reached and asked by keyboard. What cannot be a button itself (a formula,
 * whose numbers are hidden from assistive technology; a claim that holds numbers; a number in a link) has one after it.
 *
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./sourcenote.js").Source} Source
 * @typedef {Record<string, Source>} Sources  by the number of the binding
 *
 * @typedef {object} Desk  where cards are opened: one at a time
 * @property {(asked: HTMLElement, trigger?: HTMLElement) => Promise<void>} ask  opens a card, or closes it again
 * @property {(isBack?: boolean) => void} close  `isBack`: focus goes back from the card to what was asked
 * @property {(node: EventTarget | null) => boolean} holds  whether it is in the open card
 * @property {(node: EventTarget | null) => boolean} isTrigger
 * @property {() => boolean} isOpen
 * @property {() => void} settle  puts the open card in its place again
 */

import { element, reveal } from "./dom.js";
import { emptyNote, place, sourceNote } from "./sourcenote.js";

const ONE = ".number[data-source], .word[data-source], .claim[data-source]";
const CLICKABLE = `${ONE}, .formula[data-sources]`;
const ASKABLE = `${CLICKABLE}, .figure[data-sources], .explorable[data-sources]`;
const INTERACTIVE = "a, button, summary, label, input";
const NOTE = "source-note";

/**
 * @param {HTMLElement} article
 * @param {{strings: Strings, load: () => Promise<Sources>}} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function provenance(article, { strings, load }) {
  const over = new AbortController();
  const desk = openDesk(strings, load);
  const mode = sourcesMode(article, strings, desk);
  const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ act, options = {}) =>
    document.addEventListener(type, act, { signal: over.signal, ...options });

  listen("click", (event) => clicked(event.target, { article, desk, mode }));
  listen("keydown", (event) => pressed(event, { desk, mode }), { capture: true }); // before the theme's own keys
  listen("focusin", ({ target }) => desk.isOpen() && !desk.holds(target) && !desk.isTrigger(target) && desk.close());
  // A card moves with the page by itself, but not with a table that scrolls inside it.
  listen("scroll", ({ target }) => target !== document && desk.settle(), { capture: true, passive: true });
  window.addEventListener("resize", desk.settle, { signal: over.signal });
  return { element: article, destroy: () => (over.abort(), desk.close()) };
}

/**
 * @param {Element} target
 * @param {{article: HTMLElement, desk: Desk, mode: Mode}} page
 */
function clicked(target, { article, desk, mode }) {
  if (desk.holds(target)) {
    if (target.closest("a")) setTimeout(desk.close); // the link is followed first
    return;
  }
  const companion = /** @type {HTMLElement | null} */ (target.closest(".sources-of"));
  const asked = companion ? mode.askedBy(companion) : bound(target);
  if (asked && article.contains(asked)) desk.ask(asked, companion ?? asked);
  else desk.close();
}

/**
 * What a click on an element asks. A link stays a link, and to mark text is not to ask.
 *
 * @param {Element} target
 * @returns {HTMLElement | null}
 */
function bound(target) {
  if (target.closest(INTERACTIVE) || document.getSelection()?.toString()) return null;
  return /** @type {HTMLElement | null} */ (target.closest(CLICKABLE));
}

/**
 * @param {KeyboardEvent} event
 * @param {{desk: Desk, mode: Mode}} page
 */
function pressed(event, { desk, mode }) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape") desk.close(true);
  else if (isShortcut(event) && !target.closest("input, textarea, [contenteditable]")) {
    stop(event);
    mode.toggle();
  } else if ((event.key === "Enter" || event.key === " ") && mode.isKey(target)) {
    stop(event);
    desk.ask(target);
  }
}

/** @param {KeyboardEvent} event */
function isShortcut({ altKey, ctrlKey, metaKey, key, code }) {
  return altKey && !ctrlKey && !metaKey && (key === "." || code === "Period");
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

// ── One card at a time ──────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {Strings} strings
 * @param {() => Promise<Sources>} load
 * @returns {Desk}
 */
function openDesk(strings, load) {
  /** @type {{asked: HTMLElement, trigger: HTMLElement, note: HTMLElement} | null} */
  let open = null;
  let turn = 0; // a later question overtakes one that still waits

  const close = (isBack = false) => {
    turn++;
    if (!open) return;
    const { asked, trigger, note } = open;
    open = null;
    if (isBack && note.contains(document.activeElement)) trigger.focus();
    note.remove();
    asked.classList.remove("is-asked");
    tell(trigger, false);
  };
  const ask = async (/** @type {HTMLElement} */ asked, trigger = asked) => {
    const isSame = open?.asked === asked;
    close();
    if (isSame) return;
    const own = turn;
    const note = await noteFor(asked, strings, load);
    if (own !== turn) return;
    open = { asked, trigger, note };
    show(open);
  };
  return {
    ...{ ask, close },
    holds: (node) => Boolean(open?.note.contains(/** @type {Node} */ (node))),
    isTrigger: (node) => open?.trigger === node,
    isOpen: () => open !== null,
    settle: () => open && place(open.note, anchor(open)),
  };
}

/**
 * @param {HTMLElement} asked
 * @param {Strings} strings
 * @param {() => Promise<Sources>} load
 */
async function noteFor(asked, strings, load) {
  try {
    const [all, ids] = [await load(), (asked.dataset.source ?? asked.dataset.sources ?? "").split(" ")];
    const found = ids.map((id) => all[id]);
    if (!found.every(Boolean)) throw new Error(`no source of ${ids}`);
    return sourceNote(found, strings);
  } catch (error) {
    console.warn("aferir: sources could not be shown", error);
    return emptyNote(strings);
  }
}

/** @param {{asked: HTMLElement, trigger: HTMLElement, note: HTMLElement}} open */
function show(open) {
  const { asked, trigger, note } = open;
  note.id = NOTE;
  if (typeof note.showPopover === "function") {
    trigger.after(note);
    note.showPopover();
  } else document.body.append(note); // without a top layer, above everything by its place
  asked.classList.add("is-asked");
  tell(trigger, true);
  place(note, anchor(open));
  reveal(note);
}

/**
 * What a card stands beside.
 *
 * @param {{asked: HTMLElement, trigger: HTMLElement}} open
 */
function anchor({ asked, trigger }) {
  return asked.matches(".figure") ? trigger : asked;
}

/**
 * Says of what can be pressed whether its card is open; a number outside the mode is text and says nothing.
 *
 * @param {HTMLElement} trigger
 * @param {boolean} isOpen
 */
function tell(trigger, isOpen) {
  if (!trigger.hasAttribute("aria-expanded")) return;
  trigger.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) trigger.setAttribute("aria-describedby", NOTE);
  else trigger.removeAttribute("aria-describedby");
}

// ── Show sources ────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @typedef {object} Mode
 * @property {() => void} toggle
 * @property {(target: Element) => boolean} isKey  whether it is a number that the mode has made a button
 * @property {(companion: Element) => HTMLElement | undefined} askedBy  what a button after something asks
 */

/**
 * @param {HTMLElement} article
 * @param {Strings} strings
 * @param {Desk} desk
 * @returns {Mode}
 */
function sourcesMode(article, strings, desk) {
  const status = element("span", { class: "unseen", role: "status" });
  const button = /** @type {HTMLButtonElement | null} */ (article.querySelector(".sources-switch"));
  /** @type {Map<Element, HTMLElement>} */
  const companions = new Map();
  let isOn = false;

  const toggle = () => {
    desk.close(true);
    isOn = !isOn;
    article.classList.toggle("shows-sources", isOn);
    button?.setAttribute("aria-pressed", String(isOn));
    status.textContent = isOn ? strings.text("Sources are shown.") : strings.text("Sources are hidden.");
    for (const companion of companions.keys()) companion.remove();
    companions.clear();
    for (const asked of askables(article)) dress(asked, isOn, strings, companions);
  };
  button?.after(status);
  button?.addEventListener("click", toggle);
  if (button) button.hidden = askables(article).length === 0;
  return {
    toggle,
    isKey: (target) => isOn && target.matches(ONE) && target.getAttribute("role") === "button",
    askedBy: (companion) => companions.get(companion),
  };
}

/**
 * @param {HTMLElement} article
 * @returns {HTMLElement[]}
 */
function askables(article) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll(ASKABLE))];
}

/**
 * Makes a button of something, or gives it one; takes it back when the mode ends.
 *
 * @param {HTMLElement} asked
 * @param {boolean} isOn
 * @param {Strings} strings
 * @param {Map<Element, HTMLElement>} companions
 */
function dress(asked, isOn, strings, companions) {
  const around = /** @type {HTMLElement | null} */ (asked.closest(INTERACTIVE));
  const needsCompanion = around || !asked.matches(ONE) || asked.querySelector(`${INTERACTIVE}, ${ASKABLE}`);
  if (needsCompanion && isOn) {
    const attributes = { type: "button", class: "sources-of", "aria-expanded": "false" };
    const made = element("button", { ...attributes, "aria-label": companionName(asked, strings) });
    if (asked.matches(".figure")) asked.append(made);
    else (around ?? asked).after(made);
    companions.set(made, asked);
  } else if (!needsCompanion) {
    for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "aria-expanded": "false" })) {
      if (isOn) asked.setAttribute(name, value);
      else asked.removeAttribute(name);
    }
  }
}

/**
 * @param {HTMLElement} asked
 * @param {Strings} strings
 */
function companionName(asked, strings) {
  if (asked.matches(".formula")) return strings.text("Sources of the numbers in this formula");
  if (asked.matches(".figure")) return strings.text("Sources of the numbers in this figure's description");
  return asked.matches(".number") ? strings.text("Source of this number") : strings.text("Source of this statement");
}
