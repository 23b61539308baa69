/**
 * The list of a site's files as its build wrote it, and what follows from it. Nothing here asks for anything.
 *
 * @typedef {object} Written  the list as a file
 * @property {string} build  changes with any page; each page says to which build it belongs
 * @property {string[]} languages
 * @property {[path: string, sha256: string, size: number][]} files
 * @property {Record<string, number[]>} pages  page -> places in `files` of what it loads
 *
 * @typedef {{path: string, sha256: string, size: number}} ListedFile
 *
 * @typedef {object} Listing  the same, ready to be asked
 * @property {string} build
 * @property {string[]} languages
 * @property {Map<string, ListedFile>} files  by path
 * @property {Map<string, string[]>} pages  page -> paths of what it loads
 *
 * @typedef {(file: ListedFile) => boolean} Has  whether the content of a file is kept
 */

const PINNED = /^(assets\/[a-z]+)-[0-9a-f]{12}\//; // a folder that carries the hash of its content
const NAMED = /\.[0-9a-f]{8,12}(\.\w+)$/; // a figure that does, and the theme's files
const TYPES = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webp: "image/webp",
  woff2: "font/woff2",
  xml: "application/xml",
  zip: "application/zip",
};

/**
 * @param {string} text
 * @returns {Listing}
 */
export function readListing(text) {
  /** @type {Written} */
  const { build, languages, files, pages } = JSON.parse(text);
  return {
    build,
    languages,
    files: new Map(files.map(([path, sha256, size]) => [path, { path, sha256, size }])),
    pages: new Map(Object.entries(pages).map(([page, places]) => [page, places.map((place) => files[place][0])])),
  };
}

/**
 * The path of an address below the scope of a site; null when it lies elsewhere. A folder stands for its page.
 *
 * @param {string} address
 * @param {string} scope  ends with `/`
 * @returns {string | null}
 */
export function pathOf(address, scope) {
  const plain = address.split(/[?#]/)[0];
  if (!plain.startsWith(scope)) return null;
  const path = decoded(plain.slice(scope.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/**
 * The address of a path: a page by its folder, as links name it.
 *
 * @param {string} path
 * @param {string} scope
 */
export function addressOf(path, scope) {
  return scope + encodeURI(path.replace(/(^|\/)index\.html$/, "$1")).replace(/[?#]/g, encodeURIComponent);
}

/**
 * What a page needs to be shown, itself last: where it is kept, so is the rest.
 *
 * @param {Listing} listing
 * @param {string} page
 * @returns {string[]}
 */
export function closure(listing, page) {
  return listing.pages.has(page) ? [...(listing.pages.get(page) ?? []), page] : [];
}

/**
 * What is kept in any case: the first page, and those that say that a page is not there.
 *
 * @param {Listing} listing
 * @returns {string[]}
 */
export function always(listing) {
  const pages = ["", ...listing.languages.map((code) => `${code}/`)].map((folder) => `${folder}offline.html`);
  return [...pages, "index.html"].flatMap((page) => closure(listing, page));
}

/**
 * The whole course in one language: its pages, and of what all languages share that which is not another's.
 *
 * @param {Listing} listing
 * @param {string} language
 * @returns {string[]}
 */
export function editionPaths(listing, language) {
  const others = listing.languages.filter((code) => code !== language);
  const isOthers = (/** @type {string} */ part) => others.some((code) => part === code || part.startsWith(`${code}.`));
  return [...listing.files.keys()].filter(
    (path) => path.startsWith(`${language}/`) || (path.startsWith("assets/") && !path.split("/").some(isOthers)),
  );
}

/**
 * What the next version needs so that everything works that works now: the pages kept, with all they load, and the
 * successor of each file kept (the same name, but for a hash in it).
 *
 * @param {Listing} next
 * @param {Listing} previous
 * @param {Has} has
 * @returns {string[]}
 */
export function successors(next, previous, has) {
  const kept = [...previous.files.values()].filter(has).map(({ path }) => path);
  const names = new Set(kept.map(commonName));
  return [
    ...kept.flatMap((path) => closure(next, path)),
    ...[...next.files.keys()].filter((path) => names.has(commonName(path))),
  ];
}

/**
 * A path without the hash that a folder or a file carries in its name.
 *
 * @param {string} path
 */
export function commonName(path) {
  return path.replace(PINNED, "$1/").replace(NAMED, "$1");
}

/**
 * Whether the name of a file changes with its content, so that no other version can answer to it.
 *
 * @param {string} path
 */
export function isPinned(path) {
  return PINNED.test(path) || NAMED.test(path);
}

/**
 * The different contents of some paths; those that several languages share count once.
 *
 * @param {Listing} listing
 * @param {Iterable<string>} paths
 * @returns {ListedFile[]}
 */
export function contents(listing, paths) {
  /** @type {Map<string, ListedFile>} */
  const found = new Map();
  for (const path of paths) {
    const file = listing.files.get(path);
    if (file && !found.has(file.sha256)) found.set(file.sha256, file);
  }
  return [...found.values()];
}

/** @param {Iterable<ListedFile>} files */
export function bytesOf(files) {
  return [...files].reduce((sum, { size }) => sum + size, 0);
}

/**
 * The pages that say that a page is not kept: in its own language first.
 *
 * @param {Listing} listing
 * @param {string} path
 * @returns {string[]}
 */
export function offlinePages(listing, path) {
  const own = `${path.split("/")[0]}/offline.html`;
  const all = [...listing.files.keys()].filter((one) => one.split("/").pop() === "offline.html");
  return [...new Set([...all.filter((one) => one === own), "offline.html", ...all])];
}

/** @param {string} path */
export function typeOf(path) {
  const ending = /** @type {keyof typeof TYPES} */ (path.split(".").pop());
  return TYPES[ending] ?? "application/octet-stream";
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no path of ours
  }
}
