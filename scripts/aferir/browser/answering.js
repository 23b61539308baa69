/**
 * What a reader's request is answered with. Everything comes from one version: what is kept of it first, then the
 * server, whose answer counts only if it is of that version too. Where the server has moved on, a page is shown as the
 * server has it, whole and by itself, and its client is remembered as a stranger, who is given nothing that is kept.
 *
 * @typedef {import("./listing.js").Listing} Listing
 * @typedef {import("./listing.js").ListedFile} ListedFile
 *
 * @typedef {object} Question  what of a FetchEvent matters
 * @property {Request} request
 * @property {string} clientId
 * @property {string} resultingClientId
 * @property {(work: Promise<unknown>) => void} waitUntil
 *
 * @typedef {object} Desk
 * @property {import("./shelf.js").Shelf} shelf
 * @property {Listing} listing
 * @property {typeof fetch} get
 * @property {() => void} onChanged  the server has another version
 */

import { isPinned, offlinePages, pathOf, typeOf } from "./listing.js";
import { hashOf } from "./shelf.js";
import { typed } from "./typed.js";

/**
 * @param {Question} question
 * @param {Desk} desk
 * @returns {Promise<Response>}
 */
export async function answer(question, desk) {
  const { request } = question;
  const { shelf, listing, get } = desk;
  const path = pathOf(request.url, shelf.scope) ?? "";
  const file = listing.files.get(path);
  if (request.mode === "navigate") return file ? answerVisit(question, file, desk) : answerUnknown(request, path, desk);
  if ((await shelf.state()).strangers.includes(question.clientId)) return answerStranger(request, path, desk);
  if (!file) return get(request);
  if (isPinned(path) && typeOf(path) === "application/wasm") return answerCompiled(question, file, desk);
  const kept = await shelf.read(file);
  if (kept) return kept;
  return listing.pages.has(path) ? answerPage(request, file, desk) : answerFile(question, file, desk);
}

/**
 * A page that a reader goes to: kept, of this version, of another, or not to be had.
 *
 * @param {Question} question
 * @param {ListedFile} file
 * @param {Desk} desk
 */
async function answerVisit({ request, resultingClientId }, file, desk) {
  const kept = await desk.shelf.read(file);
  if (kept) return kept;
  const found = await desk.get(request).catch(() => null);
  if (!found) return offline(file.path, desk);
  if (!found.ok || (await isIntact(found, file))) return found;
  const fresh = await desk.get(request.url, { cache: "reload" }).catch(() => found);
  if (await isIntact(fresh, file)) return fresh;
  desk.onChanged();
  const add = (/** @type {string[]} */ strangers) => [...strangers, resultingClientId];
  await desk.shelf.alter((state) => ({ ...state, strangers: add(state.strangers) }));
  return fresh;
}

/**
 * A page that a script asks for, to put it into the page that is open: one of another version is refused, whereupon
 * the theme goes there by itself.
 *
 * @param {Request} request
 * @param {ListedFile} file
 * @param {Desk} desk
 */
async function answerPage(request, file, desk) {
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const found = await desk.get(request.url, { cache }).catch(() => null);
    if (!found) return Response.error();
    if (await isIntact(found, file)) return found;
  }
  desk.onChanged();
  return Response.error();
}

/**
 * What a page loads: it passes through while it arrives, and is kept if it is what the list says. Its type is set from
 * its name, since some hosts call modules text.
 *
 * @param {Question} question
 * @param {ListedFile} file
 * @param {Desk} desk
 */
async function answerFile({ request, waitUntil }, file, { shelf, get, onChanged }) {
  const found = await get(request);
  if (!found.ok || found.type === "opaque") return found;
  const copy = found.clone();
  const keep = async () => {
    if (!(await shelf.keep(file, await copy.arrayBuffer())) && !isPinned(file.path)) onChanged();
  };
  waitUntil(keep().catch(() => {})); // no room, or cut short: it is asked for again next time
  return typed(found, typeOf(file.path));
}

/**
 * WebAssembly: a browser finds again what it has compiled of an answer that comes through us from the server or from
 * its own cache, and never of one that we kept. So that is asked first, however old: its address names its content.
 *
 * @param {Question} question
 * @param {ListedFile} file
 * @param {Desk} desk
 */
async function answerCompiled(question, file, desk) {
  const { shelf, get } = desk;
  const found = shelf.has(file) ? await get(question.request, { cache: "force-cache" }).catch(() => null) : null;
  if (found?.ok) return found;
  return (await shelf.read(file)) ?? answerFile(question, file, desk);
}

/**
 * @param {Request} request
 * @param {string} path
 * @param {Desk} desk
 */
async function answerStranger(request, path, { listing, get }) {
  return listing.pages.has(path) ? Response.error() : get(request);
}

/**
 * An address that is no file of this version: another version's, a mistake, or a folder without its slash.
 *
 * @param {Request} request
 * @param {string} path
 * @param {Desk} desk
 */
async function answerUnknown(request, path, desk) {
  const found = await desk.get(request).catch(() => null);
  if (found) return found;
  const isFolder = desk.listing.files.has(`${path}/index.html`);
  return isFolder ? Response.redirect(request.url.replace(/(?=[?#]|$)/, "/"), 302) : offline(path, desk);
}

/**
 * @param {string} path
 * @param {Desk} desk
 * @returns {Promise<Response>}
 */
async function offline(path, { shelf, listing }) {
  for (const page of offlinePages(listing, path)) {
    const file = listing.files.get(page);
    const kept = file && (await shelf.read(file));
    if (kept) return kept;
  }
  return Response.error();
}

/**
 * @param {Response} response
 * @param {ListedFile} file
 */
async function isIntact(response, file) {
  return response.ok && (await hashOf(await response.clone().arrayBuffer())) === file.sha256;
}
