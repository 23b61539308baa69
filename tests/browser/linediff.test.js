import assert from "node:assert/strict";
import test from "node:test";

import { lineDiff } from "../../scripts/aferir/browser/linediff.js";

/** `=a` the same, `a|b` one beside the other, `-` nothing. */
const diff = (left, right) =>
  lineDiff(left.join("\n"), right.join("\n"))
    .map((row) => (row.kind === "same" ? `=${row.left}` : `${row.left ?? "-"}|${row.right ?? "-"}`))
    .join(" ");

test("equal texts are the same line for line, whatever spaces end a line", () => {
  assert.equal(diff(["a", "b"], ["a", "b"]), "=a =b");
  assert.equal(diff(["a  ", "b"], ["a", "b\t"]), "=a =b");
});

test("lines that stand on one side only are paired with what stands there on the other", () => {
  assert.equal(diff(["a", "x", "b"], ["a", "y", "b"]), "=a x|y =b");
  assert.equal(diff(["a", "x", "y", "b"], ["a", "z", "b"]), "=a x|z y|- =b");
  assert.equal(diff(["a", "b"], ["a", "new", "b"]), "=a -|new =b");
  assert.equal(diff(["gone", "a"], ["a"]), "gone|- =a");
  assert.equal(diff(["a"], ["b", "a", "c"]), "-|b =a -|c");
});

test("as many lines as possible are matched", () => {
  assert.equal(diff(["a", "b", "c", "a", "b"], ["b", "a", "b"]).match(/=/g).length, 3);
  assert.equal(diff(["p", "q", "r", "s"], ["s", "p", "q"]).match(/=/g).length, 2);
});

test("every line of both texts is there once and in order", () => {
  const words = "a b a c d a b e f a b c".split(" ");
  for (let cut = 0; cut < words.length; cut++) {
    const [left, right] = [words.slice(cut), [...words.slice(0, cut), "x", ...words.slice(cut, cut + 3)]];
    const rows = lineDiff(left.join("\n"), right.join("\n"));
    const side = (name) => rows.map((row) => row[name]).filter((line) => line !== null);
    assert.deepEqual(side("left"), left);
    assert.deepEqual(side("right"), right);
  }
});
