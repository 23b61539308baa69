/** The reader's work as a file: what is taken in, what is refused, and what comes of two devices. */

import assert from "node:assert/strict";
import test from "node:test";

import { amounts, joinedWork, readWork, workFile, workOf } from "../../scripts/aferir/browser/work.js";

const NOW = Date.UTC(2026, 10, 30);
const code = (own, others = [], from = "f") => ({ own, from, others });
const answer = (given, done, mark = "m") => ({ mark, given, done, words: "words" });
const work = (values, at = 1000) => new Map(Object.entries(values).map(([key, value]) => [key, { at, value }]));

const WORK = work({
  "cell:split-then-sum:widths": code("print(1)", ["print(0)"]),
  "challenge:multi_head": code(null, ["def f(): ..."]),
  "answer:split-then-sum:heads:q1": answer(["0", "2"], true),
  "answer:split-then-sum:heads:q2": answer({ ratio: "-1/3", percent: false }, false),
  "answer:split-then-sum:heads:q3": answer(null, true),
  "tasks:whole-path:1.2": ["0", "3"],
  "read:split-then-sum": true,
  "solved:multi_head": true,
  "failed:softmax": 2,
  "quiz:split-then-sum": { mark: "m", done: 1, total: 3 },
});

/** A file with some of it changed. */
function file(change = () => {}) {
  const made = JSON.parse(workFile("attention", WORK, new Date(NOW)));
  change(made);
  return JSON.stringify(made);
}

test("a file brings back what was saved, thing by thing", () => {
  const reading = readWork(workFile("attention", WORK, new Date(NOW)), "attention", NOW);
  assert.deepEqual([...reading.work].sort(), [...WORK].sort());
});

test("a file says what it is, and is legible", () => {
  const made = workFile("attention", WORK, new Date(NOW));
  const { items, ...head } = JSON.parse(made);
  assert.deepEqual(head, { format: "aferir work", version: 1, course: "attention", saved: "2026-11-30T00:00:00.000Z" });
  assert.deepEqual(Object.keys(items), Object.keys(items).sort());
  assert.ok(made.split("\n").length > 50 && made.endsWith("\n"));
});

test("what a device keeps for its own sake is no work", () => {
  const items = new Map([...WORK, ["python", { at: 1, value: "pyodide-1/" }], ["seed", { at: 1, value: 7 }]]);
  assert.deepEqual(workOf(items), WORK);
});

const first = (items) => items["cell:split-then-sum:widths"];
const REFUSED = {
  "an empty file": ["", "json"],
  "half a file": [file().slice(0, 300), "json"],
  "markup": ["<html></html>", "json"],
  "a list": ["[]", "format"],
  "a number": ["3", "format"],
  "nothing": ["null", "format"],
  "other JSON": ['{"format": "else"}', "format"],
  "a newer version": [file((made) => (made.version = 2)), "newer"],
  "a version that is none": [file((made) => (made.version = "1")), "damaged"],
  "no items": [file((made) => delete made.items), "damaged"],
  "items in a list": [file((made) => (made.items = [])), "damaged"],
  "another course": [file((made) => (made.course = "numbers")), "course"],
  "an unknown kind": [file(({ items }) => (items["theme:x"] = { at: 1, value: "dark" })), "damaged"],
  "a key of the prototype": [file().replace('"read:split-then-sum"', '"__proto__"'), "damaged"],
  "a kind of the prototype": [file(({ items }) => (items["constructor:x"] = { at: 1, value: true })), "damaged"],
  "a key with markup": [file(({ items }) => (items["read:<img src=x>"] = { at: 1, value: true })), "damaged"],
  "a key without end": [file(({ items }) => (items[`read:${"x".repeat(1000)}`] = { at: 1, value: true })), "damaged"],
  "no time": [file(({ items }) => delete first(items).at), "damaged"],
  "a time before time": [file(({ items }) => (first(items).at = -1)), "damaged"],
  "a time in words": [file(({ items }) => (first(items).at = "now")), "damaged"],
  "code that is none": [file(({ items }) => (first(items).value.own = 3)), "damaged"],
  "no versions aside": [file(({ items }) => delete first(items).value.others), "damaged"],
  "too many versions aside": [file(({ items }) => (first(items).value.others = Array(10).fill("x"))), "damaged"],
  "an answer that is code": [file(({ items }) => (items["answer:a:b:c"] = { at: 1, value: { mark: "m", given: { x: 1 }, done: true, words: "" } })), "damaged"],
  "a mark that is not true": [file(({ items }) => (items["solved:multi_head"].value = "yes")), "damaged"],
  "a count below zero": [file(({ items }) => (items["failed:softmax"].value = -1)), "damaged"],
  "ticks that are none": [file(({ items }) => (items["tasks:whole-path:1.2"].value = [1])), "damaged"],
  "too much": [`"${"x".repeat(33e6)}"`, "large"],
  "too many things": [file(({ items }) => Array.from({ length: 6000 }, (_, i) => (items[`read:l${i}`] = { at: 1, value: true }))), "damaged"],
};

for (const [what, [text, refused]] of Object.entries(REFUSED)) {
  test(`refused: ${what}`, () => assert.equal(readWork(text, "attention", NOW).refused, refused));
}

test("a refusal says where, and says it briefly", () => {
  const found = (change) => readWork(file(change), "attention", NOW).detail;
  assert.equal(found(({ items }) => (first(items).value.own = 3)), "cell:split-then-sum:widths");
  assert.equal(found((made) => (made.course = "x".repeat(500))).length, 80);
});

test("nothing in a file is newer than now", () => {
  const reading = readWork(file(({ items }) => (first(items).at = 9e15)), "attention", NOW);
  assert.equal(reading.work.get("cell:split-then-sum:widths").at, NOW);
});

/** What is here after a file, whole. */
function after(here, file) {
  return new Map([...here, ...joinedWork(here, file).work]);
}

test("what only the file has is taken, what only this browser has stays", () => {
  const { work: changes, counts } = joinedWork(work({ "read:one": true }), work({ "read:two": true }));
  assert.deepEqual([...changes.keys()], ["read:two"]);
  assert.deepEqual(counts, { added: 1, changed: 0, same: 0 });
});

test("of two codes the newer is in use, the older and all put aside are put aside", () => {
  const [old, young] = [work({ "cell:a:b": code("old", ["x"]) }, 10), work({ "cell:a:b": code("young", ["y", "old"]) }, 20)];
  for (const joined of [after(old, young), after(young, old)]) {
    assert.deepEqual(joined.get("cell:a:b"), { at: 20, value: code("young", ["y", "old", "x"]) });
  }
  assert.deepEqual(joinedWork(young, work({ "cell:a:b": code("old") }, 10)).counts, { added: 0, changed: 0, same: 1 });
});

test("starting over on one device does not lose the code of another", () => {
  const joined = after(work({ "cell:a:b": code("mine") }, 10), work({ "cell:a:b": code(null, ["older"]) }, 20));
  assert.deepEqual(joined.get("cell:a:b").value, code(null, ["older", "mine"]));
});

test("a right answer stays right as long as the question is the same", () => {
  const right = work({ "answer:a:b:c": answer(["1"], true) }, 10);
  const later = (mark) => work({ "answer:a:b:c": answer(["2"], false, mark) }, 20);
  assert.deepEqual(after(right, later("m")).get("answer:a:b:c").value, answer(["2"], true));
  assert.deepEqual(after(right, later("other")).get("answer:a:b:c").value, answer(["2"], false, "other"));
});

test("taking a file in twice, or one's own, changes nothing", () => {
  const once = after(work({ "cell:split-then-sum:widths": code("mine") }, 5000), WORK);
  assert.deepEqual(after(once, WORK), once);
  assert.deepEqual(joinedWork(once, WORK).counts, { added: 0, changed: 0, same: 10 });
  assert.deepEqual(joinedWork(WORK, WORK).work.size, 0);
});

test("two devices that take each other's file in have the same", () => {
  const [one, two] = [
    new Map([...work({ "cell:a:b": code("one", ["p"]), "answer:a:b:c": answer(["1"], true) }, 10), ...work({ "tasks:a:1": ["1"] }, 40)]),
    new Map([...work({ "cell:a:b": code("two", ["q"]), "answer:a:b:c": answer(["2"], false) }, 20), ...work({ "tasks:a:1": ["2"] }, 30)]),
  ];
  const sorted = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(sorted(after(one, two)), sorted(after(two, one)));
});

test("how much there is", () => {
  const { bytes, ...counts } = amounts(WORK);
  assert.deepEqual(counts, { codes: 2, answers: 3, solved: 1, read: 1, ticks: 2 });
  assert.ok(bytes > 500 && bytes < 1500, String(bytes));
});
