/**
 * A file that is wanted later, if at all: asked for ahead when there is time, or at once by somebody who cannot wait for
 * a promise, as Python's file system cannot.
 *
 * @typedef {object} Later
 * @property {() => Promise<void>} ask  never rejects: who needs it and finds it missing says so
 * @property {(use: (bytes: Uint8Array) => void) => void} now  uses it, and where that fails, as the server has it; throws
 *   where it cannot be had whole
 * @property {() => boolean} missed  somebody needed it, and it could not be had
 */

/**
 * @param {URL} address
 * @param {(address: URL) => Promise<ArrayBuffer>} [get]
 * @param {(address: URL, isAnew: boolean) => ArrayBuffer} [getNow]  `isAnew`: from the server, whatever the browser has
 * @returns {Later}
 */
export function later(address, get = fetched, getNow = fetchedNow) {
  /** @type {Uint8Array | null} */
  let bytes = null;
  let hasMissed = false;
  return {
    async ask() {
      const answer = bytes ? null : await get(address).catch(() => null);
      if (answer) bytes ??= new Uint8Array(answer);
    },
    now(use) {
      const given = (/** @type {boolean} */ isAnew) => use((bytes ??= new Uint8Array(getNow(address, isAnew))));
      hasMissed = true;
      try {
        given(false);
      } catch {
        bytes = null;
        given(true);
      }
      hasMissed = false;
    },
    missed: () => hasMissed,
  };
}

/** @param {URL} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/**
 * @param {URL} address
 * @param {boolean} isAnew
 */
function fetchedNow(address, isAnew) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  if (isAnew) request.setRequestHeader("Cache-Control", "no-cache");
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${address}: ${request.status}`);
  return request.response;
}
