/**
 * The service worker: events in, one call each. One script is one version of the site; a new one is installed whole,
 * beside the old one, and takes over when a reader says so or when no page of the old one is open any more.
 */

import { answer } from "./answering.js";
import { cacheName } from "./copies.js";
import { pathOf, readListing } from "./listing.js";
import { listText, requests, settle, takeOver } from "./office.js";
import { openShelf } from "./shelf.js";
import { LIST } from "./version.js";

serve(/** @type {any} */ (self));

/** @param {any} scope  the ServiceWorkerGlobalScope */
function serve(scope) {
  const address = scope.registration.scope;
  /** @type {typeof fetch} */
  const get = (request, init) => scope.fetch(request, init);
  const shelf = once(async () => openShelf(await scope.caches.open(cacheName(address)), address, get));
  const listing = once(async () => readListing(await listText(await shelf(), LIST, get)));
  const desk = async () => ({ shelf: await shelf(), listing: await listing(), get, onChanged: update });
  const update = () => void scope.registration.update().catch(() => {});

  scope.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(desk().then(settle));
  });

  scope.addEventListener("activate", (/** @type {any} */ event) => {
    const open = async () => (await scope.clients.matchAll({ type: "window" })).map((/** @type {any} */ one) => one.id);
    const begin = async () => (await takeOver(await desk(), LIST, await open()), scope.clients.claim());
    event.waitUntil(begin());
  });

  scope.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request, clientId, resultingClientId } = event;
    if (request.method !== "GET" || pathOf(request.url, address) === null) return;
    const question = { request, clientId, resultingClientId, waitUntil: event.waitUntil.bind(event) };
    const asWithoutUs = () => get(request); // nothing is kept, and the list cannot be had
    event.respondWith(desk().then((found) => answer(question, found), asWithoutUs));
  });

  scope.addEventListener("message", (/** @type {any} */ event) => {
    const { data, source, ports } = event;
    if (data.type === "begin") return void event.waitUntil(scope.skipWaiting());
    const handled = desk().then((found) => requests[/** @type {keyof requests} */ (data.type)](data, found, source?.id));
    const told = handled.catch((error) => ({ failed: error.name }));
    event.waitUntil(told.then((reply) => ports[0]?.postMessage(reply)));
  });
}

/**
 * The same, done once; a failure is not remembered.
 *
 * @template Result
 * @param {() => Promise<Result>} make
 * @returns {() => Promise<Result>}
 */
function once(make) {
  /** @type {Promise<Result> | null} */
  let made = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}
