import assert from "node:assert/strict";
import test from "node:test";

import { printer } from "../../scripts/aferir/browser/printer.js";

/** A printer whose clock stands still until it is moved. */
function printing(options = {}) {
  const [posted, clock] = [[], { now: 0 }];
  const made = printer((...print) => posted.push(print), { now: () => clock.now, every: 50, ...options });
  return { made, posted, clock };
}

test("a cell that begins says so before it prints", () => {
  const { made, posted } = printing();
  made.begin("heads");
  assert.deepEqual(posted, [["heads", "stdout", "", 0]]);
});

test("what is printed in short order travels together", () => {
  const { made, posted } = printing();
  for (const text of ["a", "\n", "b"]) made.write("stdout", text);
  assert.deepEqual(posted, []);
  made.flush();
  assert.deepEqual(posted, [["", "stdout", "a\nb", 0]]);
});

test("what is printed over time arrives over time", () => {
  const { made, posted, clock } = printing();
  made.write("stdout", "a");
  clock.now = 60;
  made.write("stdout", "b");
  assert.deepEqual(posted, [["", "stdout", "ab", 0]]);
});

test("the two streams keep their order", () => {
  const { made, posted } = printing();
  for (const [stream, text] of [
    ["stdout", "1"],
    ["stderr", "2"],
    ["stdout", "3"],
  ])
    made.write(stream, text);
  made.flush();
  assert.deepEqual(
    posted.map(([, stream, text]) => stream + text),
    ["stdout1", "stderr2", "stdout3"],
  );
});

test("what belongs to the cell before is posted under its name", () => {
  const { made, posted } = printing();
  made.begin("one");
  made.write("stdout", "1");
  made.begin("two");
  assert.deepEqual(
    posted.map(([cell, , text]) => cell + text),
    ["one", "one1", "two"],
  );
});

test("beyond the limit only the count goes on", () => {
  const { made, posted } = printing({ limit: 5 });
  for (let i = 0; i < 1000; i++) made.write("stdout", "spam\n");
  made.flush();
  assert.deepEqual(posted, [["", "stdout", "spam\n", 4995]]);
  assert.equal(made.dropped(), 4995);
});
