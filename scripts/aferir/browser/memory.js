/**
 * The memory of a program that has started, as it differs from that of one that has not: most of it is the same, most of
 * the rest zero.
 *
 * @typedef {[address: number, bytes: number]} Stretch
 *
 * @typedef {object} Difference
 * @property {Stretch[]} stretches  that are not the same, whole words
 * @property {Uint8Array} contents  of all of them, one after the other, by exclusive or
 */

const BLOCK = 1024; // bytes
const WORD = 4;

/**
 * @param {Uint8Array} memory  whole words
 * @param {Uint8Array} data  how the program brings the beginning of it; the rest is zero
 * @returns {Difference}
 */
export function differing(memory, data) {
  const change = memory.slice();
  for (const [i, byte] of data.entries()) change[i] ^= byte;
  /** @type {Stretch[]} */
  const stretches = [];
  for (let at = 0; at < change.length; at += BLOCK) {
    const block = change.subarray(at, at + BLOCK);
    if (!block.some(Boolean)) continue;
    const last = stretches.at(-1);
    if (last && last[0] + last[1] === at) last[1] += block.length;
    else stretches.push([at, block.length]);
  }
  return { stretches, contents: joined(stretches.map(([at, size]) => change.subarray(at, at + size))) };
}

/**
 * Makes a memory what it was, where it is already what the program brings, and zero.
 *
 * @param {Uint8Array} memory
 * @param {Uint8Array} data
 * @param {Difference} difference
 */
export function restore(memory, data, { stretches, contents }) {
  let from = 0;
  for (const [at, size] of stretches) {
    memory.set(contents.subarray(from, (from += size)), at);
    const end = Math.min(at + size, data.length);
    if (at < end) mix(wordsOf(memory, at, end), wordsOf(data, at, end));
  }
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

/**
 * @param {Uint32Array} words
 * @param {Uint32Array} others
 */
function mix(words, others) {
  for (let i = 0; i < words.length; i++) words[i] ^= others[i];
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function wordsOf(bytes, start, end) {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + start, (end - start) / WORD);
}
