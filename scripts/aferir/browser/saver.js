/**
 * At the foot of each page: the course kept on this device, on request. It says how much that is before anything is
 * fetched, shows how far it is, can be stopped and goes on from there, and is removed again.
 *
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./saving.js").Saving} Saving
 * @typedef {import("./saving.js").Missing} Missing
 */

import { button, element, folded } from "./dom.js";

/**
 * @param {HTMLElement} place
 * @param {{strings: Strings, saving: Saving}} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function saver(place, { strings, saving }) {
  const body = element("div", { class: "saver-body", role: "status" });
  const line = folded([strings.text("Offline use")], body, { class: "saver", open: Boolean(saving.progress()) });
  const meter = progressLine(strings, saving);
  const show = (/** @type {Node[]} */ ...parts) => body.replaceChildren(...parts);
  const focusFirst = () => body.querySelector("button")?.focus();

  const look = async (/** @type {string | null} */ trouble = null) => {
    const found = await saving.look(strings.language);
    if (saving.progress()) return show(...meter.parts);
    if (found.failed) return show(paragraph(refusal(strings, found.failed)));
    if (found.isSaved) return show(savedWords(strings, found.total), remove);
    const size = strings.size(found.files.reduce((total, file) => total + file.size, 0));
    const label = strings.text("Save this course for offline use ({size})", { size });
    const invitation = strings.text("Pages that you have visited are there without a network as well.");
    show(paragraph(trouble ?? invitation), button(label, () => save(found.files)));
  };

  const save = async (/** @type {Missing[]} */ files) => {
    const done = saving.start(strings.language, files);
    meter.show();
    show(...meter.parts);
    focusFirst();
    const failed = await done;
    if (!place.isConnected) return;
    await look(failed && failed !== "stopped" ? refusal(strings, failed) : null);
    focusFirst();
  };

  const remove = button(strings.text("Remove it from this device"), async () => {
    await saving.remove();
    await look();
    focusFirst();
  });

  saving.listen(() => (saving.progress() ? meter.show() : void look()));
  line.addEventListener("toggle", () => line.open && look());
  place.replaceChildren(line);
  return { element: place, destroy: () => {} };
}

/**
 * @param {Strings} strings
 * @param {Saving} saving
 */
function progressLine(strings, saving) {
  const bar = element("progress", { max: 1, value: 0, "aria-label": strings.text("Saving the course") });
  const words = element("span", { "aria-hidden": "true" });
  const stop = button(strings.text("Stop"), saving.stop, { class: "tool tool-stop" });
  const show = () => {
    const { loaded, total } = saving.progress() ?? { loaded: 0, total: 0 };
    bar.value = total ? loaded / total : 1;
    words.textContent = strings.text("{loaded} of {total}", { loaded: strings.size(loaded), total: strings.size(total) });
  };
  return { parts: [element("div", { class: "saver-progress" }, bar, words), stop], show };
}

/**
 * @param {Strings} strings
 * @param {number} bytes
 */
function savedWords(strings, bytes) {
  return paragraph(strings.text("This course is saved on this device ({size}).", { size: strings.size(bytes) }));
}

/**
 * @param {Strings} strings
 * @param {string} failed
 */
function refusal(strings, failed) {
  if (failed === "full") return strings.text("There is no room for the course on this device.");
  if (failed === "changed") return strings.text("The course has just changed. Load this page again and save it then.");
  if (failed === "network") return strings.text("The download broke off. What has arrived is kept; try again later.");
  return strings.text("This browser does not let a page keep a course for offline use.");
}

/** @param {string} words */
function paragraph(words) {
  return element("p", {}, words);
}
