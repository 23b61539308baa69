import assert from "node:assert/strict";
import test from "node:test";

import { later } from "../../scripts/aferir/browser/later.js";

const ADDRESS = new URL("https://example.org/later.bin");
const bytes = (...values) => Uint8Array.from(values).buffer;
const refuse = () => {
  throw new Error("offline");
};

/** What somebody is given who asks now. */
function given(file) {
  const found = [];
  file.now((one) => found.push(...one));
  return found;
}

/** Refuses what is damaged: here, whatever begins with 0. */
function careful(one) {
  if (!one[0]) throw new Error("damaged");
}

test("a file that was asked for ahead is there at once", async () => {
  const file = later(ADDRESS, async () => bytes(1, 2), refuse);
  await file.ask();
  assert.deepEqual([given(file), file.missed()], [[1, 2], false]);
});

test("who cannot wait has it fetched at once, and only once", async () => {
  const asked = [];
  const file = later(ADDRESS, refuse, (_, isAnew) => (asked.push(isAnew), bytes(3)));
  assert.deepEqual([...given(file), ...given(file)], [3, 3]);
  await file.ask();
  assert.deepEqual(asked, [false]);
});

test("a file that was asked for ahead in vain is missed only by who needs it", async () => {
  const file = later(ADDRESS, async () => refuse(), refuse);
  await file.ask();
  assert.equal(file.missed(), false);
  assert.throws(() => given(file), /offline/);
  assert.equal(file.missed(), true);
});

test("a file that comes at the second try is not missed any more", () => {
  let isOnline = false;
  const file = later(ADDRESS, refuse, () => (isOnline ? bytes(4) : refuse()));
  assert.throws(() => given(file), /offline/);
  isOnline = true;
  assert.deepEqual([given(file), file.missed()], [[4], false]);
});

test("a damaged file is asked for anew, past what the browser has of it", async () => {
  const asked = [];
  const file = later(ADDRESS, async () => bytes(0), (_, isAnew) => (asked.push(isAnew), bytes(5)));
  await file.ask();
  file.now(careful);
  assert.deepEqual([asked, file.missed(), given(file)], [[true], false, [5]]);
});

test("a file that is damaged on the server as well is missed, and asked for again by the next", () => {
  const asked = [];
  const file = later(ADDRESS, refuse, (_, isAnew) => (asked.push(isAnew), bytes(0)));
  assert.throws(() => file.now(careful), /damaged/);
  assert.throws(() => file.now(careful), /damaged/);
  assert.equal(file.missed(), true);
  assert.ok(asked.filter(Boolean).length === 2, asked.join());
});
