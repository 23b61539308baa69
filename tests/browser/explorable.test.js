/** Explorables: states and addresses, then each component, then the whole on a page. */

import assert from "node:assert/strict";
import test from "node:test";

import { bars } from "../../scripts/aferir/browser/explorable/bars.js";
import { buttons } from "../../scripts/aferir/browser/explorable/buttons.js";
import { lines, nearest } from "../../scripts/aferir/browser/explorable/lines.js";
import { matrix } from "../../scripts/aferir/browser/explorable/matrix.js";
import { explorables } from "../../scripts/aferir/browser/explorable/page.js";
import { panel } from "../../scripts/aferir/browser/explorable/panel.js";
import { rich } from "../../scripts/aferir/browser/explorable/rich.js";
import { slider } from "../../scripts/aferir/browser/explorable/slider.js";
import * as state from "../../scripts/aferir/browser/explorable/state.js";
import { diagram, steps } from "../../scripts/aferir/browser/explorable/steps.js";
import { table } from "../../scripts/aferir/browser/explorable/table.js";
import { words } from "../../scripts/aferir/browser/explorable/words.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { englishTexts, openPage, settled } from "./page.js";

const HEAD = { name: "head", label: "cabeça", kind: "buttons", options: [["1", "uma"], ["2", "duas"]], initial: 0 };
const MASK = { name: "mask", label: "máscara", kind: "slider", options: [["no", "sem"], ["causal", "com"], ["w2", "de 2"]], initial: 1 };
const ROW = { name: "row", label: "linha", kind: "choose", options: [["a", "A"], ["b", "B"]], initial: 0 };
const CONTROLS = [HEAD, MASK, ROW];

const context = (more = {}) => ({ strings: englishTexts(strings), id: "x", set() {}, say() {}, ...more });
const texts = (nodes) => [...nodes].map((node) => node.textContent);

// ── States and addresses ────────────────────────────────────────────────────────────────────────────────────────────

test("the frame of a choice is found by the controls it depends on, the last changing fastest", () => {
  const own = { on: [0, 1], at: [10, 11, 12, 20, 21, 22] };
  assert.equal(state.frameNumber(own, CONTROLS, [0, 2, 1]), 12);
  assert.equal(state.frameNumber(own, CONTROLS, [1, 0, 0]), 20);
  assert.equal(state.frameNumber({ on: [], at: [7] }, CONTROLS, [1, 2, 1]), 7);
});

test("what stands in the pool is put in its place, also inside what stands in the pool", () => {
  const whole = state.wholeWith([["a", "b"], { rows: { $: 0 } }]);
  const [made, ...rest] = whole([{ $: 1 }, null, 3]);
  assert.deepEqual([made, rest], [{ rows: ["a", "b"] }, [null, 3]]);
  assert.equal(whole({ $: 1 }), made, "what is shared is one object");
});

test("an address names an explorable and settings; a heading's address names none", () => {
  assert.deepEqual(state.readFragment("#rules:head=2;mask=causal"), { name: "rules", settings: "head=2;mask=causal" });
  assert.deepEqual(state.readFragment("#rules:head%3D2"), { name: "rules", settings: "head=2" });
  assert.deepEqual(state.readFragment("#rules:%E0%A4"), { name: "rules", settings: "%E0%A4" });
  assert.equal(state.readFragment("#o-que-é"), null);
  assert.equal(state.readFragment(""), null);
});

test("settings are read and written; what is left out or unknown is as at first", () => {
  assert.deepEqual(state.readSettings("head=2;row=b", CONTROLS), [1, 1, 1]);
  assert.deepEqual(state.readSettings("head=9;colour=red;mask", CONTROLS), [0, 1, 0]);
  assert.equal(state.writeSettings([1, 1, 1], CONTROLS), "head=2;row=b");
  assert.equal(state.writeSettings(state.initialChoice(CONTROLS), CONTROLS), "");
  assert.equal(state.inWords([1, 2, 0], CONTROLS), "cabeça: duas · máscara: de 2 · linha: A");
  assert.equal(state.inWords([1, 2, 0], CONTROLS, (_, i) => i === 1), "máscara: de 2");
});

// ── Components ──────────────────────────────────────────────────────────────────────────────────────────────────────

test("labels hold code, emphasis and an index, never markup", () => {
  const { document } = openPage();
  const made = document.createElement("p");
  made.append(...rich("`a_b` *rato* W_O d_{model} <b> snake_case"));
  assert.equal(made.textContent, "a_b rato WO dmodel <b> snake_case");
  assert.deepEqual([...made.children].map(({ tagName }) => tagName), ["CODE", "EM", "SUB", "SUB"]);
});

test("buttons are radio buttons under a legend, one of them down", () => {
  openPage();
  const seen = [];
  const view = buttons(HEAD, { id: "x-head", onChange: (index) => seen.push(index) });
  view.show(1);
  const inputs = view.element.querySelectorAll("input[type=radio][name=x-head]");
  assert.deepEqual([...inputs].map(({ checked }) => checked), [false, true]);
  inputs[0].dispatchEvent(new Event("change"));
  assert.deepEqual(seen, [0]);
  assert.equal(view.element.querySelector("legend").textContent, "cabeça");
});

test("a slider says the label of its place", () => {
  openPage();
  const seen = [];
  const view = slider(MASK, { id: "x-mask", onChange: (index) => seen.push(index) });
  view.show(2);
  const input = view.element.querySelector("input[type=range]");
  assert.deepEqual([input.value, input.max, input.getAttribute("aria-valuetext")], ["2", "2", "de 2"]);
  assert.equal(view.element.querySelector("output").textContent, "de 2");
  input.value = "0";
  input.dispatchEvent(new Event("input"));
  assert.deepEqual(seen, [0]);
});

const MATRIX = {
  kind: "matrix", title: "Mapa", rows: ["a", "b"], columns: ["c", "d", "e"], scale: "probability", ends: ["0", "1"], choose: "row",
  cells: [["0,1", "0,2", ""], ["1,0", "0,0", "0,0"]], shade: [[2, 4, null], [20, 0, 0]],
};

function press(cell, key) {
  cell.dispatchEvent(new globalThis.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

test("a matrix shows numbers, shades, what is hidden and its scale", () => {
  const { document } = openPage();
  const view = matrix(context());
  document.body.append(view.element);
  view.show({ ...MATRIX, moved: [1] }, 0);
  const cells = view.element.querySelectorAll("tbody td");
  assert.deepEqual(texts(cells), ["0,1", "0,2", "", "1,0", "0,0", "0,0"]);
  assert.deepEqual([cells[2].className, cells[2].getAttribute("aria-label"), cells[3].className], ["is-hidden", "hidden", "shade-20"]);
  assert.deepEqual([...view.element.querySelectorAll("tbody tr")].map((row) => row.getAttribute("aria-selected")), ["true", "false"]);
  assert.deepEqual(texts(view.element.querySelectorAll(".legend-end")), ["0", "1"]);
  assert.deepEqual([...view.element.querySelectorAll(".moved-sign")].map(({ hidden }) => hidden), [true, false]);
});

test("arrow keys walk a matrix with one cell in the tab order, and choose the row they are in", () => {
  const window = openPage();
  globalThis.window = window;
  const chosen = [];
  const view = matrix(context({ set: (name, index) => chosen.push([name, index]) }));
  window.document.body.append(view.element);
  view.show(MATRIX, 0);
  const cells = [...view.element.querySelectorAll("tbody td")];
  cells[0].focus();
  press(cells[0], "ArrowRight");
  assert.equal(window.document.activeElement, cells[1]);
  press(cells[1], "ArrowDown");
  press(cells[4], "End");
  press(cells[5], "ArrowDown");
  assert.equal(window.document.activeElement, cells[5]);
  assert.deepEqual(cells.map(({ tabIndex }) => tabIndex), [-1, -1, -1, -1, -1, 0]);
  assert.deepEqual(chosen.at(-1), ["row", 1]);
});

test("another frame of the same shape is filled into the same cells; one of another shape keeps the place", () => {
  const { document } = openPage();
  const view = matrix(context());
  document.body.append(view.element);
  view.show(MATRIX, 0);
  const [first, , , fourth] = view.element.querySelectorAll("tbody td");
  fourth.focus();
  view.show({ ...MATRIX, cells: [["9", "9", "9"], ["8", "8", "8"]] }, 1);
  assert.equal(first.textContent, "9");
  assert.equal(document.activeElement, fourth);
  view.show({ ...MATRIX, columns: ["c"], cells: [["7"], ["6"]], shade: [[0], [0]] }, 1);
  assert.equal(document.activeElement.textContent, "6");
});

test("a matrix without rows to choose says the row that is entered", () => {
  const { document } = openPage();
  const said = [];
  const view = matrix(context({ say: (text) => said.push(text) }));
  document.body.append(view.element);
  view.show({ ...MATRIX, choose: undefined, spoken: ["linha a", "linha b"] }, -1);
  view.element.querySelectorAll("tbody td")[3].focus();
  assert.deepEqual(said, ["linha b"]);
});

test("a bar has its label, its length and its number", () => {
  openPage();
  const view = bars(context());
  view.show({ bars: [{ label: "v_1", text: "0,644", from: 0, length: 644, marked: true, head: 2 }] }, -1);
  const row = view.element.querySelector("tr");
  assert.deepEqual([row.className, texts(row.children)], ["is-marked head-2", ["v1", "", "0,644"]]);
  assert.equal(row.querySelector("rect").getAttribute("width"), "644");
});

test("a table shows its texts, what is chosen, and lets its rows be chosen", () => {
  openPage();
  const chosen = [];
  const view = table(context({ set: (name, index) => chosen.push([name, index]) }));
  view.show({ columns: ["n", "q_2"], rows: [["1", "2"], ["3", "4"]], numeric: [1], marked: [0], choose: "row" }, 1);
  const rows = view.element.querySelectorAll("tbody tr");
  assert.deepEqual([...rows].map(({ className }) => className), ["is-marked", "is-chosen"]);
  assert.equal(rows[0].querySelector("td").className, "numeric");
  rows[0].click();
  assert.deepEqual(chosen, [["row", 0]]);
});

test("words are sentences with or without a label", () => {
  openPage();
  const view = words(context());
  view.show({ lines: [{ label: "um", text: "a" }, { label: "", text: "b" }] }, -1);
  assert.deepEqual(texts(view.element.children), ["um a", "b"]);
});

const LINES = {
  kind: "lines", x: { label: "passo", ticks: [[0, "0"], [1000, "10"]] }, y: { label: "perda", ticks: [[0, "0"]] },
  curves: [{ name: "a", label: "A", points: "0,0 1000,500", head: 1, dash: 0 }, { name: "b", label: "B", points: "0,9", head: 2, dash: 1 }],
  references: [{ label: "ln 10", at: 900 }], at: 500, marks: [{ curve: 0, x: 500, y: 250, beside: 300, text: "1,5" }],
  choose: "row", stops: [0, 1000], columns: ["passo", "A", "B"], rows: [["0", "1", "2"]],
};

test("curves are drawn with ticks and marks, and each can be hidden by its key", () => {
  openPage();
  const view = lines(context());
  view.show(LINES, 0);
  const curves = () => [...view.element.querySelectorAll(".plot-area polyline")].map((one) => one.getAttribute("points"));
  assert.deepEqual(curves(), ["0,0 1000,500", "0,9"]);
  assert.deepEqual(texts(view.element.querySelectorAll(".plot-tick-x")), ["0", "10"]);
  assert.deepEqual([".plot-dot", ".plot-mark"].map((own) => view.element.querySelector(own).style.bottom), ["25%", "30%"]);
  const [key] = view.element.querySelectorAll(".plot-key");
  key.click();
  assert.deepEqual([curves(), key.getAttribute("aria-pressed")], [["0,9"], "false"]);
  assert.equal(view.element.querySelector(".plot-mark"), null);
  key.click();
  assert.equal(curves().length, 2);
  assert.deepEqual(texts(view.element.querySelectorAll("table.produced td")), ["1", "2"]);
});

test("one curve alone has no key to hide it with", () => {
  openPage();
  const view = lines(context());
  view.show({ ...LINES, curves: LINES.curves.slice(0, 1) }, 0);
  assert.equal(view.element.querySelector(".plot-key"), null);
});

test("the pointer chooses the stop that is nearest", () => {
  const window = openPage();
  assert.deepEqual([nearest([0, 400, 1000], 650), nearest([0, 400, 1000], 750)], [1, 2]);
  const chosen = [];
  const view = lines(context({ set: (name, index) => chosen.push([name, index]) }));
  view.show(LINES, 0);
  const area = view.element.querySelector(".plot-area");
  area.getBoundingClientRect = () => ({ left: 100, width: 200 });
  area.dispatchEvent(Object.assign(new window.Event("pointerdown"), { clientX: 290 }));
  assert.deepEqual(chosen, [["row", 1]]);
});

const STEPS = {
  kind: "steps", title: "Passos", choose: "row",
  items: [{ code: "a = 1", note: "um", parts: [{ kind: "words", title: "A", lines: [{ label: "", text: "1" }] }] }, { label: "b", summary: "2" }],
};

test("steps are radio buttons; the chosen one shows what it makes", () => {
  openPage();
  const chosen = [];
  const view = steps(context({ set: (name, index) => chosen.push([name, index]) }));
  view.show(STEPS, 0);
  assert.equal(view.element.querySelector(".steps-made").textContent, "umA1");
  const inputs = view.element.querySelectorAll("input");
  assert.deepEqual([...inputs].map(({ checked }) => checked), [true, false]);
  inputs[1].dispatchEvent(new Event("change"));
  assert.deepEqual(chosen, [["row", 1]]);
  view.show(STEPS, 1);
  assert.equal(view.element.querySelector(".steps-made").textContent, "");
  assert.equal(view.element.querySelector("[role=radiogroup]").getAttribute("aria-label"), "Passos");
});

test("what two states of a step share is left alone, what differs is filled into the same places", () => {
  openPage();
  const view = steps(context());
  const [same, bar] = [STEPS.items[0].parts[0], { label: "p", text: "0,1", from: 0, length: 100, marked: false, head: null }];
  const state = (text) => ({ ...STEPS, items: [{ code: "a = 1", parts: [same, { kind: "bars", bars: [{ ...bar, text }, bar] }] }] });
  view.show(state("0,2"), 0);
  const [kept, changed] = [view.element.querySelector("li span"), view.element.querySelector(".bar-text")];
  kept.firstChild.data = "as it was";
  view.show(state("0,3"), 0);
  assert.equal(view.element.querySelector("li").textContent, "as it was");
  assert.deepEqual([view.element.contains(changed), texts(view.element.querySelectorAll(".bar-text"))], [true, ["0,3", "0,1"]]);
  view.show({ ...STEPS, items: [{ code: "a = 1", parts: [{ kind: "bars", bars: [bar] }] }] }, 0);
  assert.deepEqual(texts(view.element.querySelectorAll(".bar-text")), ["0,1"]);
  assert.equal(view.element.querySelector("li"), null);
});

test("the steps of a diagram open in their place", () => {
  openPage();
  const view = diagram(context());
  view.show(STEPS, 1);
  view.show(STEPS, 0);
  assert.deepEqual([...view.element.children].map(({ className }) => className), ["stage is-chosen", "step-inside", "stage"]);
});

test("a panel is absent where its state has none, and keeps its inside when only the title changes", () => {
  openPage();
  const view = panel("words", context());
  view.show({ kind: "words", title: "um", lines: [] }, -1);
  const list = view.element.querySelector("ul");
  view.show({ kind: "words", title: "dois", note: "nota", lines: [] }, -1);
  assert.equal(view.element.querySelector("ul"), list);
  assert.deepEqual(texts(view.element.children), ["dois", "", "nota"]);
  view.show(null, -1);
  assert.equal(view.element.hidden, true);
});

// ── The whole ───────────────────────────────────────────────────────────────────────────────────────────────────────

const FILE = {
  pool: [["a", "b"]],
  explorables: {
    rules: {
      controls: CONTROLS,
      panels: [
        { name: "said", kind: "words", on: [0, 1], at: [0, 1, 2, 3, 4, 5], frames: [..."abcdef"].map((text) => ({ lines: [{ label: "", text }] })) },
        { name: "map", kind: "matrix", on: [], at: [0], frames: [{ ...MATRIX, rows: { $: 0 } }] },
        { name: "spoken", kind: "spoken", on: [0], at: [0, 1], frames: [{ lines: [{ text: "cabeça *uma*" }] }, { lines: [{ text: "cabeça duas" }] }] },
      ],
    },
  },
};

const BODY = `<article><a class="state-link" href="#rules:head=2;mask=w2">ligue</a> <a href="#outro">x</a>
  <figure class="explorable" data-explorable="rules"><p id="explorable-rules-alt"></p><div class="explorable-static">parado</div></figure></article>`;

/** A page with an explorable, an address that can be read, and a history that writes it. */
async function page({ hash = "", load = async () => FILE } = {}) {
  const window = openPage(BODY);
  window.HTMLElement.prototype.scrollIntoView = () => {};
  const location = { hash, pathname: "/es/lesson/", search: "" };
  const log = [];
  const move = (kind) => (_, __, address) => {
    log.push([kind, address]);
    location.hash = address.includes("#") ? address.slice(address.indexOf("#")) : "";
  };
  const events = new window.EventTarget();
  const place = {
    location,
    history: { state: null, replaceState: move("replace"), pushState: move("push") },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  const { document } = window;
  const article = document.querySelector("article");
  const figures = [document.querySelector("figure")];
  const component = explorables(figures, { article, strings: englishTexts(strings), load, window: place });
  await settled();
  await settled();
  const said = () => document.querySelector(".explorable-said");
  const shown = () => document.querySelector(".panel-words li").textContent;
  const go = async (to, from = "") => {
    const oldURL = `https://example.org/es/lesson/${location.hash || from}`;
    location.hash = to;
    events.dispatchEvent(Object.assign(new window.Event("hashchange"), { oldURL }));
    await settled();
  };
  return { window, document, component, log, said, shown, go, location };
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 300));

test("an explorable comes to life with its first state, in place of the static one", async () => {
  const { document, shown } = await page();
  assert.equal(shown(), "b");
  assert.equal(document.querySelector(".explorable-static").hidden, true);
  assert.equal(document.querySelectorAll(".explorable-control").length, 2);
});

test("a change that leaves the sentence as it was is said by its own name", async () => {
  const { document, said } = await page();
  const slider = document.querySelector("input[type=range]");
  const move = (place) => Object.assign(slider, { value: String(place) }).dispatchEvent(new Event("input"));
  move(2);
  assert.equal(said().textContent, "cabeça uma");
  move(0);
  assert.equal(said().textContent, "máscara: sem");
});

test("a change is shown, said, and stands in the address; reset takes it back", async () => {
  const { document, shown, said, log } = await page();
  document.querySelectorAll("input[type=radio]")[1].dispatchEvent(new Event("change"));
  assert.deepEqual([shown(), said().textContent, said().classList.contains("is-from-link")], ["e", "cabeça duas", false]);
  await quiet();
  assert.deepEqual(log, [["replace", "#rules:head=2"]]);
  document.querySelector(".explorable-reset").click();
  assert.deepEqual([shown(), said().textContent], ["b", "As at first: cabeça: uma · máscara: com · linha: A"]);
  await quiet();
  assert.deepEqual(log.at(-1), ["replace", "/es/lesson/"]);
});

test("a link in the text sets the state, says so, and can be gone back from", async () => {
  const { document, window, shown, said, log, go } = await page();
  document.querySelector(".state-link").dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true }));
  await settled();
  assert.deepEqual([shown(), said().textContent], ["f", "Set from the text: cabeça: duas · máscara: de 2 · linha: A"]);
  assert.deepEqual(log, [["push", "#rules:head=2;mask=w2"]]);
  await go("");
  assert.equal(shown(), "b");
});

test("a state in the address is there when the page opens, and when the address changes", async () => {
  const { shown, go } = await page({ hash: "#rules:mask=no" });
  assert.equal(shown(), "a");
  await go("#rules:head=2");
  assert.equal(shown(), "e");
  await go("#um-título");
  assert.equal(shown(), "e");
});

test("a link to elsewhere, or opened in another tab, is left to the browser", async () => {
  const { document, window, shown, log } = await page();
  const follow = (link, more = {}) => !link.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ...more }));
  assert.equal(follow(document.querySelector("a:not(.state-link)")), false);
  assert.equal(follow(document.querySelector(".state-link"), { ctrlKey: true }), false);
  assert.deepEqual([shown(), log], ["b", []]);
});

test("without its data the static figure stays, and the next touch asks again", async (t) => {
  t.mock.method(console, "error", () => {});
  let fails = true;
  const { document, go } = await page({ load: async () => (fails ? Promise.reject(new Error("offline")) : FILE) });
  assert.equal(document.querySelector(".explorable-static").hidden, false);
  fails = false;
  await go("#rules:head=2");
  await settled();
  assert.equal(document.querySelector(".panel-words li").textContent, "e");
});

test("a page that goes takes its listeners with it", async () => {
  const { component, go, shown } = await page();
  component.destroy();
  await go("#rules:head=2");
  assert.equal(shown(), "b");
});
