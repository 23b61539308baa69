import assert from "node:assert/strict";
import test from "node:test";

import { problem, remarkList } from "../../scripts/aferir/browser/problem.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { englishTexts, openPage } from "./page.js";

const TEXTS = englishTexts(strings);
const TRACEBACK = `Traceback (most recent call last):
  File "heads.py", line 3, in <module>
    f(0)
  File "setup.py", line 7, in f
    return 1 / n
ZeroDivisionError: division by zero
`;
const FOUND = {
  ...{ kind: "raised", type: "ZeroDivisionError", message: "division by zero", line: 3, traceback: TRACEBACK },
  mistake: { code: "division", details: {}, line: 3 },
};

test("an error says what it means first, then Python's own words and the line", () => {
  openPage();
  const lines = [...problem(FOUND, { strings: TEXTS }).querySelectorAll("p")].map((one) => one.textContent);
  assert.deepEqual(lines, ["Something is divided by 0.", "ZeroDivisionError: division by zero · line 3"]);
});

test("an error whose mistake nobody knows has its own message only", () => {
  openPage();
  for (const mistake of [null, undefined, { code: "unheard_of", details: {}, line: 1 }]) {
    const made = problem({ ...FOUND, mistake }, { strings: TEXTS });
    assert.equal(made.querySelector(".problem-meaning"), null);
  }
});

test("code in a sentence is set as code, numbers as the language writes them", () => {
  openPage();
  const mistake = { code: "index_of", details: { owner: "x", size: 12345, most: 12344, index: 99999 }, line: 1 };
  const meaning = problem({ ...FOUND, mistake }, { strings: TEXTS }).querySelector(".problem-meaning");
  assert.equal(meaning.querySelector("code").textContent, "x");
  assert.match(meaning.textContent, /length 12,345: .* 0 to 12,344, and 99,999/);
});

test("the lines of a traceback lead to the editor of their cell, except those of cells that are not shown", () => {
  openPage();
  const asked = [];
  const made = problem(FOUND, {
    strings: TEXTS,
    onLine: (...place) => asked.push(place),
    isShown: (name) => name === "heads",
  });
  assert.equal(made.querySelector("pre").textContent, TRACEBACK);
  const places = [...made.querySelectorAll("button")];
  assert.deepEqual(
    places.map((one) => one.textContent),
    ["line 3", 'File "heads.py", line 3'],
  );
  for (const one of places) one.click();
  assert.deepEqual(asked, [[3], [3, "heads"]]);
});

test("remarks are a list, each with its line", () => {
  openPage();
  assert.equal(remarkList([], { strings: TEXTS }), null);
  const made = remarkList([{ code: "wrapped", details: { dtype: "int32" }, line: 2 }], { strings: TEXTS });
  assert.match(made.textContent, /^A result does not fit into int32, .*`?dtype=np\.int64`?\. · line 2$/);
});
