/** Frames that scroll take the focus, and give it up when all fits. */

import assert from "node:assert/strict";
import test from "node:test";

import { mark, scrollable } from "../../scripts/aferir/browser/scrollable.js";
import { openPage } from "./page.js";

function frame(scrollWidth, clientWidth) {
  const { document } = openPage('<div class="md-typeset__scrollwrap"></div>');
  const made = document.querySelector("div");
  Object.defineProperties(made, {
    scrollWidth: { value: scrollWidth, configurable: true },
    clientWidth: { value: clientWidth, configurable: true },
  });
  return made;
}

test("a frame that is too narrow for its table takes the focus", () => {
  const wide = frame(900, 320);
  mark(wide);
  assert.equal(wide.getAttribute("tabindex"), "0");
  Object.defineProperty(wide, "clientWidth", { value: 900 });
  mark(wide);
  assert.equal(wide.hasAttribute("tabindex"), false);
});

test("each frame is watched, those of the page and those that come, until the page goes", async () => {
  const observed = [];
  let stopped = 0;
  globalThis.ResizeObserver = class {
    constructor(act) {
      this.act = act;
    }
    observe(target) {
      observed.push(target);
      this.act([{ target }]);
    }
    disconnect() {
      stopped++;
    }
  };
  const wide = frame(900, 320);
  const { body } = wide.ownerDocument;
  const component = scrollable(body);
  assert.deepEqual([observed.length, wide.getAttribute("tabindex")], [1, "0"]);
  const late = wide.ownerDocument.createElement("div");
  late.className = "md-typeset__scrollwrap";
  body.append(late);
  await new Promise((resolve) => setTimeout(resolve));
  assert.ok(observed.includes(late));
  component.destroy();
  assert.equal(stopped, 1);
});
