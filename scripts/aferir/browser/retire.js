/**
 * Written as `sw.js` by `mkdocs serve`, and by whoever wants to publish a site without a service worker after one with:
 * it removes what the earlier worker kept, and itself, and shows the open pages as the server has them.
 */

retire(/** @type {any} */ (self));

/** @param {any} scope  the ServiceWorkerGlobalScope */
function retire(scope) {
  const clear = async () => {
    await scope.caches.delete(`aferir:${new URL(scope.registration.scope).pathname}`);
    await scope.registration.unregister();
    for (const client of await scope.clients.matchAll({ type: "window" })) await client.navigate(client.url);
  };
  scope.addEventListener("install", () => scope.skipWaiting());
  scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clear()));
}
