/**
 * The explorables of a page and its address: a link to a state sets it, the state that a reader has made stands in the
 * address, and going back goes back to the one before.
 *
 * @typedef {import("./explorable.js").Explorable} Explorable
 *
 * @typedef {object} PlaceInHistory  the window, or what plays it in a test
 * @property {{hash: string}} location
 * @property {Pick<History, "replaceState" | "pushState" | "state">} history
 * @property {Window["addEventListener"]} addEventListener
 * @property {Window["removeEventListener"]} removeEventListener
 */

import { explorable } from "./explorable.js";
import { readFragment } from "./state.js";

const QUIET = 250; // browsers refuse an address that changes too often

/**
 * @param {HTMLElement[]} figures
 * @param {{article: HTMLElement, strings: import("../strings.js").Strings, load: () => Promise<any>, window?: PlaceInHistory}} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function explorables(figures, { article, strings, load, window: place = window }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const write = (/** @type {string} */ name, /** @type {string | null} */ settings) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => place.history.replaceState(place.history.state, "", settings === null ? bare(place) : `#${name}:${settings}`), QUIET);
  };
  const all = figures.map((figure) => explorable(figure, { strings, load, onChange: write }));
  const goTo = (/** @type {string} */ hash) => {
    const wanted = readFragment(hash);
    const target = wanted && all.find(({ name }) => name === wanted.name);
    if (wanted && target) target.go(wanted.settings).catch(() => {});
    return Boolean(target);
  };
  const followed = (/** @type {MouseEvent} */ event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a.state-link");
    const hash = /** @type {HTMLAnchorElement | null | undefined} */ (link)?.hash ?? ""; // the theme makes addresses whole
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !goTo(hash)) return;
    event.preventDefault();
    event.stopPropagation(); // the theme would take it for a way to another page
    clearTimeout(waiting);
    if (place.location.hash !== hash) place.history.pushState(place.history.state, "", hash);
  };
  const moved = (/** @type {Partial<HashChangeEvent>} */ { oldURL = "" }) => {
    if (goTo(place.location.hash) || place.location.hash) return;
    const left = readFragment(new URL(oldURL || "x:").hash); // back where no state had been set
    all.find(({ name }) => name === left?.name)?.go("");
  };
  article.addEventListener("click", followed, true);
  place.addEventListener("hashchange", /** @type {any} */ (moved));
  moved({});
  return {
    element: article,
    destroy() {
      clearTimeout(waiting);
      article.removeEventListener("click", followed, true);
      place.removeEventListener("hashchange", /** @type {any} */ (moved));
      for (const one of all) one.destroy();
    },
  };
}

/** @param {PlaceInHistory} place */
function bare(place) {
  const { pathname = "", search = "" } = /** @type {Location} */ (place.location);
  return readFragment(place.location.hash) ? `${pathname}${search}` : place.location.hash || `${pathname}${search}`;
}
