/**
 * What scrolls sideways can be reached and scrolled by keyboard: the frame that the theme puts around a wide table, in
 * its own time.
 */

const FRAME = ".md-typeset__scrollwrap";

/**
 * @param {HTMLElement} content
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function scrollable(content) {
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => mark(/** @type {HTMLElement} */ (target))));
  const watchAll = () => content.querySelectorAll(FRAME).forEach((frame) => sizes.observe(frame));
  const newcomers = new MutationObserver(watchAll);
  newcomers.observe(content, { childList: true, subtree: true });
  watchAll();
  return { element: content, destroy: () => (sizes.disconnect(), newcomers.disconnect()) };
}

/** @param {HTMLElement} frame */
export function mark(frame) {
  if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  else frame.removeAttribute("tabindex");
}
