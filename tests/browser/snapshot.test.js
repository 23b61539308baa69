import assert from "node:assert/strict";
import test from "node:test";

import { differing } from "../../scripts/aferir/browser/memory.js";
import { announced, placed, recorded } from "../../scripts/aferir/browser/snapshot.js";

const PAGE = 65536;
const DATA = 1024; // bytes of the program's own; its stack lies above, up to HEAP
const HEAP = 2048;
const RUNTIME = 512; // where this engine's own function is noted
const LIBRARIES = ["/numpy/core.so", "/numpy/random.so"];
const HANDLES = [1200, 1400];
const BYTES = 64; // of a library's data
const PROGRAMS = new Map(LIBRARIES.map((name) => [name, `program of ${name}`]));

/**
 * A session of an engine: the program's memory, and a module as Emscripten makes it, as far as libraries go. Each
 * allocates its data, writes it, takes places in the table and names a symbol.
 *
 * @param {{places?: number, symbol?: number, own?: number[], heap?: number}} odd  `own`: functions that this engine has
 *   in the table before the first library, of which the last is noted; `heap`: where it allocates from
 */
function session({ places = 5, symbol = 0, own = [], heap = 5000 } = {}) {
  const table = [...Array(100).keys(), ...own];
  const free = [];
  const made = { allocated: [], loaded: [], bound: [], table };
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = () => new Uint8Array(memory.buffer);
  const words = () => new Uint32Array(memory.buffer);
  bytes().fill(3, 0, DATA);
  words()[0] = 16; // the offset in RUNTIME
  let next = heap;
  const allocate = (_, size) => (next += size) - size;
  const exports = { memory, __stack_low: { value: DATA }, __stack_high: { value: HEAP }, sbrk: () => next, calloc: allocate };
  const module = {
    FS: { readFile: (path) => `file ${path}` },
    ...{ GOT: { before: { value: 7 } }, __PyRuntime: RUNTIME, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: 0 },
    wasmTable: { get length() { return table.length; } },
    get HEAPU8() { return bytes(); },
    get HEAP32() { return new Int32Array(memory.buffer); },
    get HEAPU32() { return words(); },
    UTF8ToString: (address) => LIBRARIES[HANDLES.indexOf(address - 36)],
    addFunction: (one) => (free.length ? free.pop() : table.push(one) - 1),
    removeFunction: (index) => free.push(index),
    loadDynamicLibrary(name, flags, scope, handle) {
      const address = made.calloc(1, BYTES);
      bytes().fill(name.length, address, address + BYTES);
      words().set([address, BYTES], (handle + 12) >> 2);
      made.allocated.push(address);
      made.programs = [...(made.programs ?? []), module.FS.readFile(name, { encoding: "binary" })];
      made.loaded.push([name, flags, handle]);
      for (let i = 0; i < places; i++) module.addFunction(name);
      module.GOT[name] = { value: address + symbol };
      made.bound.push(Object.entries(module.GOT));
    },
  };
  made.create = (settings) => {
    const open = (handle) => module.loadDynamicLibrary(LIBRARIES[HANDLES.indexOf(handle)], {}, {}, handle);
    const imports = { env: { _dlopen_js: Object.assign(open, { sig: "pp" }) } };
    made.open = (handle) => imports.env._dlopen_js(handle);
    return new Promise((resolve) => {
      settings.instantiateWasm(imports, (instance) => {
        made.calloc = instance.exports.calloc;
        made.begun = bytes().slice();
        words()[(RUNTIME + 16) / 4] = own.at(-1) ?? 0;
        resolve(module);
      });
    });
  };
  made.settings = () => ({ instantiateWasm: (_, receive) => receive({ exports }, {}) });
  return Object.assign(made, { memory, bytes, words, module, free });
}

/** What is kept of a session whose two libraries are loaded, and its memory. */
async function kept(odd = {}) {
  const own = session(odd);
  const record = recorded(own.create);
  await record.create(own.settings());
  own.open(HANDLES[0]);
  own.module.removeFunction(own.module.addFunction("comes and goes"));
  own.open(HANDLES[1]);
  own.bytes().fill(9, 40, 60); // Python has started
  own.bytes().fill(0, 5032, 5040); // and has written over a library
  own.bytes().fill(5, 30_000, 30_100);
  const memory = own.bytes().slice();
  return { places: record.places(), memory, ...differing(memory, record.data()), programs: Promise.resolve(PROGRAMS) };
}

/** A new session, started from what is kept. */
async function started(made, odd = {}, size = PAGE) {
  const own = session(odd);
  await placed(own.create, size, () => made)(own.settings());
  return own;
}

test("each library is written down with its address, its handle and its part of the table", async () => {
  const { places } = await kept();
  assert.deepEqual(
    places.libraries.map(({ name, handle, address, table }) => [name, handle, address, table]),
    [
      ["/numpy/core.so", 1200, 5000, [112, 117]],
      ["/numpy/random.so", 1400, 5064, [118, 122]],
    ],
  );
  assert.deepEqual(places.symbols, { "/numpy/core.so": 5000, "/numpy/random.so": 5064 }, "and what they brought");
});

test("libraries come back under the same addresses, wherever the memory of the new session begins", async () => {
  const own = await started(await kept(), { heap: 20_000 });
  assert.deepEqual(own.allocated, [5000, 5064]);
  assert.deepEqual(own.loaded, [
    ["/numpy/core.so", { global: false, nodelete: false }, 1200],
    ["/numpy/random.so", { global: false, nodelete: false }, 1400],
  ]);
});

test("libraries are made of programs that are compiled already, and only new symbols are looked through", async () => {
  const own = await started(await kept());
  assert.deepEqual(own.programs, [...PROGRAMS.values()]);
  assert.deepEqual(own.bound, [[["/numpy/core.so", { value: 5000 }]], [["/numpy/random.so", { value: 5064 }]]]);
  assert.equal(own.module.FS.readFile("/a"), "file /a", "and what was in the way of it is out of it");
  assert.deepEqual(Object.entries({ a: 1 }), [["a", 1]]);
});

for (const [maker, reader] of [[[], []], [[], [100]], [[100], []]]) {
  test(`memory is what it was, with ${maker.length} and ${reader.length} functions of the engine's own`, async () => {
    const made = await kept({ own: maker });
    const own = await started(made, { own: reader, heap: 20_000 });
    const expected = made.memory.slice();
    new DataView(expected.buffer).setUint32(RUNTIME + 16, reader.at(-1) ?? 0, true);
    assert.deepEqual(own.bytes(), expected, "what is the engine's own is that of the reader's");
  });
}

test("what is allocated before Python starts leaves no trace, and memory has its size by then", async () => {
  const made = await kept();
  const own = session();
  const before = [];
  const open = (exports) => {
    for (const byte of own.bytes()) before.push(byte);
    const address = exports.calloc(1, 30_000);
    own.bytes().fill(77, address, address + 30_000);
    own.bytes().fill(77, 0, DATA);
    return made;
  };
  await placed(own.create, 3 * PAGE, open)(own.settings());
  assert.equal(before.length, 3 * PAGE);
  assert.deepEqual(own.begun, Uint8Array.from(before));
});

test("who only waits for the program is told, and the module is as it would be", async () => {
  const own = session();
  const told = [];
  await announced(own.create, 2 * PAGE, (exports) => void told.push(exports.memory))(own.settings());
  assert.deepEqual([told, own.memory.buffer.byteLength], [[own.memory], 2 * PAGE]);
});

test("a program of a library that cannot be compiled is refused", async () => {
  const programs = Promise.reject(new Error("damaged"));
  await assert.rejects(started({ ...(await kept()), programs }), /damaged/);
});

test("what fails while the program is opened rejects, and nobody waits for ever", async () => {
  const own = session();
  const open = () => {
    throw new Error("damaged");
  };
  await assert.rejects(placed(own.create, PAGE, open)(own.settings()), /damaged/);
});

for (const [what, odd, reason] of [
  ["a library that takes another part of the table", { places: 6 }, /core\.so: another table/],
  ["a table that is longer already", { own: Array(20).fill(1) }, /a table of 120 instead of 112/],
  ["a symbol with another address", { symbol: 4 }, /other addresses: .*core\.so/],
]) {
  test(`${what} is refused`, async () => {
    await assert.rejects(started(await kept(), odd), reason);
  });
}
