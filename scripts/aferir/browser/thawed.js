/**
 * Python started from what the site publishes of it: from its memory, or, where that does not fit, from its files.
 *
 * @typedef {import("./loading.js").Program} Program
 * @typedef {import("./loading.js").Python} Python
 * @typedef {import("./archive.js").Archive} Archive
 * @typedef {import("./archive.js").Started} Started
 * @typedef {import("./filing.js").FileSystem} FileSystem
 * @typedef {import("./zstd.js").Exports} Exports
 * @typedef {import("./later.js").Later} Later
 */

import { ENVIRONMENT, LIBRARY, STARTED } from "./archive.js";
import { portions, putFiles, putLater } from "./filing.js";
import { downloadError } from "./guarded.js";
import { CHECK, announced, placed } from "./snapshot.js";
import { unpack } from "./zstd.js";

const BROUGHT = { numpy: "snapshot", aferir: "snapshot" };

/**
 * Python as it was when the site was built. Rejects when it is not as it was.
 *
 * @param {Program} program
 * @param {Archive} archive
 * @param {Later} later
 * @returns {Promise<Python>}
 */
export async function thawed({ loadPyodide, create }, archive, later) {
  const parts = opening(archive, later);
  const kept = (/** @type {Exports} */ exports) => {
    const { index, contents, files } = parts.open(exports);
    return { ...index, contents, programs: compiled(index.places.libraries, new Map(portions(index.files, files))) };
  };
  const python = await loadPyodide({
    ...{ _loadSnapshot: archive.head, fsInit: parts.fill, createPyodideModule: placed(create, archive.size, kept) },
  });
  if (python.runPython(CHECK) !== parts.contents().index.results) throw new Error("other results");
  return arrived(python);
}

/**
 * Python as any page starts it, from the same files.
 *
 * @param {Program} program
 * @param {Archive} archive
 * @param {Later} later
 * @returns {Promise<Python>}
 */
export async function started({ loadPyodide, create }, archive, later) {
  await later.ask();
  const parts = opening(archive, later);
  const python = await loadPyodide({
    ...{ env: ENVIRONMENT, fsInit: parts.fill, createPyodideModule: announced(create, archive.size, parts.open) },
  });
  return arrived(python);
}

/**
 * The programs of libraries by their paths, being compiled: what else a start takes goes on meanwhile.
 *
 * @param {import("./libraries.js").Library[]} libraries
 * @param {Map<string, Uint8Array>} files
 */
function compiled(libraries, files) {
  const compile = async (/** @type {string} */ name) => {
    return /** @type {const} */ ([name, await WebAssembly.compile(/** @type {BufferSource} */ (files.get(name)))]);
  };
  const all = Promise.all(libraries.map(({ name }) => compile(name))).then((programs) => new Map(programs));
  all.catch(() => {}); // it is heard of when it is waited for
  return all;
}

/**
 * Pyodide holds on to what it was started with for ever; that is as much again as Python itself.
 *
 * @param {Python} python
 */
function arrived(python) {
  Object.assign(python._api.config, { _loadSnapshot: null, fsInit: null, createPyodideModule: null });
  Object.assign(python.loadedPackages, BROUGHT);
  return python;
}

/**
 * An archive that can be opened once Python's program is there, and then put into its file system.
 *
 * @param {Archive} archive
 * @param {Later} later
 */
function opening(archive, later) {
  /** @type {Started & {exports: Exports} | null} */
  let opened = null;
  const contents = () => {
    if (!opened) throw new Error("asked before Python's program was there");
    return opened;
  };
  return {
    contents,
    open(/** @type {Exports} */ exports) {
      try {
        return (opened = { ...archive.open(exports), exports });
      } catch (error) {
        throw downloadError(`${STARTED}: ${error}`);
      }
    },
    fill: async (/** @type {FileSystem} */ system) => {
      const { index, files, exports } = contents();
      while (!system.analyzePath(LIBRARY).exists) await moment(); // Pyodide puts an empty one there
      putFiles(system, index.files, files);
      putLater(system, index.later, unpacking(exports, later));
    },
  };
}

/**
 * Apart from all that an archive holds, since it is kept until somebody needs it.
 *
 * @param {Exports} exports
 * @param {Later} later
 */
function unpacking(exports, later) {
  return (/** @type {Uint8Array} */ whole) => later.now((packed) => unpack(exports, packed, whole));
}

/** @returns {Promise<void>} */
function moment() {
  return new Promise((resolve) => setTimeout(resolve));
}
