import assert from "node:assert/strict";
import test from "node:test";

import { placed, recorded } from "../../scripts/aferir/browser/snapshot.js";
import { dropSnapshots, snapshotStore } from "../../scripts/aferir/browser/snapshotstore.js";
import { memoryCaches } from "./devices.js";

const FOLDER = new URL("https://example.org/course/assets/pyodide-0123456789ab/");
const NEXT = new URL("https://example.org/course/assets/pyodide-ba9876543210/");
const ELSEWHERE = new URL("https://example.org/other/assets/pyodide-0123456789ab/");
const INDEX = { libraries: [], symbols: {}, heap: 8, files: [["/a.py", 3]], results: "[1.0]" };
const SNAPSHOT = { index: INDEX, memory: Uint8Array.of(1, 2), files: Uint8Array.of(3, 4, 5) };

test("what was kept of a runtime is found again, and that of the build before goes", async () => {
  const caches = memoryCaches();
  await snapshotStore(caches, FOLDER).write(SNAPSHOT);
  await snapshotStore(caches, ELSEWHERE).write(SNAPSHOT);
  const { index, memory, files } = await snapshotStore(caches, FOLDER).read();
  assert.deepEqual([index, await memory, await files], [INDEX, SNAPSHOT.memory, SNAPSHOT.files]);
  await snapshotStore(caches, NEXT).write(SNAPSHOT);
  assert.equal(await snapshotStore(caches, FOLDER).read(), null);
  assert.ok(await snapshotStore(caches, ELSEWHERE).read(), "another site of this host keeps its own");
});

for (const room of [0, 1, 2]) {
  test(`a browser with room for ${room} of three parts keeps nothing, and says so`, async () => {
    const caches = memoryCaches(room);
    const store = snapshotStore(caches, FOLDER);
    await assert.rejects(store.write(SNAPSHOT), /Quota/);
    assert.equal(await store.read(), null);
    assert.deepEqual(await caches.keys(), []);
  });
}

test("what was begun and not ended is not there", async () => {
  const caches = memoryCaches();
  await snapshotStore(caches, FOLDER).write(SNAPSHOT);
  const [cache] = caches.opened.values();
  await cache.delete(`${FOLDER}~snapshot/index`);
  assert.equal(await snapshotStore(caches, FOLDER).read(), null);
});

test("without caches nothing is kept", async () => {
  const store = snapshotStore(undefined, FOLDER);
  await store.write(SNAPSHOT);
  assert.equal(await store.read(), null);
  await store.drop();
});

test("all snapshots of a site go at once", async () => {
  const caches = memoryCaches();
  for (const folder of [FOLDER, ELSEWHERE]) await snapshotStore(caches, folder).write(SNAPSHOT);
  await dropSnapshots(caches, "/course/");
  assert.deepEqual([await snapshotStore(caches, FOLDER).read(), Boolean(await snapshotStore(caches, ELSEWHERE).read())], [null, true]);
});

/**
 * A module as Emscripten makes it, as far as libraries go: each allocates its data, takes five places in the table and
 * names a symbol. `odd` changes what a later session finds.
 */
function emscripten({ places = 5, symbol = 0 } = {}) {
  const heap = { at: 1000 };
  const made = { table: { length: 100 }, loaded: [], allocated: [], free: [] };
  const create = async (settings) => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const names = ["/numpy/core.so", "/numpy/random.so"];
    let exports = null;
    const load = (name, flags, scope, handle) => {
      const address = exports.calloc(1, 64);
      made.allocated.push(address);
      new Uint32Array(memory.buffer)[(handle + 12) >> 2] = address;
      made.table.length += places - (made.free.pop() ? 1 : 0);
      made.loaded.push([name, flags, scope, handle]);
      module.GOT[name] = { value: address + symbol };
    };
    const open = (handle) => load(names[handle / 64 - 1], {}, {}, handle);
    const imports = { env: { _dlopen_js: Object.assign(open, { sig: "pp" }) } };
    await new Promise((resolve) => {
      settings.instantiateWasm(imports, (instance) => ((exports = instance.exports), resolve()));
    });
    const view = (/** @type {any} */ Kind) => new Kind(memory.buffer);
    const module = {
      ...{ wasmTable: made.table, GOT: {}, loadDynamicLibrary: load, UTF8ToString: (at) => names[(at - 36) / 64 - 1] },
      get HEAP8() { return view(Int8Array); },
      get HEAP32() { return view(Int32Array); },
      get HEAPU32() { return view(Uint32Array); },
      addFunction: () => made.table.length++,
      removeFunction: (index) => made.free.push(index),
    };
    made.open = (handle) => imports.env._dlopen_js(handle);
    made.memory = memory;
    return module;
  };
  const settings = () => ({
    instantiateWasm: (imports, receive) => {
      const memory = new WebAssembly.Memory({ initial: 1 });
      receive({ exports: { memory, calloc: () => (heap.at += 64) } }, {});
      made.own = memory;
    },
  });
  return { made, create, settings, heap };
}

async function recordedSession() {
  const session = emscripten();
  const record = recorded(session.create);
  await record.create(session.settings());
  session.made.open(64);
  session.made.table.length += 1; // a function that comes and goes between two libraries
  session.made.free.push(105);
  session.made.open(128);
  return record.index();
}

test("each library is written down with its address, its handle and its part of the table", async () => {
  const { libraries, symbols } = await recordedSession();
  assert.deepEqual(
    libraries.map(({ name, handle, address, table }) => [name, handle, address, table]),
    [
      ["/numpy/core.so", 64, 1064, [100, 105]],
      ["/numpy/random.so", 128, 1128, [106, 110]],
    ],
  );
  assert.deepEqual(symbols, { "/numpy/core.so": 1064, "/numpy/random.so": 1128 });
});

test("libraries come back under the same addresses, wherever the memory of the new session begins", async () => {
  const index = await recordedSession();
  const session = emscripten();
  session.heap.at = 50_000;
  await placed(session.create, { ...INDEX, ...index })(session.settings());
  assert.deepEqual(session.made.allocated, [1064, 1128]);
  assert.deepEqual(
    session.made.loaded.map(([name, flags, , handle]) => [name, flags, handle]),
    [
      ["/numpy/core.so", { global: false, nodelete: false }, 64],
      ["/numpy/random.so", { global: false, nodelete: false }, 128],
    ],
  );
});

test("memory has the size of the snapshot's before anything is loaded into it", async () => {
  const index = await recordedSession();
  const session = emscripten();
  await placed(session.create, { ...INDEX, ...index, heap: 3 * 65536 })(session.settings());
  assert.equal(session.made.own.buffer.byteLength, 3 * 65536);
});

test("a library that takes another part of the table is refused", async () => {
  const index = await recordedSession();
  const session = emscripten({ places: 6 });
  await assert.rejects(placed(session.create, { ...INDEX, ...index })(session.settings()), /core\.so: another table/);
});

test("a table that is longer already is refused", async () => {
  const index = await recordedSession();
  const session = emscripten();
  session.made.table.length = 101;
  await assert.rejects(placed(session.create, { ...INDEX, ...index })(session.settings()), /a table of 101 instead of 100/);
});

test("a symbol with another address is refused", async () => {
  const index = await recordedSession();
  const session = emscripten({ symbol: 4 });
  await assert.rejects(placed(session.create, { ...INDEX, ...index })(session.settings()), /other addresses: .*core\.so/);
});
