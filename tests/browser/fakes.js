/** Stand-ins for what a component is given: an editor without CodeMirror, a store in memory. */

import assert from "node:assert/strict";

import { draft } from "../../scripts/aferir/browser/draft.js";
import { store } from "../../scripts/aferir/browser/store.js";

/** An editor that is a value; `type` plays the reader. */
export function fakeEditor() {
  const made = { focused: 0, lines: [], destroyed: false };
  const make = async ({ doc, label, onChange, onRun }) => {
    let value = doc;
    Object.assign(made, {
      label,
      press: onRun,
      type: (code) => ((value = code), onChange(code)),
      element: document.createElement("div"),
      focus: () => made.focused++,
      reveal: (line) => made.lines.push(line),
      destroy: () => (made.destroyed = true),
    });
    made.element.className = "editor";
    Object.defineProperty(made, "value", {
      get: () => value,
      set: (code) => ((value = code), onChange(code)),
      configurable: true,
    });
    return made;
  };
  return { made, make };
}

/** A store in memory; `works = false` plays a browser that keeps nothing. */
export function memoryStore(works = true) {
  const storage = fakeStorage();
  return store(() => (works ? storage : assert.fail("SecurityError")), "aferir:test");
}

/**
 * The storage of a browser, with room for so many characters.
 *
 * @param {number} [room]
 */
export function fakeStorage(room = Infinity) {
  const kept = new Map();
  const used = (but) => [...kept].reduce((sum, [key, text]) => sum + (key === but ? 0 : key.length + text.length), 0);
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (i) => [...kept.keys()][i] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem(key, text) {
      if (used(key) + key.length + text.length > room) throw new DOMException("", "QuotaExceededError");
      kept.set(key, text);
    },
  };
}

/** Two tabs of one browser: what one stores, the other hears of. */
export function twoTabs() {
  const storage = fakeStorage();
  const tabs = [];
  for (const at of [0, 1]) {
    const tell = (key) => queueMicrotask(() => tabs[1 - at].hear({ key }));
    const own = {
      ...storage,
      key: storage.key,
      setItem: (key, text) => storage.getItem(key) !== text && (storage.setItem(key, text), tell(key)),
      removeItem: (key) => storage.getItem(key) !== null && (storage.removeItem(key), tell(key)),
    };
    Object.defineProperty(own, "length", { get: () => storage.length });
    tabs.push(store(() => own, "aferir:test"));
  }
  return tabs;
}

export const draftIn = (store) => (name, published) => draft(store, name, published);

/** Python comes whenever it likes, and nobody is asked. */
export const anyTime = { expect() {}, watch: () => () => {}, question: () => null };
