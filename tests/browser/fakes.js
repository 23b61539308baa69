/** Stand-ins for what a component is given: an editor without CodeMirror, a store in memory. */

import { draft } from "../../scripts/aferir/browser/draft.js";

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
  const kept = new Map();
  return {
    read: (key) => structuredClone(kept.get(key) ?? null),
    write: (key, value) => works && (kept.set(key, structuredClone(value)), true),
    remove: (key) => works && kept.delete(key),
  };
}

export const draftIn = (store) => (name, published) => draft(store, name, published);
