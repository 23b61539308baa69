/**
 * The libraries of Python, as Emscripten loads them: each is a WebAssembly module of its own, with data at an address of
 * the one memory and functions at indices of the one table.
 *
 * @typedef {import("./snapshot.js").PyodideModule} PyodideModule
 *
 * @typedef {object} Library
 * @property {string} name  its path
 * @property {number} flags  of `dlopen`
 * @property {number} handle  address of what C knows of it
 * @property {number} address  of its data
 * @property {[number, number]} table  length of the table of functions before and after
 */

const ENTRIES = Object.entries;
const GLOBAL = 256; // RTLD_GLOBAL
const NO_DELETE = 4096; // RTLD_NODELETE
// What C knows of a library: see `struct dso` of Emscripten's dynlink.c.
const DSO = { flags: 4, address: 12, size: 16, name: 36 };
// (module (import "e" "c" (func (param i32 i32) (result i32))) (export "c" (func 0)))
const RELAY = [0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 99, 0, 0, 7, 5, 1, 1, 99, 0, 0];

/**
 * What is written down of a library that has just been opened.
 *
 * @param {PyodideModule} module
 * @param {number} handle
 * @param {number} before  length of the table before it was loaded
 * @returns {Library}
 */
export function libraryAt({ HEAP32, HEAPU32, UTF8ToString, wasmTable }, handle, before) {
  return {
    name: UTF8ToString(handle + DSO.name),
    flags: HEAP32[(handle + DSO.flags) >> 2],
    handle,
    address: HEAPU32[(handle + DSO.address) >> 2],
    table: [before, wasmTable.length],
  };
}

/**
 * Opens a library whose program is compiled already. Emscripten looks through all symbols for those that are not bound
 * yet; here it looks at the new ones.
 *
 * @param {PyodideModule} module
 * @param {Library} library
 * @param {Map<string, WebAssembly.Module>} programs
 */
export function openLibrary(module, { name, flags, handle }, programs) {
  const isGlobal = Boolean(flags & GLOBAL);
  const bound = Object.keys(module.GOT).length;
  const entries = (/** @type {object} */ object) =>
    object === module.GOT ? Object.keys(object).slice(bound).map((key) => [key, module.GOT[key]]) : ENTRIES(object);
  const read = module.FS.readFile;
  const open = () =>
    module.loadDynamicLibrary(name, { global: isGlobal, nodelete: Boolean(flags & NO_DELETE) }, isGlobal ? null : {}, handle);
  const readFile = (/** @type {string} */ path, /** @type {object} */ options) => programs.get(path) ?? read(path, options);
  instead(Object, { entries }, () => instead(module.FS, { readFile }, open));
}

/**
 * Leaves nothing of a library in memory: its data, and what C knows of it.
 *
 * @param {PyodideModule} module
 * @param {Library} library
 */
export function forget({ HEAPU8, HEAP32 }, { handle, address }) {
  HEAPU8.fill(0, address, address + HEAP32[(handle + DSO.size) >> 2]);
  HEAPU8.fill(0, handle, handle + DSO.name);
}

/**
 * Does something during which an object has other properties.
 *
 * @param {any} object
 * @param {Record<string, unknown>} others
 * @param {() => void} act
 */
function instead(object, others, act) {
  const own = Object.fromEntries(Object.keys(others).map((name) => [name, object[name]]));
  try {
    Object.assign(object, others);
    act();
  } finally {
    Object.assign(object, own);
  }
}

/**
 * Lets the table have at least a length, for good.
 *
 * @param {PyodideModule} module
 * @param {number} length
 * @returns {number[]}  what was put there
 */
export function occupyTable(module, length) {
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
export function fillTable(module, length) {
  for (const index of occupyTable(module, length)) module.removeFunction(index);
  if (module.wasmTable.length !== length) throw new Error(`a table of ${module.wasmTable.length} instead of ${length}`);
}

/**
 * A function of WebAssembly that calls one of JavaScript: the table of functions takes no other.
 *
 * @param {(count: number, size: number) => number} call
 */
export function relay(call) {
  const module = new WebAssembly.Module(Uint8Array.from(RELAY));
  return new WebAssembly.Instance(module, { e: { c: call } }).exports.c;
}
