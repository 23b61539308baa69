/** Run before its cell has come to life: the press is kept, Python begins at once, focus stays where it was. */

import assert from "node:assert/strict";
import test from "node:test";

import { onEarlyPress, takeOver } from "../../scripts/aferir/browser/early.js";
import { openPage } from "./page.js";

const PAGE = `<div class="cell-tools"><button type="button" data-early><b>Run</b></button></div><button>Other</button>`;

/** A page that waits for its program; `pressed` as the script in its head writes it down. */
function waiting({ pressed = false } = {}) {
  openPage(PAGE);
  const tool = document.querySelector("[data-early]");
  if (pressed) tool.setAttribute("data-early", "pressed");
  return { tool, place: document.querySelector(".cell-tools"), heir: document.createElement("button") };
}

/** How often Python is asked for. */
function asked() {
  let count = 0;
  onEarlyPress(document, () => (count += 1));
  return () => count;
}

test("a press from before this code was here counts at once", () => {
  waiting({ pressed: true });
  assert.equal(asked()(), 1);
});

test("a press while the cell still waits counts; what is pressed elsewhere does not", () => {
  const { tool } = waiting();
  const count = asked();
  document.querySelectorAll("button")[1].click();
  assert.equal(count(), 0);
  tool.firstElementChild.click();
  assert.equal(count(), 1);
});

test("what works takes the place of what waited, and says whether that was pressed", () => {
  for (const pressed of [true, false]) {
    const { place, heir } = waiting({ pressed });
    assert.equal(takeOver(place, heir, [heir]), pressed);
    assert.deepEqual([...place.children], [heir]);
    assert.notEqual(document.activeElement, heir);
  }
});

test("who stood on what waited stands on its heir", () => {
  const { tool, place, heir } = waiting();
  tool.focus();
  takeOver(place, heir, [heir]);
  assert.equal(document.activeElement, heir);
});

test("a place in which nothing waited is filled all the same", () => {
  const { place, heir } = waiting();
  place.replaceChildren();
  assert.equal(takeOver(place, heir, [heir]), false);
  assert.deepEqual([...place.children], [heir]);
});
