import assert from "node:assert/strict";
import test from "node:test";

import { fingerprint, store } from "../../scripts/aferir/browser/store.js";

function memory() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
}

test("what is written is read again, in another visit too", () => {
  const storage = memory();
  assert.equal(store(() => storage, "aferir:attention").write("challenge:one", { code: "x" }), true);
  assert.deepEqual(store(() => storage, "aferir:attention").read("challenge:one"), { code: "x" });
});

test("two courses on one host do not mix", () => {
  const storage = memory();
  store(() => storage, "aferir:one").write("key", 1);
  assert.equal(store(() => storage, "aferir:two").read("key"), null);
});

test("what is removed is gone", () => {
  const storage = memory();
  const kept = store(() => storage, "aferir:one");
  kept.write("key", 1);
  assert.equal(kept.remove("key"), true);
  assert.equal(kept.read("key"), null);
});

test("a full store answers false", () => {
  const full = { ...memory(), setItem: () => assert.fail("QuotaExceededError") };
  assert.equal(store(() => full, "aferir").write("key", 1), false);
});

test("a browser that forbids storage answers false and reads nothing", () => {
  const kept = store(() => {
    throw new Error("SecurityError");
  }, "aferir");
  assert.equal(kept.write("key", 1), false);
  assert.equal(kept.read("key"), null);
  assert.equal(kept.remove("key"), false);
});

test("what is no JSON reads as nothing", () => {
  const kept = store(() => ({ ...memory(), getItem: () => "{broken" }), "aferir");
  assert.equal(kept.read("key"), null);
});

test("a fingerprint tells texts apart and is the same each time", () => {
  assert.equal(fingerprint("import numpy as np"), fingerprint("import numpy as np"));
  const texts = ["", "a", "b", "ab", "ba", "X @ Wq", "X @ Wk"];
  assert.equal(new Set(texts.map(fingerprint)).size, texts.length);
});
