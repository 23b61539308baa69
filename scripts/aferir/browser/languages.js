/**
 * The language switch stays on the same lesson. Following a link inside the site replaces the content and leaves the
 * header as it was, so the header's links take their addresses from the list that each page carries.
 */

/**
 * Points the header's language links to the counterparts of the page that is shown.
 *
 * @param {Document} page
 */
export function followLanguages(page) {
  for (const link of page.querySelectorAll("[data-counterpart]")) {
    const language = link.getAttribute("hreflang");
    const shown = page.querySelector(`.md-select__link[hreflang="${language}"]`);
    if (shown && link instanceof HTMLAnchorElement) shown.setAttribute("href", link.href);
  }
}
