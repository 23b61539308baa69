import assert from "node:assert/strict";
import test from "node:test";

import { fingerprint, store } from "../../scripts/aferir/browser/store.js";
import { fakeStorage, twoTabs } from "./fakes.js";
import { settled } from "./page.js";

test("what is written is read again, in another visit too, with the time of its last change", () => {
  const storage = fakeStorage();
  assert.equal(store(() => storage, "aferir:attention", { now: () => 5000 }).write("challenge:one", { code: "x" }), true);
  const again = store(() => storage, "aferir:attention");
  assert.deepEqual(again.read("challenge:one"), { code: "x" });
  assert.deepEqual([...again.items()], [["challenge:one", { at: 5000, value: { code: "x" } }]]);
});

test("a later change is newer, even when the clock of the device has gone back", () => {
  const storage = fakeStorage();
  store(() => storage, "a", { now: () => 5000 }).write("key", 1);
  const late = store(() => storage, "a", { now: () => 10 });
  late.write("key", 2);
  assert.equal(late.items().get("key").at, 5001);
});

test("the same value again is no change", () => {
  const storage = fakeStorage();
  store(() => storage, "a", { now: () => 1 }).write("key", { x: 1 });
  const kept = store(() => storage, "a", { now: () => 2 });
  assert.equal(kept.write("key", { x: 1 }), true);
  assert.equal(kept.items().get("key").at, 1);
});

test("two courses on one host do not mix", () => {
  const storage = fakeStorage();
  store(() => storage, "aferir:one").write("key", 1);
  assert.equal(store(() => storage, "aferir:two").read("key"), null);
});

test("what is removed is gone, and so is everything once it is cleared, of this course alone", () => {
  const storage = fakeStorage();
  const [kept, other] = ["aferir:one", "aferir:one2"].map((prefix) => store(() => storage, prefix));
  for (const key of ["a", "b", "c"]) kept.write(key, 1);
  other.write("a", 1);
  assert.equal(kept.remove("a"), true);
  assert.equal(kept.read("a"), null);
  assert.equal(kept.clear(), true);
  assert.equal(kept.items().size, 0);
  assert.equal(other.read("a"), 1);
});

test("a full store answers false, says once why, and forgets nothing until the page is closed", () => {
  const said = [];
  const kept = store(() => fakeStorage(0), "aferir", { onRefuse: (refusal) => said.push(refusal) });
  assert.equal(kept.write("cell:a:b", "own"), false);
  assert.equal(kept.write("cell:a:b", "own, more"), false);
  assert.equal(kept.read("cell:a:b"), "own, more");
  assert.equal(kept.items().get("cell:a:b").value, "own, more");
  assert.deepEqual(said, ["full"]);
  kept.remove("cell:a:b");
  assert.equal(kept.read("cell:a:b"), null);
});

test("what was kept before the store was full stays, and the newer of the two counts", () => {
  const storage = fakeStorage(60);
  const kept = store(() => storage, "a");
  kept.write("cell:x:y", "short");
  assert.equal(kept.write("cell:x:y", "long ".repeat(20)), false);
  assert.match(kept.read("cell:x:y"), /^long/);
  assert.equal(store(() => storage, "a").read("cell:x:y"), "short");
});

test("nobody is told of what the page notes for itself", () => {
  const said = [];
  store(() => fakeStorage(0), "aferir", { onRefuse: (refusal) => said.push(refusal) }).write("seed", 1);
  assert.deepEqual(said, []);
});

test("a browser that forbids storage keeps everything until the page is closed", () => {
  const said = [];
  const closed = () => {
    throw new Error("SecurityError");
  };
  const kept = store(closed, "aferir", { onRefuse: (refusal) => said.push(refusal) });
  assert.equal(kept.write("tasks:a:1", ["0"]), false);
  assert.deepEqual(kept.read("tasks:a:1"), ["0"]);
  assert.deepEqual(said, ["closed"]);
  assert.equal(kept.remove("tasks:a:1"), false);
  assert.equal(kept.read("tasks:a:1"), null);
});

for (const [what, text] of Object.entries({ "no JSON": "{broken", "something else": '"x"', "without a time": '{"value": 1}' })) {
  test(`what is ${what} reads as nothing`, () => {
    const storage = fakeStorage();
    storage.setItem("aferir:key", text);
    assert.equal(store(() => storage, "aferir").read("key"), null);
    assert.equal(store(() => storage, "aferir").items().size, 0);
  });
}

test("many things are put in whole, or not at all", () => {
  const storage = fakeStorage(200);
  const kept = store(() => storage, "a");
  kept.write("cell:a:b", "before");
  const before = new Map(storage.kept);
  const item = (value) => ({ at: 1, value });
  assert.equal(kept.put(new Map([["cell:a:b", item("after")], ["cell:a:c", item("x".repeat(300))]])), false);
  assert.deepEqual(storage.kept, before);
  assert.equal(kept.put(new Map([["cell:a:b", item("after")], ["cell:a:c", item("x")]])), true);
  assert.deepEqual([kept.read("cell:a:b"), kept.read("cell:a:c")], ["after", "x"]);
});

test("one tab hears what the other one changes, by key or of anything, and no more once it stopped listening", async () => {
  const [one, two] = twoTabs();
  const heard = [];
  two.follow("a", () => heard.push("a"));
  const stop = two.follow("", () => heard.push("any"));
  one.write("a", 1);
  one.write("b", 1);
  await settled();
  assert.deepEqual(heard, ["a", "any", "any"]);
  stop();
  one.remove("a");
  await settled();
  assert.deepEqual(heard, ["a", "any", "any", "a"]);
  two.write("a", 2);
  await settled();
  assert.equal(heard.length, 4, "its own writing is nothing new");
});

test("a fingerprint tells texts apart and is the same each time", () => {
  assert.equal(fingerprint("import numpy as np"), fingerprint("import numpy as np"));
  const texts = ["", "a", "b", "ab", "ba", "X @ Wq", "X @ Wk"];
  assert.equal(new Set(texts.map(fingerprint)).size, texts.length);
});
