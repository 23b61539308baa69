/**
 * What Python prints, on its way to the page: gathered for a moment, and capped. An endless loop that prints would
 * otherwise bury the page in messages; beyond the limit only the count goes on.
 *
 * @typedef {import("./protocol.js").Stream} Stream
 *
 * @typedef {object} Printer
 * @property {(cell: string) => void} begin  what follows belongs to this cell
 * @property {(stream: Stream, text: string) => void} write
 * @property {() => void} flush
 * @property {() => number} dropped  characters beyond the limit
 *
 * @typedef {(cell: string, stream: Stream, text: string, dropped: number) => void} Post
 */

/**
 * @param {Post} post
 * @param {{limit?: number, every?: number, now?: () => number}} [options]  `limit` in characters, `every` in
 *   milliseconds
 * @returns {Printer}
 */
export function printer(post, { limit = 100_000, every = 60, now = () => performance.now() } = {}) {
  let [cell, room, dropped, posted] = ["", limit, 0, now()];
  /** @type {{stream: Stream, text: string}[]} */
  let waiting = [];

  const flush = () => {
    for (const { stream, text } of waiting) post(cell, stream, text, dropped);
    [waiting, posted] = [[], now()];
  };

  return {
    begin(name) {
      flush();
      cell = name;
      post(cell, "stdout", "", dropped);
    },
    write(stream, text) {
      const kept = text.slice(0, room);
      room -= kept.length;
      dropped += text.length - kept.length;
      const last = waiting.at(-1);
      if (last?.stream === stream) last.text += kept;
      else waiting.push({ stream, text: kept });
      if (now() - posted >= every) flush();
    },
    flush,
    dropped: () => dropped,
  };
}
