/**
 * The theme's header, where ours goes further. Following a link inside the site replaces the content and leaves the
 * header as it was, so the language switch takes its addresses from the list that each page carries.
 */

/**
 * Points the header's language links to the counterparts of the page that is shown.
 *
 * @param {Document} page
 */
export function followLanguages(page) {
  const counterparts = /** @type {NodeListOf<HTMLAnchorElement>} */ (page.querySelectorAll("a[data-counterpart]"));
  for (const { href, hreflang } of counterparts) {
    page.querySelector(`.md-select__link[hreflang="${hreflang}"]`)?.setAttribute("href", href);
  }
}

/**
 * Gives the search dialog, which the theme leaves without a name, the name of its field.
 *
 * @param {Document} page
 */
export function nameSearch(page) {
  const dialog = page.querySelector(".md-search[role=dialog]:not([aria-label])");
  const name = dialog?.querySelector("input")?.getAttribute("aria-label");
  if (dialog && name) dialog.setAttribute("aria-label", name);
}
