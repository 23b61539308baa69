import assert from "node:assert/strict";
import test from "node:test";

import * as protocol from "../../scripts/aferir/browser/protocol.js";

const CELLS = [{ name: "heads", source: "x = 1" }];
const MESSAGES = [
  [protocol.start(1), { id: 1, type: "start" }],
  [protocol.practise(1), { id: 1, type: "practise" }],
  [
    protocol.run(2, { lesson: "split", language: "es", cells: CELLS }),
    { id: 2, type: "run", lesson: "split", language: "es", cells: CELLS },
  ],
  [
    protocol.grade(3, { challenge: { id: "c" }, code: "x" }),
    { id: 3, type: "grade", challenge: { id: "c" }, code: "x" },
  ],
  [
    protocol.compare(4, { challenge: { id: "c" }, code: "x" }),
    { id: 4, type: "compare", challenge: { id: "c" }, code: "x" },
  ],
  [protocol.progress("download", 1, 2), { type: "progress", phase: "download", loaded: 1, total: 2 }],
  [
    protocol.print(2, "heads", "stdout", "1\n"),
    { id: 2, type: "print", cell: "heads", stream: "stdout", text: "1\n", dropped: 0 },
  ],
  [protocol.done(2, { cells: [] }), { id: 2, type: "done", result: { cells: [] } }],
  [protocol.failed(2, "fatal", "out of memory"), { id: 2, type: "failed", reason: "fatal", detail: "out of memory" }],
];

test("a worker reads its orders in its name", () => {
  const orders = { python: "/python \"1\".json", files: "doubted" };
  assert.deepEqual(protocol.ordersOf(protocol.nameOf(orders)), orders);
});

test("messages have the shapes that both sides read", () => {
  for (const [made, expected] of MESSAGES) assert.deepEqual(made, expected);
});

test("messages are plain data: they survive being copied", () => {
  for (const [made] of MESSAGES) assert.deepEqual(structuredClone(made), made);
});
