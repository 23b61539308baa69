// Starts Python under Node and keeps it as it is once it has started: node started.mjs, with a job as JSON on standard
// input. `archive.js` says what the two files hold. The same bytes each time, for the same Pyodide, wheels and Node.
//
// job = { pyodide: folder of Pyodide with its wheels, target: folder for the files, modules: folder of the page's modules }

import nodeCrypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startPyodide } from "./pyodide.mjs";

const job = JSON.parse(readFileSync(0, "utf8"));
const load = (/** @type {string} */ name) => import(pathToFileURL(join(job.modules, name)).href);
const { ENVIRONMENT, LATER, LIBRARY, STARTED, archive, unsealed } = await load("archive.js");
const { CHECK, recorded } = await load("snapshot.js");
const { differing, joined } = await load("memory.js");
const { putFiles } = await load("filing.js");
const { thawed } = await load("thawed.js");
const { default: create } = await import(pathToFileURL(join(job.pyodide, "pyodide.asm.mjs")).href);

const WHEELS = "/tmp/wheels";
const LEVEL = 19; // of Zstandard
const UNPACK = `
import os, sys, zipfile
site = next(path for path in sys.path if path.endswith("site-packages"))
for name in sorted(os.listdir("${WHEELS}")):
    with zipfile.ZipFile(f"${WHEELS}/{name}") as wheel:
        wheel.extractall(site)
site`;
// What a first cell and a first verdict need, loaded; what only belongs to the start, gone.
const PREPARE = `
import ast, gc, importlib, linecache, re, sys, zipimport
importlib.invalidate_caches()
import numpy, numpy.fft, numpy.linalg, numpy.random, aferir.runtime
ast.unparse(ast.parse("0"))  # imports more
del ast, numpy, aferir
zipimport._zip_directory_cache.clear()
sys.path_importer_cache.clear()
sys._clear_internal_caches()
linecache.clearcache()
re.purge()
del importlib, linecache, re, sys, zipimport
gc.collect()
gc.disable()`;
// Stored, not deflated: what is packed once packs better, and whoever reads it need not inflate it.
const STORE = `
import io, zipfile
stream = io.BytesIO()
with zipfile.ZipFile("${LIBRARY}") as library, zipfile.ZipFile(stream, "w") as stored:
    for item in sorted(library.infolist(), key=lambda item: item.filename):
        stored.writestr(zipfile.ZipInfo(item.filename, (1980, 1, 1, 0, 0, 0)), library.read(item))
stream.getvalue()`;
const PACK = `
from compression.zstd import CompressionParameter, compress
lambda data, level: compress(data.to_bytes(), options={
    CompressionParameter.compression_level: level, CompressionParameter.checksum_flag: 1})`;

// Neither chance nor the time is to be found in memory: here they stand still. (Every lesson sets its seeds anew.)
nodeCrypto.randomFillSync = (/** @type {any} */ view) => view.fill(0);
Math.random = () => 0;
Date.now = () => Date.UTC(1980, 0, 1);
performance.now = () => 0;

const record = recorded(create);
const python = await startPyodide(job.pyodide, {
  ...{ env: ENVIRONMENT, _makeSnapshot: true },
  createPyodideModule: (/** @type {any} */ settings) => record.create(Object.assign(settings, { thisProgram: "python" })),
});
const helper = await startPyodide(job.pyodide);
const lock = JSON.parse(readFileSync(join(job.pyodide, "pyodide-lock.json"), "utf8"));
const site = unpackWheels(helper);
const { files, later } = filesOf(helper, site);
const [[listing, contents], [listingLater, contentsLater]] = [listed(files), listed(later)];
putFiles(python.FS, listing, contents);
putFiles(python.FS, listingLater, contentsLater);
python.runPython(PREPARE);
const places = record.places();
for (const library of places.libraries) forgetSource(python._module, library.handle);
wipeFree(python._module);
const snapshot = python.makeMemorySnapshot();
const size = python._module.HEAPU8.length;
const head = snapshot.slice(0, snapshot.length - size);
const { stretches, contents: difference } = differing(snapshot.subarray(head.length), record.data());
const results = python.runPython(CHECK);

const pack = helper.runPython(PACK);
const packed = (/** @type {Uint8Array} */ bytes) => pack(bytes, LEVEL).toJs();
const index = { places, stretches, files: listing, later: listingLater, results };
const [header, whole] = unsealed({ size, head, index, contents: difference, files: contents });
const published = joined([header, packed(whole)]);
await tried(published);
writeFileSync(join(job.target, STARTED), published);
writeFileSync(join(job.target, LATER), packed(contentsLater));

/**
 * Starts Python as a reader's browser will. Rejects where it is not as it was.
 *
 * @param {Uint8Array} bytes
 */
async function tried({ buffer }) {
  const loadPyodide = (/** @type {Record<string, unknown>} */ options) => startPyodide(job.pyodide, options);
  const never = { now: () => {}, ask: async () => {}, missed: () => false };
  await thawed({ loadPyodide, create }, archive(buffer), never);
}

/**
 * Unpacks the wheels of NumPy and of the course. Returns the folder.
 *
 * @param {any} helper
 */
function unpackWheels(helper) {
  helper.FS.mkdirTree(WHEELS);
  for (const name of ["numpy", "aferir"]) {
    const file = lock.packages[name].file_name;
    helper.FS.writeFile(`${WHEELS}/${file}`, readFileSync(join(job.pyodide, file)));
  }
  return helper.runPython(UNPACK);
}

/**
 * Python's files: what each start reads, libraries and the names of packages, and the others with the standard library.
 *
 * @typedef {[path: string, bytes: Uint8Array]} File
 *
 * @param {any} helper
 * @param {string} site
 * @returns {{files: File[], later: File[]}}
 */
function filesOf(helper, site) {
  const all = [...filesBelow(helper.FS, site)].sort(([one], [other]) => (one < other ? -1 : 1));
  const isRead = (/** @type {File} */ [path]) => path.endsWith(".so") || path.endsWith(".dist-info/METADATA");
  const library = /** @type {File} */ ([LIBRARY, helper.runPython(STORE).toJs()]);
  return { files: all.filter(isRead), later: [library, ...all.filter((file) => !isRead(file))] };
}

/**
 * @param {any} system
 * @param {string} folder
 * @returns {Generator<File>}
 */
function* filesBelow(system, folder) {
  for (const name of system.readdir(folder).filter((/** @type {string} */ one) => one !== "." && one !== "..")) {
    const path = `${folder}/${name}`;
    if (system.isDir(system.stat(path).mode)) yield* filesBelow(system, path);
    else yield [path, system.readFile(path)];
  }
}

/**
 * @param {File[]} files
 * @returns {[import("../../browser/archive.js").Listing, Uint8Array]}
 */
function listed(files) {
  return [files.map(([path, { length }]) => [path, length]), joined(files.map(([, bytes]) => bytes))];
}

/**
 * Lets go of the file of a library, which C keeps although its program is long made: see `struct dso` of dynlink.c.
 *
 * @param {any} module
 * @param {number} handle
 */
function forgetSource(module, handle) {
  const [address, size] = [(handle + 28) >> 2, (handle + 32) >> 2];
  module._free(module.HEAPU32[address]);
  module.HEAPU32.fill(0, address, size + 1);
}

/**
 * Writes zeros over memory that is free: what was there once would be published.
 *
 * @param {any} module
 */
function wipeFree(module) {
  const limit = module._sbrk(0);
  /** @type {number[]} */
  const held = [];
  for (let size = 1 << 18; size >= 16; size >>= 1) {
    let address = module._malloc(size);
    for (; address + size <= limit; address = module._malloc(size)) {
      module.HEAPU8.fill(0, address, address + size);
      held.push(address);
    }
    module._free(address); // it is at the end of memory, which is not to grow
  }
  for (const address of held) module._free(address);
}
