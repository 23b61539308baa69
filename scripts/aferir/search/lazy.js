/**
 * Stands for the theme's search worker, which comes, and the index with it, for the first question, not for every page.
 * What the page sends at its start has no texts; we say that we are ready, and let the theme's worker begin when it is
 * asked.
 */
(() => {
  const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3];
  const ENGINE = /** @type {any} */ (self).searchEngine; // written in front of us: the name of the theme's worker
  const TEXTS = "../../../search/search_texts.json"; // from where the worker lies
  let isHere = false; // the theme's worker
  /** @type {any} */
  let held = null; // what the page sent, until the theme's worker has it
  /** @type {Promise<void> | null} */
  let beginning = null;
  /** @type {{type: number, data: string} | null} */
  let question = null; // the latest

  addEventListener("message", (event) => {
    const { type, data } = event.data;
    if (type === SETUP && !data.docs.length) {
      held = data;
      event.stopImmediatePropagation();
      postMessage({ type: READY });
    } else if (type === SETUP && !isHere && hire()) {
      // it hears what comes from now on
      dispatchEvent(new MessageEvent("message", { data: event.data }));
    } else if (type === QUERY && held) {
      question = event.data;
      event.stopImmediatePropagation();
      if (!data) postMessage({ type: RESULT, data: { items: [] } });
      else beginning ??= begin().finally(() => (beginning = null));
    }
  });

  /** A failure is silent: the next key asks again. */
  async function begin() {
    const response = await fetch(new URL(TEXTS, self.location.href)).catch(() => null);
    if (!response?.ok || !hire()) return;
    const setup = { type: SETUP, data: { ...held, ...(await response.json()) } };
    const isReady = whenSent(READY);
    dispatchEvent(new MessageEvent("message", { data: setup }));
    await isReady;
    held = null;
    dispatchEvent(new MessageEvent("message", { data: question }));
  }

  /** Whether the theme's worker is here, brought now if it was not. */
  function hire() {
    try {
      if (!isHere) /** @type {any} */ (self).importScripts(new URL(ENGINE, self.location.href).href);
      isHere = true;
    } catch {} // no network
    return isHere;
  }

  /**
   * When the theme's worker sends a message of a kind, which the page has had from us.
   *
   * @param {number} type
   * @returns {Promise<void>}
   */
  function whenSent(type) {
    const send = self.postMessage;
    return new Promise((resolve) => {
      self.postMessage = (/** @type {any} */ message, /** @type {any} */ ...rest) => {
        if (message?.type !== type) return send.call(self, message, ...rest);
        self.postMessage = send;
        resolve();
      };
    });
  }
})();
