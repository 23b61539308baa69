import assert from "node:assert/strict";
import test from "node:test";

import { arrival, sharedRunner } from "../../scripts/aferir/browser/arrival.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { englishTexts, openPage, settled } from "./page.js";

const TEXTS = englishTexts(strings);

/** A button to reach for, a runner that only knows whether it was started, and the arrival between them. */
function bench({ isKnown = false, ...device } = {}) {
  openPage("<button></button>");
  const made = { starts: 0, target: document.querySelector("button") };
  const runner = { start: () => made.starts++, started: () => made.starts > 0 };
  made.arrival = arrival({ runner, strings: TEXTS, bytes: 9.8e6, isKnown, device });
  made.reach = (event) => made.target.dispatchEvent(new Event(event));
  return made;
}

for (const event of ["pointerdown", "focus"]) {
  test(`Python is fetched when the reader reaches for a button: ${event}`, () => {
    const made = bench();
    made.arrival.expect(made.target);
    assert.equal(made.starts, 0);
    made.reach(event);
    assert.equal(made.starts, 1);
  });
}

test("a pointer that stays fetches Python, one that passes does not", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const made = bench();
  made.arrival.expect(made.target);
  made.reach("pointerenter");
  t.mock.timers.tick(50);
  made.reach("pointerleave");
  t.mock.timers.tick(500);
  assert.equal(made.starts, 0);
  made.reach("pointerenter");
  t.mock.timers.tick(500);
  assert.equal(made.starts, 1);
});

for (const connection of [{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "3g" }]) {
  test(`nothing is downloaded unasked over ${JSON.stringify(connection)}`, () => {
    const made = bench({ connection });
    made.arrival.expect(made.target);
    made.arrival.watch(made.target);
    made.reach("focus");
    assert.equal(made.starts, 0);
    let agreed = 0;
    const [words, download] = made.arrival.question(() => agreed++);
    assert.match(words, /9\.8\u00a0MB/);
    download.click();
    assert.deepEqual([made.starts, agreed, made.arrival.question(() => {})], [1, 1, null]);
  });
}

test("nobody is asked over a good connection, or when Python is there already", () => {
  assert.equal(bench({ connection: { effectiveType: "4g" } }).arrival.question(() => {}), null);
  assert.equal(bench({ isKnown: true, connection: { saveData: true } }).arrival.question(() => {}), null);
});

for (const [isKnown, deviceMemory, starts] of [
  [true, 8, 1],
  [true, undefined, 1],
  [true, 2, 0],
  [false, 8, 0],
]) {
  test(`in idle time Python ${starts ? "starts" : "stays away"}: known ${isKnown}, memory ${deviceMemory}`, async () => {
    const made = bench({ isKnown, deviceMemory });
    globalThis.requestIdleCallback = (action) => action();
    made.arrival.watch(made.target);
    await settled();
    assert.equal(made.starts, starts);
    delete globalThis.requestIdleCallback;
  });
}

test("a window has one runner, through all pages of a course", () => {
  const window = {};
  let made = 0;
  const make = (python) => () => (made++, { python, stop() {} });
  const first = sharedRunner(window, "/a.json", make("/a.json"));
  assert.equal(sharedRunner(window, "/a.json", make("/a.json")), first);
  assert.notEqual(sharedRunner(window, "/b.json", make("/b.json")), first);
  assert.equal(made, 2);
});
