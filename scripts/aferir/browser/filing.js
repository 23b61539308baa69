/**
 * Putting files into Python's file system: those that are here, and those whose contents come when they are looked at.
 *
 * @typedef {import("./archive.js").Listing} Listing
 *
 * @typedef {{contents: Uint8Array, usedBytes: number, stream_ops: {open?: (stream: {node: FileNode}) => void}}} FileNode
 *
 * @typedef {object} FileSystem  of Pyodide
 * @property {(path: string) => void} mkdirTree
 * @property {(path: string, bytes: Uint8Array) => void} writeFile  a copy of them
 * @property {(path: string) => {node: FileNode}} lookupPath
 * @property {(path: string) => {exists: boolean}} analyzePath
 * @property {new (code: number) => Error} ErrnoError
 */

const CANNOT_READ = 29; // EIO of Emscripten

/**
 * @param {FileSystem} system
 * @param {Listing} files
 * @param {Uint8Array} contents  of all of them
 */
export function putFiles(system, files, contents) {
  makeFolders(system, files);
  for (const [path, bytes] of portions(files, contents)) system.writeFile(path, bytes);
}

/**
 * Files that are listed with their size and come all at once when the first of them is opened, whoever opens it. (When it
 * is read it is too late: whoever reads has a view of Python's memory, which may move.)
 *
 * @param {FileSystem} system
 * @param {Listing} files
 * @param {(whole: Uint8Array) => void} write  the contents of all of them; where it throws, the file cannot be opened
 */
export function putLater(system, files, write) {
  makeFolders(system, files);
  /** @type {Map<FileNode, FileNode["stream_ops"]>} */
  const waiting = new Map();
  const open = (/** @type {{node: FileNode}} */ { node: opened }) => {
    if (!waiting.has(opened)) return;
    const all = new Uint8Array(files.reduce((total, [, size]) => total + size, 0));
    attempt(system, () => write(all));
    for (const [[, bytes], [node, operations]] of zip(portions(files, all), waiting)) {
      if (node.usedBytes === bytes.length) node.contents = bytes; // another size: it was written to meanwhile
      node.stream_ops = operations;
    }
    waiting.clear();
  };
  for (const [path, size] of files) {
    system.writeFile(path, new Uint8Array(0));
    const { node } = system.lookupPath(path);
    waiting.set(node, node.stream_ops);
    Object.assign(node, { usedBytes: size, stream_ops: { ...node.stream_ops, open } });
  }
}

/**
 * @param {FileSystem} system
 * @param {() => void} act
 */
function attempt(system, act) {
  try {
    act();
  } catch (error) {
    console.warn("aferir: a part of Python did not come", error);
    throw new system.ErrnoError(CANNOT_READ);
  }
}

/**
 * @template One, Other
 * @param {Iterable<One>} ones
 * @param {Iterable<Other>} others
 * @returns {Generator<[One, Other]>}
 */
function* zip(ones, others) {
  const following = others[Symbol.iterator]();
  for (const one of ones) yield [one, following.next().value];
}

/**
 * @param {FileSystem} system
 * @param {Listing} files
 */
function makeFolders(system, files) {
  const folders = new Set(files.map(([path]) => path.slice(0, path.lastIndexOf("/"))));
  for (const folder of folders) system.mkdirTree(folder);
}

/**
 * @param {Listing} files
 * @param {Uint8Array} contents
 * @returns {Generator<[string, Uint8Array]>}
 */
export function* portions(files, contents) {
  let at = 0;
  for (const [path, size] of files) yield [path, contents.subarray(at, (at += size))];
}
