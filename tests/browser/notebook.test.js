import assert from "node:assert/strict";
import test from "node:test";

import { notebook } from "../../scripts/aferir/browser/notebook.js";

const CELLS = ["setup", "heads", "hidden", "equal"].map((name) => ({ name, source: `${name} = 1` }));

/** A notebook over a runner that writes down what it is asked and lets each cell print its name. */
function bench({ failing = {} } = {}) {
  const state = { asked: [], generation: 1, outcome: null, edits: {}, heard: [] };
  const runner = {
    async run(compose, { onPrint }) {
      const request = compose(state.generation);
      state.asked.push(request.cells.map(({ name }) => name));
      const cells = [];
      for (const { name } of request.cells) {
        onPrint({ cell: name, stream: "stdout", text: "", dropped: 0 });
        if (state.outcome) return { ...state.outcome, generation: state.generation };
        onPrint({ cell: name, stream: "stdout", text: `${name}\n`, dropped: 0 });
        cells.push({ name, problem: failing[name] ?? null });
        if (failing[name]) break;
      }
      return { status: "done", result: { cells, dropped: 0 }, generation: state.generation };
    },
  };
  const voices = new Map(["heads", "equal"].map((name) => [name, voiceOf(name, state)]));
  return { state, made: notebook({ lesson: "split", language: "es", cells: CELLS, voices, runner }) };
}

function voiceOf(name, state) {
  return {
    own: () => state.edits[name] ?? null,
    onCell: () => state.heard.push(`${name} begins`),
    onText: (_, text) => state.heard.push(`${name} prints ${text.trim()}`),
    onEnd: (problem) => state.heard.push(`${name} ends ${problem?.type ?? "well"}`),
    onInterrupt: ({ status }) => state.heard.push(`${name} ${status}`),
  };
}

test("the first run of a cell runs everything above it, hidden cells included", async () => {
  const { state, made } = bench();
  await made.run("equal");
  assert.deepEqual(state.asked, [["setup", "heads", "hidden", "equal"]]);
});

test("what has run does not run again, except the cell that is asked for", async () => {
  const { state, made } = bench();
  await made.run("heads");
  await made.run("heads");
  await made.run("equal");
  assert.deepEqual(state.asked, [["setup", "heads"], ["heads"], ["hidden", "equal"]]);
});

test("a cell changed since it ran runs again first, and so does all that stands on it", async () => {
  const { state, made } = bench();
  await made.run("equal");
  state.edits.heads = "heads = 2";
  await made.run("equal");
  assert.deepEqual(state.asked[1], ["heads", "hidden", "equal"]);
});

test("a run uses the reader's own versions", async () => {
  const sent = [];
  const runner = { run: async (compose) => (sent.push(...compose(1).cells), { status: "stopped", generation: 1 }) };
  const voices = new Map([["heads", voiceOf("heads", { edits: { heads: "mine" }, heard: [] })]]);
  await notebook({ lesson: "split", language: "es", cells: CELLS, voices, runner }).run("heads");
  assert.deepEqual(
    sent.map(({ source }) => source),
    ["setup = 1", "mine"],
  );
});

test("after a restart everything above runs again, and that is said", async () => {
  const { state, made } = bench();
  assert.equal((await made.run("heads")).again, false);
  state.generation = 2;
  const { again } = await made.run("equal");
  assert.equal(again, true);
  assert.deepEqual(state.asked[1], ["setup", "heads", "hidden", "equal"]);
});

test("each cell on the page hears of its own run, whoever asked for it", async () => {
  const { state, made } = bench();
  await made.run("equal");
  assert.deepEqual(state.heard, [
    "heads begins",
    "heads prints heads",
    "equal begins",
    "equal prints equal",
    "heads ends well",
    "equal ends well",
  ]);
});

test("a failing cell above stops the run there, and it counts as not having run", async () => {
  const { state, made } = bench({ failing: { heads: { type: "NameError" } } });
  const ran = await made.run("equal");
  assert.deepEqual([ran.at, ran.problem.type], ["heads", "NameError"]);
  await made.run("equal");
  assert.deepEqual(state.asked, [
    ["setup", "heads", "hidden", "equal"],
    ["heads", "hidden", "equal"],
  ]);
});

test("an interrupted run says at which cell it was, and that cell hears of it", async () => {
  const { state, made } = bench();
  await made.run("heads");
  state.outcome = { status: "timeout", seconds: 30 };
  const { outcome, at } = await made.run("heads");
  assert.deepEqual([outcome.status, at], ["timeout", "heads"]);
  assert.equal(state.heard.at(-1), "heads timeout");
});

test("a cell that the lesson does not have is a mistake of ours", async () => {
  await assert.rejects(bench().made.run("nowhere"), /no cell nowhere/);
});

test("Run all above runs every cell above, also those that have run, and not the cell itself", async () => {
  const { state, made } = bench();
  await made.run("hidden");
  await made.runAbove("hidden");
  assert.deepEqual(state.asked[1], ["setup", "heads"]);
  await made.run("equal");
  assert.deepEqual(state.asked[2], ["equal"]);
});

test("a figure is drawn from all cells of the lesson, those that have run left as they are", async () => {
  const asked = [];
  const runner = {
    draw: async (compose) => {
      const request = compose(1);
      asked.push([request.figure.name, ...request.cells.map(({ name }) => name)]);
      const cells = [...request.cells, { name: "figure_maps" }].map(({ name }) => ({ name, problem: null }));
      return { status: "done", result: { cells, dropped: 0, drawing: {} }, generation: 1 };
    },
  };
  const made = notebook({ lesson: "split", language: "es", cells: CELLS, voices: new Map(), runner });
  await made.draw({ name: "maps", source: "", writing: {} });
  await made.draw({ name: "maps", source: "", writing: {} });
  assert.deepEqual(asked, [["maps", "setup", "heads", "hidden", "equal"], ["maps"]]);
});

test("names are those that the cells define, and what Python knows of them once they have run", async () => {
  const cells = [{ name: "setup", source: "import numpy as np\ndef f(x):\n    y = 1\nA = f(2)\nA == 3" }];
  const known = [{ label: "A", type: "variable", detail: "(2, 3)" }];
  const runner = { run: async () => ({ status: "done", result: { cells: [], dropped: 0, names: known }, generation: 1 }) };
  const made = notebook({ lesson: "split", language: "es", cells, voices: new Map(), runner });
  assert.deepEqual(
    made.names().map(({ label, type }) => `${label}: ${type}`),
    ["np: namespace", "f: function", "A: variable"],
  );
  await made.run("setup");
  assert.equal(made.names().find(({ label }) => label === "A").detail, "(2, 3)");
});
