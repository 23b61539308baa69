import assert from "node:assert/strict";
import test from "node:test";

import { challenge } from "../../scripts/aferir/browser/challenge.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import * as verdicts from "./cases/feedback.js";
import { anyTime, draftIn, fakeEditor, memoryStore, twoTabs } from "./fakes.js";
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
async function mounted({ grade, run, compare, solution, step, ...facts } = {}) {
  const { store = memoryStore(), load = async () => PUBLISHED, solved = false, failed = 0, ready = false } = facts;
  openPage(facts.page ?? PAGE);
  const section = document.querySelector("section");
  const bench = { section, editor: fakeEditor(), asked: [], solved, failed, store };
  const answer = (kind, script) => async (request, listeners) => (bench.asked.push([kind, request]), script(listeners));
  bench.component = challenge(section, {
    ...{
      strings: TEXTS,
      language: "es",
      arrival: anyTime,
      bytes: 9.8e6,
      announcement: { words: "The first run downloads 9.8 MB, once.", over: new Promise(() => {}) },
    },
    runner: {
      ...{ grade: answer("grade", grade), run: answer("run", run), compare: answer("compare", compare) },
      ready: () => ready,
    },
    load,
    solution,
    step,
    draft: (starter) => draftIn(store)("challenge:f", starter),
    solved: { read: () => bench.solved, write: () => (bench.solved = true) },
    failed: { read: () => bench.failed, write: (count) => (bench.failed = count) },
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
  const { section, editor, click } = await mounted({ store, load: async () => changed });
  assert.equal(editor.made.value, "mine");
  assert.match(section.querySelector(".editions").textContent, /has changed since you began.*mine.*return x/);
  await click("Go on with the new one");
  assert.equal(editor.made.value, changed.starter);
  await click("Compare");
  await click("Bring it back");
  assert.equal(editor.made.value, "mine");
  const again = await mounted({ store, load: async () => changed });
  assert.equal(again.section.querySelector(".editions").hidden, true);
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

test("where somebody types, another tab's code is put aside, and a word is said", async () => {
  const [here, there] = twoTabs();
  const { section, editor, note } = await mounted({ store: here });
  Object.defineProperty(document, "hasFocus", { value: () => true, configurable: true });
  editor.made.element.tabIndex = 0;
  editor.made.element.focus();
  editor.made.type("mine");
  await settled();
  draftIn(there)("challenge:f", STARTER).keep("theirs");
  await settled();
  assert.equal(editor.made.value, "mine");
  assert.match(note(), /^Another tab has changed this code as well/);
  assert.match(section.querySelector(".editions").textContent, /^A version of yours is put aside\./);
});

// ── Smaller steps ─────────────────────────────────────────────────────────────────────────────────────────────────────

const STEP = { ...PUBLISHED, id: "half", starter: "def half(x):\n    ...\n", texts: { hints: ["Two."] } };
const WITH_STEPS = { ...PUBLISHED, steps: [{ id: "half", title: "Write `half`" }] };
const STEP_PAGE = PAGE.replace(
  "</pre>",
  `</pre><template class="challenge-step" data-challenge="half"><p>Half of <b>x</b>.</p></template>`,
);

/** A challenge with one step, whose work area has an editor of its own. */
async function withStep(facts = {}) {
  const own = { editor: fakeEditor(), solved: false, loads: 0, asked: [] };
  const step = (id) => ({
    ...{ strings: TEXTS, language: "es", bytes: 1, arrival: anyTime, editor: own.editor.make },
    load: async () => (own.loads++, facts.stepLoad ? facts.stepLoad(own.loads) : { ...STEP, id }),
    runner: {
      grade: async (request) => (own.asked.push(request), { status: "done", result: facts.stepVerdict(), generation: 1 }),
      ready: () => false,
    },
    draft: (starter) => draftIn(memoryStore())(`challenge:${id}`, starter),
    solved: { read: () => own.solved, write: () => (own.solved = true) },
  });
  const bench = await mounted({ load: async () => WITH_STEPS, page: STEP_PAGE, step, ...facts });
  const area = bench.section.querySelector(".challenge-steps");
  const fold = area.querySelector("details");
  const open = async () => ((fold.open = true), fold.dispatchEvent(new Event("toggle")), await settled());
  return { ...bench, bench, own, area, fold, open };
}

test("after three checks that fail, and not before, the smaller steps are offered", async () => {
  const { area, bench, click } = await withStep({ grade: graded(verdicts.failed()) });
  for (const hidden of [true, true, false]) {
    await click("Check");
    assert.equal(area.hidden, hidden);
  }
  assert.equal(bench.failed, 3);
  assert.match(area.querySelector(".steps-lead").textContent, /^A smaller step may help/);
  assert.equal(area.querySelector("summary code").textContent, "half");
});

test("a check that passes starts the count anew; a fault of ours counts for nothing", async () => {
  const said = [verdicts.failed(), verdicts.failed(), verdicts.ours(), verdicts.passed(), verdicts.failed()];
  const { area, bench, click } = await withStep({ grade: async () => ({ status: "done", result: said.shift() }) });
  for (const count of [1, 2, 2, 0, 1]) {
    await click("Check");
    assert.equal(bench.failed, count);
  }
  assert.equal(area.hidden, true);
});

test("on the next visit the steps are still on offer, unless the challenge is solved", async () => {
  assert.equal((await withStep({ failed: 3 })).area.hidden, false);
  assert.equal((await withStep({ failed: 3, solved: true })).area.hidden, true);
  assert.equal((await withStep({ failed: 2 })).area.hidden, true);
});

test("a challenge without steps offers none", async () => {
  const { section, click } = await mounted({ grade: graded(verdicts.failed()), failed: 9 });
  await click("Check");
  assert.equal(section.querySelector(".challenge-steps").hidden, true);
});

test("a step is loaded when it is opened, states what it asks, and is graded like any challenge", async () => {
  const { own, fold, open, bench } = await withStep({ failed: 3, stepVerdict: verdicts.passed });
  assert.equal(own.loads, 0);
  await open();
  await open();
  assert.equal(own.loads, 1);
  assert.equal(fold.querySelector(".step-statement").innerHTML, "<p>Half of <b>x</b>.</p>");
  own.editor.made.type("def half(x): return x / 2");
  own.editor.made.press();
  await settled();
  assert.deepEqual(own.asked, [{ challenge: STEP, code: "def half(x): return x / 2" }]);
  assert.ok(fold.querySelector(".verdict-passed"));
  assert.equal(fold.querySelector(".step-mark").textContent, "solved");
  assert.deepEqual([own.solved, bench.solved, bench.failed], [true, false, 3]);
});

test("from a step one button leads back to the whole, whose code stands as it was", async () => {
  const { own, fold, open, editor, click } = await withStep({ failed: 3, store: withStore("mine") });
  await open();
  assert.equal(own.editor.made.value, STEP.starter);
  await click("Back to the whole");
  assert.equal(fold.open, false);
  assert.equal(editor.made.focused, 1);
  assert.equal(editor.made.value, "mine");
});

test("a step that does not load says so and can be tried again", async (t) => {
  t.mock.method(console, "error", () => {});
  const stepLoad = (tries) => (tries > 1 ? STEP : Promise.reject(new Error("offline")));
  const { fold, open, click } = await withStep({ failed: 3, stepLoad });
  await open();
  assert.match(fold.querySelector(".tool-note").textContent, /^The editor did not load/);
  await click("Try again");
  assert.ok(fold.querySelector(".editor"));
});

test("what goes away takes the editors of its steps along", async () => {
  const { own, open, component, editor } = await withStep({ failed: 3 });
  await open();
  component.destroy();
  await settled();
  assert.deepEqual([own.editor.made.destroyed, editor.made.destroyed], [true, true]);
});

// ── The solution ──────────────────────────────────────────────────────────────────────────────────────────────────────

const SOLUTION = {
  solution: "def f(x):\n    return 2 * x\n",
  walk: [
    { code: "def f(x):", text: "" },
    { code: "    return 2 * x", text: "Twice `x`." },
  ],
};
const COMPARED = {
  status: "failed",
  summary: "",
  call: "f(3)",
  parts: [
    { name: "y", status: "passed", message: "", got: "", expected: "" },
    { name: "z", status: "failed", message: "z is 1; it should be 2.", got: "z = 1", expected: "z = 2" },
  ],
};

/** A challenge whose solution has been asked for. */
async function asked(facts = {}) {
  const calls = [];
  const solution = async () => (calls.push("solution"), SOLUTION);
  const compare = async () => ({ status: "done", result: COMPARED, generation: 1 });
  const bench = await mounted({ solution, compare, ...facts });
  await bench.click("Solution");
  return { ...bench, calls };
}

test("the solution comes after an honest question, and is not fetched before", async () => {
  const { section, calls, note, click, tool } = await asked();
  assert.match(note(), /^Have you tried the hints\? Seeing the solution is fine; writing it yourself afterwards/);
  assert.equal(document.activeElement.textContent, "Not yet");
  await click("Not yet");
  assert.deepEqual([calls, note(), section.querySelector(".challenge-solution").children.length], [[], "", 0]);
  assert.equal(document.activeElement, tool("Solution"));
});

test("it is explained line by line, and the fold that holds it takes the focus", async () => {
  const { section, calls, click, tool } = await asked();
  await click("Show the solution");
  const parts = [...section.querySelectorAll(".walk-part")];
  assert.deepEqual(
    parts.map((part) => [part.querySelector("pre").textContent, part.querySelector("p")?.textContent]),
    [
      ["def f(x):", undefined],
      ["    return 2 * x", "Twice x."],
    ],
  );
  assert.deepEqual(calls, ["solution"]);
  assert.equal(document.activeElement, section.querySelector(".solution > summary"));
  assert.equal(tool("Solution"), undefined);
});

test("it is laid beside the reader's own code", async () => {
  const { section, click } = await asked({ store: withStore("def f(x):\n    return x + x\n\n") });
  await click("Show the solution");
  const rows = [...section.querySelectorAll(".diff-row:not(.diff-head)")];
  assert.deepEqual(
    rows.map((row) => [row.className, ...[...row.querySelectorAll("code")].map((cell) => cell.textContent)]),
    [
      ["diff-row diff-same", "def f(x):", "def f(x):"],
      ["diff-row diff-changed", "only in yours:     return x + x", "only in the solution:     return 2 * x"],
    ],
  );
});

test("code that is the solution is said to be", async () => {
  const { section, click } = await asked({ store: withStore(`${SOLUTION.solution}\n`) });
  await click("Show the solution");
  assert.equal(section.querySelector(".comparison-same").textContent, "The two are the same, line for line.");
});

test("the results are compared when the reader asks, or at once when Python is there", async () => {
  const { section, asked: requests, click } = await asked({ store: withStore("mine") });
  await click("Show the solution");
  assert.equal(section.querySelector(".comparison-results").textContent, "");
  await click("Compare the results");
  assert.deepEqual(requests, [["compare", { challenge: PUBLISHED, code: "mine" }]]);
  const checks = [...section.querySelectorAll(".comparison-results .check")];
  assert.deepEqual(
    checks.map((check) => check.className),
    ["check check-passed", "check check-failed"],
  );
  assert.match(checks[0].textContent, /y: on the first case both give the same, to nine digits\./);
  assert.match(checks[1].textContent, /z: on the first case the two differ\..*z is 1; it should be 2\..*z = 1.*z = 2/);
  const again = await asked({ ready: true });
  await again.click("Show the solution");
  assert.equal(again.section.querySelectorAll(".comparison-results .check").length, 2);
});

test("code that cannot be compared, or a comparison that comes to no end, is told in words", async () => {
  const broken = { ...COMPARED, summary: "Line 2 raises NameError.", parts: [] };
  const first = await asked({ ready: true, compare: async () => ({ status: "done", result: broken }) });
  await first.click("Show the solution");
  assert.equal(first.section.querySelector(".comparison-results").textContent, "Line 2 raises NameError.");
  const second = await asked({ ready: true, compare: async () => ({ status: "timeout", seconds: 30 }) });
  await second.click("Show the solution");
  assert.match(second.section.querySelector(".comparison-results").textContent, /^Stopped after 30 s/);
});

test("a solution that does not load says so and can be tried again", async (t) => {
  t.mock.method(console, "error", () => {});
  let tries = 0;
  const solution = async () => (++tries > 1 ? SOLUTION : Promise.reject(new Error("offline")));
  const { section, click, note } = await asked({ solution });
  await click("Show the solution");
  assert.match(note(), /^The solution did not load/);
  await click("Try again");
  assert.ok(section.querySelector(".solution"));
  assert.equal(note(), "");
});

// ── A fault of ours ───────────────────────────────────────────────────────────────────────────────────────────────────

test("a fault of the checker is neither passed nor failed, and its words are shown as they are", async () => {
  const { section, click, bench } = await withStep({ grade: graded(verdicts.ours()) });
  await click("Check");
  assert.ok(section.querySelector(".verdict-error"));
  assert.equal(section.querySelector(".verdict-failed, .check"), null);
  assert.equal(section.querySelector(".verdict-heading").textContent, verdicts.ours().summary);
  assert.deepEqual([bench.solved, bench.failed], [false, 0]);
});

for (const reason of ["fatal", "internal", "download"]) {
  test(`a worker that dies (${reason}) gives no verdict and counts for nothing`, async () => {
    const { section, click, bench, note } = await withStep({ grade: async () => ({ status: "failed", reason }) });
    await click("Check");
    assert.equal(section.querySelector(".verdict"), null);
    assert.notEqual(note(), "");
    assert.deepEqual([bench.solved, bench.failed], [false, 0]);
  });
}
