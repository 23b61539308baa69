/** Stand-ins for what a service worker stands on: a cache, a server, a list of what the server has. */

import { createHash } from "node:crypto";

import { readListing } from "../../scripts/aferir/browser/listing.js";
import { openShelf } from "../../scripts/aferir/browser/shelf.js";

export const SCOPE = "https://example.org/course/";

export const sha = (text) => createHash("sha256").update(text).digest("hex");

/** A Cache in memory; `room` is the number of entries that it takes. */
export function memoryCache(room = Infinity) {
  const kept = new Map();
  return {
    kept,
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url) => kept.get(url)?.clone(),
    put: async (url, response) => {
      if (kept.size >= room && !kept.has(url)) throw new Error("QuotaExceededError");
      kept.set(url, response);
    },
    delete: async (url) => kept.delete(url),
  };
}

/** A server of files by path; `down` refuses, `stale` answers what a browser's own cache has left. */
export function server(files, { stale = {} } = {}) {
  const made = { files, stale, down: false, asked: [] };
  made.get = async (request, init = {}) => {
    const url = typeof request === "string" ? request : request.url;
    const path = url.slice(SCOPE.length).replace(/[?#].*/, "").replace(/(^|\/)$/, "$1index.html");
    made.asked.push(path);
    if (init.signal?.aborted || made.down) throw new TypeError("Failed to fetch");
    const text = init.cache !== "reload" && path in made.stale ? made.stale[path] : made.files[path];
    return text === undefined ? new Response("not found", { status: 404 }) : new Response(text);
  };
  return made;
}

/** The list of a site with these files, its text, and where it lies. */
export function listed(files, pages = {}, { build = "1", languages = ["pt"] } = {}) {
  const paths = Object.keys(files);
  const places = Object.entries(pages).map(([page, loads]) => [page, loads.map((path) => paths.indexOf(path))]);
  const text = JSON.stringify({
    ...{ build, languages, pages: Object.fromEntries(places) },
    files: paths.map((path) => [path, sha(files[path]), files[path].length]),
  });
  return { text, listing: readListing(text), list: { path: `assets/offline-${build}.json`, sha256: sha(text) } };
}

/** What the worker of a version has at hand: its list, the shelf, the server. */
export async function deskOf({ listing }, cache, host) {
  const made = { listing, get: host.get, shelf: await openShelf(cache, SCOPE, host.get), changed: 0 };
  made.onChanged = () => void made.changed++;
  return made;
}
