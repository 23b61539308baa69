/** Files to and from the reader's device. They go nowhere else. */

import { element } from "./dom.js";

/**
 * Hands the reader a file, as a link would.
 *
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = element("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // the browser may ask first where to put it
}

/**
 * A hidden field for a file, and the opening of it.
 *
 * @param {string} types  as in `accept`
 * @param {(file: File) => void} onFile
 * @returns {{element: HTMLInputElement, open: () => void}}
 */
export function fileField(types, onFile) {
  const field = element("input", { type: "file", accept: types, hidden: true });
  field.addEventListener("change", () => {
    const file = field.files?.[0];
    field.value = ""; // the same file again is a change again
    if (file) onFile(file);
  });
  return { element: field, open: () => field.click() };
}
