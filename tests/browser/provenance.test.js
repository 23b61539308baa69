import assert from "node:assert/strict";
import test from "node:test";

import { provenance } from "../../scripts/aferir/browser/provenance.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { englishTexts, openPage, settled } from "./page.js";

const TEXTS = englishTexts(strings);
const PAGE = `
<div class="md-content"><article class="md-content__inner">
<p>It is <span class="number" id="one" data-source="0">0,591</span>,
<span class="claim" id="plain" data-source="1">they <em>differ</em></span>,
<span class="claim" id="full" data-source="2">it is <span class="number" id="two" data-source="3">0,5</span></span>,
<a href="#" id="link">in <span class="number" id="three" data-source="0">0,591</span></a>,
<span class="number" id="given" data-source="4">2017</span> and
<span class="formula" id="formula" data-sources="5 6"><span class="katex">…</span></span>
<span class="formula" id="bare">…</span></p>
<figure class="cell" id="cell-heads"></figure>
<figure class="figure" id="figure" data-sources="0"><img alt="0,591"></figure>
<p class="page-checked"><button type="button" class="sources-switch" aria-pressed="false" hidden>Show</button></p>
</article></div>`;
const number = (written, expression, value, cells) => ({ kind: "number", written, expression, value, cells });
const SOURCES = {
  0: number("0,591", "A[0, 0, 0]", "0.591420957619", ["heads"]),
  1: { kind: "claim", written: "they *differ*", expression: "A != B", value: "True", cells: ["data", "heads"] },
  2: { kind: "claim", written: "it is", expression: "a == 0.5", value: "True", cells: [] },
  3: number("0,5", "a", "0.5", ["data"]),
  4: { kind: "given", written: "2017", key: "vaswani2017attention" },
  5: number("0,3", "x", "0.3", ["data"]),
  6: number("0,7", "y", "0.7", ["data"]),
};

/** A page whose sources come when they are asked for; `load` replaces how. */
function mounted({ load = async () => SOURCES, hasTopLayer = true } = {}) {
  const window = openPage(PAGE);
  window.HTMLElement.prototype.showPopover = hasTopLayer ? () => {} : undefined;
  Object.defineProperty(globalThis, "window", { value: window, configurable: true });
  const bench = { loads: 0, find: (selector) => document.querySelector(selector) };
  bench.component = provenance(bench.find("article"), { strings: TEXTS, load: () => (bench.loads++, load()) });
  bench.notes = () => [...document.querySelectorAll(".source-note")];
  bench.note = () => bench.notes()[0]?.textContent;
  bench.click = async (selector) => (bench.find(selector).click(), await settled());
  bench.press = async (target, key, more = {}) => {
    const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    target.dispatchEvent(event);
    await settled();
    return event;
  };
  bench.show = () => bench.press(document.body, ".", { altKey: true });
  return bench;
}

test("a page that is only read loads nothing and looks like prose", () => {
  const { loads, find, notes } = mounted();
  assert.equal(loads, 0);
  assert.deepEqual(notes(), []);
  assert.equal(document.querySelectorAll("[tabindex], [role=button], .sources-of").length, 0);
  assert.equal(find(".sources-switch").hidden, false);
});

test("a click on a number shows its expression, its value and its cell", async () => {
  const { click, find, note } = mounted();
  await click("#one");
  assert.equal(note(), "A[0, 0, 0]Value:0.591420957619Cell heads");
  assert.equal(find(".source-note a").getAttribute("href"), "#cell-heads");
  assert.equal(find("#one").nextElementSibling, find(".source-note"));
  assert.equal(find("#one").hasAttribute("aria-expanded"), false);
});

test("a browser without a top layer shows the card above everything", async () => {
  const { click, find } = mounted({ hasTopLayer: false });
  await click("#one");
  assert.ok(find("body > .source-note"));
});

test("a cell that the page does not show is named without a link", async () => {
  const { click, find, note } = mounted();
  await click("#plain em");
  assert.equal(note(), "A != BValue:TrueCell dataCell heads");
  assert.equal(document.querySelectorAll(".source-note a").length, 1);
  assert.equal(find(".source-note a").textContent, "Cell heads");
});

test("a given number shows the key of its source", async () => {
  const { click, note } = mounted();
  await click("#given");
  assert.equal(note(), "Source: vaswani2017attention");
});

test("at most one card is open, and a second click, a click elsewhere and Escape close it", async () => {
  const { click, press, notes, note } = mounted();
  await click("#one");
  await click("#two");
  assert.equal(notes().length, 1);
  assert.match(note(), /^aValue:0\.5/);
  await click("#two");
  assert.equal(notes().length, 0);
  await click("#one");
  await click(".source-note code");
  assert.equal(notes().length, 1);
  await click("figure.cell");
  assert.equal(notes().length, 0);
  await click("#one");
  await press(document.body, "Escape");
  assert.equal(notes().length, 0);
});

test("of two questions asked while the sources load, the later is answered", async () => {
  const answers = [];
  const { find, note, notes } = mounted({ load: () => new Promise((resolve) => answers.push(resolve)) });
  find("#one").click();
  find("#given").click();
  for (const answer of answers.reverse()) answer(SOURCES);
  await settled();
  assert.equal(notes().length, 1);
  assert.equal(note(), "Source: vaswani2017attention");
});

test("a link stays a link, and what is not bound answers nothing", async () => {
  const { click, notes } = mounted();
  await click("#three");
  await click("#bare");
  assert.equal(notes().length, 0);
});

test("a formula lists the sources of all its numbers, and says once which cell makes them", async () => {
  const { click, note } = mounted();
  await click("#formula .katex");
  assert.equal(note(), "0,3xValue:0.30,7yValue:0.7Cell data");
  assert.equal(document.querySelectorAll(".source-list > [role=listitem]").length, 2);
});

test("the switch and Alt + . turn the mode on and off, and say so", async () => {
  const { click, find, press, show } = mounted();
  await click(".sources-switch");
  assert.equal(find(".sources-switch").getAttribute("aria-pressed"), "true");
  assert.equal(find("[role=status]").textContent, "Sources are shown.");
  assert.ok(find("article").classList.contains("shows-sources"));
  const event = await show();
  assert.ok(event.defaultPrevented);
  assert.equal(find(".sources-switch").getAttribute("aria-pressed"), "false");
  assert.equal(find("[role=status]").textContent, "Sources are hidden.");
  assert.equal(document.querySelectorAll("[tabindex], [role=button], .sources-of").length, 0);
  assert.equal((await press(document.body, ".")).defaultPrevented, false, "the theme's own key");
});

test("in the mode, what can be a button is one, and the rest has one after it", async () => {
  const { find, show } = mounted();
  await show();
  const buttons = [...document.querySelectorAll("[role=button]")].map(({ id }) => id);
  assert.deepEqual(buttons, ["one", "plain", "two", "given"]);
  const names = [...document.querySelectorAll(".sources-of")].map((one) => one.getAttribute("aria-label"));
  assert.deepEqual(names, [
    "Source of this statement",
    "Source of this number",
    "Sources of the numbers in this formula",
    "Sources of the numbers in this figure's description",
  ]);
  assert.ok(find("#link").nextElementSibling.matches(".sources-of"));
  assert.equal(document.querySelectorAll("[role=button] [role=button], a button, [role=button] button").length, 0);
});

test("Enter and Space open a card, which the number then describes; Escape gives the focus back", async () => {
  const { find, press, show, notes } = mounted();
  await show();
  const one = find("#one");
  one.focus();
  for (const key of ["Enter", " "]) {
    assert.ok((await press(one, key)).defaultPrevented);
    assert.equal(one.getAttribute("aria-expanded"), "true");
    assert.equal(one.getAttribute("aria-describedby"), find(".source-note").id);
    find(".source-note a").focus();
    assert.equal(notes().length, 1);
    await press(document.activeElement, "Escape");
    assert.equal(notes().length, 0);
    assert.equal(document.activeElement, one);
    assert.equal(one.getAttribute("aria-expanded"), "false");
    assert.equal(one.hasAttribute("aria-describedby"), false);
  }
});

test("the card closes when the focus goes on", async () => {
  const { find, press, show, notes } = mounted();
  await show();
  find("#one").focus();
  await press(find("#one"), "Enter");
  find("#plain").focus();
  await settled();
  assert.equal(notes().length, 0);
});

test("the button after a formula opens its list", async () => {
  const { click, find, show, note } = mounted();
  await show();
  await click("#formula + .sources-of");
  assert.equal(find("#formula + .sources-of").getAttribute("aria-expanded"), "true");
  assert.match(note(), /^0,3x/);
  await click("#formula + .sources-of");
  assert.equal(note(), undefined);
});

test("sources that do not load are asked for again, and the reader is told", async () => {
  const { click, note } = mounted({ load: () => Promise.reject(new Error("offline")) });
  const warn = console.warn;
  console.warn = () => {};
  await click("#one");
  console.warn = warn;
  assert.equal(note(), "The sources did not load. Check the connection and try again.");
});

test("a page that is left takes its card along and listens no more", async () => {
  const { click, component, notes } = mounted();
  await click("#one");
  component.destroy();
  assert.equal(notes().length, 0);
  await click("#one");
  assert.equal(notes().length, 0);
});

test("a page without bindings has no switch", () => {
  openPage('<article class="md-content__inner"><button class="sources-switch" hidden></button></article>');
  provenance(document.querySelector("article"), { strings: TEXTS, load: async () => ({}) });
  assert.equal(document.querySelector(".sources-switch").hidden, true);
});
