/** What is fetched once, and where it lies. */

/**
 * @param {URL} address
 * @returns {Promise<any>}
 */
export async function readJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}

/**
 * The same, done once per argument; a failure is not remembered.
 *
 * @template Result
 * @param {(key: string) => Promise<Result>} make
 * @returns {(key?: string) => Promise<Result>}
 */
export function remembered(make) {
  /** @type {Map<string, Promise<Result>>} */
  const made = new Map();
  return (key = "") => {
    const result = made.get(key) ?? make(key);
    made.set(key, result);
    result.catch(() => made.delete(key));
    return result;
  };
}

/** @param {string} path  relative to this folder */
export function here(path) {
  return new URL(path, import.meta.url);
}
