import assert from "node:assert/strict";
import test from "node:test";

import { button, copy, element, folded, prose, reveal, unseen, whenNear } from "../../scripts/aferir/browser/dom.js";
import { openPage, settled } from "./page.js";

test("an element takes attributes, listeners and children; what is empty or false is left out", () => {
  openPage();
  let clicks = 0;
  const made = element(
    "p",
    { class: "x", hidden: false, tabindex: 0, title: null, onclick: () => clicks++ },
    "a",
    null,
    false,
  );
  assert.equal(made.outerHTML, '<p class="x" tabindex="0">a</p>');
  made.click();
  assert.equal(clicks, 1);
});

test("text stays text, whatever it looks like", () => {
  openPage();
  assert.equal(element("p", {}, "<b>&</b>").innerHTML, "&lt;b&gt;&amp;&lt;/b&gt;");
  assert.equal(element("p", {}, ...prose("a `<b>` c")).innerHTML, "a <code>&lt;b&gt;</code> c");
});

test("a button is a button, with words on it", () => {
  openPage();
  assert.equal(button("Run", () => {}).outerHTML, '<button type="button" class="tool">Run</button>');
});

test("something folded is a `details` with its line", () => {
  openPage();
  const made = folded(["More"], element("p", {}, "text"), { class: "x", open: true });
  assert.equal(made.outerHTML, '<details class="fold x" open=""><summary>More</summary><p>text</p></details>');
});

test("words for screen readers only are marked so", () => {
  openPage();
  assert.equal(unseen("failed: ").className, "unseen");
});

test("copying says whether it worked", async () => {
  openPage();
  const texts = [];
  const clipboard = { writeText: async (text) => void texts.push(text) };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
  assert.equal(await copy("x = 1"), true);
  assert.deepEqual(texts, ["x = 1"]);
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  assert.equal(await copy("x = 1"), false);
});

test("scrolling is gentle, unless the reader asked for less motion or the way is long", () => {
  openPage();
  const asked = [];
  const scrollIntoView = ({ behavior }) => asked.push(behavior);
  for (const matches of [false, true]) {
    Object.defineProperty(globalThis, "matchMedia", { value: () => ({ matches }), configurable: true });
    for (const laidOut of [true, false]) reveal({ scrollIntoView, checkVisibility: () => laidOut });
    reveal({ scrollIntoView }); // a browser that cannot say
  }
  assert.deepEqual(asked, ["smooth", "auto", "smooth", "auto", "auto", "auto"]);
});

test("what comes near is acted on once, by sight or by focus", async () => {
  openPage();
  const target = element("div");
  let calls = 0;
  whenNear(target, () => calls++);
  target.dispatchEvent(new Event("focusin"));
  await settled();
  assert.equal(calls, 1);
});
