/**
 * Where a reader is in the course: read to its end, its quiz done, its challenges passed. From this browser alone, and
 * nothing where there is nothing to say.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./quiz.js").Tally} Tally
 * @typedef {{words: string, isDone: boolean}} Mark
 */

import { element } from "./dom.js";

const LINGER = 1500; // ms that the end of a lesson is seen

/**
 * Marks on the list of lessons.
 *
 * @param {HTMLElement} list  `.lesson-list` of the course's page
 * @param {{strings: Strings, store: Store}} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function lessonMarks(list, { strings, store }) {
  showMarks(list, strings, store);
  return { element: list, destroy: store.follow("", () => showMarks(list, strings, store)) };
}

/**
 * @param {HTMLElement} list
 * @param {Strings} strings
 * @param {Store} store
 */
function showMarks(list, strings, store) {
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-lesson]"))) {
    const marks = marksOf(item.dataset, strings, store).map(({ words, isDone }) =>
      element("span", { class: isDone ? "is-done" : null }, words),
    );
    item.querySelector(".lesson-marks")?.remove();
    if (marks.length) item.append(element("p", { class: "lesson-marks" }, ...marks));
  }
}

/**
 * @param {DOMStringMap} facts
 * @param {Strings} strings
 * @param {Store} store
 * @returns {Mark[]}
 */
function marksOf({ lesson = "", quizMark = "", challenges = "" }, strings, store) {
  const isRead = store.read(`read:${lesson}`) === true;
  return [
    ...(isRead ? [{ words: strings.text("Read to the end"), isDone: true }] : []),
    ...quizWords(keptTally(store, lesson, quizMark), strings),
    ...challengeWords(challenges.split(" ").filter(Boolean), strings, store),
  ];
}

/**
 * @param {Tally | null} tally
 * @param {Strings} strings
 * @returns {Mark[]}
 */
function quizWords(tally, strings) {
  if (!tally?.done) return [];
  const { done, total } = tally;
  if (done === total) return [{ words: strings.text("Quiz done"), isDone: true }];
  const words = strings.plural("Quiz: {count} of {total} right", "Quiz: {count} of {total} right", done, { total });
  return [{ words, isDone: false }];
}

/**
 * @param {string[]} ids
 * @param {Strings} strings
 * @param {Store} store
 * @returns {Mark[]}
 */
function challengeWords(ids, strings, store) {
  const passed = ids.filter((id) => store.read(`solved:${id}`) === true).length;
  if (!passed) return [];
  if (ids.length === 1) return [{ words: strings.text("Challenge passed"), isDone: true }];
  const total = ids.length;
  const words = strings.plural("Challenges: {count} of {total} passed", "Challenges: {count} of {total} passed", passed, {
    total,
  });
  return [{ words, isDone: passed === total }];
}

/**
 * How far a lesson's quizzes are done. A tally of questions that have changed since counts for nothing.
 *
 * @param {Store} store
 * @param {string} lesson
 * @param {string} mark
 * @returns {Tally | null}
 */
export function keptTally(store, lesson, mark) {
  const kept = store.read(`quiz:${lesson}`);
  return mark && kept?.mark === mark ? { done: kept.done, total: kept.total } : null;
}

/**
 * Keeps how far a lesson's quizzes are done.
 *
 * @param {Store} store
 * @param {string} lesson
 * @param {string} mark
 * @param {Tally[]} tallies
 */
export function keepTally(store, lesson, mark, tallies) {
  const done = tallies.reduce((sum, one) => sum + one.done, 0);
  const total = tallies.reduce((sum, one) => sum + one.total, 0);
  if (done) store.write(`quiz:${lesson}`, { mark, done, total });
  else store.remove(`quiz:${lesson}`);
}

/**
 * Notes that a lesson was read to its end, once that has been in view for a moment.
 *
 * @param {HTMLElement} end
 * @param {() => void} note
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function readToEnd(end, note) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (entries.some((entry) => entry.isIntersecting)) timer = setTimeout(() => (observer.disconnect(), note()), LINGER);
  });
  observer.observe(end);
  return { element: end, destroy: () => (clearTimeout(timer), observer.disconnect()) };
}
