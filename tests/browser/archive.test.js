import assert from "node:assert/strict";
import test from "node:test";

import { archive, unsealed } from "../../scripts/aferir/browser/archive.js";
import { joined } from "../../scripts/aferir/browser/memory.js";
import { exportsOf, packedAs } from "./emscripten.js";

const started = (results) => ({
  index: {
    ...{ places: { libraries: [], symbols: { ř: 4 } }, stretches: [[8, 24]] },
    ...{ files: [["/a.so", 3]], later: [["/b.py", 2]], results },
  },
  ...{ size: 65536, head: Uint8Array.of(1, 2, 3, 4) },
  contents: Uint8Array.from({ length: 24 }, (_, i) => 100 + i),
  files: Uint8Array.of(7, 8, 9),
});

for (const results of ["0", "01", "012", "0123"]) {
  test(`what is published is found again, at whole words: ${results}`, () => {
    const made = started(results);
    const [header, whole] = unsealed(made);
    const { size, head, open } = archive(joined([header, packedAs(whole)]).buffer);
    assert.deepEqual([size, [...head]], [65536, [0, 0, 0, 0]], "there is room for what is not there yet");
    const { index, contents, files } = open(exportsOf());
    assert.deepEqual([index, [...head], [...contents], [...files]], [made.index, [1, 2, 3, 4], [...made.contents], [7, 8, 9]]);
    assert.deepEqual([head.byteOffset % 4, contents.byteOffset % 4], [0, 0]);
  });
}

test("an archive that is damaged says so when it is opened", () => {
  const [header, whole] = unsealed(started("0"));
  assert.throws(() => archive(joined([header, packedAs(whole, { damaged: true })]).buffer).open(exportsOf()), /damaged/);
});
