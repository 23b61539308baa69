import assert from "node:assert/strict";
import test from "node:test";

import { droppedNote, output } from "../../scripts/aferir/browser/output.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { englishTexts, openPage } from "./page.js";

const TEXTS = englishTexts(strings);

function area(inner) {
  openPage(`<div class="cell-output">${inner}</div>`);
  const element = document.querySelector(".cell-output");
  return { element, made: output(element, { strings: TEXTS }) };
}

const words = (element) => element.textContent;

test("a run that prints what the page prints leaves the page as it is, also while it prints", () => {
  const { element, made } = area("<pre>1\n2\n</pre>");
  made.begin();
  made.print("stdout", "1\n");
  assert.equal(element.classList.contains("is-own"), false);
  made.print("stdout", "2\n");
  assert.equal(made.finish(), "same");
  assert.equal(element.innerHTML, "<pre>1\n2\n</pre>");
});

test("the first difference shows the reader's own output, marked as such", () => {
  const { element, made } = area("<pre>1\n2\n</pre>");
  made.begin();
  made.print("stdout", "1\n");
  made.print("stdout", "3\n");
  assert.equal(element.classList.contains("is-own"), true);
  assert.equal(words(element), "Your outputAs published1\n3\n");
  assert.equal(made.finish(), "own");
});

test("a run that prints less than the page is the reader's own", () => {
  const { element, made } = area("<pre>1\n2\n</pre>");
  made.begin();
  made.print("stdout", "1\n");
  assert.equal(made.finish(), "own");
  assert.equal(words(element), "Your outputAs published1\n");
});

test("`As published` brings the page's output back", () => {
  const { element, made } = area("<pre>1\n</pre>");
  made.begin();
  made.print("stdout", "2\n");
  made.finish();
  element.querySelector("button").click();
  assert.equal(element.outerHTML, '<div class="cell-output"><pre>1\n</pre></div>');
});

test("the published errors are compared as well", () => {
  const { element, made } = area('<pre>1\n</pre><pre class="cell-errors">careful\n</pre>');
  made.begin();
  made.print("stderr", "careful\n");
  made.print("stdout", "1\n");
  assert.equal(made.finish(), "same");
  made.begin();
  made.print("stdout", "1\n");
  made.print("stderr", "other\n");
  assert.equal(made.finish(), "own");
  assert.equal(element.querySelector(".output-errors").textContent, "other\n");
});

test("where nothing is published and nothing printed there is nothing to show", () => {
  const { element, made } = area("");
  made.begin();
  assert.equal(made.finish(), "empty");
  assert.equal(element.innerHTML, "");
});

test("nothing where something is published is said", () => {
  const { element, made } = area("<pre>1\n</pre>");
  made.begin();
  made.finish();
  assert.equal(words(element), "Your outputAs publishedNothing was printed.");
});

test("a second run begins with an empty output and does not flicker in between", () => {
  const { element, made } = area("<pre>1\n</pre>");
  made.begin();
  made.print("stdout", "2\n");
  made.finish();
  made.begin();
  assert.match(words(element), /2\n$/);
  made.print("stdout", "3\n");
  assert.match(words(element), /As published3\n$/);
});

test("what was cut off is counted", () => {
  openPage();
  assert.equal(words(droppedNote(12345, TEXTS)), "… and 12,345 more characters");
  assert.equal(words(droppedNote(1, TEXTS)), "… and 1 more character");
  assert.equal(droppedNote(0, TEXTS), null);
});
