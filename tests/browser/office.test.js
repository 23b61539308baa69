import assert from "node:assert/strict";
import test from "node:test";

import { listText, requests, settle, takeOver } from "../../scripts/aferir/browser/office.js";
import { deskOf, listed, memoryCache, SCOPE, server, sha } from "./devices.js";

const COMMON = { "index.html": "<p>all", "offline.html": "<p>off", "pt/offline.html": "<p>pt off" };
const A = {
  ...COMMON,
  ...{ "pt/index.html": "<p>A home", "pt/one/index.html": "<p>A one", "es/index.html": "<p>A es" },
  ...{ "assets/aferir-000000000000/main.js": "A()", "assets/aferir-000000000000/editor.js": "A edit()" },
  ...{ "assets/python-000000000000/numpy.whl": "NumPy" },
};
const B = {
  ...COMMON,
  ...{ "pt/index.html": "<p>B home", "pt/one/index.html": "<p>B one", "es/index.html": "<p>B es" },
  ...{ "assets/aferir-111111111111/main.js": "B()", "assets/aferir-111111111111/editor.js": "B edit()" },
  ...{ "assets/python-111111111111/numpy.whl": "NumPy", "pt/new/index.html": "<p>B new" },
};
const pagesOf = (files, main) =>
  Object.fromEntries(Object.keys(files).filter((path) => path.endsWith(".html")).map((path) => [path, [main]]));
const version = (files, build, main) => listed(files, pagesOf(files, main), { build, languages: ["pt", "es"] });
const VERSION_A = version(A, "a", "assets/aferir-000000000000/main.js");
const VERSION_B = version(B, "b", "assets/aferir-111111111111/main.js");
const has = (desk, path) => desk.shelf.has(desk.listing.files.get(path));

/** A device on which version A has been installed and has taken over. */
async function deviceWithA() {
  const cache = memoryCache();
  const host = server({ ...A, [VERSION_A.list.path]: VERSION_A.text });
  const desk = await deskOf(VERSION_A, cache, host);
  assert.equal(await listText(desk.shelf, VERSION_A.list, host.get), VERSION_A.text);
  await settle(desk);
  await takeOver(desk, VERSION_A.list, ["tab"]);
  return { cache, host, desk };
}

const visit = (desk, path, { build = "a", used = [], client = "tab" } = {}) =>
  requests.visit({ build, address: SCOPE + path, used: used.map((one) => SCOPE + one) }, desk, client);

test("a first install keeps only what says that a page is not there", async () => {
  const { desk } = await deviceWithA();
  assert.ok(has(desk, "pt/offline.html") && has(desk, "index.html"));
  assert.ok(!has(desk, "pt/index.html") && !has(desk, "assets/python-000000000000/numpy.whl"));
  assert.deepEqual(await desk.shelf.state(), { list: VERSION_A.list.sha256, saved: [], strangers: [] });
});

test("the list of a version is checked by its hash", async () => {
  const host = server({ [VERSION_A.list.path]: `${VERSION_A.text} ` });
  const desk = await deskOf(VERSION_A, memoryCache(), host);
  await assert.rejects(listText(desk.shelf, VERSION_A.list, host.get), { name: "changed" });
});

test("a page visited is kept with what it loads and has loaded, other pages are not", async () => {
  const { desk } = await deviceWithA();
  const used = ["assets/aferir-000000000000/editor.js", "es/", "nowhere.js"];
  assert.deepEqual(await visit(desk, "pt/one/?q=1", { used }), { isSame: true });
  assert.ok(has(desk, "pt/one/index.html") && has(desk, "assets/aferir-000000000000/editor.js"));
  assert.ok(!has(desk, "es/index.html") && !has(desk, "pt/index.html"));
});

test("a page of another build is a stranger's, until it is one of this build", async () => {
  const { desk } = await deviceWithA();
  assert.deepEqual(await visit(desk, "pt/one/", { build: "b" }), { isSame: false });
  assert.deepEqual((await desk.shelf.state()).strangers, ["tab"]);
  assert.ok(!has(desk, "pt/one/index.html"));
  await visit(desk, "pt/one/");
  assert.deepEqual((await desk.shelf.state()).strangers, []);
});

test("an update brings all that was kept, loads only what has changed, and answers only when whole", async () => {
  const { cache, host, desk } = await deviceWithA();
  const used = ["assets/aferir-000000000000/editor.js", "assets/python-000000000000/numpy.whl"];
  await visit(desk, "pt/one/", { used });
  host.files = { ...B, [VERSION_B.list.path]: VERSION_B.text };
  host.asked.length = 0;
  const next = await deskOf(VERSION_B, cache, host);
  await listText(next.shelf, VERSION_B.list, host.get);
  await settle(next);
  assert.deepEqual(host.asked.sort(), [
    ...["assets/aferir-111111111111/editor.js", "assets/aferir-111111111111/main.js", VERSION_B.list.path],
    "pt/one/index.html",
  ]);
  assert.ok(has(desk, "pt/one/index.html"), "the version before is untouched");
  await takeOver(next, VERSION_B.list, ["tab", "other tab"]);
  assert.ok(has(next, "pt/one/index.html") && has(next, "assets/python-111111111111/numpy.whl"));
  assert.deepEqual((await next.shelf.state()).strangers, ["tab", "other tab"]);
  const names = [...cache.kept.keys()].map((url) => url.split("/").pop());
  const known = new Set(["state", VERSION_B.list.sha256, ...Object.values(B).map(sha)]);
  assert.deepEqual(names.filter((name) => !known.has(name)), []);
});

for (const [what, spoil] of [
  ["a file is damaged", (files) => ({ ...files, "pt/one/index.html": "<p>B on" })],
  ["a file is missing", ({ "assets/aferir-111111111111/main.js": _, ...files }) => files],
]) {
  test(`an update does not install when ${what}, and the version before answers`, async () => {
    const { cache, host, desk } = await deviceWithA();
    await visit(desk, "pt/one/");
    host.files = spoil(B);
    const next = await deskOf(VERSION_B, cache, host);
    await assert.rejects(settle(next), { name: "changed" });
    assert.equal(await (await desk.shelf.read(desk.listing.files.get("pt/one/index.html"))).text(), "<p>A one");
    assert.equal((await desk.shelf.state()).list, VERSION_A.list.sha256);
  });
}

test("a course saved is saved in the next version too, with its new pages", async () => {
  const { cache, host, desk } = await deviceWithA();
  const { files, total, isSaved } = await requests.missing({ language: "pt" }, desk);
  assert.equal(isSaved, false);
  assert.ok(total > 0 && files.every(({ path }) => !path.startsWith("es/")));
  assert.deepEqual(await requests.saved({ language: "pt" }, desk), { failed: "changed" });
  for (const { path } of files) await requests.keep({ path }, desk);
  assert.deepEqual(await requests.saved({ language: "pt" }, desk), {});
  assert.equal((await requests.missing({ language: "pt" }, desk)).isSaved, true);
  host.files = B;
  const next = await deskOf(VERSION_B, cache, host);
  await settle(next);
  assert.ok(has(next, "pt/new/index.html") && !has(next, "es/index.html"));
});

test("what is removed is gone, and what says so stays", async () => {
  const { desk } = await deviceWithA();
  for (const { path } of (await requests.missing({ language: "pt" }, desk)).files) await requests.keep({ path }, desk);
  await requests.saved({ language: "pt" }, desk);
  await requests.remove({}, desk);
  assert.ok(!has(desk, "pt/one/index.html") && has(desk, "pt/offline.html"));
  assert.deepEqual((await desk.shelf.state()).saved, []);
});

test("without a network keeping fails by name, and what has arrived stays", async () => {
  const { desk, host } = await deviceWithA();
  await requests.keep({ path: "pt/index.html" }, desk);
  host.down = true;
  await assert.rejects(requests.keep({ path: "pt/one/index.html" }, desk), { name: "network" });
  assert.ok(has(desk, "pt/index.html"));
});
