/**
 * The page's side of the service worker: it is registered once the page has settled, told what is visited, and asked to
 * keep the course. Where there is none (a plain address, a private window, a host that blocks it, `make serve`) nothing
 * here happens, and the site works as it does without.
 *
 * @typedef {"ready" | "older"} News  a new version waits; this page is of an older one
 *
 * @typedef {object} Offline
 * @property {(used?: string[]) => Promise<void>} visited  the page shown, what it loaded, and `used` besides, are kept
 * @property {(message: object) => Promise<any>} ask  `{failed: reason}` where the worker could not
 * @property {(listener: (news: News) => void) => void} onNews
 * @property {() => void} begin  shows the new version
 */

const SETTLED = 4_000; // ms: what a new reader came for goes first, then what he may need without a network
const PATIENCE = 300_000; // ms, the longest that browsers let a worker work on one message

/**
 * @param {Window & typeof globalThis} host
 * @returns {Offline | null}  null where there is nothing to register
 */
export function offline(host) {
  const meta = /** @type {HTMLMetaElement | null} */ (host.document.querySelector("meta[name=aferir-build]"));
  const container = host.navigator.serviceWorker;
  if (!meta || !container) return null;
  const scope = new URL(meta.dataset.root ?? "", host.document.baseURI).href;
  const build = meta.content;
  /** @type {(news: News) => void} */
  let tell = () => {};
  const wasControlled = Boolean(container.controller);
  let isBeginning = false;

  const registered = quiet(host)
    .then(() => container.register(`${scope}sw.js`, { scope }))
    .catch(() => null); // the site works without
  registered.then((registration) => registration && watch(registration, container, () => tell("ready")));
  container.addEventListener("controllerchange", () => {
    if (isBeginning) host.location.reload();
    else if (wasControlled) tell("older");
  });

  /** @type {Offline["ask"]} */
  const ask = async (message) => {
    const worker = (await registered) && (await container.ready).active;
    return worker ? answered(worker, message) : { failed: "none" };
  };

  return {
    ask,
    visited: async (used = []) => {
      const loaded = host.performance.getEntriesByType("resource").map(({ name }) => name);
      const address = host.location.href;
      const { isSame } = await ask({ type: "visit", build, address, used: [...loaded, ...used] });
      if (isSame === false) tell("older");
    },
    onNews: (listener) => void (tell = listener),
    begin: async () => {
      isBeginning = true;
      const waiting = (await registered)?.waiting;
      if (waiting) waiting.postMessage({ type: "begin" });
      else host.location.reload();
    },
  };
}

/**
 * What working on a lesson may ask for, so that it is there without a network as well.
 *
 * @param {{lessonUrl: URL, sourcesUrl: URL, pythonUrl: URL, glossaryUrl: URL | null}} facts
 * @param {{challenges: Record<string, string>, solutions: Record<string, string>}} lesson
 * @param {URL[]} tools  the editor, Python
 */
export function workFiles({ lessonUrl, sourcesUrl, pythonUrl, glossaryUrl }, { challenges, solutions }, tools) {
  const beside = [...Object.values(challenges), ...Object.values(solutions)].map((path) => new URL(path, lessonUrl));
  const own = [lessonUrl, sourcesUrl, pythonUrl, ...(glossaryUrl ? [glossaryUrl] : [])];
  return [...own, ...beside, ...tools].map(({ href }) => href);
}

/**
 * Tells when a version has been installed beside the one that answers, now or later.
 *
 * @param {ServiceWorkerRegistration} registration
 * @param {ServiceWorkerContainer} container
 * @param {() => void} tell
 */
function watch(registration, container, tell) {
  if (registration.waiting && container.controller) tell();
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && container.controller) tell();
    });
  });
}

/**
 * @param {ServiceWorker} worker
 * @param {object} message
 * @returns {Promise<any>}
 */
function answered(worker, message) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (/** @type {unknown} */ reply) => (clearTimeout(timer), port1.close(), resolve(reply));
    const timer = setTimeout(end, PATIENCE, { failed: "network" });
    port1.onmessage = ({ data }) => end(data);
    worker.postMessage(message, [port2]);
  });
}

/**
 * When the page has loaded, a new reader has had his first seconds and the browser has nothing better to do.
 *
 * @param {Window & typeof globalThis} host
 * @returns {Promise<void>}
 */
async function quiet(host) {
  if (host.document.readyState !== "complete") {
    await new Promise((resolve) => host.addEventListener("load", resolve, { once: true }));
  }
  if (!host.navigator.serviceWorker.controller) await new Promise((resolve) => host.setTimeout(resolve, SETTLED));
  const idle = host.requestIdleCallback ?? ((/** @type {() => void} */ then) => host.setTimeout(then, 200));
  await new Promise((resolve) => idle(() => resolve(null)));
}
