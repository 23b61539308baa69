/**
 * Python as it is once it has started, to start from: made when a site is built, under Node, and published with it. It
 * is the memory of Python, what is needed to put NumPy's libraries back into their places in it, and its files. Pyodide
 * makes and reads the memory of Python alone. A library is a WebAssembly module of its own, with data at an address of
 * that memory and functions at indices of one table; each is loaded anew under the same address and index, in the same
 * order, before the memory is read over all of it.
 *
 * What is published of the memory is how it differs from that of a program that has not started. Whatever is not as it was
 * when the snapshot was made, table, addresses, results, is an error: who starts from it then starts Python as usual.
 *
 * @typedef {object} PyodideModule  of Emscripten, as far as it is used here
 * @property {WebAssembly.Table} wasmTable
 * @property {number} __PyRuntime  address
 * @property {number} __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET  address
 * @property {Record<string, WebAssembly.Global>} GOT  symbol -> its address or index
 * @property {Uint8Array} HEAPU8
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
 * @typedef {import("./zstd.js").Exports} Exports
 *
 * @typedef {object} Library
 * @property {string} name  its path
 * @property {number} flags  of `dlopen`
 * @property {number} handle  address of what C knows of it
 * @property {number} address  of its data
 * @property {[number, number]} table  length of the table of functions before and after
 *
 * @typedef {object} Places  where the libraries are
 * @property {Library[]} libraries  in the order in which they were loaded
 * @property {Record<string, number>} symbols  that they brought
 */

const GLOBAL = 256; // RTLD_GLOBAL
const NO_DELETE = 4096; // RTLD_NODELETE
const PAGE = 65536; // bytes of WebAssembly memory
const WORD = 4;
// Some engines have a function more before the first library, others have not: see `getPyEMTrampolinePtr` of CPython.
const ROUND = 16;
// What C knows of a library: see `struct dso` of Emscripten's dynlink.c.
const DSO = { flags: 4, address: 12, name: 36 };
// (module (import "e" "c" (func (param i32 i32) (result i32))) (export "c" (func 0)))
const RELAY = [0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 99, 0, 0, 7, 5, 1, 1, 99, 0, 0];

/** Numbers that NumPy's core and its chance have a part in. The collector must not run while libraries are not back yet. */
export const CHECK = `
import gc, numpy
gc.enable()
def _results():
    numbers = numpy.random.default_rng(5).normal(size=(3, 3))
    return (numbers @ numbers).tobytes().hex()
_results()`;

/**
 * A way of making Pyodide's module that writes down what a snapshot needs.
 *
 * @param {CreateModule} create
 * @returns {{create: CreateModule, places: () => Places}}
 */
export function recorded(create) {
  /** @type {Library[]} */
  const libraries = [];
  /** @type {PyodideModule | null} */
  let made = null;
  /** @type {Record<string, number>} */
  let before = {};
  // As in `placed`, so that both tables have one function more: WebAssembly's own would be the same function again.
  const allocate = (/** @type {Calloc} */ real) => (/** @type {number} */ count, /** @type {number} */ size) =>
    real(count, size);
  const watch = (/** @type {Imports} */ { env }) => {
    const open = env._dlopen_js;
    const watched = (/** @type {number} */ handle) => {
      if (!made) return open(handle);
      if (!libraries.length) {
        before = valuesOf(made.GOT);
        occupyTable(made, ROUND * Math.ceil((made.wasmTable.length + ROUND / 2) / ROUND));
      }
      const length = made.wasmTable.length;
      const result = open(handle);
      libraries.push(libraryAt(made, handle, length));
      return result;
    };
    env._dlopen_js = Object.assign(watched, { sig: open.sig });
  };
  return {
    create: async (settings) => (made = await relayed(create, settings, { watch, allocate })),
    places: () => {
      const { GOT } = /** @type {PyodideModule} */ (made);
      const brought = Object.entries(valuesOf(GOT)).filter(([name, value]) => before[name] !== value);
      return { libraries, symbols: Object.fromEntries(brought) };
    },
  };
}

/**
 * A way of making Pyodide's module with the libraries of a snapshot in their places, and `memory`, in which the snapshot
 * comes as it differs, made what Pyodide is to read over its own. Rejects when a library does not fit.
 *
 * @param {CreateModule} create
 * @param {Uint8Array} memory
 * @param {(exports: Exports) => Places} open  fills `memory`, as soon as Python's program is there
 * @returns {CreateModule}
 */
export function placed(create, memory, open) {
  return async (settings) => {
    const allotted = allotting();
    /** @type {Places} */
    let places = { libraries: [], symbols: {} };
    /** @type {Uint8Array} */
    let data = new Uint8Array();
    const opened = (/** @type {Exports} */ exports, /** @type {Uint8Array} */ initial) => {
      data = initial;
      places = open(exports);
    };
    const module = await relayed(create, settings, { allocate: allotted.allocate, opened, size: memory.length });
    occupyTable(module, places.libraries[0]?.table[0]);
    for (const library of places.libraries) {
      fillTable(module, library.table[0]);
      allotted.next = library.address;
      openLibrary(module, library);
      allotted.next = null;
      if (module.wasmTable.length !== library.table[1]) throw new Error(`${library.name}: another table`);
    }
    const found = valuesOf(module.GOT);
    const odd = Object.keys(places.symbols).filter((name) => found[name] !== places.symbols[name]);
    if (odd.length) throw new Error(`other addresses: ${odd.slice(0, 3)}`);
    exchange(memory, module, data);
    return module;
  };
}

/**
 * An allocation that is told its address, where one is. It stays as long as the module, and holds nothing else.
 *
 * @returns {{next: number | null, allocate: (real: Calloc) => Calloc}}
 */
function allotting() {
  const allotted = {
    next: /** @type {number | null} */ (null),
    allocate: (/** @type {Calloc} */ real) => (/** @type {number} */ count, /** @type {number} */ size) =>
      allotted.next ?? real(count, size),
  };
  return allotted;
}

/**
 * A way of making Pyodide's module that tells as soon as Python's program is there.
 *
 * @param {CreateModule} create
 * @param {number} size  bytes of memory that it needs
 * @param {(exports: Exports) => void} opened
 * @returns {CreateModule}
 */
export function announced(create, size, opened) {
  return (settings) => relayed(create, settings, { opened, size });
}

/**
 * Makes of a memory what it differs in from that of a program that has not started, or of that the memory again. What is
 * this engine's own in it becomes so. (The data of libraries stays as it is: some of it depends on what was allocated.)
 *
 * @param {Uint8Array} memory  with what Pyodide writes before it
 * @param {PyodideModule} module
 * @param {Uint8Array} data  of Python's program, whole words
 */
function exchange(memory, module, data) {
  const { HEAPU8, HEAPU32 } = module;
  const start = memory.length - HEAPU8.length;
  const words = new Uint32Array(memory.buffer, memory.byteOffset + start, data.length / WORD);
  const others = new Uint32Array(data.buffer, data.byteOffset, words.length);
  for (let i = 0; i < words.length; i++) words[i] ^= others[i];
  const own = module.__PyRuntime + HEAPU32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2];
  memory.set(HEAPU8.subarray(own, own + WORD), start + own);
}

/**
 * Does something with the memory of a program that has not begun, and leaves it as it was.
 *
 * @param {Exports} exports
 * @param {(exports: Exports, data: Uint8Array) => void} act  is given the data of the program as well
 */
function undisturbed(exports, act) {
  const data = new Uint8Array(exports.memory.buffer).slice(0, exports.__stack_low.value); // what lies above is zero
  act(exports, data);
  const bytes = new Uint8Array(exports.memory.buffer);
  bytes.fill(0, data.length);
  bytes.set(data);
}

/**
 * Makes Pyodide's module so that its own allocations in C's name pass through `allocate` and its memory has a size from
 * the beginning. What `opened` does with that memory leaves no trace.
 *
 * @typedef {(count: number, size: number) => number} Calloc
 *
 * @param {CreateModule} create
 * @param {Settings} settings
 * @param {object} options
 * @param {(real: Calloc) => Calloc} [options.allocate]
 * @param {(imports: Imports) => void} [options.watch]
 * @param {number} [options.size]
 * @param {(exports: Exports, data: Uint8Array) => void} [options.opened]
 * @returns {Promise<PyodideModule>}
 */
function relayed(create, settings, { allocate, watch = () => {}, size = 0, opened = () => {} }) {
  const instantiate = settings.instantiateWasm;
  const given = (/** @type {Imports} */ imports, /** @type {{exports: any}} */ { exports }) => {
    const missing = size - exports.memory.buffer.byteLength;
    if (missing >= PAGE) exports.memory.grow(Math.floor(missing / PAGE));
    undisturbed(exports, opened);
    if (!allocate) return exports;
    imports.env.calloc = exports.calloc; // libraries go the short way
    return { ...exports, calloc: relay(allocate(exports.calloc)) };
  };
  return new Promise((resolve, reject) => {
    settings.instantiateWasm = (/** @type {Imports} */ imports, /** @type {Function} */ receive) => {
      watch(imports);
      return instantiate(imports, (/** @type {{exports: any}} */ instance, /** @type {unknown} */ wasm) => {
        try {
          receive({ exports: given(imports, instance) }, wasm);
        } catch (error) {
          reject(error); // Pyodide would wait for ever
        }
      });
    };
    create(settings)
      .finally(() => (settings.instantiateWasm = instantiate)) // the module keeps its settings
      .then(resolve, reject);
  });
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
 * Lets the table have at least a length, for good.
 *
 * @param {PyodideModule} module
 * @param {number} length
 * @returns {number[]}  what was put there
 */
function occupyTable(module, length) {
  const added = [];
  while (module.wasmTable.length < length) added.push(module.addFunction(relay(() => 0)));
  return added;
}

/**
 * Lets the table have a length: places of functions that come and go are free for others again.
 *
 * @param {PyodideModule} module
 * @param {number} length
 */
function fillTable(module, length) {
  for (const index of occupyTable(module, length)) module.removeFunction(index);
  if (module.wasmTable.length !== length) throw new Error(`a table of ${module.wasmTable.length} instead of ${length}`);
}

/** @param {Record<string, WebAssembly.Global>} globals */
function valuesOf(globals) {
  return Object.fromEntries(Object.entries(globals).map(([name, { value }]) => [name, Number(value)]));
}
