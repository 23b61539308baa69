import assert from "node:assert/strict";
import test from "node:test";

import { answer } from "../../scripts/aferir/browser/answering.js";
import { contents } from "../../scripts/aferir/browser/listing.js";
import { deskOf, listed, memoryCache, SCOPE, server } from "./devices.js";

const PINNED = "assets/aferir-0123456789ab/main.js";
const COMPILED = "assets/pyodide-0123456789ab/pyodide.asm.wasm";
const A = {
  ...{ "index.html": "<p>all", "pt/offline.html": "<p>not here", "pt/one/index.html": "<p>A one" },
  ...{ "pt/two/index.html": "<p>A two", "pt/search.json": "A", [PINNED]: "main()", [COMPILED]: "wasm" },
};
const PAGES = Object.fromEntries(Object.keys(A).filter((path) => path.endsWith(".html")).map((path) => [path, []]));
const B = { ...A, "pt/one/index.html": "<p>B one", "pt/two/index.html": "<p>B two", "pt/search.json": "B" };

/** The worker of version A before a host, with some paths kept; `ask` is a page's request. */
async function setting({ files = A, stale = {}, kept = [] } = {}) {
  const host = server(files, { stale });
  const version = listed(A, PAGES);
  const desk = await deskOf(version, memoryCache(), server(A));
  await desk.shelf.ensure(contents(version.listing, kept));
  desk.get = host.get;
  const waiting = [];
  const ask = (path, { mode = "cors", clientId = "", resultingClientId = "" } = {}) => {
    const request = { url: SCOPE + path, mode };
    return answer({ request, clientId, resultingClientId, waitUntil: (work) => waiting.push(work) }, desk);
  };
  const visit = (path, resultingClientId = "new") => ask(path, { mode: "navigate", resultingClientId });
  return { host, desk, ask, visit, settled: () => Promise.all(waiting), file: (path) => version.listing.files.get(path) };
}

test("what is kept is answered without asking the server, whatever the server has", async () => {
  const { visit, ask, host } = await setting({ files: B, kept: ["pt/one/index.html", PINNED] });
  assert.equal(await (await visit("pt/one/?q=1")).text(), "<p>A one");
  assert.equal(await (await ask(PINNED)).text(), "main()");
  assert.deepEqual(host.asked, []);
});

test("what a page loads passes through, gets the type of its name, and is kept", async () => {
  const { ask, host, settled, desk, file } = await setting();
  const response = await ask(PINNED);
  assert.equal(response.headers.get("content-type"), "text/javascript");
  assert.equal(await response.text(), "main()");
  await settled();
  assert.ok(desk.shelf.has(file(PINNED)));
  await ask(PINNED);
  assert.deepEqual(host.asked, [PINNED]);
});

test("WebAssembly comes from the server or the browser's own cache, which has it compiled; without them it is kept", async () => {
  const { ask, host, settled, desk, file } = await setting();
  assert.equal(await (await ask(COMPILED)).text(), "wasm");
  await settled();
  assert.ok(desk.shelf.has(file(COMPILED)));
  host.files = { ...A, [COMPILED]: "from the browser's cache" };
  assert.equal(await (await ask(COMPILED)).text(), "from the browser's cache");
  host.files = {};
  assert.equal(await (await ask(COMPILED)).text(), "wasm");
  host.down = true;
  const kept = await ask(COMPILED);
  assert.equal(await kept.text(), "wasm");
  assert.equal(kept.headers.get("content-type"), "application/wasm");
  assert.equal(host.asked.length, 4);
});

test("an answer of the right type is passed on as it is, so that the browser knows it again", async () => {
  const { ask, desk, settled, file } = await setting();
  const answers = ["application/wasm", "application/octet-stream"].map(
    (type) => new Response("wasm", { headers: { "content-type": type } }),
  );
  const given = [...answers];
  desk.get = async () => given.shift();
  assert.equal(await ask(COMPILED), answers[0]);
  await settled();
  assert.ok(desk.shelf.has(file(COMPILED)), "and is kept");
  await desk.shelf.clear(new Set());
  const typed = await ask(COMPILED);
  assert.deepEqual([typed === answers[1], typed.headers.get("content-type")], [false, "application/wasm"]);
});

test("what is not what the list says passes through and is not kept", async () => {
  const { ask, settled, desk, file } = await setting({ files: B });
  assert.equal(await (await ask("pt/search.json")).text(), "B");
  await settled();
  assert.ok(!desk.shelf.has(file("pt/search.json")));
  assert.equal(desk.changed, 1);
});

test("a file that the server has no more is answered as the server does", async () => {
  const { ask } = await setting({ files: {} });
  assert.equal((await ask(PINNED)).status, 404);
});

test("a page of this version comes from the server, past a stale copy of the browser", async () => {
  const { visit, host, desk } = await setting({ stale: { "pt/one/index.html": "<p>older" } });
  assert.equal(await (await visit("pt/one/")).text(), "<p>A one");
  assert.equal(host.asked.length, 2);
  assert.equal(desk.changed, 0);
  assert.deepEqual((await desk.shelf.state()).strangers, []);
});

test("a page of another version is shown as the server has it, and its client gets nothing that is kept", async () => {
  const { visit, ask, host, desk } = await setting({ files: B, kept: [PINNED, "pt/search.json"] });
  assert.equal(await (await visit("pt/one/", "stranger")).text(), "<p>B one");
  assert.equal(desk.changed, 1);
  assert.deepEqual((await desk.shelf.state()).strangers, ["stranger"]);
  assert.equal(await (await ask("pt/search.json", { clientId: "stranger" })).text(), "B");
  assert.equal(await (await ask("pt/search.json", { clientId: "other" })).text(), "A");
  host.asked.length = 0;
  assert.equal((await ask("pt/two/", { clientId: "stranger" })).type, "error"); // so that it is gone to
  assert.deepEqual(host.asked, []);
});

test("a page of another version is not put into a page of this one", async () => {
  const { ask, desk } = await setting({ files: B });
  assert.equal((await ask("pt/one/", { clientId: "a" })).type, "error");
  assert.equal(desk.changed, 1);
  const same = await setting();
  assert.equal(await (await same.ask("pt/one/")).text(), "<p>A one");
});

test("without a network a page that is not kept is answered by the one that says so", async () => {
  const { visit, ask, host } = await setting({ kept: ["pt/offline.html"] });
  host.down = true;
  assert.equal(await (await visit("pt/one/")).text(), "<p>not here");
  assert.equal(await (await visit("pt/nowhere/")).text(), "<p>not here");
  assert.equal((await ask("pt/one/")).type, "error");
  await assert.rejects(ask(PINNED));
});

test("without a network a folder leads to itself with its slash", async () => {
  const { visit, host } = await setting({ kept: ["pt/one/index.html"] });
  host.down = true;
  const response = await visit("pt/one?q=1#part");
  assert.deepEqual([response.status, response.headers.get("location")], [302, `${SCOPE}pt/one/?q=1#part`]);
});

test("what is no file of the site is the server's affair", async () => {
  const { ask, visit, host } = await setting({ files: { ...A, "new/index.html": "<p>new" } });
  assert.equal(await (await visit("new/")).text(), "<p>new");
  assert.equal((await ask("none.json")).status, 404);
  assert.deepEqual(host.asked, ["new/index.html", "none.json"]);
});

test("an answer of the server that is none is passed on and makes no stranger", async () => {
  const { visit, desk } = await setting({ files: {} });
  assert.equal((await visit("pt/one/")).status, 404);
  assert.deepEqual((await desk.shelf.state()).strangers, []);
});
