/** Terms: a card while a pointer or the focus is on a term, and no request before. */

import assert from "node:assert/strict";
import test from "node:test";

import { terms } from "../../scripts/aferir/browser/terms.js";
import { openPage } from "./page.js";

const GLOSSARY = { query: { term: "consulta", text: "O que se procura.", others: [{ code: "en", term: "query" }] } };

function page({ load = async () => GLOSSARY } = {}) {
  const window = openPage(
    '<article class="md-content"><p>Uma <a class="term" data-term="query" href="../g/#term-query">consulta</a>.</p></article>',
  );
  Object.defineProperty(globalThis, "window", { value: window, configurable: true });
  const article = window.document.querySelector("article");
  let loads = 0;
  const component = terms(article, { load: () => (loads++, load()) });
  const link = article.querySelector("a");
  const matches = link.matches.bind(link);
  link.matches = (selector) => selector === ":focus-visible" || matches(selector);
  const fire = (type, target = link, details = {}) => {
    const event = new window.Event(type, { bubbles: true });
    target.dispatchEvent(Object.assign(event, details));
  };
  const note = () => article.querySelector("#term-note");
  return { article, link, fire, note, component, loads: () => loads };
}

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));

test("the focus opens the card at once, described by it; leaving closes it", async () => {
  const { link, fire, note, loads } = page();
  assert.equal(loads(), 0);
  fire("focusin");
  await pause();
  assert.equal(note().textContent, "O que se procura.query (en)");
  assert.equal(note().getAttribute("role"), "tooltip");
  assert.equal(link.getAttribute("aria-describedby"), "term-note");
  fire("focusout");
  assert.equal(note(), null);
  assert.equal(link.hasAttribute("aria-describedby"), false);
});

test("a pointer that stays opens it, one that passes does not, and on the card it stays open", async () => {
  const { article, fire, note, loads } = page();
  fire("pointerover");
  fire("pointerover", article);
  await pause(300);
  assert.equal(note(), null);
  assert.equal(loads(), 0);
  fire("pointerover");
  await pause(300);
  assert.ok(note());
  fire("pointerover", note());
  await pause(300);
  assert.ok(note());
  fire("pointerover", article);
  await pause(300);
  assert.equal(note(), null);
});

test("Escape closes it, a touch opens nothing, and the end of the page takes it away", async () => {
  const { fire, note, component } = page();
  fire("focusin");
  await pause();
  fire("keydown", undefined, { key: "Escape" });
  assert.equal(note(), null);
  fire("pointerover", undefined, { pointerType: "touch" });
  await pause(300);
  assert.equal(note(), null);
  fire("focusin");
  await pause();
  component.destroy();
  assert.equal(note(), null);
});

test("a glossary that cannot be read leaves the link to lead there", async (t) => {
  t.mock.method(console, "warn", () => {});
  const { link, fire, note } = page({ load: async () => Promise.reject(new Error("404")) });
  fire("focusin");
  await pause();
  assert.equal(note(), null);
  assert.equal(link.getAttribute("href"), "../g/#term-query");
});
