/** The copies of pages and of Python that the site's service worker keeps in a reader's browser. */

/**
 * The name of the cache of a site; nothing else on its host answers to it.
 *
 * @param {string} scope  the address of the site
 */
export function cacheName(scope) {
  return `aferir:${new URL(scope).pathname}`;
}

/**
 * Deletes them, and the service workers below the root of the site with them. False when the browser refuses.
 *
 * @param {Window} window
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function dropCopies(window, root) {
  try {
    const workers = (await window.navigator.serviceWorker?.getRegistrations()) ?? [];
    const own = workers.filter(({ scope }) => scope.startsWith(root));
    await Promise.all(own.map((one) => one.unregister()));
    if (!("caches" in window)) return true;
    await window.caches.delete(cacheName(root));
    return true;
  } catch {
    return false;
  }
}
