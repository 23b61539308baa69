/** What a reader sees of what is kept: the panel, a new edition, a version aside, a browser that keeps nothing. */

import assert from "node:assert/strict";
import test from "node:test";

import { dropCopies } from "../../scripts/aferir/browser/copies.js";
import { draft } from "../../scripts/aferir/browser/draft.js";
import { editions } from "../../scripts/aferir/browser/editions.js";
import { store } from "../../scripts/aferir/browser/store.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { note } from "../../scripts/aferir/browser/tools.js";
import { unkeptNotice } from "../../scripts/aferir/browser/unkept.js";
import { workPanel } from "../../scripts/aferir/browser/workpanel.js";
import { fakeStorage, memoryStore } from "./fakes.js";
import { englishTexts, openPage, settled } from "./page.js";

const TEXTS = englishTexts(strings);
const labelled = (place, label) => [...place.querySelectorAll("button")].find((one) => one.textContent === label);
const click = async (place, label) => (labelled(place, label).click(), await settled());

/** The panel on a page, over a store. */
function panelOver(kept, { dropCopies = async () => true } = {}) {
  openPage('<div class="kept-work"></div>');
  const place = document.querySelector(".kept-work");
  const saved = [];
  const save = (name, text) => saved.push({ name, text });
  const panel = workPanel(place, { strings: TEXTS, store: kept, course: "attention", dropCopies, save });
  const note = () => place.querySelector(".tool-note").textContent;
  const take = async (text, size = text.length) => {
    const field = place.querySelector("input[type=file]");
    Object.defineProperty(field, "files", { value: [{ size, text: async () => text }], configurable: true });
    field.dispatchEvent(new Event("change"));
    await settled();
  };
  return { place, saved, note, take, panel };
}

function someWork(kept) {
  kept.write("cell:a:b", { own: "print(1)", from: "f", others: [] });
  kept.write("solved:softmax", true);
  kept.write("seed", 7);
  return kept;
}

test("the panel lists what there is, follows it, and saves it in a file of the day", async () => {
  const kept = someWork(memoryStore());
  const { place, saved } = panelOver(kept);
  const lines = () => [...place.querySelectorAll("li")].map((one) => one.textContent);
  assert.deepEqual(lines().slice(0, 2), ["the code of one cell or challenge", "one challenge passed"]);
  assert.match(lines().at(-1), /^0\.1\u00a0kB in all$/);
  await click(place, "Save a copy as a file");
  assert.match(saved[0].name, /^attention-\d{4}-\d\d-\d\d\.json$/);
  assert.deepEqual(Object.keys(JSON.parse(saved[0].text).items), ["cell:a:b", "solved:softmax"]);
  kept.clear();
  assert.match(lines().join(), /^Nothing yet/);
  await click(place, "Save a copy as a file");
  assert.equal(saved.length, 1);
});

test("saved, deleted and taken in again, everything is as it was", async () => {
  const kept = someWork(memoryStore());
  const { place, saved, note, take } = panelOver(kept);
  const before = ["cell:a:b", "solved:softmax"].map((key) => kept.items().get(key));
  await click(place, "Save a copy as a file");
  await click(place, "Delete everything");
  assert.equal(document.activeElement.textContent, "Keep everything");
  await click(place, "Delete");
  assert.equal(note(), "Everything is deleted.");
  assert.equal(kept.items().size, 0);
  await take(saved[0].text);
  assert.match(note(), /^Taken in\. New here: 2; changed: 0; as before: 0\./);
  assert.deepEqual(["cell:a:b", "solved:softmax"].map((key) => kept.items().get(key)), before);
  await take(saved[0].text);
  assert.equal(note(), "Everything in the file is here already, or newer here.");
});

test("deleting asks first, deletes this course and no other, and the copies of its pages", async () => {
  openPage();
  for (const key of ["aferir:c:x", "aferir:c2:x", "theme"]) localStorage.setItem(key, '{"at": 1, "value": 1}');
  const storage = localStorage;
  let dropped = 0;
  const kept = store(() => storage, "aferir:c");
  const { place, note } = panelOver(kept, { dropCopies: async () => ++dropped > 0 });
  await click(place, "Delete everything");
  await click(place, "Keep everything");
  assert.deepEqual([storage.getItem("aferir:c:x") === null, dropped, note()], [false, 0, ""]);
  await click(place, "Delete everything");
  await click(place, "Delete");
  assert.deepEqual(["aferir:c:x", "aferir:c2:x", "theme"].map((key) => storage.getItem(key) !== null), [false, true, true]);
  assert.equal(dropped, 1);
});

test("what cannot be deleted is said", async () => {
  const { place, note } = panelOver(someWork(memoryStore()), { dropCopies: async () => false });
  await click(place, "Delete everything");
  await click(place, "Delete");
  assert.match(note(), /^This browser does not let the page delete everything\./);
});

test("a hostile or damaged file changes nothing, and is said to be one", async () => {
  const kept = someWork(memoryStore());
  const { note, take } = panelOver(kept);
  const before = kept.items();
  const said = new Set();
  const files = ["{", "{}", '{"format": "aferir work", "version": 9}', '{"format": "aferir work", "version": 1, "items": {}, "course": "x"}'];
  const broken = '{"format": "aferir work", "version": 1, "items": {"cell:a:b": 1}, "course": "attention"}';
  for (const text of [...files, broken]) {
    await take(text);
    said.add(note());
    assert.match(note(), /Nothing here has changed\.$/);
  }
  await take("", 65e6);
  said.add(note());
  assert.equal(said.size, 6);
  assert.deepEqual(kept.items(), before);
});

test("a file for which there is no room changes nothing", async () => {
  const kept = someWork(store(() => storage, "aferir:c"));
  const { saved, place, note, take } = panelOver(kept);
  await click(place, "Save a copy as a file");
  kept.clear();
  storage.room = 10;
  await take(saved[0].text);
  assert.equal(note(), "This browser has no room for the file. Nothing here has changed.");
  assert.equal(kept.items().size, 0);
});

const storage = {
  ...fakeStorage(),
  room: Infinity,
  setItem(key, text) {
    if (key.length + text.length > this.room) throw new DOMException("", "QuotaExceededError");
    this.kept.set(key, text);
  },
  get length() {
    return this.kept.size;
  },
};

/** Where the versions of a code are shown, for a reader who began from `began`. */
function editionsOf(began, own, published) {
  openPage("<button>code</button>");
  const kept = memoryStore();
  draft(kept, "cell:a:b", began).keep(own);
  const [line, mine] = [note(), draft(kept, "cell:a:b", published)];
  const code = document.querySelector("button");
  let taken = 0;
  const made = editions({ draft: mine, strings: TEXTS, note: line, onTake: () => taken++, isBusy: () => false, focus: () => code.focus() });
  document.body.append(made.element, line.element);
  const columns = () => ["left", "right"].map((side) => [...made.element.querySelectorAll(`.diff-${side}:not(.diff-none)`)].map((one) => one.textContent));
  return { mine, line, columns, box: made.element, taken: () => taken, kept };
}

test("a new published code stands beside the reader's, line by line", () => {
  const { box, columns } = editionsOf("a\nb", "a\nmine", "a\nnew\nb");
  assert.equal(box.hidden, false);
  assert.match(box.textContent, /^The published code has changed since you began\. Both versions are kept\./);
  assert.deepEqual(columns(), [["a", "only in yours: mine"], ["a", "only in the published one: new", "only in the published one: b"]]);
});

test("going on with the new one puts the reader's aside, and brings it back", async () => {
  const { box, mine, line, taken } = editionsOf("a", "mine", "new");
  await click(box, "Go on with the new one");
  assert.deepEqual([mine.code(), mine.others()], ["new", ["mine"]]);
  assert.equal(line.element.textContent, "This is the new code; yours is put aside.");
  assert.equal(document.activeElement.textContent, "code");
  await click(box, "Compare");
  assert.equal(document.activeElement.textContent, "Bring it back");
  await click(box, "Bring it back");
  assert.deepEqual([mine.code(), mine.others(), box.hidden], ["mine", [], true]);
  assert.equal(taken(), 2);
});

test("staying with one's own is asked once", async () => {
  const { box, mine } = editionsOf("a", "mine", "new");
  await click(box, "Stay with mine");
  assert.deepEqual([mine.code(), mine.outdated(), box.hidden], ["mine", false, true]);
});

test("a version put aside is deleted when the reader says so, and not before", async () => {
  const { box, mine } = editionsOf("a", "mine", "new");
  await click(box, "Go on with the new one");
  await click(box, "Compare");
  await click(box, "Close");
  assert.deepEqual(mine.others(), ["mine"]);
  await click(box, "Compare");
  await click(box, "Delete it");
  assert.deepEqual([mine.others(), box.hidden, document.activeElement.textContent], [[], true, "code"]);
});

test("a browser that keeps nothing says why, offers a file, and can be told to be quiet", async () => {
  openPage();
  let saved = 0;
  const notices = ["full", "closed"].map((refusal) => unkeptNotice(refusal, { strings: TEXTS, save: () => saved++ }));
  document.body.append(...notices);
  assert.equal(notices[0].querySelector("[role=status]").textContent, "", "filled once it stands, so that it is heard");
  await new Promise((wait) => setTimeout(wait, 5));
  assert.match(notices[0].textContent, /no room left/);
  assert.match(notices[1].textContent, /keeps nothing/);
  await click(notices[0], "Save a copy as a file");
  assert.equal(saved, 1);
  await click(notices[0], "Close");
  assert.deepEqual(notices.map((one) => one.isConnected), [false, true]);
});

test("copies of pages go with the service worker of this site; those of other sites stay", async () => {
  const gone = [];
  const worker = (scope) => ({ scope, unregister: async () => gone.push(scope) });
  const window = {
    caches: { delete: async (name) => gone.push(name) },
    navigator: { serviceWorker: { getRegistrations: async () => ["https://x/course/", "https://x/else/"].map(worker) } },
  };
  assert.equal(await dropCopies(window, "https://x/course/"), true);
  assert.deepEqual(gone, ["https://x/course/", "aferir:/course/"]);
});

test("a browser without service workers has no copies, one that refuses says so", async () => {
  assert.equal(await dropCopies({ navigator: {} }, "http://x/"), true);
  const refusing = { navigator: {}, caches: { delete: () => Promise.reject(new Error("SecurityError")) } };
  assert.equal(await dropCopies(refusing, "http://x/"), false);
});
