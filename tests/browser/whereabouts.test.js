/** The block at the top of the window is remembered, and found again where other blocks have other heights. */

import assert from "node:assert/strict";
import test from "node:test";

import { whereabouts } from "../../scripts/aferir/browser/whereabouts.js";
import { openPage } from "./page.js";

const PAGE = `<div class="md-header"></div><article class="md-content__inner"><h1></h1><div class="passage"><p></p><p></p></div></article>`;

/** A page whose second paragraph is at the top of the window; `scrolled` is what the page was asked to move. */
function pageAt(y, { top = 20, paragraph = 1, kind = "navigate", state = { x: 0, y } } = {}) {
  const window = openPage(PAGE);
  const found = window.document.querySelectorAll("p")[paragraph];
  const scrolled = [];
  found.getBoundingClientRect = () => ({ top, bottom: top + 30, left: 0, width: 600 });
  window.document.elementFromPoint = (_, height) => (height >= 40 ? found : window.document.querySelector(".passage"));
  window.performance.getEntriesByType = () => [{ type: kind }];
  window.scrollBy = ({ top }) => scrolled.push(top);
  window.requestAnimationFrame = () => 0;
  Object.defineProperty(window, "scrollY", { value: y });
  Object.defineProperty(window.history, "state", { value: state });
  return { window, scrolled };
}

/** What is kept when a reader who is there clicks on something. */
function keptOf(page) {
  whereabouts(page.window);
  page.window.document.body.click();
  return page.window.sessionStorage.getItem("aferir:place:/es/lesson/");
}

/** What a page scrolls by when it comes back: loaded again, or by a step in the history from the page of another path. */
function scrolledBy({ window, scrolled }, kept) {
  window.sessionStorage.setItem("aferir:place:/es/lesson/", kept);
  const reader = whereabouts(window);
  const [entry] = window.performance.getEntriesByType("navigation");
  if (entry.type === "navigate") goBackTo(window, reader);
  else reader.restore();
  return scrolled;
}

function goBackTo(window, reader) {
  const { pathname } = window.location;
  window.history.replaceState(null, "", "/es/another/");
  reader.restore();
  window.history.replaceState(null, "", pathname);
  window.dispatchEvent(new window.Event("popstate"));
  reader.restore();
}

test("the block below the header is remembered with its place, between two blocks the next one", () => {
  assert.deepEqual(JSON.parse(keptOf(pageAt(900))), { y: 900, block: 2, top: 20 });
});

test("a page that comes back scrolls to the block, whatever the number of pixels", () => {
  const kept = keptOf(pageAt(900));
  assert.deepEqual(scrolledBy(pageAt(900, { top: 170 }), kept), [150]);
});

test("a page at another place of its history is left where it is", () => {
  assert.deepEqual(scrolledBy(pageAt(400, { top: 170 }), keptOf(pageAt(900))), []);
});

test("a page that is opened by a link goes to what its address names, not to where the reader was", () => {
  const { window, scrolled } = pageAt(0, { top: 170 });
  window.sessionStorage.setItem("aferir:place:/es/lesson/", keptOf(pageAt(0)));
  const reached = [];
  window.document.querySelector(".passage").id = "widths";
  window.document.querySelector(".passage").scrollIntoView = () => reached.push("widths");
  window.location.hash = "#widths";
  whereabouts(window).restore();
  assert.deepEqual(scrolled, []);
  assert.deepEqual(reached, ["widths"]);
});

/** A link of the page that is pressed, and whether it is left to the browser. */
function pressed({ window }, href, target = "") {
  const link = window.document.createElement("a");
  Object.assign(link, { href, target });
  window.document.body.append(link);
  link.addEventListener("click", (event) => event.preventDefault());
  whereabouts(window);
  link.click();
  return link.target === "_self";
}

test("links to headings of the page are left to the browser, links to other pages to the theme", () => {
  assert.ok(pressed(pageAt(0), "#widths"));
  assert.ok(pressed(pageAt(0), "https://example.org/es/lesson/#widths"));
  assert.ok(!pressed(pageAt(0), "https://example.org/es/another/#widths"));
  assert.ok(!pressed(pageAt(0), "https://example.org/es/lesson/"));
  assert.ok(!pressed(pageAt(0), "#widths", "_blank"));
});

test("the page that is shown is written down for the script in the head", () => {
  const { window } = pageAt(900);
  whereabouts(window).restore();
  assert.equal(window.document.documentElement.dataset.aferir, "/es/lesson/");
});

test("a page that is loaded again is believed though the theme has written another number by then", () => {
  const kept = keptOf(pageAt(900));
  assert.deepEqual(scrolledBy(pageAt(400, { top: 170, kind: "reload" }), kept), [150]);
});

test("a browser that keeps nothing stays where it went", () => {
  const page = pageAt(900);
  const refuse = () => {
    throw new Error("SecurityError");
  };
  Object.defineProperty(page.window, "sessionStorage", { value: { getItem: refuse, setItem: refuse } });
  const reader = whereabouts(page.window);
  page.window.document.body.click();
  reader.restore();
  assert.deepEqual(page.scrolled, []);
});
