/** The main ways of a reader in Firefox. Everything else is tested in Chromium. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";

import { ended, focused, LESSON, openFirefox, openLesson, pasteCode, press, runCell, textsOf, typeCode, visit, withControl } from "./visit.js";

const SOLUTION = readFileSync(new URL("../../snippets/challenges/multi_head/solution.py", import.meta.url), "utf8");
const WIDTHS = 'figure.cell[data-cell="widths"]';

/** @type {import("puppeteer-core").Browser} */
let firefox;
before(async () => (firefox = await openFirefox()));
after(() => firefox.close());

/**
 * A test in a visit of its own, in which nothing foreign is asked for and nothing goes wrong.
 *
 * @param {string} behaviour
 * @param {(reader: Awaited<ReturnType<typeof visit>>) => Promise<void>} steps
 */
function reader(behaviour, steps) {
  test(behaviour, async () => {
    const own = await visit(firefox);
    await steps(own);
    assert.deepEqual(own.faults(), []);
    await own.close();
  });
}

reader("a lesson reads completely, and loads no Python for it", async ({ page, python }) => {
  await openLesson(page, "pt");
  const facts = await page.evaluate(() => ({
    language: document.documentElement.lang,
    shown: ["h1", ".katex", "figure.cell", "figure.cell img, figure.cell svg, .figure img, figure img", "section.question"].map(
      (kind) => document.querySelectorAll(`.md-content ${kind}`).length,
    ),
    fonts: [...document.fonts].filter((font) => font.status === "loaded").map((font) => font.family.replaceAll('"', "")),
    broken: [...document.images].filter((image) => image.complete && !image.naturalWidth).length,
    width: document.documentElement.scrollWidth <= innerWidth,
  }));
  assert.equal(facts.language, "pt");
  assert.ok(facts.shown.every(Boolean), String(facts.shown));
  assert.ok(facts.fonts.some((family) => family.startsWith("Literata")), String(facts.fonts));
  assert.equal(facts.broken, 0);
  assert.ok(facts.width);
  assert.deepEqual(python(), []);
});

reader("each cell prints what the build printed, also after a link, in the same worker", async ({ page, python }) => {
  await openLesson(page, "es");
  const text = await textsOf(page, "es");
  const names = await page.$$eval("figure.cell", (cells) => cells.map((cell) => cell.dataset.cell));
  assert.ok(names.length >= 3);
  for (const name of names) assert.equal(await runCell(page, name), text("The same as on the page."), name);

  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith(":practised")));
  await new Promise((wait) => setTimeout(wait, 4000)); // a spare worker has come as well
  const loaded = python().length;
  assert.ok(loaded);
  await page.evaluate(() => (window.stillHere = true));
  await press(page, ".path-step--prev");
  await page.waitForSelector("#aferir-page[data-lesson=parallel-heads]"); // its address is there before it is
  await press(page, ".path-step--next");
  await page.waitForSelector(`#aferir-page[data-lesson=${LESSON}]`);
  await page.waitForSelector("figure.cell .tool-run");
  assert.ok(await page.evaluate(() => window.stillHere));
  assert.equal(await runCell(page, names[0]), text("The same as on the page."));
  assert.equal(python().length, loaded);
});

reader("Python starts from its snapshot, and what is not in it comes when it is imported", async ({ page, requests }) => {
  await openLesson(page, "cs");
  const text = await textsOf(page, "cs");
  assert.equal(await runCell(page, "widths"), text("The same as on the page."));
  await press(page, `${WIDTHS} .tool-edit`);
  await page.waitForSelector(`${WIDTHS} .cm-content`);
  await typeCode(page, WIDTHS, "import statistics\nprint(statistics.mean([1, 2, 6]))");
  await press(page, `${WIDTHS} .tool-run`);
  await page.waitForFunction((place) => document.querySelector(`${place} .cell-output pre`)?.textContent.trim() === "3", {}, WIDTHS);
  const asked = requests.map((url) => url.split("/").pop()).filter((name) => name.endsWith(".bin"));
  assert.deepEqual(asked.slice(0, 2), ["started.bin", "later.bin"], "who starts from files asks for them twice");
});

reader("an endless loop is stopped, the page goes on, and the reader's code is there after a reload", async ({ page }) => {
  await openLesson(page, "cs");
  const text = await textsOf(page, "cs");
  await press(page, `${WIDTHS} .tool-edit`);
  await page.waitForSelector(`${WIDTHS} .cm-content`);
  await typeCode(page, WIDTHS, "while True: pass");
  await press(page, `${WIDTHS} .tool-run`);
  await page.waitForSelector(`${WIDTHS} .tool-stop`);
  await page.waitForFunction((words) => document.body.textContent.includes(words), {}, text("Running…"));
  await new Promise((wait) => setTimeout(wait, 500)); // a second click at once would be a double click
  await press(page, `${WIDTHS} .tool-stop`);
  await ended(page, WIDTHS);

  await typeCode(page, WIDTHS, "print(6 * 7)");
  assert.equal(await runCell(page, "widths"), text("Not the same as on the page."));
  assert.equal(await page.$eval(`${WIDTHS} .output-own`, (own) => own.textContent.trim()), "42");
  await page.reload();
  await page.waitForSelector(`${WIDTHS}.is-edited`);
  assert.equal(await page.$eval(`${WIDTHS} .cell-code code`, (code) => code.textContent.trim()), "print(6 * 7)");
});

reader("the challenge from a wrong solution to a right one", async ({ page }) => {
  await openLesson(page, "pt");
  const challenge = "section.challenge";
  await page.$eval(challenge, (section) => section.scrollIntoView());
  await page.waitForSelector(`${challenge} .cm-content`);
  const wrong = SOLUTION.replace("np.sqrt(d_k)", "d_k");
  assert.notEqual(wrong, SOLUTION);
  await pasteCode(page, challenge, wrong);
  await press(page, `${challenge} .tool-main`);
  await page.waitForSelector(`${challenge} .verdict .check-failed`);
  await pasteCode(page, challenge, SOLUTION);
  await press(page, `${challenge} .tool-main`);
  await page.waitForSelector(`${challenge} .verdict-passed`);
  assert.ok((await page.$$(`${challenge} .check-passed`)).length >= 22);
});

reader("the language switch stays on the lesson", async ({ page }) => {
  await openLesson(page, "pt");
  await page.hover(".md-header .md-select");
  await page.waitForSelector(".md-select__link[hreflang=cs]", { visible: true });
  await Promise.all([page.waitForNavigation(), page.click(".md-select__link[hreflang=cs]")]);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "cs");
  assert.match(page.url(), new RegExp(`/cs/${LESSON}/$`));
});

reader("the keyboard alone runs a cell and leaves its editor", async ({ page }) => {
  await openLesson(page, "pt");
  await page.focus(`${WIDTHS} .tool-run`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter"); // Edit
  await page.waitForSelector(`${WIDTHS} .cm-content`);
  assert.match(await focused(page), /cm-content/);
  await withControl(page, "Enter");
  await ended(page, WIDTHS);
  assert.match(await focused(page), /cm-content/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.doesNotMatch(await focused(page), /cm-content/);
});
