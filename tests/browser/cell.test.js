import assert from "node:assert/strict";
import test from "node:test";

import { cell } from "../../scripts/aferir/browser/cell.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { anyTime, draftIn, fakeEditor, memoryStore, twoTabs } from "./fakes.js";
import { englishTexts, openPage, settled } from "./page.js";

const TEXTS = englishTexts(strings);
const PAGE = `
<figure class="cell" data-cell="above" id="cell-above"></figure>
<figure class="cell" data-cell="heads" id="cell-heads">
<div class="cell-code"><pre><code><span class="k">print</span>(1)</code></pre></div>
<div class="cell-tools"></div><div class="cell-output"><pre>1\n</pre></div></figure>`;

const done = { status: "done", generation: 1 };
const ran = (extra = {}) => ({ outcome: done, at: "heads", problem: null, again: false, ...extra });

/**
 * A cell on a page with a notebook that does as it is told: `script(voice, listeners)` plays the run and returns what
 * came of it.
 */
function mounted({ script = async () => ran(), store = memoryStore(), announcement = null, early = "" } = {}) {
  openPage(PAGE);
  document.querySelector(".cell-tools").innerHTML = early;
  const figure = document.querySelector("#cell-heads");
  const bench = { figure, editor: fakeEditor(), runs: 0, voice: null, store };
  const notebook = { run: async (_, listeners) => (bench.runs++, script(bench.voice, listeners)) };
  bench.component = cell(figure, {
    ...{ strings: TEXTS, bytes: 9.8e6, arrival: anyTime, announcement, draft: draftIn(store), editor: bench.editor.make },
    notebook: async () => notebook,
    reveal: (name, line) => (bench.revealed = [name, line]),
    join: (name, voice) => (assert.equal(name, "heads"), (bench.voice = voice)),
  });
  bench.tool = (label) =>
    [...figure.querySelectorAll("button")].find((one) => one.textContent === label && !one.hidden);
  bench.click = async (label) => (bench.tool(label).click(), await settled());
  bench.note = () => figure.querySelector(".tool-note").textContent;
  bench.output = () => figure.querySelector(".cell-output").textContent;
  return bench;
}

const printing = (text, extra) => async (voice) => {
  voice.onCell();
  voice.onText("stdout", text, 0);
  voice.onEnd(extra?.problem ?? null);
  return ran(extra);
};

test("a cell whose Run was pressed before it came to life runs, once", async () => {
  const early = '<button type="button" data-early="pressed">Run</button>';
  const bench = mounted({ script: printing("1\n"), early });
  await settled();
  assert.equal(bench.runs, 1);
  assert.equal(bench.output(), "1\n");
});

test("a cell that is only read has its tools and nothing else", () => {
  const { figure, tool, runs } = mounted({
    announcement: { words: "The first run downloads 9.8 MB, once.", over: new Promise(() => {}) },
  });
  assert.deepEqual(
    ["Run", "Edit", "Copy"].map((label) => Boolean(tool(label))),
    [true, true, true],
  );
  assert.equal(tool("Reset"), undefined);
  assert.equal(figure.querySelector(".tool-note").textContent, "The first run downloads 9.8 MB, once.");
  assert.equal(runs, 0);
});

test("a run that agrees with the page says so quietly", async () => {
  const { click, note, output } = mounted({ script: printing("1\n") });
  await click("Run");
  assert.equal(note(), "The same as on the page.");
  assert.equal(output(), "1\n");
});

test("a run that differs is marked as the reader's own, and the page's output can be brought back", async () => {
  const { click, note, output } = mounted({ script: printing("2\n") });
  await click("Run");
  assert.equal(note(), "Not the same as on the page.");
  assert.equal(output(), "Your outputAs published2\n");
  await click("As published");
  assert.deepEqual([output(), note()], ["1\n", ""]);
});

test("Run is Stop while Python works, and stops through its signal", async () => {
  let release;
  let signal;
  const script = (_, listeners) => {
    signal = listeners.signal;
    return new Promise((resolve) => (release = resolve));
  };
  const bench = mounted({ script });
  await bench.click("Run");
  assert.ok(bench.tool("Stop"));
  await new Promise((resolve) => setTimeout(resolve, 420));
  await bench.click("Stop");
  assert.equal(signal.aborted, true);
  release(ran({ outcome: { status: "stopped", generation: 1 }, at: null }));
  await settled();
  assert.ok(bench.tool("Run"));
  assert.equal(bench.note(), "Stopped.");
});

test("progress is shown until Python begins", async () => {
  let release;
  const script = (_, { onProgress, onBegin }) => {
    onProgress({ type: "progress", phase: "download", loaded: 1, total: 2 });
    return new Promise((resolve) => (release = () => (onBegin(), resolve(ran()))));
  };
  const { figure, click } = mounted({ script });
  await click("Run");
  assert.equal(figure.querySelector(".progress").hidden, false);
  release();
  await settled();
  assert.equal(figure.querySelector(".progress").hidden, true);
});

const NAME_ERROR = { kind: "raised", type: "NameError", message: "x", line: 2, traceback: "Traceback" };

test("an error is one short line under what was printed", async () => {
  const { click, note, output } = mounted({ script: printing("1\n", { problem: NAME_ERROR }) });
  await click("Run");
  assert.equal(note(), "It stopped at an error.");
  assert.match(output(), /^Your outputAs published1\nNameError: x · line 2/);
});

test("an error above leads there", async () => {
  const { click, note, figure } = mounted({ script: async () => ran({ at: "above", problem: NAME_ERROR }) });
  await click("Run");
  assert.equal(note(), "A cell above, above, stopped at an error; this one did not run. Go there");
  assert.equal(figure.querySelector(".tool-note a").getAttribute("href"), "#cell-above");
});

test("an error in a hidden cell above is shown here", async () => {
  const { click, output } = mounted({ script: async () => ran({ at: "hidden", problem: NAME_ERROR }) });
  await click("Run");
  assert.match(output(), /NameError: x/);
});

test("a time limit keeps what was printed and says what happened", async () => {
  const outcome = { status: "timeout", seconds: 30, generation: 1 };
  const script = async (voice) => {
    voice.onCell();
    voice.onText("stdout", "spam\n", 0);
    voice.onText("stdout", "", 5000);
    voice.onInterrupt(outcome);
    return ran({ outcome });
  };
  const { click, note, output } = mounted({ script });
  await click("Run");
  assert.equal(note(), "Stopped after 30 s: the code had not finished.");
  assert.match(output(), /spam\n… and 5000 more charactersStopped after 30 s/);
});

test("a time limit before anything was printed leaves the published output", async () => {
  const outcome = { status: "timeout", seconds: 30, generation: 1 };
  const script = async (voice) => (voice.onCell(), voice.onInterrupt(outcome), ran({ outcome }));
  const { click, output } = mounted({ script });
  await click("Run");
  assert.equal(output(), "1\n");
});

test("a failed download is told and can be tried again", async () => {
  const failed = ran({ outcome: { status: "failed", reason: "download", detail: "404", generation: 1 }, at: null });
  const { click, note, tool } = mounted({ script: async () => failed });
  await click("Run");
  assert.equal(note(), "Python did not arrive whole. Check the connection and try again.");
  assert.ok(tool("Run"));
});

test("after a restart the reader is told that the cells above ran again", async () => {
  const { click, note } = mounted({ script: printing("1\n", { again: true }) });
  await click("Run");
  assert.equal(note(), "The same as on the page. The cells above ran again first.");
});

test("Edit turns the code into an editor; what is written there runs, and is kept", async () => {
  const bench = mounted({ script: printing("1\n") });
  await bench.click("Edit");
  assert.equal(bench.figure.querySelector("pre").hidden, true);
  assert.deepEqual([bench.editor.made.value, bench.editor.made.focused], ["print(1)", 1]);
  bench.editor.made.type("print(2)");
  assert.equal(bench.voice.own(), "print(2)");
  assert.equal(bench.store.read("heads").own, "print(2)");
  assert.ok(bench.tool("Reset"));
  bench.editor.made.press();
  await settled();
  assert.equal(bench.runs, 1);
});

test("an edited cell shows its own code on the next visit, without an editor", () => {
  const store = memoryStore();
  draftIn(store)("heads", "print(1)").keep("print(2)");
  const { figure, voice, tool } = mounted({ store });
  assert.equal(figure.querySelector("code").textContent, "print(2)");
  assert.equal(voice.own(), "print(2)");
  assert.ok(tool("Reset"));
});

test("Reset brings the published code and output back, and can be undone", async () => {
  const bench = mounted({ script: printing("2\n") });
  await bench.click("Edit");
  bench.editor.made.type("print(2)");
  await bench.click("Run");
  await bench.click("Reset");
  assert.deepEqual([bench.editor.made.value, bench.output(), bench.voice.own()], ["print(1)", "1\n", null]);
  assert.equal(bench.note(), "The published code is back. Undo");
  await bench.click("Undo");
  assert.equal(bench.editor.made.value, "print(2)");
});

test("when the published code has changed both versions are shown, and the reader's is in use", async () => {
  const store = memoryStore();
  draftIn(store)("heads", "print(0)").keep("print(2)");
  const { figure, voice, click } = mounted({ store });
  assert.match(figure.querySelector(".editions").textContent, /has changed since you began.*print\(2\).*print\(1\)/);
  assert.equal(voice.own(), "print(2)");
  await click("Go on with the new one");
  assert.equal(voice.own(), null);
  assert.equal(figure.querySelector("code").textContent, "print(1)");
  assert.match(figure.querySelector(".editions").textContent, /^A version of yours is put aside\./);
});

test("a cell follows what another tab makes of it", async () => {
  const [here, there] = twoTabs();
  const { figure, voice } = mounted({ store: here });
  draftIn(there)("heads", "print(1)").keep("print(3)");
  await settled();
  assert.equal(figure.querySelector("code").textContent, "print(3)");
  assert.equal(voice.own(), "print(3)");
});

test("a page that is left stops its run and lets its editor go", async () => {
  let signal;
  const script = (_, listeners) => ((signal = listeners.signal), new Promise(() => {}));
  const bench = mounted({ script });
  await bench.click("Edit");
  await bench.click("Run");
  bench.component.destroy();
  assert.deepEqual([signal.aborted, bench.editor.made.destroyed], [true, true]);
});
