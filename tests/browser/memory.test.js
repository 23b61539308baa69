import assert from "node:assert/strict";
import test from "node:test";

import { differing, joined, restore } from "../../scripts/aferir/browser/memory.js";

const SIZE = 16 * 1024;
const data = () => Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 251);

/** A memory that begins as the program brings it, with other bytes from some addresses on. */
function memory(changes) {
  const made = new Uint8Array(SIZE);
  made.set(data());
  for (const [at, ...bytes] of changes) made.set(bytes, at);
  return made;
}

for (const [what, changes, stretches] of [
  ["nothing", [], []],
  ["a byte of the program's data", [[3, 200]], [[0, 1024]]],
  ["a byte that is zero now", [[2001, 0]], [[1024, 1024]]],
  ["bytes on both sides of the end of the data", [[4998, 1, 2, 3, 4]], [[4096, 1024]]],
  ["neighbours", [[9 * 1024 - 1, 7, 7]], [[8 * 1024, 2048]]],
  ["the last byte", [[SIZE - 1, 9]], [[15 * 1024, 1024]]],
  ["places far apart", [[0, 255], [8192, 1], [SIZE - 4, 1]], [[0, 1024], [8192, 1024], [15 * 1024, 1024]]],
]) {
  test(`a memory comes back from where it differs: ${what}`, () => {
    const difference = differing(memory(changes), data());
    assert.deepEqual(difference.stretches, stretches);
    assert.equal(difference.contents.length, stretches.reduce((total, [, size]) => total + size, 0));
    const fresh = memory([]);
    restore(fresh, data(), difference);
    assert.deepEqual(fresh, memory(changes));
  });
}

test("what differs is written as it differs: the program's own bytes are not repeated", () => {
  const { contents } = differing(memory([[10, 0]]), data());
  assert.deepEqual([...contents.entries()].filter(([, byte]) => byte), [[10, data()[10]]]);
});

test("what is joined lies one after the other", () => {
  assert.deepEqual([...joined([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])], [1, 2, 3]);
});
