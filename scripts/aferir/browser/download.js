/**
 * Counting and checking the runtime's files as they arrive. Pyodide survives a broken file only to fail somewhere
 * later, or never to answer; so each file is met here, at the door.
 *
 * @typedef {Record<string, number>} Sizes  file name -> bytes when unpacked
 *
 * @typedef {object} Meter
 * @property {(name: string, bytes: number) => void} add  bytes of a file that arrived
 * @property {(name: string) => void} complete  a file that came on a way that cannot be counted (a module)
 */

import { typed } from "./typed.js";

const TYPES = { js: "text/javascript", wasm: "application/wasm", zip: "application/zip", json: "application/json" };

/**
 * @param {Sizes} sizes
 * @param {(loaded: number, total: number) => void} report
 * @returns {Meter}
 */
export function meter(sizes, report) {
  const total = sum(sizes);
  /** @type {Sizes} */
  const arrived = {};
  /** @type {(name: string, bytes: number) => void} */
  const set = (name, bytes) => {
    arrived[name] = Math.min(bytes, sizes[name] ?? 0);
    report(sum(arrived), total);
  };
  return {
    add: (name, bytes) => set(name, (arrived[name] ?? 0) + bytes),
    complete: (name) => set(name, sizes[name] ?? 0),
  };
}

/**
 * A `fetch` that counts the runtime's files and refuses one that is missing, cut short or too long. What the network
 * answered is passed on as it is, while a copy of it is counted: a browser keeps what it compiles of such a response. On
 * the next visit it finds it again for a response of which nobody has a copy, so what `isKnown` is counted as soon as it
 * answers, unless it could not say itself that it is damaged. Where the host names another type than the file has, as some do for `.wasm`, its body is passed
 * on under the right one. Other addresses pass through untouched.
 *
 * @param {typeof fetch} get
 * @param {{sizes: Sizes, count: Meter, fail: (reason: string) => void, isKnown?: boolean}} options
 * @returns {typeof fetch}
 */
export function countingFetch(get, { sizes, count, fail, isKnown = false }) {
  return async (input, options) => {
    const name = fileName(input);
    if (!(name in sizes)) return get(input, options);
    const response = await answer(get(input, options), name, fail);
    if (isKnown && typeOf(name) !== TYPES.json) count.complete(name);
    else countBody(response.clone(), name, sizes[name], count, fail);
    return typed(response, typeOf(name));
  };
}

/**
 * A `fetch` that asks for some files at once and passes them on, on their way, when they are asked for by name: Pyodide
 * asks for one file after the other.
 *
 * @param {typeof fetch} get
 * @param {URL[]} addresses
 * @returns {typeof fetch}
 */
export function fetchedAhead(get, addresses) {
  const flowing = new Map(addresses.map((address) => [fileName(address), get(address)]));
  for (const one of flowing.values()) one.catch(() => {}); // told by `get`, met below
  return async (input, options) => {
    const name = fileName(input);
    const response = flowing.get(name);
    return response && flowing.delete(name) ? response : get(input, options);
  };
}

/**
 * The last part of an address, without its query.
 *
 * @param {RequestInfo | URL} input
 * @returns {string}
 */
export function fileName(input) {
  const address = input instanceof Request ? input.url : String(input);
  return address.split(/[?#]/)[0].split("/").pop() ?? "";
}

/**
 * @param {Promise<Response>} pending
 * @param {string} name
 * @param {(reason: string) => void} fail
 */
async function answer(pending, name, fail) {
  const response = await pending.catch((error) => refuse(fail, `${name}: ${error.message}`));
  return response.ok ? response : refuse(fail, `${name}: ${response.status}`);
}

/**
 * @param {Response} copy
 * @param {string} name
 * @param {number} expected
 * @param {Meter} count
 * @param {(reason: string) => void} fail
 */
async function countBody(copy, name, expected, count, fail) {
  let seen = 0;
  try {
    const reader = copy.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      seen += read.value.byteLength;
      count.add(name, read.value.byteLength);
    }
  } catch (error) {
    return fail(`${name}: ${error instanceof Error ? error.message : error}`);
  }
  if (seen !== expected) fail(`${name}: ${seen} bytes of ${expected}`);
}

/**
 * @param {(reason: string) => void} fail
 * @param {string} reason
 * @returns {never}
 */
function refuse(fail, reason) {
  fail(reason);
  throw new Error(reason);
}

/** @param {string} name */
function typeOf(name) {
  const ending = /** @type {keyof typeof TYPES} */ (name.split(".").pop());
  return TYPES[ending] ?? "application/octet-stream";
}

/** @param {Sizes} sizes */
function sum(sizes) {
  return Object.values(sizes).reduce((total, bytes) => total + bytes, 0);
}
