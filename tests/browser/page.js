/** A page to test in: happy-dom's window behind the globals that the browser modules use. */

import { Window } from "happy-dom";

const NAMES = ["document", "navigator", "Element", "HTMLElement", "Event", "MutationObserver", "localStorage", "DOMParser"];

/**
 * Puts a fresh page behind the globals; the page's own window is returned.
 *
 * @param {string} [body]
 */
export function openPage(body = "") {
  const window = new Window({ url: "https://example.org/es/lesson/" });
  for (const name of NAMES) Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
  Object.defineProperty(globalThis, "matchMedia", { value: () => media(), configurable: true });
  Object.defineProperty(globalThis, "IntersectionObserver", { value: Near, configurable: true });
  window.document.body.innerHTML = body;
  return window;
}

/** Everything is near in a test. */
class Near {
  constructor(seen) {
    this.seen = seen;
  }
  observe() {
    queueMicrotask(() => this.seen?.([{ isIntersecting: true }]));
  }
  disconnect() {
    this.seen = null;
  }
}

function media() {
  return { matches: false, addEventListener() {}, removeEventListener() {} };
}

/** The texts in English; a message that no catalogue could translate throws. */
export function englishTexts(strings) {
  return strings("en", {});
}

/** Lets everything that waits for nothing but promises happen. */
export function settled() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
