/**
 * The order in which a reader meets the options of a question: their own, and the same at every visit.
 *
 * @typedef {import("./store.js").Store} Store
 */

/**
 * The reader's seed: made once, then kept. A browser that keeps nothing makes a new one for each page.
 *
 * @param {Store} store
 * @param {() => number} [random]
 * @returns {number}
 */
export function readerSeed(store, random = Math.random) {
  const kept = store.read("seed");
  if (Number.isInteger(kept)) return kept;
  const made = Math.floor(random() * 2 ** 32);
  store.write("seed", made);
  return made;
}

/**
 * An order of `count` things that a seed and a name decide.
 *
 * @param {number} count
 * @param {number} seed
 * @param {string} name
 * @returns {number[]}
 */
export function shuffled(count, seed, name) {
  const next = generator(hash(`${seed} ${name}`));
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * The same for steps that are to be put in order: never the right order itself.
 *
 * @param {number} count
 * @param {number} seed
 * @param {string} name
 */
export function disordered(count, seed, name) {
  const order = shuffled(count, seed, name);
  return order.every((step, i) => step === i) ? [...order.slice(1), order[0]] : order;
}

/**
 * Puts the items of a list, which stand in any order, in the order of their `data-answer`.
 *
 * @param {HTMLElement} list
 * @param {number[]} order
 */
export function rearrange(list, order) {
  const items = [.../** @type {HTMLCollectionOf<HTMLElement>} */ (list.children)];
  const place = (/** @type {HTMLElement} */ item) => order.indexOf(Number(item.dataset.answer));
  list.append(...items.sort((one, other) => place(one) - place(other)));
}

/** @param {string} text */
function hash(text) {
  let made = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) made = Math.imul(made ^ text.charCodeAt(i), 0x01000193);
  return made >>> 0;
}

/**
 * Numbers from 0 to 1, one after the other (mulberry32).
 *
 * @param {number} seed
 * @returns {() => number}
 */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
