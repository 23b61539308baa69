/** The header's language links, the search dialog's name, and the language a reader is sent to. */

import assert from "node:assert/strict";
import test from "node:test";

import { preferredLanguage } from "../../scripts/aferir/browser/chooser.js";
import { followLanguages, nameSearch } from "../../scripts/aferir/browser/header.js";
import { openPage } from "./page.js";

test("the switch leads to the counterparts of the page that is shown", () => {
  openPage(`<a class="md-select__link" hreflang="cs" href="/old/"></a>
    <a data-counterpart hreflang="cs" href="https://x.test/cs/split-then-sum/"></a>
    <a data-counterpart hreflang="de" href="https://x.test/de/"></a>`);
  followLanguages(document);
  assert.equal(document.querySelector(".md-select__link").getAttribute("href"), "https://x.test/cs/split-then-sum/");
});

test("the search dialog takes the name of its field, and keeps a name it has", () => {
  openPage('<div class="md-search" role="dialog"><input aria-label="Hledat"></div>');
  nameSearch(document);
  assert.equal(document.querySelector(".md-search").getAttribute("aria-label"), "Hledat");
  openPage('<div class="md-search" role="dialog" aria-label="Own"><input aria-label="Hledat"></div>');
  nameSearch(document);
  assert.equal(document.querySelector(".md-search").getAttribute("aria-label"), "Own");
});

test("a reader is sent to the first language on offer that they prefer", () => {
  const offered = ["pt", "es", "cs"];
  assert.equal(preferredLanguage(["de", "es-AR", "pt"], offered), "es");
  assert.equal(preferredLanguage(["PT-br"], offered), "pt");
  assert.equal(preferredLanguage(["en-US", "de"], offered), null);
  assert.equal(preferredLanguage([], offered), null);
});
