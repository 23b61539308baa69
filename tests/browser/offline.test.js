import assert from "node:assert/strict";
import test from "node:test";

import { offline, workFiles } from "../../scripts/aferir/browser/offline.js";
import { saver } from "../../scripts/aferir/browser/saver.js";
import { saving } from "../../scripts/aferir/browser/saving.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { versionNote } from "../../scripts/aferir/browser/versionnote.js";
import { englishTexts, openPage, settled } from "./page.js";

const Told = globalThis.Event; // Node's own, before a page takes its name
const TEXTS = englishTexts(strings);
const FILES = [
  { path: "a", size: 2_000_000 },
  { path: "b", size: 1_500_000 },
];

/** A worker that answers what `replies` says by the type of the message. */
function deviceThat(replies) {
  const asked = [];
  const ask = async (message) => {
    asked.push(message);
    const reply = replies[message.type];
    return typeof reply === "function" ? reply(message) : (reply ?? {});
  };
  return { asked, ask, visited: async () => void asked.push({ type: "visit" }) };
}

async function opened(site) {
  openPage("<div class='saver-place'></div>");
  const place = document.querySelector(".saver-place");
  const device = saving(site, async () => true);
  saver(place, { strings: TEXTS, saving: device });
  const details = place.querySelector("details");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await settled();
  const button = (label) => [...place.querySelectorAll("button")].find((one) => one.textContent.startsWith(label));
  return { place, device, button, press: async (label) => (button(label).click(), await settled()) };
}

test("nothing is asked for before the reader opens the line, and the size is said before anything is fetched", async () => {
  openPage("<div class='saver-place'></div>");
  const site = deviceThat({ missing: { isSaved: false, total: 3_500_000, files: FILES } });
  saver(document.querySelector(".saver-place"), { strings: TEXTS, saving: saving(site, async () => true) });
  assert.deepEqual(site.asked, []);
  const { button } = await opened(site);
  assert.equal(button("Save").textContent, "Save this course for offline use (3.5\u00a0MB)");
  assert.deepEqual(new Set(site.asked.map(({ type }) => type)), new Set(["missing"]));
});

test("saving fetches every file, says so, and can be undone", async () => {
  let isSaved = false;
  const site = deviceThat({
    missing: () => ({ isSaved, total: 3_500_000, files: isSaved ? [] : FILES }),
    saved: () => ((isSaved = true), {}),
    remove: () => ((isSaved = false), {}),
  });
  const { place, press, button } = await opened(site);
  await press("Save");
  assert.deepEqual(site.asked.filter(({ type }) => type === "keep").map(({ path }) => path), ["a", "b"]);
  assert.match(place.textContent, /This course is saved on this device \(3\.5\sMB\)\./);
  await press("Remove");
  assert.ok(button("Save"));
  assert.ok(site.asked.some(({ type }) => type === "visit"), "the page that is open stays kept");
});

test("saving shows how far it is, goes on while the page changes, and stops when told", async () => {
  const arrive = [];
  const site = deviceThat({
    missing: { isSaved: false, total: 3_500_000, files: FILES },
    keep: () => new Promise((resolve) => arrive.push(() => resolve({}))),
  });
  const { device, press, place } = await opened(site);
  await press("Save");
  assert.equal(place.querySelector("progress").value, 0);
  arrive[0]();
  await settled();
  assert.match(place.textContent, /2\.0\sMB of 3\.5\sMB/);
  openPage("<div class='saver-place'></div>");
  const next = document.querySelector(".saver-place");
  saver(next, { strings: TEXTS, saving: device });
  assert.ok(next.querySelector("details").open);
  device.stop();
  arrive[1]();
  await settled();
  assert.equal(device.progress(), null);
});

for (const [failed, words] of [
  ["full", "There is no room for the course on this device."],
  ["network", "The download broke off. What has arrived is kept; try again later."],
  ["changed", "The course has just changed. Load this page again and save it then."],
]) {
  test(`a course that could not be saved (${failed}) is told, and is not called saved`, async () => {
    const site = deviceThat({ missing: { isSaved: false, total: 1, files: FILES }, keep: { failed } });
    const { place, press, button } = await opened(site);
    await press("Save");
    assert.ok(place.textContent.includes(words));
    assert.ok(button("Save"));
    assert.ok(!site.asked.some(({ type }) => type === "saved"));
  });
}

test("a browser that keeps nothing says so", async () => {
  const { place } = await opened(null);
  assert.match(place.textContent, /This browser does not let a page keep a course for offline use\./);
  assert.equal(place.querySelectorAll("button").length, 0);
});

test("a new version is announced quietly, and put off", () => {
  openPage();
  let begun = 0;
  const note = versionNote("ready", { strings: TEXTS, begin: () => begun++ });
  document.body.append(note);
  assert.equal(note.getAttribute("role"), "status");
  note.querySelector(".tool-main").click();
  assert.equal(begun, 1);
  note.querySelector("button:last-child").click();
  assert.equal(document.querySelector(".version-note"), null);
  assert.notEqual(versionNote("older", { strings: TEXTS, begin() {} }).textContent, note.textContent);
});

test("what work on a lesson may ask for is named from the lesson's own place", () => {
  const at = (path) => new URL(`https://example.org/course/${path}`);
  const facts = { lessonUrl: at("assets/c/pt/lessons/one.json"), sourcesUrl: at("s.json"), pythonUrl: at("p.json"), glossaryUrl: null };
  const lesson = { challenges: { one: "../challenges/one.json" }, solutions: { one: "../solutions/one.json" } };
  assert.deepEqual(workFiles(facts, lesson, [at("editor.js")]).slice(3), [
    "https://example.org/course/assets/c/pt/challenges/one.json",
    "https://example.org/course/assets/c/pt/solutions/one.json",
    "https://example.org/course/editor.js",
  ]);
});

/** A window whose page says to which build it belongs, and whose browser has service workers. */
function hostOf({ meta = true, container = containerOf() } = {}) {
  const window = openPage();
  if (meta) {
    window.document.head.innerHTML = '<meta name="aferir-build" content="b1" data-root="../../">';
  }
  Object.defineProperty(window.navigator, "serviceWorker", { value: container, configurable: true });
  Object.defineProperty(window.document, "readyState", { value: "complete" });
  window.requestIdleCallback = (then) => then();
  return window;
}

/** Service workers of a browser: one is active, and answers "visit"; `refuses` plays a private window. */
function containerOf({ refuses = false, waiting = null, reply = { isSame: true } } = {}) {
  const made = new EventTarget();
  const active = { posted: [], postMessage: (message, ports) => (active.posted.push(message), ports[0].postMessage(reply)) };
  const registration = Object.assign(new EventTarget(), { active, waiting, installing: null });
  return Object.assign(made, {
    ...{ active, registration, controller: active, ready: Promise.resolve(registration), registered: [] },
    register: async (...given) => {
      made.registered.push(given);
      if (refuses) throw new Error("SecurityError");
      return registration;
    },
  });
}

test("the worker is registered for the whole site, from whatever page", async () => {
  const container = containerOf();
  const site = offline(hostOf({ container }));
  await site.visited(["https://example.org/x.json"]);
  assert.deepEqual(container.registered, [["https://example.org/sw.js", { scope: "https://example.org/" }]]);
  const [{ type, build, address, used }] = container.active.posted;
  assert.deepEqual({ type, build, address }, { type: "visit", build: "b1", address: "https://example.org/es/lesson/" });
  assert.ok(used.includes("https://example.org/x.json"));
});

test("for a new reader it is registered only after the first seconds", async () => {
  const container = Object.assign(containerOf(), { controller: null });
  const [host, waiting] = [hostOf({ container }), []];
  host.setTimeout = (then, ms) => void waiting.push([then, ms]);
  offline(host);
  await new Promise((wait) => setTimeout(wait, 10));
  assert.deepEqual(container.registered, []);
  const [[then, ms]] = waiting;
  assert.equal(ms, 4000);
  then();
  await new Promise((wait) => setTimeout(wait, 10));
  assert.equal(container.registered.length, 1);
});

test("where there is no build, no service worker or no leave, nothing happens", async () => {
  assert.equal(offline(hostOf({ meta: false })), null);
  const window = hostOf();
  Object.defineProperty(window.navigator, "serviceWorker", { value: undefined, configurable: true });
  assert.equal(offline(window), null);
  const refused = offline(hostOf({ container: containerOf({ refuses: true }) }));
  await refused.visited();
  assert.deepEqual(await refused.ask({ type: "missing" }), { failed: "none" });
});

test("a version that waits is announced; begun, it takes over and the page loads again", async () => {
  const posted = [];
  const container = containerOf({ waiting: { postMessage: (message) => posted.push(message) } });
  const window = hostOf({ container });
  let loads = 0;
  window.location.reload = () => loads++;
  const heard = [];
  const site = offline(window);
  site.onNews((news) => heard.push(news));
  await settled();
  assert.deepEqual(heard, ["ready"]);
  await site.begin();
  assert.deepEqual(posted, [{ type: "begin" }]);
  container.dispatchEvent(new Told("controllerchange"));
  assert.equal(loads, 1);
});

test("a page whose version has gone says so and does not load again by itself", async () => {
  const container = containerOf({ reply: { isSame: false } });
  const window = hostOf({ container });
  window.location.reload = () => assert.fail("the reader decides");
  const heard = [];
  const site = offline(window);
  site.onNews((news) => heard.push(news));
  container.dispatchEvent(new Told("controllerchange"));
  await site.visited();
  assert.deepEqual(heard, ["older", "older"]);
});
