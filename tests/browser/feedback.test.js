import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";

import { feedback } from "../../scripts/aferir/browser/feedback.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import * as cases from "./cases/feedback.js";
import { englishTexts, openPage } from "./page.js";

const GOLDENS = new URL("goldens/feedback/", import.meta.url);
const TEXTS = englishTexts(strings);

/** One element per line, so that a difference can be read. */
const lines = (html) => `${html.replace(/(<\/?(?:section|h3|p|ol|li|details|div|pre)\b)/g, "\n$1").trim()}\n`;

for (const [name, verdict] of Object.entries(cases)) {
  test(`a verdict, case ${name}, is shown as in goldens/feedback/${name}.html (delete the file to renew it)`, () => {
    openPage();
    const shown = lines(feedback(verdict(), { strings: TEXTS }).outerHTML);
    const golden = new URL(`${name}.html`, GOLDENS);
    if (!existsSync(golden)) {
      mkdirSync(GOLDENS, { recursive: true });
      writeFileSync(golden, shown);
    }
    assert.equal(shown, readFileSync(golden, "utf8"));
  });
}

const shown = (verdict) => (openPage(), feedback(verdict, { strings: TEXTS }));

test("only the first failing check is open", () => {
  const open = [...shown(cases.failed()).querySelectorAll("details")].map((details) => details.open);
  assert.deepEqual(open, [true, false]);
});

test("each sign has a word for those who do not see it", () => {
  const said = [...shown(cases.failed()).querySelectorAll(".check-sign .unseen")].map((word) => word.textContent);
  assert.deepEqual(said, ["passed: ", "failed: ", "failed: ", "not run: "]);
});

test("nothing that the reader's code wrote becomes markup", () => {
  const made = shown(cases.hostile());
  assert.equal(made.querySelectorAll("script, img, i, b").length, 0);
});

test("the heading can take focus", () => {
  assert.equal(shown(cases.passed()).querySelector("h3").tabIndex, -1);
});

test("the call can be copied", async () => {
  const texts = [];
  const made = shown(cases.failed());
  const clipboard = { writeText: async (text) => void texts.push(text) };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
  made.querySelector(".tool-copy").click();
  await Promise.resolve();
  assert.deepEqual(texts, [cases.failed().checks[1].call]);
});
