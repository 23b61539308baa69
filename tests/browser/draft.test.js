import assert from "node:assert/strict";
import test from "node:test";

import { codeFingerprint, draft } from "../../scripts/aferir/browser/draft.js";
import { memoryStore, twoTabs } from "./fakes.js";
import { settled } from "./page.js";

const STARTER = "import numpy as np\n\n# es: aquí\ndef f(x):\n    ...\n";
const LATER = STARTER.replace("...", "return x");

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

test("going back to the published source by hand leaves nothing behind", () => {
  const store = memoryStore();
  const own = draft(store, "key", STARTER);
  own.keep("mine");
  own.keep(STARTER);
  assert.equal(store.items().size, 0);
});

test("starting over puts the reader's code aside, and it can be brought back after a reload", () => {
  const store = memoryStore();
  const own = draft(store, "key", STARTER);
  own.keep("mine");
  own.publish();
  assert.equal(own.code(), STARTER);
  const again = draft(store, "key", STARTER);
  assert.deepEqual(again.others(), ["mine"]);
  again.swap();
  assert.equal(again.code(), "mine");
  assert.deepEqual(again.others(), []);
});

test("several versions are put aside, the latest first, each once; one is deleted when the reader says so", () => {
  const own = draft(memoryStore(), "key", STARTER);
  for (const code of ["one", "two", "one"]) {
    own.keep(code);
    own.publish();
  }
  assert.deepEqual(own.others(), ["one", "two"]);
  own.keep("three");
  own.swap();
  assert.deepEqual([own.code(), ...own.others()], ["one", "three", "two"]);
  own.drop();
  assert.deepEqual([own.code(), ...own.others()], ["one", "two"]);
});

test("a new published source is noticed, and neither version is lost", () => {
  const store = memoryStore();
  draft(store, "key", STARTER).keep("mine");
  const later = draft(store, "key", LATER);
  assert.equal(later.outdated(), true);
  assert.deepEqual([later.code(), later.published()], ["mine", LATER]);
  later.publish();
  assert.equal(later.outdated(), false);
  assert.equal(later.code(), LATER);
  assert.deepEqual(later.others(), ["mine"]);
});

test("a reader who stays with their code is not asked again", () => {
  const store = memoryStore();
  draft(store, "key", STARTER).keep("mine");
  draft(store, "key", LATER).settle();
  assert.equal(draft(store, "key", LATER).outdated(), false);
  assert.equal(draft(store, "key", LATER).code(), "mine");
});

test("typing on does not answer the question of the new version", () => {
  const store = memoryStore();
  draft(store, "key", STARTER).keep("mine");
  draft(store, "key", LATER).keep("mine too");
  assert.equal(draft(store, "key", LATER).outdated(), true);
});

test("who begins anew begins from what is published now, whatever lies aside", () => {
  const store = memoryStore();
  const own = draft(store, "key", STARTER);
  own.keep("mine");
  own.publish();
  draft(store, "key", LATER).keep("new");
  assert.equal(draft(store, "key", LATER).outdated(), false);
});

test("the same source in another language is no new version: comments do not count", () => {
  const store = memoryStore();
  const czech = STARTER.replace("# es: aquí", "# cs: sem");
  draft(store, "key", STARTER).keep("mine");
  assert.equal(draft(store, "key", czech).outdated(), false);
  assert.equal(draft(store, "key", czech).code(), "mine");
  assert.notEqual(codeFingerprint("x = 1"), codeFingerprint("x = 2"));
});

test("started over in one language, another one shows its own published source", () => {
  const store = memoryStore();
  const czech = STARTER.replace("# es: aquí", "# cs: sem");
  const own = draft(store, "key", STARTER);
  own.keep("mine");
  own.publish();
  const other = draft(store, "key", czech);
  assert.deepEqual([other.code(), other.changed()], [czech, false]);
});

test("a browser that keeps nothing says so, and the page has the code until it is closed", () => {
  const own = draft(memoryStore(false), "key", STARTER);
  assert.equal(own.keep("mine"), false);
  assert.equal(own.code(), "mine");
});

test("something else under the key is left out of account", () => {
  const store = memoryStore();
  store.write("key", { own: 3 });
  assert.equal(draft(store, "key", STARTER).code(), STARTER);
});

test("two tabs that do not hear each other lose nothing: what the other one wrote is put aside", () => {
  const store = memoryStore();
  const [one, two] = [draft(store, "key", STARTER), draft(store, "key", STARTER)];
  one.keep("from one");
  two.keep("from two");
  assert.deepEqual([two.code(), ...two.others()], ["from two", "from one"]);
  one.keep("from one, more");
  assert.deepEqual([one.code(), ...one.others()], ["from one, more", "from two"]);
  const again = draft(store, "key", STARTER);
  assert.deepEqual([again.code(), ...again.others()], ["from one, more", "from two"]);
});

/** A draft in each of two tabs that hear each other; `busy` says in which somebody types. */
function pair(busy) {
  const heard = [];
  const drafts = twoTabs().map((store, at) => {
    const own = draft(store, "key", STARTER);
    own.follow({ isBusy: () => busy === at, onChange: (came) => heard.push(`${at}: ${came}`) });
    return own;
  });
  return [...drafts, heard];
}

test("a tab in which nobody types follows the other one", async () => {
  const [one, two, heard] = pair(null);
  one.keep("first");
  await settled();
  assert.deepEqual([two.code(), ...two.others()], ["first"]);
  two.keep("first, more");
  await settled();
  assert.deepEqual([one.code(), ...one.others()], ["first, more"]);
  one.publish();
  await settled();
  assert.deepEqual([two.code(), ...two.others()], [STARTER, "first, more"]);
  assert.deepEqual(heard, ["1: taken", "0: taken", "1: taken"]);
});

test("a tab in which somebody types keeps its code and puts the other one's aside", async () => {
  const [one, two, heard] = pair(1);
  two.keep("typing");
  await settled();
  one.keep("from one");
  await settled();
  assert.deepEqual([two.code(), ...two.others()], ["typing", "from one"]);
  assert.deepEqual(heard, ["0: taken", "1: aside"]);
  two.keep("typing on");
  await settled();
  assert.deepEqual([one.code(), ...one.others()], ["typing on", "from one"]);
});
