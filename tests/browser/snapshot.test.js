import assert from "node:assert/strict";
import test from "node:test";

import { announced, placed, recorded } from "../../scripts/aferir/browser/snapshot.js";

const HEAD = 128; // what Pyodide writes before the memory
const PAGE = 65536;
const DATA = 1024; // bytes of the program's own
const RUNTIME = 512; // where this engine's own function is noted
const LIBRARIES = ["/numpy/core.so", "/numpy/random.so"];
const HANDLES = [1200, 1400];
const BYTES = 64; // of a library's data

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
  const made = { allocated: [], loaded: [], table };
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = () => new Uint8Array(memory.buffer);
  const words = () => new Uint32Array(memory.buffer);
  bytes().fill(3, 0, DATA);
  words()[0] = 16; // the offset in RUNTIME
  let next = heap;
  const exports = { memory, __stack_low: { value: DATA }, calloc: (_, size) => (next += size) - size };
  const module = {
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
      words()[(handle + 12) >> 2] = address;
      made.allocated.push(address);
      made.loaded.push([name, flags, handle]);
      for (let i = 0; i < places; i++) module.addFunction(name);
      module.GOT[name] = { value: address + symbol };
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

/** What is written down of a session whose two libraries are loaded, and its memory as Pyodide makes it. */
async function kept(odd = {}) {
  const own = session(odd);
  const record = recorded(own.create);
  await record.create(own.settings());
  own.open(HANDLES[0]);
  own.module.removeFunction(own.module.addFunction("comes and goes"));
  own.open(HANDLES[1]);
  own.bytes().fill(9, 40, 60); // Python has started
  own.bytes().fill(5, 30_000, 30_100);
  return { places: record.places(), memory: Uint8Array.of(...Array(HEAD).fill(1), ...own.bytes()) };
}

/** In what a memory differs from that of a session that has not started. */
async function difference({ places, memory }, odd = {}) {
  const other = session(odd);
  const made = memory.slice();
  await placed(other.create, made, () => places)(other.settings());
  return made;
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
  const made = await kept();
  const other = session({ heap: 20_000 });
  await placed(other.create, await difference(made), () => made.places)(other.settings());
  assert.deepEqual(other.allocated, [5000, 5064]);
  assert.deepEqual(other.loaded, [
    ["/numpy/core.so", { global: false, nodelete: false }, 1200],
    ["/numpy/random.so", { global: false, nodelete: false }, 1400],
  ]);
});

for (const [maker, reader] of [[[], []], [[], [100]], [[100], []]]) {
  test(`memory comes back from its difference, with ${maker.length} and ${reader.length} functions of the engine's own`, async () => {
    const made = await kept({ own: maker });
    const change = await difference(made, { own: maker });
    assert.ok(!change.subarray(HEAD + 600, HEAD + DATA).some(Boolean), "the program brings its data");
    const other = session({ own: reader });
    await placed(other.create, change, () => made.places)(other.settings());
    const [expected, note] = [made.memory.slice(), HEAD + RUNTIME + 16];
    new DataView(expected.buffer).setUint32(note, reader.at(-1) ?? 0, true);
    assert.deepEqual(change, expected, "what is the engine's own is that of the reader's");
  });
}

test("what is done with the memory before Python starts leaves no trace, and it has its size by then", async () => {
  const made = await kept();
  const change = new Uint8Array(HEAD + 3 * PAGE);
  change.set(await difference(made));
  const own = session();
  const before = [];
  const open = () => {
    for (const byte of own.bytes()) before.push(byte);
    own.bytes().fill(77);
    return made.places;
  };
  await placed(own.create, change, open)(own.settings());
  assert.equal(before.length, 3 * PAGE);
  assert.deepEqual(own.begun, Uint8Array.from(before));
});

test("who only waits for the program is told, and the module is as it would be", async () => {
  const own = session();
  const told = [];
  await announced(own.create, HEAD + 2 * PAGE, (exports) => void told.push(exports.memory))(own.settings());
  assert.deepEqual([told, own.memory.buffer.byteLength], [[own.memory], 2 * PAGE]);
});

test("what fails while the program is opened rejects, and nobody waits for ever", async () => {
  const own = session();
  const open = () => {
    throw new Error("damaged");
  };
  await assert.rejects(placed(own.create, new Uint8Array(HEAD + PAGE), open)(own.settings()), /damaged/);
});

for (const [what, odd, reason] of [
  ["a library that takes another part of the table", { places: 6 }, /core\.so: another table/],
  ["a table that is longer already", { own: Array(20).fill(1) }, /a table of 120 instead of 112/],
  ["a symbol with another address", { symbol: 4 }, /other addresses: .*core\.so/],
]) {
  test(`${what} is refused`, async () => {
    const { places } = await kept();
    const own = session(odd);
    await assert.rejects(placed(own.create, new Uint8Array(HEAD + PAGE), () => places)(own.settings()), reason);
  });
}
