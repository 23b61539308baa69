// Pyodide from a local folder, under Node. Nothing is asked from another host: a missing wheel is an error.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @param {string} folder holds pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm, python_stdlib.zip, pyodide-lock.json, wheels
 * @param {Record<string, unknown>} options more options of loadPyodide
 * @returns {Promise<any>} the interpreter
 */
export async function startPyodide(folder, options = {}) {
  // Pyodide imports the package "ws" under Node unless `require` exists; only sockets need it.
  const scope = /** @type {Record<string, unknown>} */ (globalThis);
  scope.require ??= createRequire(import.meta.url);
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  return loadPyodide({
    indexURL: folder,
    lockFileURL: join(folder, "pyodide-lock.json"),
    stdLibURL: join(folder, "python_stdlib.zip"),
    packageBaseUrl: folder, // also where a wheel that is not there would be asked from
    ...options,
  });
}
