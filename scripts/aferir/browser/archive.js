/**
 * What a site publishes of Python besides its program, made by `started.mjs` when it is built: `started.bin` is Python as
 * it is once it has started, with NumPy's libraries, `later.bin` holds the other files, which are wanted when something
 * else is imported or looked up.
 *
 * `started.bin`: five sizes, 32 bits each with the lower first: of Python's memory, and of the four parts that follow in
 * one frame of Zstandard, which are the index as JSON, what Pyodide writes before a memory, in what the memory differs
 * from that of a program that has not started, and files. `later.bin`: a frame with files.
 *
 * @typedef {[path: string, bytes: number][]} Listing  of files, in the order of their contents
 *
 * @typedef {object} Index
 * @property {import("./snapshot.js").Places} places
 * @property {import("./memory.js").Stretch[]} stretches  of memory
 * @property {Listing} files
 * @property {Listing} later
 * @property {string} results  of `CHECK`
 *
 * @typedef {object} Archive
 * @property {number} size  bytes of memory
 * @property {Uint8Array} head  what Pyodide writes before it; empty until the archive is opened
 * @property {(exports: import("./zstd.js").Exports) => Started} open  throws where it is damaged
 *
 * @typedef {object} Started
 * @property {Index} index
 * @property {Uint8Array} contents  of the stretches of memory
 * @property {Uint8Array} files
 */

import { joined } from "./memory.js";
import { unpack } from "./zstd.js";

export const STARTED = "started.bin";
export const LATER = "later.bin";
/** Where Pyodide puts the standard library. */
export const LIBRARY = "/lib/python314.zip";
/** What Python was told of the world, and is told where it starts anew: the order of sets, for one. */
export const ENVIRONMENT = { HOME: "/home/pyodide", LANG: "C.UTF-8", PYTHONHASHSEED: "0" };
const WORD = 4; // bytes
const SIZES = 5;
const HEADER = SIZES * WORD;
const SPACE = 32;

/**
 * @param {ArrayBuffer} bytes  of `started.bin`
 * @returns {Archive}
 */
export function archive(bytes) {
  const header = new DataView(bytes, 0, HEADER);
  const [size, ...sizes] = Array.from({ length: SIZES }, (_, i) => header.getUint32(i * WORD, true));
  const whole = new Uint8Array(sizes.reduce((total, one) => total + one));
  const [text, head, contents, files] = split(whole, sizes);
  return {
    ...{ size, head },
    open(exports) {
      unpack(exports, new Uint8Array(bytes, HEADER), whole);
      return { index: JSON.parse(new TextDecoder().decode(text)), contents, files };
    },
  };
}

/**
 * The two parts of `started.bin`, the second still to be packed.
 *
 * @param {Started & {size: number, head: Uint8Array}} started
 * @returns {[header: Uint8Array, whole: Uint8Array]}
 */
export function unsealed({ size, head, index, contents, files }) {
  const text = new TextEncoder().encode(JSON.stringify(index));
  const gap = new Uint8Array(-text.length & (WORD - 1)).fill(SPACE); // so that what follows begins at a whole word
  const parts = [joined([text, gap]), head, contents, files];
  const header = new DataView(new ArrayBuffer(HEADER));
  for (const [i, one] of [size, ...parts.map(({ length }) => length)].entries()) header.setUint32(i * WORD, one, true);
  return [new Uint8Array(header.buffer), joined(parts)];
}

/**
 * @param {Uint8Array} whole
 * @param {number[]} sizes
 * @returns {Uint8Array[]}
 */
function split(whole, sizes) {
  let at = 0;
  return sizes.map((size) => whole.subarray(at, (at += size)));
}
