import assert from "node:assert/strict";
import test from "node:test";

import { strings } from "../../scripts/aferir/browser/strings.js";
import { announce, copyButton, note, workButton } from "../../scripts/aferir/browser/tools.js";
import { englishTexts, openPage, settled } from "./page.js";

const TEXTS = englishTexts(strings);

test("a button is Stop while its work is under way, and keeps the focus", (t) => {
  openPage();
  t.mock.timers.enable({ apis: ["Date"] });
  const calls = [];
  const options = { onStart: () => calls.push("start"), onStop: () => calls.push("stop") };
  const made = workButton("Run", { strings: TEXTS, kind: "tool-run", ...options });
  document.body.append(made.element);
  made.element.focus();
  made.element.click();
  made.working(true);
  assert.equal(made.element.textContent, "Stop");
  assert.equal(document.activeElement, made.element);
  t.mock.timers.tick(1000);
  made.element.click();
  made.working(false);
  assert.deepEqual([made.element.textContent, made.element.className], ["Run", "tool tool-run"]);
  assert.deepEqual(calls, ["start", "stop"]);
});

test("a double click does not stop what it has just started", (t) => {
  openPage();
  t.mock.timers.enable({ apis: ["Date"], now: 1 });
  const stop = t.mock.fn();
  const made = workButton("Run", { strings: TEXTS, kind: "tool-run", onStart: () => made.working(true), onStop: stop });
  made.element.click();
  made.element.click();
  assert.equal(stop.mock.callCount(), 0);
});

test("Copy says whether it has copied", async (t) => {
  openPage();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  const made = copyButton(() => "x", TEXTS);
  made.click();
  await Promise.resolve()
    .then(() => {})
    .then(() => {});
  assert.equal(made.textContent, "Could not copy");
  t.mock.timers.tick(2000);
  assert.equal(made.textContent, "Copy");
});

test("a note is heard by screen readers and holds words and buttons, or nothing", async () => {
  openPage();
  const { element, say } = note();
  assert.equal(element.getAttribute("role"), "status");
  say("Stopped.", null, "Again.");
  assert.equal(element.textContent, "Stopped. Again.");
  say();
  await settled();
  assert.equal(element.childNodes.length, 0);
});

test("an announcement goes when it is over, unless something else has been said", async () => {
  openPage();
  const [first, second] = [note(), note()];
  for (const one of [first, second]) announce(one, { words: "It downloads 9.8 MB.", over: settled() });
  assert.equal(first.element.textContent, "It downloads 9.8 MB.");
  second.say("Running…");
  await settled();
  await settled();
  assert.deepEqual([first.element.textContent, second.element.textContent], ["", "Running…"]);
});
