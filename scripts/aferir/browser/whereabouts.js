/**
 * Where the reader is to be on a page that has come: at what its address names, or where he was before. What is laid
 * out only when the reader comes near it has a guessed height until then, so the number of pixels that the browser and
 * the theme remember may lead to other lines. Here the block at the top of the window is remembered, for as long as
 * the tab is open.
 *
 * @typedef {{y: number, block: number, top: number}} Place  how far the page was scrolled; which block, and its height in the window
 */

const BLOCKS = ".md-content__inner > :not(.passage), .passage > *";
const REST = 150; // ms without scrolling
const STEPS = [8, 40, 90, 160, 240]; // px below the header: between two blocks there is nothing to be found
const MOVES = ["wheel", "touchmove", "keydown", "pointerdown"];

/**
 * @param {Window & typeof globalThis} window
 * @returns {{restore: () => void}}  to be called when a page has come
 */
export function whereabouts(window) {
  const { document, history, location } = window;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const note = () => {
    clearTimeout(waiting);
    const place = placeOf(window);
    if (place) write(window, location.pathname, place);
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(note, REST);
  };
  window.addEventListener("scroll", soon, { passive: true });
  window.addEventListener("pagehide", note);
  document.addEventListener("click", note, true); // a link may lead away before the page has come to rest

  document.addEventListener("click", (event) => leaveToBrowser(window, event), true);

  let isReload = isLoadedAgain(window); // then the theme has already written down where the browser went
  let isBack = false;
  // The script in the page's head (theme/partials/first.html) lets only steps to other pages come this far.
  window.addEventListener("popstate", () => (isBack = true));
  return {
    restore() {
      clearTimeout(waiting); // of the page before
      const place = isReload || isBack ? read(window, location.pathname) : null;
      const isThere = place && (isReload || Math.abs(place.y - (history.state?.y ?? NaN)) <= 1);
      if (isThere) settle(window, () => goTo(window, place));
      else if (!isBack) settle(window, () => goToTarget(document));
      [isReload, isBack] = [false, false];
      document.documentElement.dataset.aferir = location.pathname;
    },
  };
}

/**
 * A link to a heading of the same page is the browser's own business. The theme would fetch the page anew for the first
 * of them, and with it would go what the reader has run and answered; a link with a target it lets alone, and of the
 * step in the history it does not hear.
 *
 * @param {Window} window
 * @param {Event} event
 */
function leaveToBrowser({ history, location }, { target }) {
  const link = target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest("a[href]")) : null;
  if (!link?.hash || link.target || link.href.split("#")[0] !== location.href.split("#")[0]) return;
  link.target = "_self";
  history.scrollRestoration = "auto"; // the way back as well
}

/**
 * Goes there now and, as long as the reader does not move, when what is near has been laid out and all has been loaded.
 *
 * @param {Window & typeof globalThis} window
 * @param {() => void} go
 */
function settle(window, go) {
  const moved = new AbortController();
  for (const move of MOVES) window.addEventListener(move, () => moved.abort(), { signal: moved.signal, passive: true });
  const again = () => void window.requestAnimationFrame(() => moved.signal.aborted || go());
  go();
  again();
  if (window.document.readyState !== "complete") window.addEventListener("load", again, { signal: moved.signal });
}

/** @param {Window & typeof globalThis} window */
function isLoadedAgain({ performance }) {
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return ["reload", "back_forward"].includes(entry?.type);
}

/**
 * @param {Window} window
 * @returns {Place | null}  null when nothing of the page's text is at the top
 */
function placeOf({ document, innerWidth, scrollY }) {
  const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  const column = document.querySelector(".md-content__inner")?.getBoundingClientRect();
  if (!column) return null;
  const across = Math.min(column.left + column.width / 2, innerWidth / 2);
  for (const step of STEPS) {
    const found = document.elementFromPoint(across, header + step)?.closest(BLOCKS);
    const block = found ? blocks(document).indexOf(found) : -1;
    if (found && block >= 0) return { y: scrollY, block, top: found.getBoundingClientRect().top };
  }
  return null;
}

/**
 * @param {Window} window
 * @param {Place} place
 */
function goTo(window, { block, top }) {
  const found = blocks(window.document)[block];
  if (found) window.scrollBy({ top: found.getBoundingClientRect().top - top, behavior: "instant" });
}

/**
 * To what the address names: the browser goes there too, but maybe before what is above it has its height.
 *
 * @param {Document} page
 */
function goToTarget(page) {
  page.querySelector(":target")?.scrollIntoView({ behavior: "instant" });
}

/** @param {Document} page */
function blocks(page) {
  return [...page.querySelectorAll(BLOCKS)];
}

/**
 * @param {Window} window
 * @param {string} path
 * @returns {Place | null}
 */
function read(window, path) {
  try {
    return JSON.parse(window.sessionStorage.getItem(key(path)) ?? "null");
  } catch {
    return null; // kept nowhere: the number of pixels has to do
  }
}

/**
 * @param {Window} window
 * @param {string} path
 * @param {Place} place
 */
function write(window, path, place) {
  try {
    window.sessionStorage.setItem(key(path), JSON.stringify(place));
  } catch {
    // as above
  }
}

/** @param {string} path */
function key(path) {
  return `aferir:place:${path}`;
}
