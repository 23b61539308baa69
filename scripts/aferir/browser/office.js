/**
 * What the service worker does at the turns of its life, and for the pages that ask: install a version whole, take
 * over from the one before, keep what a page shows, keep the course, remove it.
 *
 * @typedef {import("./answering.js").Desk} Desk
 * @typedef {import("./listing.js").Listing} Listing
 * @typedef {import("./shelf.js").Shelf} Shelf
 * @typedef {{path: string, sha256: string}} List  where the list of this version lies
 */

import { addressOf, always, bytesOf, closure, contents, editionPaths, pathOf, readListing, successors } from "./listing.js";
import { fetchIntact } from "./shelf.js";

/**
 * The list of this version, fetched once and kept like any content.
 *
 * @param {Shelf} shelf
 * @param {List} list
 * @param {typeof fetch} get
 * @returns {Promise<string>}
 */
export async function listText(shelf, { path, sha256 }, get) {
  const kept = await shelf.text(sha256);
  if (kept !== null) return kept;
  const bytes = await fetchIntact(addressOf(path, shelf.scope), sha256, get);
  await shelf.keep({ path, sha256, size: bytes.byteLength }, bytes);
  return new TextDecoder().decode(bytes);
}

/**
 * Installs a version: everything that the one before keeps, as this one has it. Rejects when any of it cannot be had;
 * then the one before goes on.
 *
 * @param {Desk} desk
 */
export async function settle({ shelf, listing }) {
  const { list, saved } = await shelf.state();
  const text = list && (await shelf.text(list));
  const paths = [
    ...always(listing),
    ...(text ? successors(listing, readListing(text), shelf.has) : []),
    ...saved.flatMap((language) => editionPaths(listing, language)),
  ];
  await shelf.ensure(contents(listing, paths));
}

/**
 * From now on this version answers: what only others had goes, and the pages that are open are another's.
 *
 * @param {Desk} desk
 * @param {List} list
 * @param {string[]} open  ids of the clients there are
 */
export async function takeOver({ shelf, listing }, list, open) {
  const isOther = (/** @type {string | null} */ before) => before !== null && before !== list.sha256;
  await shelf.alter((state) => ({ ...state, list: list.sha256, strangers: isOther(state.list) ? open : [] }));
  await shelf.clear(new Set([list.sha256, ...[...listing.files.values()].map(({ sha256 }) => sha256)]));
}

/** What a page may ask, by the type of its message. */
export const requests = { visit, missing, keep, saved, remove };

/**
 * A page is shown: it and what it has loaded are kept, if it is of this version.
 *
 * @param {{build: string, address: string, used: string[]}} message
 * @param {Desk} desk
 * @param {string} client
 */
async function visit({ build, address, used }, { shelf, listing }, client) {
  const isSame = build === listing.build;
  const others = (/** @type {string[]} */ strangers) => strangers.filter((id) => id !== client);
  const isKnown = (await shelf.state()).strangers.includes(client);
  if (isSame === isKnown) {
    await shelf.alter((state) => ({
      ...state,
      strangers: isSame ? others(state.strangers) : [...others(state.strangers), client],
    }));
  }
  if (!isSame) return { isSame };
  const paths = used.map((one) => pathOf(one, shelf.scope) ?? "").filter((path) => !listing.pages.has(path));
  await shelf.ensure(contents(listing, [...paths, ...closure(listing, pathOf(address, shelf.scope) ?? "")]));
  return { isSame };
}

/**
 * What is to be fetched for the whole course in a language.
 *
 * @param {{language: string}} message
 * @param {Desk} desk
 */
async function missing({ language }, { shelf, listing }) {
  const all = contents(listing, editionPaths(listing, language));
  const files = all.filter((file) => !shelf.has(file));
  const isSaved = (await shelf.state()).saved.includes(language) && !files.length;
  return { isSaved, total: bytesOf(all), files: files.map(({ path, size }) => ({ path, size })) };
}

/**
 * @param {{path: string}} message
 * @param {Desk} desk
 */
async function keep({ path }, { shelf, listing }) {
  await shelf.ensure(contents(listing, [path]));
  return {};
}

/**
 * @param {{language: string}} message
 * @param {Desk} desk
 */
async function saved({ language }, { shelf, listing }) {
  const lacks = contents(listing, editionPaths(listing, language)).some((file) => !shelf.has(file));
  if (lacks) return { failed: "changed" };
  await shelf.alter((state) => ({ ...state, saved: [...new Set([...state.saved, language])] }));
  return {};
}

/**
 * Everything that is kept, but what says that a page is not.
 *
 * @param {unknown} _message
 * @param {Desk} desk
 */
async function remove(_message, { shelf, listing }) {
  const { list } = await shelf.alter((state) => ({ ...state, saved: [] }));
  await shelf.clear(new Set([list ?? "", ...contents(listing, always(listing)).map(({ sha256 }) => sha256)]));
  return {};
}
