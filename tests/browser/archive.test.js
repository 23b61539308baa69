import assert from "node:assert/strict";
import test from "node:test";

import { archive, joined, unsealed } from "../../scripts/aferir/browser/archive.js";
import { exportsOf, packedAs } from "./emscripten.js";

const started = (results) => ({
  index: { places: { libraries: [], symbols: { ř: 4 } }, files: [["/a.so", 3]], later: [["/b.py", 2]], results },
  memory: Uint8Array.from({ length: 24 }, (_, i) => 100 + i),
  files: Uint8Array.of(7, 8, 9),
});

for (const results of ["0", "01", "012", "0123"]) {
  test(`what is published is found again, its memory at a whole word: ${results}`, () => {
    const made = started(results);
    const [header, whole] = unsealed(made);
    const found = archive(joined([header, packedAs(whole)]).buffer);
    assert.deepEqual([...found.memory], Array(24).fill(0), "there is room for it before it is there");
    assert.equal(found.memory.byteOffset % 4, 0);
    const opened = found.open(exportsOf());
    assert.deepEqual([opened.index, [...opened.memory], [...opened.files]], [made.index, [...made.memory], [...made.files]]);
    assert.equal(opened.memory.buffer, found.memory.buffer);
  });
}

test("an archive that is damaged says so when it is opened", () => {
  const [header, whole] = unsealed(started("0"));
  assert.throws(() => archive(joined([header, packedAs(whole, { damaged: true })]).buffer).open(exportsOf()), /damaged/);
});
