import assert from "node:assert/strict";
import test from "node:test";

import { putFiles, putLater } from "../../scripts/aferir/browser/filing.js";

const LISTING = [["/lib/a.py", 2], ["/lib/sub/b.py", 3]];
const CONTENTS = Uint8Array.of(1, 2, 3, 4, 5);

/** A file system as Emscripten's in memory, as far as it is used. */
function fileSystem() {
  const [nodes, folders] = [new Map(), new Set()];
  const open = (path) => {
    const node = nodes.get(path);
    node.stream_ops.open?.({ node });
    return node;
  };
  return {
    ...{ folders, ErrnoError: class extends Error { constructor(code) { super(`errno ${code}`); } } },
    mkdirTree: (folder) => folders.add(folder),
    lookupPath: (path) => ({ node: nodes.get(path) }),
    writeFile(path, bytes) {
      if (!nodes.has(path)) nodes.set(path, { stream_ops: { read: true } });
      Object.assign(open(path), { contents: bytes, usedBytes: bytes.length });
    },
    readFile: (path) => [...open(path).contents],
    size: (path) => nodes.get(path).usedBytes,
    operations: (path) => nodes.get(path).stream_ops,
  };
}

test("files lie where they belong", () => {
  const system = fileSystem();
  putFiles(system, LISTING, CONTENTS);
  assert.deepEqual([...system.folders], ["/lib", "/lib/sub"]);
  assert.deepEqual([system.readFile("/lib/a.py"), system.readFile("/lib/sub/b.py")], [[1, 2], [3, 4, 5]]);
});

test("files that come later have their size at once, and come all together when the first is opened", () => {
  const system = fileSystem();
  let asked = 0;
  putLater(system, LISTING, (whole) => (asked++, whole.set(CONTENTS)));
  assert.deepEqual([system.size("/lib/a.py"), system.size("/lib/sub/b.py"), asked], [2, 3, 0]);
  assert.deepEqual(system.readFile("/lib/sub/b.py"), [3, 4, 5]);
  assert.deepEqual(system.readFile("/lib/a.py"), [1, 2]);
  assert.equal(asked, 1);
  assert.deepEqual(system.operations("/lib/a.py"), { read: true }, "nothing is left in the way of who reads them");
});

test("what was written before the others came stays as it was written", () => {
  const system = fileSystem();
  putLater(system, LISTING, (whole) => whole.set(CONTENTS));
  system.lookupPath("/lib/a.py").node.usedBytes = 0; // opened to be written anew
  system.lookupPath("/lib/a.py").node.contents = Uint8Array.of();
  system.readFile("/lib/sub/b.py");
  assert.deepEqual(system.readFile("/lib/a.py"), []);
});

test("a file that does not come cannot be opened, and is asked for again", (t) => {
  const warned = t.mock.method(console, "warn", () => {});
  const system = fileSystem();
  let isThere = false;
  putLater(system, LISTING, (whole) => {
    if (!isThere) throw new Error("offline");
    whole.set(CONTENTS);
  });
  assert.throws(() => system.readFile("/lib/a.py"), /errno 29/);
  assert.equal(warned.mock.callCount(), 1);
  isThere = true;
  assert.deepEqual(system.readFile("/lib/a.py"), [1, 2]);
});
