import assert from "node:assert/strict";
import test from "node:test";

import { outcomeNote, outcomeText } from "../../scripts/aferir/browser/outcome.js";
import { problem } from "../../scripts/aferir/browser/problem.js";
import { progress } from "../../scripts/aferir/browser/progress.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { englishTexts, openPage } from "./page.js";

const TEXTS = englishTexts(strings);

test("progress is a bar and words, in the size that the reader was told", () => {
  openPage();
  const { element, show, hide } = progress({ strings: TEXTS, bytes: 9_860_000 });
  assert.equal(element.hidden, true);
  show({ type: "progress", phase: "download", loaded: 8, total: 16 });
  assert.equal(element.querySelector("progress").value, 0.5);
  const words = element.querySelector(".progress-words");
  assert.equal(words.textContent, "Downloading Python, once: 4.9\u00a0MB of 9.9\u00a0MB");
  show({ type: "progress", phase: "start", loaded: 16, total: 16 });
  assert.equal(words.textContent, "Starting Python…");
  assert.equal(element.querySelector("progress").hasAttribute("value"), false);
  hide();
  assert.equal(element.hidden, true);
});

test("screen readers hear of progress four times, not a hundred", () => {
  openPage();
  const { element, show } = progress({ strings: TEXTS, bytes: 100e6 });
  const spoken = element.querySelector("[aria-live]");
  const heard = new Set();
  for (let loaded = 0; loaded < 100; loaded++) {
    show({ type: "progress", phase: "download", loaded, total: 100 });
    heard.add(spoken.textContent);
  }
  assert.equal(heard.size, 4);
});

const PROBLEM = {
  kind: "raised",
  type: "NameError",
  message: "name 'x' is not defined",
  line: 3,
  traceback: "Traceback…",
};

test("a problem is one short line, with the traceback folded", () => {
  openPage();
  const made = problem(PROBLEM, { strings: TEXTS });
  assert.equal(made.querySelector(".problem-line").textContent, "NameError: name 'x' is not defined · line 3");
  assert.equal(made.querySelector("details").open, false);
  assert.equal(made.querySelector("pre").textContent, "Traceback…");
});

test("where there is an editor, the line leads to it", () => {
  openPage();
  const lines = [];
  problem(PROBLEM, { strings: TEXTS, onLine: (line) => lines.push(line) })
    .querySelector("button")
    .click();
  assert.deepEqual(lines, [3]);
});

test("a problem without message, line or traceback is its name", () => {
  openPage();
  const bare = { kind: "raised", type: "KeyboardInterrupt", message: "", line: 0, traceback: "" };
  assert.equal(problem(bare, { strings: TEXTS }).textContent, "KeyboardInterrupt");
});

test("each way not to come to an end has its words", () => {
  const said = [
    { status: "stopped" },
    { status: "timeout", seconds: 30 },
    { status: "failed", reason: "download" },
    { status: "failed", reason: "fatal" },
    { status: "failed", reason: "internal" },
  ].map((outcome) => outcomeText(outcome, TEXTS));
  assert.equal(new Set(said).size, 5);
  assert.equal(said[1], "Stopped after 30 s: the code had not finished.");
});

test("the detail of a failure is there for those who look", () => {
  openPage();
  const made = outcomeNote({ status: "failed", reason: "download", detail: "x.zip: 404" }, TEXTS);
  assert.equal(made.querySelector("details p").textContent, "x.zip: 404");
});
