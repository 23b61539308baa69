import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { isAhead, noting, takeAhead } from "../../scripts/aferir/browser/ahead.js";
import { memoryStore } from "./fakes.js";

const PARTIAL = new URL("../../scripts/aferir/theme/partials/ahead.html", import.meta.url);
const [, SCRIPT] = /<script[^>]*>([\s\S]*)<\/script>/.exec(readFileSync(PARTIAL, "utf8"));
const WORKER = new URL("https://example.org/course/assets/aferir-1/worker.js");
const SOURCES = "https://example.org/course/assets/data-1/python.json";
const KNOWN = { python: SOURCES, files: "known" };

/** A window in whose head the script has run, with what the browser keeps. */
function opened(kept, { connection = { saveData: false, effectiveType: "4g" }, refuses = false } = {}) {
  const dataset = { course: "attention", lesson: "split", worker: "../../assets/aferir-1/worker.js", python: "../../assets/data-1/python.json" };
  const workers = [];
  class Worker {
    constructor(address, options) {
      workers.push(Object.assign(this, { address, options, ended: false, terminate: () => (this.ended = true) }));
    }
  }
  const localStorage = {
    getItem(key) {
      if (refuses) throw new Error("SecurityError");
      return kept[key] ?? null;
    },
  };
  const document = { baseURI: "https://example.org/course/pt/split/", currentScript: { dataset } };
  const host = { document, localStorage, navigator: { connection }, Worker };
  const names = ["window", ...Object.keys(host)];
  new Function(...names, SCRIPT)(host, ...Object.values(host));
  return { host, workers };
}

const ran = (value = WORKER.href) => ({ "aferir:attention:ran:split": JSON.stringify({ at: 1, value }) });

test("who has run something in the lesson has Python begin with the page", () => {
  const { host, workers } = opened(ran());
  assert.equal(workers.length, 1);
  assert.deepEqual([workers[0].address, workers[0].options.type], [WORKER.href, "module"]);
  assert.equal(isAhead(host), true);
  assert.equal(takeAhead(host, KNOWN), workers[0]);
  assert.deepEqual([isAhead(host), takeAhead(host, KNOWN)], [false, null], "it is given once");
});

for (const [what, kept, device] of [
  ["who has only read", {}, {}],
  ["who has run it with another version", ran("https://example.org/course/assets/aferir-0/worker.js"), {}],
  ["whose browser keeps nothing", ran(), { refuses: true }],
  ["who saves data", ran(), { connection: { saveData: true } }],
  ["whose connection is slow", ran(), { connection: { effectiveType: "3g" } }],
  ["whose browser keeps something else", { "aferir:attention:ran:split": "null" }, {}],
]) {
  test(`nothing begins by itself for one ${what}`, () => {
    const { host, workers } = opened(kept, device);
    assert.deepEqual([workers.length, isAhead(host)], [0, false]);
  });
}

test("a browser that says nothing of its connection is taken for a fast one", () => {
  assert.equal(opened(ran(), { connection: null }).workers.length, 1);
});

test("a worker with other orders is ended, and so is the wait for one that does not load", () => {
  const { host, workers } = opened(ran());
  assert.equal(takeAhead(host, { ...KNOWN, files: "doubted" }), null);
  assert.equal(workers[0].ended, true);
  const other = opened(ran());
  other.workers[0].onerror();
  assert.equal(isAhead(other.host), false);
});

test("what has been run in a lesson is noted once it is done, where Python may come unasked", async () => {
  for (const [status, device, noted] of [
    ...[["done", {}, WORKER.href], ["failed", {}, null], ["stopped", {}, null]],
    ...[["done", { deviceMemory: 2 }, null], ["done", { connection: { saveData: true } }, null]],
  ]) {
    const store = memoryStore();
    const runner = { run: async () => ({ status }), grade: async () => ({ status }), draw: async () => ({ status }), python: "x" };
    for (const name of ["run", "grade", "draw"]) {
      const own = noting(runner, { kept: store, lesson: "split", worker: WORKER, device });
      assert.deepEqual([await own[name](), own.python], [{ status }, "x"]);
      assert.equal(store.read("ran:split"), noted);
      store.remove("ran:split");
    }
  }
});
