import assert from "node:assert/strict";
import test from "node:test";

import { challenge } from "../../scripts/aferir/browser/challenge.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import * as verdicts from "./cases/feedback.js";
import { draftIn, fakeEditor, memoryStore } from "./fakes.js";
import { englishTexts, openPage, settled } from "./page.js";

const TEXTS = englishTexts(strings);
const STARTER = "def f(x):\n    ...\n";
const PAGE = `<section class="challenge" data-challenge="f"><p>Write f.</p><div class="challenge-work">
<pre class="challenge-starter"><code>${STARTER}</code></pre></div></section>`;
const PUBLISHED = {
  id: "f",
  starter: STARTER,
  texts: { hints: ["First `one`.", "Then two."] },
  stopped: { ...verdicts.ours(), status: "failed", summary: "It did not come to an end." },
};

/** A challenge on a page, with a runner that answers as it is told. */
async function mounted({ grade, run, store = memoryStore(), load = async () => PUBLISHED, solved = false } = {}) {
  openPage(PAGE);
  const section = document.querySelector("section");
  const bench = { section, editor: fakeEditor(), asked: [], solved, store };
  const answer = (kind, script) => async (request, listeners) => (bench.asked.push([kind, request]), script(listeners));
  bench.component = challenge(section, {
    ...{
      strings: TEXTS,
      language: "es",
      bytes: 9.8e6,
      announcement: { words: "The first run downloads 9.8 MB, once.", over: new Promise(() => {}) },
    },
    runner: { grade: answer("grade", grade), run: answer("run", run) },
    load,
    draft: (starter) => draftIn(store)("challenge:f", starter),
    solved: { read: () => bench.solved, write: () => (bench.solved = true) },
    editor: bench.editor.make,
  });
  bench.tool = (label) =>
    [...section.querySelectorAll("button")].find((one) => one.textContent === label && !one.hidden);
  bench.click = async (label) => (bench.tool(label).click(), await settled());
  bench.note = () => section.querySelector(".tool-note").textContent;
  await settled();
  return bench;
}

const graded = (verdict) => async () => ({ status: "done", result: verdict, generation: 1 });
const withStore = (code, store = memoryStore()) => (draftIn(store)("challenge:f", STARTER).keep(code), store);

test("a challenge that comes near turns its starting code into an editor", async () => {
  const { section, editor, note, tool } = await mounted();
  assert.equal(section.querySelector(".challenge-starter").hidden, true);
  assert.equal(editor.made.value, STARTER);
  assert.equal(note(), "The first run downloads 9.8 MB, once.");
  assert.equal(tool("Reset"), undefined);
});

test("Check grades what stands in the editor and leads to the verdict", async () => {
  const { section, editor, asked, click } = await mounted({ grade: graded(verdicts.failed()) });
  editor.made.type("def f(x): return x");
  await click("Check");
  assert.deepEqual(asked, [["grade", { challenge: PUBLISHED, code: "def f(x): return x" }]]);
  assert.equal(document.activeElement, section.querySelector(".verdict-heading"));
});

test("Ctrl-Enter checks as well; the cursor stays, and the verdict is heard", async () => {
  const { section, editor, note } = await mounted({ grade: graded(verdicts.failed()) });
  editor.made.press();
  await settled();
  assert.ok(section.querySelector(".verdict-failed"));
  assert.notEqual(document.activeElement, section.querySelector(".verdict-heading"));
  assert.equal(note(), verdicts.failed().summary);
});

test("passing is said once, plainly, and remembered", async () => {
  const bench = await mounted({ grade: graded(verdicts.passed()) });
  await bench.click("Check");
  assert.equal(bench.section.textContent.split(verdicts.passed().summary).length, 2);
  assert.equal(bench.solved, true);
  assert.equal(bench.note(), "");
});

test("on the next visit the reader is told that they solved it", async () => {
  assert.equal((await mounted({ solved: true })).note(), "You have solved this before.");
});

test("code that does not end gets the verdict written for that", async () => {
  const { section, click } = await mounted({ grade: async () => ({ status: "timeout", seconds: 30, generation: 1 }) });
  await click("Check");
  assert.equal(section.querySelector(".verdict-heading").textContent, "It did not come to an end.");
});

test("a failed download is told beside the buttons, and no verdict is given", async () => {
  const grade = async () => ({ status: "failed", reason: "download", detail: "404", generation: 1 });
  const { section, click, note } = await mounted({ grade });
  await click("Check");
  assert.equal(section.querySelector(".verdict"), null);
  assert.equal(note(), "Python did not arrive whole. Check the connection and try again.");
});

test("while one request is under way the other button is out of use and the first is Stop", async () => {
  let finish;
  const { click, tool, asked } = await mounted({ grade: () => new Promise((resolve) => (finish = resolve)) });
  await click("Check");
  assert.ok(tool("Stop"));
  assert.equal(tool("Run").getAttribute("aria-disabled"), "true");
  await click("Run");
  assert.equal(asked.length, 1);
  finish({ status: "stopped", generation: 1 });
  await settled();
  assert.ok(tool("Check"));
});

test("Run shows what the code prints, in a namespace of its own", async () => {
  const run = async ({ onPrint }) => {
    onPrint({ cell: "f", stream: "stdout", text: "", dropped: 0 });
    onPrint({ cell: "f", stream: "stdout", text: "hello\n", dropped: 0 });
    return { status: "done", result: { cells: [{ name: "f", problem: null }], dropped: 0 }, generation: 1 };
  };
  const { section, asked, click } = await mounted({ run });
  await click("Run");
  assert.equal(section.querySelector(".challenge-output").textContent, "hello\n");
  const cells = [{ name: "f", source: STARTER }];
  assert.deepEqual(asked, [["run", { lesson: "challenge f", language: "es", cells }]]);
});

test("Run leads from an error to its line", async () => {
  const found = { kind: "raised", type: "NameError", message: "x", line: 2, traceback: "" };
  const run = async () => ({ status: "done", result: { cells: [{ name: "f", problem: found }] }, generation: 1 });
  const { editor, click } = await mounted({ run });
  await click("Run");
  await click("line 2");
  assert.deepEqual(editor.made.lines, [2]);
});

test("code that prints nothing is told how to look inside", async () => {
  const run = async () => ({ status: "done", result: { cells: [{ name: "f", problem: null }] }, generation: 1 });
  const { click, note } = await mounted({ run });
  await click("Run");
  assert.match(note(), /prints nothing/);
});

test("hints come one at a time and take the focus; after the last the button goes", async () => {
  const { section, click, tool } = await mounted();
  await click("Hint 1 of 2");
  assert.equal(document.activeElement.textContent, "First one.");
  await click("Hint 2 of 2");
  assert.equal(section.querySelectorAll(".challenge-hints li").length, 2);
  assert.equal(section.querySelector(".tool-hint").hidden, true);
  assert.equal(tool("Hint 3 of 2"), undefined);
});

test("the reader's code is found again after a reload", async () => {
  const { editor, tool } = await mounted({ store: withStore("mine") });
  assert.equal(editor.made.value, "mine");
  assert.ok(tool("Reset"));
});

test("Reset asks before it puts anything aside", async () => {
  const { editor, click, note } = await mounted({ store: withStore("mine") });
  await click("Reset");
  assert.equal(editor.made.value, "mine");
  assert.equal(document.activeElement.textContent, "Keep my code");
  await click("Keep my code");
  assert.deepEqual([editor.made.value, note()], ["mine", ""]);
});

test("starting over can be undone", async () => {
  const { editor, click } = await mounted({ store: withStore("mine") });
  await click("Reset");
  await click("Start over");
  assert.equal(editor.made.value, STARTER);
  await click("Bring my code back");
  assert.equal(editor.made.value, "mine");
});

test("when the starting code has changed both versions can be seen, and none is lost", async () => {
  const store = withStore("mine");
  const changed = { ...PUBLISHED, starter: `${STARTER}    # and\n    return x\n` };
  const { editor, click, note } = await mounted({ store, load: async () => changed });
  assert.equal(editor.made.value, "mine");
  assert.match(note(), /^The starting code has changed since you began/);
  await click("See the new one");
  assert.equal(editor.made.value, changed.starter);
  await click("Bring my code back");
  assert.equal(editor.made.value, "mine");
  const again = await mounted({ store, load: async () => changed });
  assert.doesNotMatch(again.note(), /has changed/);
});

test("a challenge that does not load says so and can be tried again", async (t) => {
  t.mock.method(console, "error", () => {});
  let tries = 0;
  const load = async () => (++tries > 1 ? PUBLISHED : Promise.reject(new Error("offline")));
  const { section, click, note } = await mounted({ load });
  assert.match(note(), /^The editor did not load/);
  assert.equal(section.querySelector(".challenge-starter").hidden, false);
  await click("Try again");
  assert.ok(section.querySelector(".editor"));
});

test("a browser that keeps nothing says so when the reader writes", async () => {
  const { editor, note } = await mounted({ store: memoryStore(false) });
  editor.made.type("mine");
  assert.equal(note(), "This browser does not keep your code; copy it before you go.");
});
