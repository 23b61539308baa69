import assert from "node:assert/strict";
import test from "node:test";

import { figure } from "../../scripts/aferir/browser/figure.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { anyTime, draftIn, fakeEditor, memoryStore } from "./fakes.js";
import { englishTexts, openPage, settled } from "./page.js";

const TEXTS = englishTexts(strings);
const PAGE = `<figure class="figure" id="figure-maps"><div class="figure-drawing">
<img class="only-light" src="light.svg" width="640" height="380"><img class="only-dark" src="dark.svg" width="640" height="380">
</div></figure>`;
const SOURCE = { name: "maps", source: "def figure_maps(figure, text):\n    pass", writing: {} };
const DRAWING = { light: "<svg>é</svg>", dark: "<svg/>", width: 500.4, height: 300 };
const done = (drawing, problem = null) => ({
  outcome: { status: "done", generation: 1, result: { cells: [{ name: "figure_maps", problem, remarks: [] }], drawing } },
  ...{ at: "figure_maps", problem, again: false },
});

/** A figure whose notebook answers as it is told. */
function bench({ ran = done(DRAWING), prepared = { status: "done" }, fetched = false, arrival = anyTime } = {}) {
  openPage(PAGE);
  const made = { editor: fakeEditor(), asked: [], fetched, element: document.querySelector("figure") };
  made.component = figure(made.element, {
    ...{ strings: TEXTS, arrival, bytes: 9e6, drawingBytes: 10.2e6, draft: draftIn(memoryStore()) },
    editor: (options) => ((made.fixed = options.fixed), made.editor.make(options)),
    source: async (name) => (assert.equal(name, "maps"), SOURCE),
    runner: { prepare: async () => prepared },
    notebook: async () => ({ draw: async (asked) => (made.asked.push(asked.source), ran) }),
    fetched: { read: () => made.fetched, write: () => (made.fetched = true) },
    reveal: () => {},
  });
  made.tool = (label) => [...made.element.querySelectorAll("button")].find((one) => one.textContent === label && !one.hidden);
  made.click = async (label) => (made.tool(label).click(), await settled());
  made.images = () => [...made.element.querySelectorAll("img")].map((one) => decodeURIComponent(one.getAttribute("src")));
  made.said = () => made.element.querySelector(".figure-panel .tool-note").textContent;
  return made;
}

test("a figure that is only looked at has one quiet button and no editor", () => {
  const { element } = bench();
  assert.deepEqual([...element.querySelectorAll("button")].map((one) => one.textContent), ["Edit the drawing"]);
});

test("the editor holds the figure's function, its first line fixed, and the download is announced once", async () => {
  const made = bench();
  await made.click("Edit the drawing");
  assert.deepEqual([made.fixed, made.said()], [1, "The first drawing downloads Matplotlib, 10.2\u00a0MB, once."]);
  const known = bench({ fetched: true });
  await known.click("Edit the drawing");
  assert.equal(known.said(), "");
});

test("a drawing takes the published one's place as an inert image, until that is brought back", async () => {
  const made = bench();
  await made.click("Edit the drawing");
  made.editor.made.type("def figure_maps(figure, text):\n    figure.add_subplot()");
  await made.click("Draw");
  assert.deepEqual(made.asked, ["def figure_maps(figure, text):\n    figure.add_subplot()"]);
  assert.deepEqual(made.images(), ["data:image/svg+xml,<svg>é</svg>", "data:image/svg+xml,<svg/>"]);
  assert.equal(made.element.querySelector("img").getAttribute("width"), "500");
  assert.deepEqual([made.fetched, made.element.classList.contains("is-own")], [true, true]);
  await made.click("As published");
  assert.deepEqual(made.images(), ["light.svg", "dark.svg"]);
  assert.equal(made.element.querySelector("img").getAttribute("width"), "640");
});

test("an error in the drawing is explained and leads to its line", async () => {
  const problem = {
    ...{ kind: "raised", type: "NameError", message: "x", line: 2, traceback: "" },
    mistake: { code: "name", details: { name: "x" }, line: 2 },
  };
  const made = bench({ ran: done(null, problem) });
  await made.click("Edit the drawing");
  await made.click("Draw");
  assert.match(made.element.querySelector(".problem-meaning").textContent, /Nothing here is called x\./);
  await made.click("line 2");
  assert.deepEqual(made.editor.made.lines, [2]);
  assert.deepEqual(made.images(), ["light.svg", "dark.svg"]);
});

test("Matplotlib that does not arrive is said, and can be asked for again", async () => {
  const made = bench({ prepared: { status: "failed", reason: "download" } });
  await made.click("Edit the drawing");
  await made.click("Draw");
  assert.equal(made.said(), "Matplotlib did not arrive whole. Check the connection and try again.");
  assert.deepEqual([made.fetched, made.asked.length, Boolean(made.tool("Draw"))], [false, 0, true]);
});

test("Reset brings code and drawing back; Close folds the editor away and gives the focus back", async () => {
  const made = bench();
  await made.click("Edit the drawing");
  assert.equal(made.tool("Reset"), undefined);
  made.editor.made.type("def figure_maps(figure, text):\n    1");
  await made.click("Draw");
  await made.click("Reset");
  assert.deepEqual([made.editor.made.element && made.images()[0], made.tool("Reset")], ["light.svg", undefined]);
  await made.click("Close");
  assert.equal(document.activeElement.textContent, "Edit the drawing");
  assert.equal(made.editor.made.destroyed, true);
});
