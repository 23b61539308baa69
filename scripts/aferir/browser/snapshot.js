/**
 * Python as it is once it has started, to start from again: its memory, what is needed to put NumPy's libraries back
 * into their places in it, and its files. Pyodide makes and reads the memory of Python alone. A library is a WebAssembly
 * module of its own, with data at an address of that memory and functions at indices of one table; each is loaded anew
 * under the same address and index, in the same order, before the memory is read over all of it.
 *
 * Whatever is not as it was when the snapshot was made, table, addresses, results, is an error: who starts from it then
 * starts Python as usual.
 *
 * @typedef {object} PyodideModule  of Emscripten, as far as it is used here
 * @property {WebAssembly.Table} wasmTable
 * @property {Record<string, WebAssembly.Global>} GOT  symbol -> its address or index
 * @property {Int8Array} HEAP8
 * @property {Int32Array} HEAP32
 * @property {Uint32Array} HEAPU32
 * @property {(address: number) => string} UTF8ToString
 * @property {(name: string, flags: object, scope: object | null, handle: number) => void} loadDynamicLibrary
 * @property {(made: unknown) => number} addFunction
 * @property {(index: number) => void} removeFunction
 *
 * @typedef {Record<string, any>} Settings  of Emscripten
 * @typedef {(settings: Settings) => Promise<PyodideModule>} CreateModule
 * @typedef {{env: Record<string, any>}} Imports
 *
 * @typedef {object} Library
 * @property {string} name  its path
 * @property {number} flags  of `dlopen`
 * @property {number} handle  address of what C knows of it
 * @property {number} address  of its data
 * @property {[number, number]} table  length of the table of functions before and after
 *
 * @typedef {object} Index  what a snapshot says of itself
 * @property {Library[]} libraries  in the order in which they were loaded
 * @property {Record<string, number>} symbols
 * @property {number} heap  bytes of memory
 * @property {[string, number][]} files  paths and sizes, in the order of their contents
 * @property {string} results  of `CHECK`
 *
 * @typedef {object} Snapshot
 * @property {Index} index
 * @property {Uint8Array} memory
 * @property {Uint8Array} files
 */

const GLOBAL = 256; // RTLD_GLOBAL
const NO_DELETE = 4096; // RTLD_NODELETE
const PAGE = 65536; // bytes of WebAssembly memory
// What C knows of a library: see `struct dso` of Emscripten's dynlink.c.
const DSO = { flags: 4, address: 12, name: 36 };
// (module (import "e" "c" (func (param i32 i32) (result i32))) (export "c" (func 0)))
const RELAY = [0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 99, 0, 0, 7, 5, 1, 1, 99, 0, 0];

/** What is imported before the snapshot is made; the collector must not run while libraries are not back yet. */
export const PREPARE = `
import gc, importlib
importlib.invalidate_caches()
import numpy, numpy.fft, numpy.linalg, numpy.random, aferir.runtime
del numpy, aferir, importlib
gc.collect()
gc.disable()`;

/** Numbers that every library of NumPy has a part in. */
export const CHECK = `
import gc, numpy
gc.enable()
def _results():
    draws = numpy.random.default_rng(5)
    numbers = draws.normal(size=(6, 6)) @ draws.integers(0, 9, size=(6, 6))
    return repr([numpy.linalg.solve(numbers, numbers[0]), numpy.fft.fft(numbers[1]), numpy.random.RandomState(5).rand(2)])
repr(_results())`;

/**
 * A way of making Pyodide's module that writes down what a snapshot needs.
 *
 * @param {CreateModule} create
 * @returns {{create: CreateModule, index: () => Pick<Index, "libraries" | "symbols" | "heap">}}
 */
export function recorded(create) {
  /** @type {Library[]} */
  const libraries = [];
  /** @type {PyodideModule | null} */
  let made = null;
  // As in `placed`, so that both tables have one function more: WebAssembly's own would be the same function again.
  const allocate = (/** @type {Calloc} */ real) => (/** @type {number} */ count, /** @type {number} */ size) =>
    real(count, size);
  const watch = (/** @type {Imports} */ { env }) => {
    const open = env._dlopen_js;
    const watched = (/** @type {number} */ handle) => {
      if (!made) return open(handle);
      const before = made.wasmTable.length;
      const result = open(handle);
      libraries.push(libraryAt(made, handle, before));
      return result;
    };
    env._dlopen_js = Object.assign(watched, { sig: open.sig });
  };
  return {
    create: async (settings) => (made = await create(relayed(settings, { watch, allocate }))),
    index: () => {
      const { GOT, HEAP8 } = /** @type {PyodideModule} */ (made);
      return { libraries, symbols: valuesOf(GOT), heap: HEAP8.length };
    },
  };
}

/**
 * A way of making Pyodide's module with the libraries of a snapshot in their places. Rejects when one does not fit.
 *
 * @param {CreateModule} create
 * @param {Index} index
 * @returns {CreateModule}
 */
export function placed(create, { libraries, symbols, heap }) {
  /** @type {number | null} */
  let address = null; // what the next allocation is told
  const allocate = (/** @type {Calloc} */ real) => (/** @type {number} */ count, /** @type {number} */ size) =>
    address ?? real(count, size);
  return async (settings) => {
    const module = await create(relayed(settings, { allocate, heap }));
    for (const library of libraries) {
      fillTable(module, library.table[0]);
      address = library.address;
      openLibrary(module, library);
      address = null;
      if (module.wasmTable.length !== library.table[1]) throw new Error(`${library.name}: another table`);
    }
    const found = valuesOf(module.GOT);
    const odd = Object.keys(symbols).filter((name) => found[name] !== symbols[name]);
    if (odd.length) throw new Error(`other addresses: ${odd.slice(0, 3)}`);
    return module;
  };
}

/**
 * Emscripten's settings, so that its own allocations in C's name pass through `allocate`, and its memory has the size
 * of the snapshot's from the beginning.
 *
 * @typedef {(count: number, size: number) => number} Calloc
 *
 * @param {Settings} settings
 * @param {{allocate: (real: Calloc) => Calloc, watch?: (imports: Imports) => void, heap?: number}} options
 * @returns {Settings}
 */
function relayed(settings, { allocate, watch = () => {}, heap = 0 }) {
  const instantiate = settings.instantiateWasm;
  settings.instantiateWasm = (/** @type {Imports} */ imports, /** @type {Function} */ receive) => {
    watch(imports);
    return instantiate(imports, (/** @type {{exports: any}} */ { exports }, /** @type {unknown} */ wasm) => {
      const missing = heap - exports.memory.buffer.byteLength;
      if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
      receive({ exports: { ...exports, calloc: relay(allocate(exports.calloc)) } }, wasm);
      imports.env.calloc = exports.calloc; // libraries go the short way
    });
  };
  return settings;
}

/**
 * A function of WebAssembly that calls one of JavaScript: the table of functions takes no other.
 *
 * @param {Calloc} call
 */
function relay(call) {
  const module = new WebAssembly.Module(Uint8Array.from(RELAY));
  return new WebAssembly.Instance(module, { e: { c: call } }).exports.c;
}

/**
 * @param {PyodideModule} module
 * @param {number} handle
 * @param {number} before  length of the table before it was loaded
 * @returns {Library}
 */
function libraryAt({ HEAP32, HEAPU32, UTF8ToString, wasmTable }, handle, before) {
  return {
    name: UTF8ToString(handle + DSO.name),
    flags: HEAP32[(handle + DSO.flags) >> 2],
    handle,
    address: HEAPU32[(handle + DSO.address) >> 2],
    table: [before, wasmTable.length],
  };
}

/**
 * @param {PyodideModule} module
 * @param {Library} library
 */
function openLibrary(module, { name, flags, handle }) {
  const isGlobal = Boolean(flags & GLOBAL);
  module.loadDynamicLibrary(name, { global: isGlobal, nodelete: Boolean(flags & NO_DELETE) }, isGlobal ? null : {}, handle);
}

/**
 * Lets the table have a length: places of functions that had come and gone are free for others again.
 *
 * @param {PyodideModule} module
 * @param {number} length
 */
function fillTable(module, length) {
  while (module.wasmTable.length < length) {
    const before = module.wasmTable.length;
    module.removeFunction(module.addFunction(relay(() => 0)));
    if (module.wasmTable.length === before) break; // a free place was taken
  }
  if (module.wasmTable.length !== length) throw new Error(`a table of ${module.wasmTable.length} instead of ${length}`);
}

/** @param {Record<string, WebAssembly.Global>} globals */
function valuesOf(globals) {
  return Object.fromEntries(Object.entries(globals).map(([name, { value }]) => [name, Number(value)]));
}
