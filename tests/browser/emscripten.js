/** Stand-ins for Python's program before Python starts: its memory and Zstandard, and a module as Emscripten makes it. */

const DAMAGED = 0xff;
const ERROR = 2 ** 32 - 20;
const PORTION = 7; // bytes that one call unpacks at most

/** What `exportsOf` unpacks to `bytes`: a mark, a length and the bytes themselves. */
export function packedAs(bytes, { damaged = false } = {}) {
  return Uint8Array.of(damaged ? DAMAGED : 1, bytes.length & 255, bytes.length >> 8, ...bytes);
}

/** The exports of Python's program, as far as unpacking goes. `held`: what is allocated and not yet freed. */
export function exportsOf(memory = new WebAssembly.Memory({ initial: 4 }), room = 16) {
  const held = new Set();
  let next = 4096;
  const malloc = (size) => {
    next += 8 * Math.ceil(size / 8);
    held.add(next - 8 * Math.ceil(size / 8));
    return next - 8 * Math.ceil(size / 8);
  };
  const words = (address) => new Uint32Array(memory.buffer, address, 3);
  const bytes = () => new Uint8Array(memory.buffer);
  const contexts = new Map();
  return {
    ...{ memory, malloc, held, free: (address) => held.delete(address), __stack_low: { value: 1024 } },
    ZSTD_DStreamOutSize: () => room,
    ZSTD_createDCtx: () => (contexts.set(1, { written: 0 }), held.add("context"), 1),
    ZSTD_freeDCtx: () => held.delete("context"),
    ZSTD_isError: (code) => Number(code >= ERROR),
    ZSTD_decompressStream(context, output, input) {
      const [source, length, position] = words(input);
      if (bytes()[source] === DAMAGED) return ERROR;
      const own = contexts.get(context);
      const total = bytes()[source + 1] + 256 * bytes()[source + 2];
      const from = Math.max(position, 3);
      const portion = Math.min(PORTION, words(output)[1], length - from, total - own.written);
      bytes().copyWithin(words(output)[0], source + from, source + from + portion);
      words(output)[2] = portion;
      words(input)[2] = from + portion;
      own.written += portion;
      return total - own.written;
    },
  };
}
