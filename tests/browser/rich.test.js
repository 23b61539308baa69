import assert from "node:assert/strict";
import test from "node:test";

import { richView } from "../../scripts/aferir/browser/rich.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { englishTexts, openPage } from "./page.js";

const TEXTS = englishTexts(strings);

test("HTML stands in a frame that may do nothing", () => {
  openPage();
  globalThis.getComputedStyle = () => ({ color: "rgb(1, 2, 3)" });
  const frame = richView({ kind: "html", data: "<table><td>1</td></table><script>alert(1)</script>" }, TEXTS).querySelector("iframe");
  assert.equal(frame.getAttribute("sandbox"), "");
  assert.match(frame.getAttribute("srcdoc"), /color:rgb\(1, 2, 3\).*<table><td>1<\/td><\/table>/);
  assert.equal(frame.title, "Your output");
});

test("a drawing is an image, in which nothing runs", () => {
  openPage();
  const made = richView({ kind: "svg", data: '<svg onload="alert(1)"/>' }, TEXTS);
  const [image] = made.children;
  assert.equal(image.tagName, "IMG");
  assert.match(image.getAttribute("src"), /^data:image\/svg\+xml,%3Csvg%20onload/);
  assert.equal(made.querySelector("svg"), null);
});

test("Markdown has its words only", () => {
  openPage();
  assert.equal(richView({ kind: "markdown", data: "*a*", words: "a" }, TEXTS), null);
});
