/**
 * Python started in a way that it can be kept, and started from what was kept.
 *
 * @typedef {import("./loading.js").Program} Program
 * @typedef {import("./loading.js").Python} Python
 * @typedef {import("./loading.js").FileSystem} FileSystem
 */

import { CHECK, PREPARE, placed, recorded } from "./snapshot.js";

const WHEELS = "/tmp/wheels";
const UNPACK = `
import os, shutil, sys, zipfile
_site = next(path for path in sys.path if path.endswith("site-packages"))
for _name in sorted(os.listdir("${WHEELS}")):
    with zipfile.ZipFile(f"${WHEELS}/{_name}") as _wheel:
        _wheel.extractall(_site)
shutil.rmtree("${WHEELS}")
del _name, _wheel, os, shutil, sys, zipfile
_site`;
const BROUGHT = { numpy: "snapshot", aferir: "snapshot" };

/**
 * Python as it is published, kept on the way. Its packages are unpacked by Python itself, since Pyodide makes no
 * snapshot once it has loaded any. What cannot be kept, for want of room, is left at that.
 *
 * @param {Program} program
 * @param {URL[]} wheels
 * @param {import("./snapshotstore.js").SnapshotStore} store
 * @returns {Promise<Python>}
 */
export async function frozen({ loadPyodide, create }, wheels, store) {
  const record = recorded(create);
  const python = await loadPyodide({ _makeSnapshot: true, createPyodideModule: record.create });
  python.FS.mkdirTree(WHEELS);
  for (const [i, bytes] of (await Promise.all(wheels.map(bytesAt))).entries()) {
    python.FS.writeFile(`${WHEELS}/${i}.whl`, bytes);
  }
  const site = python.runPython(UNPACK);
  python.runPython(PREPARE);
  const memory = python.makeMemorySnapshot();
  const contents = [...filesBelow(python.FS, site)];
  const index = {
    ...record.index(),
    files: contents.map(([path, bytes]) => /** @type {[string, number]} */ ([path, bytes.length])),
    results: python.runPython(CHECK),
  };
  const files = joined(contents.map(([, bytes]) => bytes));
  store.write({ index, memory, files }).catch((error) => console.info("aferir: Python is not kept", error));
  Object.assign(python.loadedPackages, BROUGHT);
  return python;
}

/**
 * Python from what was kept. Rejects when it is not as it was.
 *
 * @param {Program} program
 * @param {import("./snapshotstore.js").Kept} kept
 * @returns {Promise<Python>}
 */
export async function thawed({ loadPyodide, create }, { index, ...kept }) {
  const [memory, files] = await Promise.all([kept.memory, kept.files]);
  const python = await loadPyodide({
    _loadSnapshot: memory,
    createPyodideModule: placed(create, index),
    fsInit: (/** @type {FileSystem} */ system) => writeFiles(system, index.files, files),
  });
  if (python.runPython(CHECK) !== index.results) throw new Error("other results");
  Object.assign(python.loadedPackages, BROUGHT);
  return python;
}

/** @param {URL} address */
async function bytesAt(address) {
  return new Uint8Array(await (await fetch(address)).arrayBuffer());
}

/**
 * @param {FileSystem} system
 * @param {string} folder
 * @returns {Generator<[string, Uint8Array]>}
 */
function* filesBelow(system, folder) {
  for (const name of system.readdir(folder).filter((one) => one !== "." && one !== "..")) {
    const path = `${folder}/${name}`;
    if (system.isDir(system.stat(path).mode)) yield* filesBelow(system, path);
    else yield [path, system.readFile(path)];
  }
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {FileSystem} system
 * @param {[string, number][]} files
 * @param {Uint8Array} contents
 */
function writeFiles(system, files, contents) {
  const folders = new Set(files.map(([path]) => path.slice(0, path.lastIndexOf("/"))));
  for (const folder of folders) system.mkdirTree(folder);
  let at = 0;
  for (const [path, size] of files) {
    system.writeFile(path, contents.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}
