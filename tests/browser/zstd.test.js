import assert from "node:assert/strict";
import test from "node:test";

import { unpack } from "../../scripts/aferir/browser/zstd.js";
import { exportsOf, packedAs } from "./emscripten.js";

const BYTES = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) & 255);

test("what is packed is written piece by piece, and nothing of the memory stays taken", () => {
  const exports = exportsOf();
  const whole = new Uint8Array(BYTES.length);
  unpack(exports, packedAs(BYTES), whole);
  assert.deepEqual(whole, BYTES);
  assert.deepEqual([...exports.held], []);
});

for (const [what, packed, room, reason] of [
  ["what is damaged", packedAs(BYTES, { damaged: true }), BYTES.length, /damaged/],
  ["what is cut short", packedAs(BYTES).subarray(0, 200), BYTES.length, /cut short/],
  ["what is shorter than it was said to be", packedAs(BYTES), BYTES.length + 1, /300 bytes in place of 301/],
  ["what is longer than it was said to be", packedAs(BYTES), BYTES.length - 1, /RangeError|offset is out of bounds/],
]) {
  test(`${what} is refused, and nothing of the memory stays taken`, () => {
    const exports = exportsOf();
    assert.throws(() => unpack(exports, packed, new Uint8Array(room)), reason);
    assert.deepEqual([...exports.held], []);
  });
}
