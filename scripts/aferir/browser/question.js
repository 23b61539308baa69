/**
 * One question: its controls, Check, what is said of an answer, and the answers folded below once one was tried. The
 * key stands in the page's source, for whoever wants to read it there; what the page shows, it shows after an attempt.
 *
 * @typedef {import("./answers.js").KeptAnswer} KeptAnswer
 * @typedef {import("./controls.js").Controls} Controls
 * @typedef {import("./controls.js").Judgement} Judgement
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} QuestionOptions
 * @property {Strings} strings
 * @property {import("./numerals.js").Marks} marks
 * @property {number} seed
 * @property {string} name  unique on the page
 * @property {KeptAnswer} kept
 * @property {() => void} onAnswer
 *
 * @typedef {object} AskedQuestion
 * @property {HTMLElement} element
 * @property {() => boolean} done  it was answered rightly, now or on a past visit
 * @property {() => void} destroy
 *
 * @typedef {object} Desk
 * @property {HTMLElement} section
 * @property {QuestionOptions} options
 * @property {Controls} controls
 * @property {HTMLElement} verdict  a live region: one sentence
 * @property {HTMLElement} past  what was answered before the question changed
 * @property {HTMLElement} explanation
 * @property {HTMLButtonElement} again
 * @property {boolean} done
 */

import { CONTROLS } from "./controls.js";
import { button, element } from "./dom.js";

/**
 * @param {HTMLElement} section  `section.question` of the page
 * @param {QuestionOptions} options
 * @returns {AskedQuestion}
 */
export function question(section, options) {
  const { strings, name } = options;
  nameParts(section, name);
  const controls = CONTROLS[section.dataset.kind ?? ""](section, { ...options, onChange: () => settle(desk) });
  /** @type {Desk} */
  const desk = {
    ...{ section, options, controls, done: false },
    verdict: element("p", { class: "question-verdict", role: "status" }),
    past: element("p", { class: "question-past", hidden: true }),
    explanation: element("div", { class: "question-explanation" }),
    again: button(strings.text("Try again"), () => again(desk)),
  };
  mount(desk);
  restore(desk);
  return { element: section, done: () => desk.done, destroy: options.kept.follow(() => follow(desk)) };
}

/**
 * @param {HTMLElement} section
 * @param {string} name
 */
function nameParts(section, name) {
  const parts = { head: ".block-kind", text: ".question-text", note: ".question-note" };
  for (const [part, selector] of Object.entries(parts)) section.querySelector(selector)?.setAttribute("id", `${name}-${part}`);
}

/** @param {Desk} desk */
function mount(desk) {
  const { section, options, controls } = desk;
  const { strings, name } = options;
  const answers = section.querySelector(".question-answers");
  const field = element(
    "fieldset",
    { class: "question-field", "aria-describedby": section.querySelector(".question-note") ? `${name}-note` : null },
    element("legend", { class: "unseen" }, section.querySelector(".block-kind")?.textContent ?? ""),
    controls.element,
  );
  field.setAttribute("aria-labelledby", `${name}-head ${name}-text`);
  const check = element("button", { type: "submit", class: "tool tool-main" }, strings.text("Check"));
  const tools = element("div", { class: "question-tools" }, check, desk.again, desk.verdict);
  const form = element("form", { class: "question-form", novalidate: true }, desk.past, field, tools, desk.explanation);
  form.addEventListener("submit", (event) => (event.preventDefault(), submit(desk)));
  section.insertBefore(form, answers);
  section.classList.add("is-live");
  desk.again.hidden = true;
}

/** @param {Desk} desk */
function submit(desk) {
  const { controls, options } = desk;
  const objection = controls.objection();
  settle(desk);
  if (objection) {
    desk.verdict.textContent = objection;
    desk.verdict.classList.add("is-objection");
    controls.first().focus();
    return;
  }
  const judgement = controls.judge();
  desk.done ||= judgement.isRight;
  options.kept.keep({ given: controls.given(), done: desk.done }, controls.words());
  showPast(desk);
  show(desk, judgement);
  options.onAnswer();
}

/**
 * The answer of a past visit, judged anew.
 *
 * @param {Desk} desk
 */
function restore(desk) {
  const { controls, options } = desk;
  const kept = options.kept.read();
  showPast(desk);
  if (!kept) return;
  desk.done = kept.done;
  if (kept.given === null) return;
  if (controls.restore(kept.given) && !controls.objection()) {
    const judgement = controls.judge();
    desk.done ||= judgement.isRight;
    show(desk, judgement);
  } else {
    controls.clear();
    options.kept.drop();
    desk.done = false;
  }
}

/**
 * What another tab, or a file, made of the answer; somebody who is at it here is left alone.
 *
 * @param {Desk} desk
 */
function follow(desk) {
  const { section, controls, options, again } = desk;
  if (document.hasFocus() && section.contains(document.activeElement)) return;
  controls.clear();
  settle(desk);
  section.classList.remove("is-attempted");
  again.hidden = true;
  desk.done = false;
  restore(desk);
  options.onAnswer();
}

/** @param {Desk} desk */
function showPast({ past, options }) {
  const words = options.kept.past();
  past.hidden = !words;
  const said = options.strings.text("This question has changed since you answered it. Your answer then: {words}", { words });
  past.textContent = words && said;
}

/**
 * @param {Desk} desk
 * @param {Judgement} judgement
 */
function show(desk, judgement) {
  const { section, controls, verdict, explanation, again } = desk;
  const { isRight, words } = judgement;
  verdict.className = `question-verdict ${isRight ? "is-right" : "is-wrong"}`;
  verdict.textContent = words;
  explanation.replaceChildren(...explained(section, judgement));
  controls.show(judgement);
  section.classList.add("is-attempted");
  again.hidden = false;
}

/**
 * Nothing is said of an answer that is no longer the one that was checked.
 *
 * @param {Desk} desk
 */
function settle({ verdict, explanation, controls }) {
  verdict.className = "question-verdict";
  verdict.textContent = "";
  explanation.replaceChildren();
  controls.show(null);
}

/** @param {Desk} desk */
function again(desk) {
  const { controls, options, section } = desk;
  controls.clear();
  settle(desk);
  section.querySelector(".question-answers")?.removeAttribute("open");
  options.kept.keep({ given: null, done: desk.done }, "");
  desk.again.hidden = true;
  controls.first().focus();
}

/**
 * The explanations of some answers, and what is said with every one, copied from the answers folded on the page.
 *
 * @param {HTMLElement} section
 * @param {Judgement} judgement
 * @returns {Node[]}
 */
function explained(section, { isRight, explained }) {
  const shown = explained.flatMap((answer) => {
    const own = section.querySelector(`.answers > [data-answer="${answer}"] > .explanation`);
    if (!own) return [];
    const isOneOfMany = explained.length > 1;
    return [...(isOneOfMany ? [lead(section, answer)] : []), ...copies(own)];
  });
  const more = section.querySelector(".answers-more");
  return more && (isRight || explained.length) ? [...shown, ...copies(more)] : shown;
}

/**
 * Which option an explanation belongs to, where several are explained.
 *
 * @param {HTMLElement} section
 * @param {string} answer
 */
function lead(section, answer) {
  const text = section.querySelector(`.question-options > [data-answer="${answer}"] .option-text`);
  return element("p", { class: "explanation-of" }, ...(text ? copies(text) : []));
}

/**
 * @param {Element} source
 * @returns {Node[]}
 */
function copies(source) {
  return [...source.childNodes].map((node) => {
    const copy = /** @type {Element} */ (node.cloneNode(true));
    for (const named of copy.querySelectorAll?.("[id]") ?? []) named.removeAttribute("id");
    copy.removeAttribute?.("id");
    return copy;
  });
}
