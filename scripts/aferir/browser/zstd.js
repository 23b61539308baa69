/**
 * Zstandard, as Python brings it: its program is there before Python starts, and needs none of it to unpack.
 *
 * @typedef {Record<string, any> & {memory: WebAssembly.Memory}} Exports  of Python's WebAssembly
 */

const BUFFER = 12; // bytes of a ZSTD_inBuffer or ZSTD_outBuffer: address, size, position

/**
 * Writes what one frame of Zstandard holds. Throws where it is damaged, or does not hold as many bytes as there is room for.
 *
 * @param {Exports} exports
 * @param {Uint8Array} packed
 * @param {Uint8Array} whole
 */
export function unpack(exports, packed, whole) {
  const room = exports.ZSTD_DStreamOutSize();
  const sizes = [packed.length, room, 2 * BUFFER];
  const [source, target, input] = sizes.map((size) => exports.malloc(size));
  const output = input + BUFFER;
  const context = exports.ZSTD_createDCtx();
  try {
    bytesOf(exports).set(packed, source);
    setBuffer(exports, input, source, packed.length);
    let at = 0;
    for (let left = 1; left; ) {
      setBuffer(exports, output, target, room);
      left = exports.ZSTD_decompressStream(context, output, input);
      const made = positionOf(exports, output);
      if (exports.ZSTD_isError(left)) throw new Error("damaged");
      if (left && !made && positionOf(exports, input) === packed.length) throw new Error("cut short");
      whole.set(bytesOf(exports).subarray(target, target + made), at);
      at += made;
    }
    if (at !== whole.length) throw new Error(`${at} bytes in place of ${whole.length}`);
  } finally {
    exports.ZSTD_freeDCtx(context);
    for (const address of [source, target, input]) exports.free(address);
  }
}

/**
 * The memory, anew each time: it moves when it grows.
 *
 * @param {Exports} exports
 */
function bytesOf({ memory }) {
  return new Uint8Array(memory.buffer);
}

/**
 * @param {Exports} exports
 * @param {number} address
 * @param {number} start
 * @param {number} size
 */
function setBuffer({ memory }, address, start, size) {
  new Uint32Array(memory.buffer, address, 3).set([start, size, 0]);
}

/**
 * @param {Exports} exports
 * @param {number} address
 */
function positionOf({ memory }, address) {
  return new Uint32Array(memory.buffer, address, 3)[2];
}
