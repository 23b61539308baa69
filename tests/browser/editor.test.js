import assert from "node:assert/strict";
import test from "node:test";

import { editor } from "../../scripts/aferir/browser/editor.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { englishTexts, openPage } from "./page.js";

/** The plain editor, which stands in when CodeMirror does not load. */
async function plain(t, options = {}) {
  openPage();
  t.mock.method(console, "error", () => {});
  const load = () => Promise.reject(new Error("offline"));
  const made = await editor({
    doc: "a = 1\nb = 2\n",
    label: "Your solution",
    strings: englishTexts(strings),
    load,
    ...options,
  });
  document.body.append(made.element);
  return { made, area: made.element.querySelector("textarea") };
}

test("without CodeMirror a plain text area does the same work", async (t) => {
  const changes = [];
  const { made, area } = await plain(t, { onChange: (code) => changes.push(code) });
  assert.equal(made.value, "a = 1\nb = 2\n");
  assert.equal(area.getAttribute("aria-label"), "Your solution");
  assert.equal(area.getAttribute("autocapitalize"), "off");
  area.value = "c";
  area.dispatchEvent(new Event("input"));
  made.value = "d";
  assert.deepEqual(changes, ["c", "d"]);
});

test("Ctrl-Enter and Cmd-Enter run the code", async (t) => {
  let runs = 0;
  const { area } = await plain(t, { onRun: () => runs++ });
  for (const held of [{ ctrlKey: true }, { metaKey: true }, {}]) {
    area.dispatchEvent(Object.assign(new Event("keydown"), { key: "Enter", ...held }));
  }
  assert.equal(runs, 2);
});

test("an error's line leads into the code", async (t) => {
  const { made, area } = await plain(t);
  made.reveal(2);
  assert.equal(area.selectionStart, "a = 1\n".length);
  assert.equal(document.activeElement, area);
});
