import assert from "node:assert/strict";
import test from "node:test";

import { later } from "../../scripts/aferir/browser/later.js";

const ADDRESS = new URL("https://example.org/later.bin");
const bytes = (...values) => Uint8Array.from(values).buffer;
const refuse = () => {
  throw new Error("offline");
};

test("a file that was asked for ahead is there at once", async () => {
  const file = later(ADDRESS, async () => bytes(1, 2), refuse);
  await file.ask();
  assert.deepEqual([[...file.now()], file.missed()], [[1, 2], false]);
});

test("who cannot wait has it fetched at once, and only once", async () => {
  let asked = 0;
  const file = later(ADDRESS, refuse, () => (asked++, bytes(3)));
  assert.deepEqual([...file.now(), ...file.now()], [3, 3]);
  await file.ask();
  assert.equal(asked, 1);
});

test("a file that was asked for ahead in vain is missed only by who needs it", async () => {
  const file = later(ADDRESS, async () => refuse(), refuse);
  await file.ask();
  assert.equal(file.missed(), false);
  assert.throws(() => file.now(), /offline/);
  assert.equal(file.missed(), true);
});
