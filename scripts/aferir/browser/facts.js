/**
 * What a page says of itself, in the attributes of two hidden elements.
 *
 * @typedef {object} PageFacts  what a lesson's page says of itself
 * @property {string} course
 * @property {string} lesson
 * @property {string} language
 * @property {URL} lessonUrl
 * @property {URL} sourcesUrl
 * @property {URL | null} explorablesUrl  null on a page without explorables
 * @property {URL | null} glossaryUrl  null in a course without a glossary
 * @property {URL} pythonUrl
 * @property {string} quizMark  changes with the questions of the page
 *
 * @typedef {object} CourseFacts  what every page of a course says of itself
 * @property {string} course
 * @property {string} language
 */

/** @returns {CourseFacts | null} */
export function courseFacts() {
  const data = document.getElementById("aferir-course")?.dataset;
  return data ? { course: data.course ?? "", language: data.language ?? "" } : null;
}

/** @returns {PageFacts | null} */
export function pageFacts() {
  const data = document.getElementById("aferir-page")?.dataset;
  if (!data) return null;
  const address = (/** @type {string | undefined} */ text) => new URL(text ?? "", document.baseURI);
  const { course = "", lesson = "", language = "", quizMark = "" } = data;
  const [lessonUrl, sourcesUrl, pythonUrl] = [data.lessonUrl, data.sourcesUrl, data.python].map(address);
  const glossaryUrl = data.glossaryUrl ? address(data.glossaryUrl) : null;
  const explorablesUrl = data.explorablesUrl ? address(data.explorablesUrl) : null;
  return { course, lesson, language, quizMark, lessonUrl, sourcesUrl, explorablesUrl, glossaryUrl, pythonUrl };
}
