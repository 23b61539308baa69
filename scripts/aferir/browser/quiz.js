/**
 * A quiz: its questions, and a quiet word on how many have been answered rightly. Nobody is given marks.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {{done: number, total: number}} Tally
 *
 * @typedef {object} QuizOptions
 * @property {Strings} strings
 * @property {Store} store
 * @property {string} lesson
 * @property {number} seed
 * @property {() => void} onAnswer
 *
 * @typedef {object} Quiz
 * @property {HTMLElement} element
 * @property {() => Tally} tally
 * @property {() => void} destroy
 */

import { keptAnswer } from "./answers.js";
import { element } from "./dom.js";
import { question } from "./question.js";

/**
 * @param {HTMLElement} section  `section.quiz` of the page
 * @param {QuizOptions} options
 * @returns {Quiz}
 */
export function quiz(section, { strings, store, lesson, seed, onAnswer }) {
  const { quiz: name = "", marks = "{}" } = section.dataset;
  const line = element("p", { class: "quiz-progress" });
  const found = /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("section.question"));
  const questions = [...found].map((own) => {
    const { question: id = "", mark = "" } = own.dataset;
    return question(own, {
      ...{ strings, seed, marks: JSON.parse(marks), name: `quiz-${name}-${id}` },
      kept: keptAnswer(store, `answer:${lesson}:${name}:${id}`, mark),
      onAnswer: () => (tell(), onAnswer()),
    });
  });
  const tally = () => ({ done: questions.filter((one) => one.done()).length, total: questions.length });
  const tell = () => {
    const { done, total } = tally();
    line.hidden = !done;
    line.textContent = done ? strings.plural("{count} of {total} right", "{count} of {total} right", done, { total }) : "";
  };
  section.append(line);
  tell();
  return { element: section, tally, destroy: () => questions.forEach((one) => one.destroy()) };
}
