/**
 * What loads at most once per visit, and only when it is needed.
 *
 * @typedef {import("./facts.js").CourseFacts} CourseFacts
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} Library  of this window
 * @property {(language: string) => Promise<Strings>} texts
 * @property {() => Promise<any>} codeMirror
 * @property {(facts: CourseFacts) => import("./store.js").Store} store
 */

import { folders } from "./folders.js";
import { here, remembered } from "./once.js";
import { courseStore } from "./store.js";
import { loadStrings } from "./strings.js";
import { unkeptNotice } from "./unkept.js";
import { saveWork } from "./workpanel.js";

/** @returns {Library} */
export function openLibrary() {
  const texts = remembered((language) => loadStrings(language, here("strings/")));
  /** @type {Map<string, import("./store.js").Store>} */
  const stores = new Map();
  return {
    texts,
    store(facts) {
      const made = stores.get(facts.course) ?? openStore(facts, texts);
      stores.set(facts.course, made);
      return made;
    },
    codeMirror: remembered(() => import(here(`${folders.editor}editor.js`).href)),
  };
}

/**
 * What this browser keeps of a course; when it refuses, the reader is told in the language of the page.
 *
 * @param {CourseFacts} facts
 * @param {Library["texts"]} texts
 */
function openStore({ course, language }, texts) {
  const made = courseStore(window, course, async (refusal) => {
    const strings = await texts(language);
    document.body.append(unkeptNotice(refusal, { strings, save: () => saveWork({ store: made, course }) }));
  });
  return made;
}
