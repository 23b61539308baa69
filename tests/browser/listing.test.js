import assert from "node:assert/strict";
import test from "node:test";

import {
  addressOf,
  always,
  bytesOf,
  closure,
  commonName,
  contents,
  editionPaths,
  isPinned,
  offlinePages,
  pathOf,
  readListing,
  successors,
  typeOf,
} from "../../scripts/aferir/browser/listing.js";

const SCOPE = "https://example.org/course/";

/** A list of files whose content is `contentOf(path)`, with pages that load what is given. */
export function listingOf(paths, pages = {}, { build = "1", contentOf = (path) => path } = {}) {
  const all = [...new Set([...paths, ...Object.keys(pages)])];
  const files = all.map((path) => [path, `sha of ${contentOf(path)}`, path.length]);
  const places = Object.entries(pages).map(([page, loads]) => [page, loads.map((path) => all.indexOf(path))]);
  return readListing(JSON.stringify({ build, languages: ["pt", "es"], files, pages: Object.fromEntries(places) }));
}

test("an address means the same file with and without its page's name, its query and its place", () => {
  for (const address of ["pt/one/", "pt/one/index.html", "pt/one/?h=x", "pt/one/#part"]) {
    assert.equal(pathOf(SCOPE + address, SCOPE), "pt/one/index.html");
  }
  assert.equal(pathOf(SCOPE, SCOPE), "index.html");
  assert.equal(pathOf(`${SCOPE}a%C4%8D.css`, SCOPE), "ač.css");
  assert.equal(pathOf(`${SCOPE}pt/one`, SCOPE), "pt/one");
});

test("an address outside the site means nothing", () => {
  for (const address of ["https://example.org/course", "https://example.org/courses/", "https://other.example/course/"]) {
    assert.equal(pathOf(address, SCOPE), null);
  }
});

test("the address of a path leads back to it", () => {
  for (const path of ["index.html", "pt/one/index.html", "404.html", "a č?.css", "assets/x-0123456789ab/y.js"]) {
    assert.equal(pathOf(addressOf(path, SCOPE), SCOPE), path);
  }
});

test("a page is kept after all that it loads", () => {
  const listing = listingOf(["a.css", "b.js"], { "pt/index.html": ["a.css", "b.js"] });
  assert.deepEqual(closure(listing, "pt/index.html"), ["a.css", "b.js", "pt/index.html"]);
  assert.deepEqual(closure(listing, "a.css"), []);
});

test("in any case the first page is kept, and what says that a page is not there", () => {
  const pages = { "index.html": [], "offline.html": [], "pt/offline.html": ["a.css"], "pt/index.html": [] };
  assert.deepEqual(always(listingOf(["a.css"], pages)), ["offline.html", "a.css", "pt/offline.html", "index.html"]);
});

test("an edition is its own pages and what is not another language's", () => {
  const paths = [
    ...["pt/index.html", "es/index.html", "index.html", "authors/index.html", "search/search_index.json"],
    ...["assets/aferir-0123456789ab/main.js", "assets/aferir-0123456789ab/strings/pt.json"],
    ...["assets/aferir-0123456789ab/strings/es.json", "assets/course-0123456789ab/es/lessons/one.json"],
    ...["assets/course-0123456789ab/pt/lessons/one.json", "assets/pyodide-0123456789ab/numpy.whl"],
  ];
  assert.deepEqual(editionPaths(listingOf(paths), "pt"), [
    ...["pt/index.html", "assets/aferir-0123456789ab/main.js", "assets/aferir-0123456789ab/strings/pt.json"],
    ...["assets/course-0123456789ab/pt/lessons/one.json", "assets/pyodide-0123456789ab/numpy.whl"],
  ]);
});

test("a name without its hash is the same in every version", () => {
  assert.equal(commonName("assets/aferir-0123456789ab/main.js"), "assets/aferir/main.js");
  assert.equal(commonName("pt/figures/one/maps-dark.36c29d2802.svg"), "pt/figures/one/maps-dark.svg");
  assert.equal(commonName("pt/one/index.html"), "pt/one/index.html");
});

test("only names that carry a hash are pinned to one version", () => {
  assert.ok(isPinned("assets/pyodide-0123456789ab/pyodide.js"));
  assert.ok(isPinned("pt/figures/one/maps-dark.36c29d2802.svg"));
  for (const path of ["pt/one/index.html", "pt/search/search_index.json", "assets/mark.svg"]) assert.ok(!isPinned(path));
});

test("the next version needs the successor of each file kept, and what its pages load now", () => {
  const before = listingOf(
    ["assets/aferir-000000000000/main.js", "assets/aferir-000000000000/editor.js", "assets/fonts-000000000000/a.woff2"],
    { "pt/one/index.html": ["assets/aferir-000000000000/main.js"], "pt/two/index.html": [], "pt/old/index.html": [] },
  );
  const after = listingOf(
    [
      ...["assets/aferir-111111111111/main.js", "assets/aferir-111111111111/editor.js", "new.css"],
      "assets/fonts-111111111111/a.woff2",
    ],
    { "pt/one/index.html": ["assets/aferir-111111111111/main.js", "new.css"], "pt/two/index.html": [] },
    { build: "2", contentOf: (path) => `${path} 2` },
  );
  const kept = ["pt/one/index.html", "pt/old/index.html", "assets/fonts-000000000000/a.woff2", "assets/aferir-000000000000/main.js"];
  const needs = new Set(successors(after, before, ({ path }) => kept.includes(path)));
  assert.deepEqual([...needs].sort(), [
    ...["assets/aferir-111111111111/main.js", "assets/fonts-111111111111/a.woff2", "new.css", "pt/one/index.html"],
  ]);
});

test("what several languages share counts once", () => {
  const listing = listingOf(["pt/theme.css", "es/theme.css", "pt/a.css"], {}, { contentOf: (path) => path.slice(3) });
  const files = contents(listing, ["pt/theme.css", "es/theme.css", "pt/a.css", "none"]);
  assert.deepEqual(files.map(({ path }) => path), ["pt/theme.css", "pt/a.css"]);
  assert.equal(bytesOf(files), "pt/theme.css".length + "pt/a.css".length);
});

test("a page that is not kept is answered in its language first", () => {
  const listing = listingOf(["offline.html", "pt/offline.html", "es/offline.html"]);
  assert.deepEqual(offlinePages(listing, "es/one/index.html"), ["es/offline.html", "offline.html", "pt/offline.html"]);
  assert.equal(offlinePages(listing, "authors/index.html")[0], "offline.html");
});

test("a type follows from the name", () => {
  assert.equal(typeOf("a/b.js"), "text/javascript");
  assert.equal(typeOf("a.wasm"), "application/wasm");
  assert.equal(typeOf("index.html"), "text/html; charset=utf-8");
  assert.equal(typeOf("numpy.whl"), "application/octet-stream");
});
