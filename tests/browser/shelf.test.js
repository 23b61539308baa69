import assert from "node:assert/strict";
import test from "node:test";

import { cacheName } from "../../scripts/aferir/browser/copies.js";
import { fetchIntact, hashOf, openShelf } from "../../scripts/aferir/browser/shelf.js";
import { memoryCache, SCOPE, server, sha } from "./devices.js";

const FILES = { "a.css": "a {}", "b.js": "b()", "pt/index.html": "<p>" };
const files = Object.entries(FILES).map(([path, text]) => ({ path, sha256: sha(text), size: text.length }));
const bytes = (text) => new TextEncoder().encode(text).buffer;
const named = (name) => (error) => error.name === name;

test("each site has a cache of its own", () => {
  assert.equal(cacheName(SCOPE), "aferir:/course/");
  assert.notEqual(cacheName("https://example.org/"), cacheName(SCOPE));
});

test("a hash is that of the standard", async () => {
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"; // FIPS 180-4, the empty message
  assert.equal(await hashOf(new ArrayBuffer(0)), empty);
});

test("what is kept is read again, with the type of its name, by another worker too", async () => {
  const cache = memoryCache();
  const shelf = await openShelf(cache, SCOPE, server(FILES).get);
  assert.equal(await shelf.keep(files[0], bytes("a {}")), true);
  const later = await openShelf(cache, SCOPE, server({}).get);
  assert.ok(later.has(files[0]));
  const response = await later.read(files[0]);
  assert.equal(response.headers.get("content-type"), "text/css");
  assert.equal(await response.text(), "a {}");
  assert.equal(await later.read(files[1]), null);
});

test("what is not what the list says is not kept", async () => {
  const cache = memoryCache();
  const shelf = await openShelf(cache, SCOPE, server(FILES).get);
  assert.equal(await shelf.keep(files[0], bytes("a { }")), false);
  assert.equal(cache.kept.size, 0);
});

test("a stale answer of the browser's own cache is asked for again", async () => {
  const host = server(FILES, { stale: { "a.css": "old" } });
  const found = await fetchIntact(`${SCOPE}a.css`, sha("a {}"), host.get);
  assert.equal(new TextDecoder().decode(found), "a {}");
  assert.deepEqual(host.asked, ["a.css", "a.css"]);
});

test("the reasons for which a file cannot be had are told apart", async () => {
  const host = server({ ...FILES, "a.css": "changed" });
  await assert.rejects(fetchIntact(`${SCOPE}a.css`, sha("a {}"), host.get), named("changed"));
  await assert.rejects(fetchIntact(`${SCOPE}gone.css`, sha(""), host.get), named("changed"));
  host.down = true;
  await assert.rejects(fetchIntact(`${SCOPE}a.css`, sha("a {}"), host.get), named("network"));
  const full = await openShelf(memoryCache(1), SCOPE, server(FILES).get);
  await assert.rejects(full.ensure(files), named("full"));
});

test("only what is not kept is fetched, and bytes are counted", async () => {
  const host = server(FILES);
  const shelf = await openShelf(memoryCache(), SCOPE, host.get);
  await shelf.ensure([files[0]]);
  host.asked.length = 0;
  const counted = [];
  await shelf.ensure(files, { onBytes: (count) => counted.push(count) });
  assert.deepEqual(host.asked.sort(), ["b.js", "pt/index.html"]);
  assert.equal(counted.reduce((a, b) => a + b), "b()".length + "<p>".length);
});

test("what the next version does not need goes, and nothing else", async () => {
  const cache = memoryCache();
  const shelf = await openShelf(cache, SCOPE, server(FILES).get);
  await shelf.ensure(files);
  await shelf.alter((state) => ({ ...state, saved: ["pt"] }));
  const other = await openShelf(cache, SCOPE, server(FILES).get);
  await shelf.clear(new Set([files[1].sha256]));
  assert.deepEqual([shelf.has(files[0]), shelf.has(files[1])], [false, true]);
  assert.equal(await other.read(files[0]), null);
  assert.deepEqual((await other.state()).saved, ["pt"]);
});

test("changes follow one another, whichever worker makes them", async () => {
  const cache = memoryCache();
  const [one, two] = [await openShelf(cache, SCOPE, fetch), await openShelf(cache, SCOPE, fetch)];
  await Promise.all(["a", "b", "c"].map((id) => one.alter((state) => ({ ...state, saved: [...state.saved, id] }))));
  await two.alter((state) => ({ ...state, list: "x" }));
  assert.deepEqual(await two.state(), { list: "x", saved: ["a", "b", "c"], strangers: [] });
});
