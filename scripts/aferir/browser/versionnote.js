/**
 * A quiet note at the foot of the window: the course has a new version, or has got one under an open page.
 *
 * @typedef {import("./strings.js").Strings} Strings
 */

import { button, element } from "./dom.js";

/**
 * @param {import("./offline.js").News} news
 * @param {{strings: Strings, begin: () => void}} options
 * @returns {HTMLElement}
 */
export function versionNote(news, { strings, begin }) {
  const words =
    news === "ready"
      ? strings.text("A new version of this course is ready. What you have written stays.")
      : strings.text("This page is of an older version of the course. What you have written stays.");
  const note = element(
    "aside",
    { class: "version-note", role: "status" },
    element("p", {}, words),
    button(strings.text("Show the new version"), begin, { class: "tool tool-main" }),
    button(strings.text("Later"), () => note.remove()),
  );
  return note;
}
