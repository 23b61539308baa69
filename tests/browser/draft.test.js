import assert from "node:assert/strict";
import test from "node:test";

import { codeFingerprint, draft } from "../../scripts/aferir/browser/draft.js";

const STARTER = "import numpy as np\n\n# es: aquí\ndef f(x):\n    ...\n";

function memoryStore(works = true) {
  const kept = new Map();
  return {
    read: (key) => structuredClone(kept.get(key) ?? null),
    write: (key, value) => works && (kept.set(key, structuredClone(value)), true),
    remove: (key) => (kept.delete(key), true),
    kept,
  };
}

test("without a kept version the published source is in use", () => {
  const own = draft(memoryStore(), "key", STARTER);
  assert.equal(own.code(), STARTER);
  assert.equal(own.changed(), false);
  assert.equal(own.outdated(), false);
});

test("the reader's code is found again", () => {
  const store = memoryStore();
  assert.equal(draft(store, "key", STARTER).keep("mine"), true);
  const again = draft(store, "key", STARTER);
  assert.equal(again.code(), "mine");
  assert.equal(again.changed(), true);
  assert.equal(again.outdated(), false);
});

test("going back to the published source leaves nothing behind", () => {
  const store = memoryStore();
  const own = draft(store, "key", STARTER);
  own.keep("mine");
  own.keep(STARTER);
  assert.equal(store.kept.size, 0);
});

test("starting over puts the reader's code aside, and it can be brought back after a reload", () => {
  const store = memoryStore();
  const own = draft(store, "key", STARTER);
  own.keep("mine");
  own.publish();
  assert.equal(own.code(), STARTER);
  const again = draft(store, "key", STARTER);
  assert.equal(again.other(), "mine");
  again.swap();
  assert.equal(again.code(), "mine");
});

test("a new published source is noticed, and neither version is lost", () => {
  const store = memoryStore();
  draft(store, "key", STARTER).keep("mine");
  const later = draft(store, "key", STARTER.replace("...", "return x"));
  assert.equal(later.outdated(), true);
  assert.equal(later.code(), "mine");
  later.publish();
  assert.equal(later.outdated(), false);
  assert.match(later.code(), /return x/);
  assert.equal(later.other(), "mine");
});

test("a reader who stays with their code is not asked again", () => {
  const store = memoryStore();
  const changed = STARTER.replace("...", "return x");
  draft(store, "key", STARTER).keep("mine");
  draft(store, "key", changed).settle();
  assert.equal(draft(store, "key", changed).outdated(), false);
  assert.equal(draft(store, "key", changed).code(), "mine");
});

test("typing on does not answer the question of the new version", () => {
  const store = memoryStore();
  const changed = STARTER.replace("...", "return x");
  draft(store, "key", STARTER).keep("mine");
  draft(store, "key", changed).keep("mine too");
  assert.equal(draft(store, "key", changed).outdated(), true);
});

test("the same source in another language is no new version: comments do not count", () => {
  const store = memoryStore();
  draft(store, "key", STARTER).keep("mine");
  assert.equal(draft(store, "key", STARTER.replace("# es: aquí", "# cs: sem")).outdated(), false);
  assert.notEqual(codeFingerprint("x = 1"), codeFingerprint("x = 2"));
});

test("a browser that keeps nothing says so", () => {
  assert.equal(draft(memoryStore(false), "key", STARTER).keep("mine"), false);
});

test("something else under the key is left out of account", () => {
  const store = memoryStore();
  store.write("key", { code: 3 });
  assert.equal(draft(store, "key", STARTER).code(), STARTER);
});

test("two tabs on one store lose nothing: what the other one wrote is put aside", () => {
  const store = memoryStore();
  const [one, two] = [draft(store, "key", STARTER), draft(store, "key", STARTER)];
  one.keep("from one");
  two.keep("from two");
  assert.deepEqual([two.code(), two.other()], ["from two", "from one"]);
  one.keep("from one, more");
  assert.deepEqual([one.code(), one.other()], ["from one, more", "from two"]);
  const again = draft(store, "key", STARTER);
  assert.deepEqual([again.code(), again.other()], ["from one, more", "from two"]);
});

test("a tab opened before brings back what another one has put aside", () => {
  const store = memoryStore();
  draft(store, "key", STARTER).keep("mine");
  const [one, two] = [draft(store, "key", STARTER), draft(store, "key", STARTER)];
  one.publish();
  two.keep("mine, more");
  assert.equal(two.other(), "mine");
  one.swap();
  assert.deepEqual([one.code(), one.other()], ["mine, more", STARTER]);
});

test("typing the same in two tabs puts nothing aside", () => {
  const store = memoryStore();
  const [one, two] = [draft(store, "key", STARTER), draft(store, "key", STARTER)];
  one.keep("same");
  two.keep("same");
  assert.equal(two.other(), null);
});
