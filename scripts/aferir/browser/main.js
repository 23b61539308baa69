/**
 * The entry: brings the working parts of each page to life, once per page. The only module whose loading does
 * something. Material exchanges pages under a running script and says so on `document$`; without it there is one page.
 *
 * @typedef {import("./facts.js").CourseFacts} CourseFacts
 * @typedef {import("./library.js").Library} Library
 * @typedef {import("./parts.js").Component} Component
 * @typedef {import("./strings.js").Strings} Strings
 */

import { checklist } from "./checklist.js";
import { dropCopies } from "./copies.js";
import { onEarlyPress } from "./early.js";
import { courseFacts, pageFacts } from "./facts.js";
import { followLanguages, nameSearch } from "./header.js";
import { lessonMarks, readToEnd } from "./lessonmarks.js";
import { openLibrary } from "./library.js";
import { offline } from "./offline.js";
import { here } from "./once.js";
import { unfoldOnPaper } from "./paper.js";
import { mountChallenge, mountCode, mountExplorables, mountProvenance, mountQuizzes, mountTerms } from "./parts.js";
import { saver } from "./saver.js";
import { saving } from "./saving.js";
import { scrollable } from "./scrollable.js";
import { expectPython, keepWork, lessonServices } from "./services.js";
import { strings } from "./strings.js";
import { versionNote } from "./versionnote.js";
import { whereabouts } from "./whereabouts.js";
import { workPanel } from "./workpanel.js";

const library = openLibrary();
onEarlyPress(document, () => startPython(library));
// The theme's program ends the page; this one may be here before it.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => begin(library));
else begin(library);

/** @param {Library} library */
function startPython(library) {
  const facts = pageFacts();
  if (facts) expectPython(facts, library.store(facts));
}

/** @param {Library} library */
function begin(library) {
  const seen = new WeakSet();
  /** @type {Component[]} */
  let mounted = [];
  unfoldOnPaper(window, document);
  const reader = whereabouts(window);
  const site = offline(window);
  site?.onNews(async (news) => showNews(news, site, await spoken(library)));
  const device = saving(site, () => navigator.storage.persist());
  const arrive = async () => {
    reader.restore();
    followLanguages(document);
    nameSearch(document);
    for (const component of mounted.filter(isGone)) component.destroy();
    mounted = mounted.filter((component) => !isGone(component));
    mounted.push(...newcomers(".md-content", seen).map(scrollable));
    mounted.push(...(await mountCourse(library, seen, device)), ...(await mountLesson(library, seen, site)));
    await site?.visited();
  };
  const pages = /** @type {any} */ (window).document$;
  if (pages) pages.subscribe(arrive);
  else arrive();
}

/**
 * What any page of the course may hold: the list of lessons, and the panel of what is kept here.
 *
 * @param {Library} library
 * @param {WeakSet<Element>} seen
 * @param {import("./saving.js").Saving} device
 * @returns {Promise<Component[]>}
 */
async function mountCourse(library, seen, device) {
  const facts = courseFacts();
  if (!facts) return [];
  const [lists, places, feet] = [".lesson-list", ".kept-work", ".saver-place"].map((kind) => newcomers(kind, seen));
  const options = { strings: await library.texts(facts.language), store: library.store(facts) };
  const work = { ...options, course: facts.course, dropCopies: () => dropCopies(window, here("../../").href) };
  return [
    ...lists.map((list) => lessonMarks(list, options)),
    ...places.map((place) => workPanel(place, work)),
    ...feet.map((foot) => saver(foot, { ...options, saving: device })),
  ];
}

/**
 * The texts of the page that is shown; the pages beside the languages are in English.
 *
 * @param {Library} library
 */
async function spoken(library) {
  const facts = courseFacts();
  return facts ? library.texts(facts.language) : strings("en", {});
}

/**
 * @param {import("./offline.js").News} news
 * @param {import("./offline.js").Offline} site
 * @param {Strings} texts
 */
function showNews(news, site, texts) {
  document.querySelector(".version-note")?.remove();
  document.body.append(versionNote(news, { strings: texts, begin: site.begin }));
}

/**
 * @param {Library} library
 * @param {WeakSet<Element>} seen
 * @param {import("./offline.js").Offline | null} site
 * @returns {Promise<Component[]>}
 */
async function mountLesson(library, seen, site) {
  const facts = pageFacts();
  if (!facts) return [];
  const [cells, figures, challenges, quizzes, lists, ends, explorables, articles] = [
    ...["figure.cell", "figure.figure", "section.challenge", "section.quiz", ".done-when", ".page-checked"],
    ...["figure.explorable", ".md-content__inner"],
  ].map((kind) => newcomers(kind, seen));
  const services = lessonServices(facts, await library.texts(facts.language), library);
  if (site) keepWork(site, services);
  await nextTask();
  const code = mountCode(cells, figures, services);
  await nextTask();
  const work = [
    ...challenges.map((section) => mountChallenge(section, services)),
    ...mountQuizzes(quizzes, services),
    ...lists.map((list) => checklist(list, { store: services.kept, lesson: facts.lesson })),
    ...ends.map((end) => readToEnd(end, () => void services.kept.write(`read:${facts.lesson}`, true))),
  ];
  await nextTask();
  const text = articles.flatMap((article) => [
    ...mountExplorables(article, explorables, services),
    mountProvenance(article, services),
    ...mountTerms(article, facts),
  ]);
  return [...code, ...work, ...text];
}

/** Lets the browser do what it has to: a page that comes to life in pieces answers in between. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * The elements of a kind that have not been met before.
 *
 * @param {string} selector
 * @param {WeakSet<Element>} seen
 * @returns {HTMLElement[]}
 */
function newcomers(selector, seen) {
  const found = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))];
  const fresh = found.filter((one) => !seen.has(one));
  for (const one of fresh) seen.add(one);
  return fresh;
}

/** @param {Component} component */
function isGone({ element }) {
  return !element.isConnected;
}
