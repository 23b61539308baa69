/**
 * The copies of pages and of Python that the site's service worker keeps in a reader's browser. Where there is no
 * service worker there are none.
 */

const OURS = /^aferir/; // what the names of our caches begin with; other sites of the host keep theirs

/**
 * Deletes them, and the service workers below the root of the site with them. False when the browser refuses.
 *
 * @param {Window} window
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function dropCopies(window, root) {
  try {
    const [names, workers] = await Promise.all([
      "caches" in window ? window.caches.keys() : [],
      window.navigator.serviceWorker?.getRegistrations() ?? [],
    ]);
    const own = workers.filter(({ scope }) => scope.startsWith(root));
    await Promise.all(own.map((one) => one.unregister()));
    await Promise.all(names.filter((name) => OURS.test(name)).map((name) => window.caches.delete(name)));
    return true;
  } catch {
    return false;
  }
}
