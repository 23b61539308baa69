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
 * @property {{readFile: (path: string, options: object) => unknown}} FS
 * @property {(made: unknown) => number} addFunction
 * @property {(index: number) => void} removeFunction
 *
 * @typedef {Record<string, any>} Settings  of Emscripten
 * @typedef {(settings: Settings) => Promise<PyodideModule>} CreateModule
 * @typedef {{env: Record<string, any>}} Imports
 * @typedef {import("./zstd.js").Exports} Exports
 * @typedef {import("./libraries.js").Library} Library
 *
 * @typedef {object} Places  where the libraries are
 * @property {Library[]} libraries  in the order in which they were loaded
 * @property {Record<string, number>} symbols  that they brought
 *
 * @typedef {{places: Places, programs: Promise<Map<string, WebAssembly.Module>>} & import("./memory.js").Difference} Kept
 *   what is kept of a module: where its libraries are, their programs by path, and its memory
 * @typedef {{exports: Exports, data: Uint8Array}} Begun  a program that has not started, with what it brings in memory
 */

import { fillTable, forget, libraryAt, occupyTable, openLibrary, relay } from "./libraries.js";
import { restore } from "./memory.js";

const PAGE = 65536; // bytes of WebAssembly memory
// Some engines have a function more before the first library, others have not: see `getPyEMTrampolinePtr` of CPython.
const ROUND = 16;
/** Numbers that NumPy's core and its chance have a part in. The collector must not run while libraries are not back yet. */
export const CHECK = `
import gc, numpy
gc.enable()
def _results():
    numbers = numpy.random.default_rng(5).normal(size=(3, 3))
    return (numbers @ numbers).tobytes().hex()
_results()`;

/**
 * A way of making Pyodide's module that writes down what a snapshot needs: where its libraries are, and what the program
 * brought in memory.
 *
 * @param {CreateModule} create
 * @returns {{create: CreateModule, places: () => Places, data: () => Uint8Array}}
 */
export function recorded(create) {
  /** @type {Library[]} */
  const libraries = [];
  /** @type {PyodideModule | null} */
  let made = null;
  /** @type {Uint8Array} */
  let data = new Uint8Array();
  /** @type {Record<string, number>} */
  let before = {};
  const opened = (/** @type {Begun} */ begun) => void ({ data } = begun);
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
    create: async (settings) => (made = await relayed(create, settings, { watch, allocate, opened })),
    data: () => data,
    places: () => {
      const { GOT } = /** @type {PyodideModule} */ (made);
      const brought = Object.entries(valuesOf(GOT)).filter(([name, value]) => before[name] !== value);
      return { libraries, symbols: Object.fromEntries(brought) };
    },
  };
}

/**
 * A way of making Pyodide's module as it was when it was kept: its libraries are in their places again, its memory is what
 * it was. Rejects when a library does not fit.
 *
 * @param {CreateModule} create
 * @param {number} size  bytes of memory
 * @param {(exports: Exports) => Kept} open  is asked as soon as Python's program is there
 * @returns {CreateModule}
 */
export function placed(create, size, open) {
  return async (settings) => {
    const allotted = allotting();
    /** @type {Kept & Begun | null} */
    let opened = null;
    const module = await relayed(create, settings, {
      ...{ allocate: allotted.allocate, size },
      opened: (begun) => void (opened = { ...open(begun.exports), ...begun }),
    });
    const kept = /** @type {Kept & Begun} */ (/** @type {unknown} */ (opened));
    const programs = await kept.programs;
    const { libraries, symbols } = kept.places;
    occupyTable(module, libraries[0]?.table[0]);
    for (const library of libraries) {
      fillTable(module, library.table[0]);
      allotted.next = library.address;
      openLibrary(module, library, programs);
      allotted.next = null;
      if (module.wasmTable.length !== library.table[1]) throw new Error(`${library.name}: another table`);
    }
    const odd = Object.keys(symbols).filter((name) => Number(module.GOT[name]?.value) !== symbols[name]);
    if (odd.length) throw new Error(`other addresses: ${odd.slice(0, 3)}`);
    remember(module, kept);
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
  return (settings) => relayed(create, settings, { opened: ({ exports }) => opened(exports), size });
}

/**
 * Makes the memory what it was, but for what is this engine's own in it.
 *
 * @param {PyodideModule} module
 * @param {Kept & Begun} kept
 */
function remember(module, kept) {
  const { HEAPU8, HEAPU32 } = module;
  const own = (module.__PyRuntime + HEAPU32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
  const word = HEAPU32[own];
  for (const library of kept.places.libraries) forget(module, library);
  clear(kept);
  restore(HEAPU8, kept.data, kept);
  HEAPU32[own] = word;
}

/**
 * Makes the memory what it was before the program began: what has been allocated since is zero again. (What lies on the
 * stack nobody reads.)
 *
 * @param {Begun} begun
 */
function clear({ exports, data }) {
  const bytes = new Uint8Array(exports.memory.buffer);
  bytes.fill(0, exports.__stack_high.value, exports.sbrk(0));
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
 * @param {(begun: Begun) => void} [options.opened]
 * @returns {Promise<PyodideModule>}
 */
function relayed(create, settings, { allocate, watch = () => {}, size = 0, opened = () => {} }) {
  const instantiate = settings.instantiateWasm;
  const given = (/** @type {Imports} */ imports, /** @type {{exports: any}} */ { exports }) => {
    const missing = size - exports.memory.buffer.byteLength;
    if (missing >= PAGE) exports.memory.grow(Math.floor(missing / PAGE));
    const begun = { exports, data: new Uint8Array(exports.memory.buffer).slice(0, exports.__stack_low.value) };
    opened(begun);
    clear(begun);
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

/** @param {Record<string, WebAssembly.Global>} globals */
function valuesOf(globals) {
  return Object.fromEntries(Object.entries(globals).map(([name, { value }]) => [name, Number(value)]));
}
