/**
 * The root page: sends a reader to the language of their preference and, without JavaScript or a match, shows them all.
 * A reader who came from one of the languages (to choose another) is left to choose.
 */

/**
 * The first language on offer that the reader prefers, or null.
 * @param {readonly string[]} preferred the reader's languages, best first (`pt-BR`, `es`)
 * @param {readonly string[]} offered the site's languages
 * @returns {string | null}
 */
export function preferredLanguage(preferred, offered) {
  for (const tag of preferred) {
    const base = tag.toLowerCase().split("-")[0];
    if (offered.includes(base)) return base;
  }
  return null;
}

if (typeof document !== "undefined") {
  const links = [...document.querySelectorAll("a[data-language]")];
  const offered = links.map((link) => link.getAttribute("data-language") ?? "");
  const chosen = preferredLanguage(navigator.languages ?? [navigator.language], offered);
  const fromHere = document.referrer.startsWith(new URL(".", location.href).href);
  if (chosen && !fromHere) location.replace(`${chosen}/`);
}
