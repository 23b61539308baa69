/** On paper nothing stays folded: what a reader could open is open while the page is printed. */

const FOLDED = "details.block-answer:not([open]), details.question-answers:not([open])";

/**
 * @param {Window} window
 * @param {Document} page
 */
export function unfoldOnPaper(window, page) {
  /** @type {Element[]} */
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...page.querySelectorAll(FOLDED)];
    for (const one of opened) one.setAttribute("open", "");
  });
  window.addEventListener("afterprint", () => {
    for (const one of opened) one.removeAttribute("open");
    opened = [];
  });
}
