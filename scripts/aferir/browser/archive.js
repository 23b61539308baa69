/**
 * What a site publishes of Python besides its program, made by `started.mjs` when it is built: `started.bin` is Python as
 * it is once it has started, with NumPy's libraries, `later.bin` holds the other files, which are wanted when something
 * else is imported or looked up.
 *
 * `started.bin`: the sizes of the index, of the memory and of all files together, 32 bits each with the lower first, then a
 * frame of Zstandard with the three, one after the other, the index as JSON. `later.bin`: a frame with all files.
 *
 * @typedef {[path: string, bytes: number][]} Listing  of files, in the order of their contents
 *
 * @typedef {object} Index
 * @property {import("./snapshot.js").Places} places
 * @property {Listing} files
 * @property {Listing} later
 * @property {string} results  of `CHECK`
 *
 * @typedef {object} Archive
 * @property {Uint8Array} memory  with what Pyodide writes before it; empty until the archive is opened
 * @property {(exports: import("./zstd.js").Exports) => Started} open  throws where it is damaged
 *
 * @typedef {object} Started
 * @property {Index} index
 * @property {Uint8Array} memory
 * @property {Uint8Array} files
 */

import { unpack } from "./zstd.js";

export const STARTED = "started.bin";
export const LATER = "later.bin";
/** Where Pyodide puts the standard library. */
export const LIBRARY = "/lib/python314.zip";
/** What Python was told of the world, and is told where it starts anew: the order of sets, for one. */
export const ENVIRONMENT = { HOME: "/home/pyodide", LANG: "C.UTF-8", PYTHONHASHSEED: "0" };
const WORD = 4; // bytes
const HEADER = 3 * WORD;
const SPACE = 32;

/**
 * @param {ArrayBuffer} bytes  of `started.bin`
 * @returns {Archive}
 */
export function archive(bytes) {
  const header = new DataView(bytes, 0, HEADER);
  const [length, size, rest] = [0, 1, 2].map((i) => header.getUint32(i * WORD, true));
  const whole = new Uint8Array(length + size + rest);
  const memory = whole.subarray(length, length + size);
  return {
    memory,
    open(exports) {
      unpack(exports, new Uint8Array(bytes, HEADER), whole);
      const index = JSON.parse(new TextDecoder().decode(whole.subarray(0, length)));
      return { index, memory, files: whole.subarray(length + size) };
    },
  };
}

/**
 * The two parts of `started.bin`, the second still to be packed.
 *
 * @param {Started} started
 * @returns {[header: Uint8Array, whole: Uint8Array]}
 */
export function unsealed({ index, memory, files }) {
  const text = new TextEncoder().encode(JSON.stringify(index));
  const gap = new Uint8Array(-text.length & (WORD - 1)).fill(SPACE); // so that memory begins at a whole word
  const header = new DataView(new ArrayBuffer(HEADER));
  for (const [i, size] of [text.length + gap.length, memory.length, files.length].entries()) {
    header.setUint32(i * WORD, size, true);
  }
  return [new Uint8Array(header.buffer), joined([text, gap, memory, files])];
}

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
