/** What a reader leaves in their browser: answers, ticks, marks of lessons, and its end. */

import assert from "node:assert/strict";
import test from "node:test";

import { keptAnswer } from "../../scripts/aferir/browser/answers.js";
import { checklist } from "../../scripts/aferir/browser/checklist.js";
import { keepTally, keptTally, lessonMarks, readToEnd } from "../../scripts/aferir/browser/lessonmarks.js";
import { unfoldOnPaper } from "../../scripts/aferir/browser/paper.js";
import { disordered, readerSeed, shuffled } from "../../scripts/aferir/browser/shuffle.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { memoryStore, twoTabs } from "./fakes.js";
import { englishTexts, openPage, settled } from "./page.js";

const TEXTS = englishTexts(strings);

test("an answer to a question that has changed is not given any more, but told until there is a new one", () => {
  const kept = memoryStore();
  keptAnswer(kept, "k", "m1").keep({ given: ["1"], done: true }, "the second");
  assert.deepEqual(keptAnswer(kept, "k", "m1").read(), { given: ["1"], done: true });
  const changed = keptAnswer(kept, "k", "m2");
  assert.deepEqual([changed.read(), changed.past()], [null, "the second"]);
  changed.keep({ given: ["0"], done: false }, "the first");
  assert.deepEqual([changed.read(), changed.past()], [{ given: ["0"], done: false }, ""]);
});

test("a right answer stays right when another tab, or a later try, has it wrong", () => {
  const kept = memoryStore();
  keptAnswer(kept, "k", "m").keep({ given: ["1"], done: true }, "");
  keptAnswer(kept, "k", "m").keep({ given: ["2"], done: false }, "");
  assert.deepEqual(keptAnswer(kept, "k", "m").read(), { given: ["2"], done: true });
});

test("a reader's seed is made once", () => {
  const kept = memoryStore();
  const first = readerSeed(kept, () => 0.25);
  assert.equal(first, 2 ** 30);
  assert.equal(readerSeed(kept, () => 0.75), first);
  assert.ok(Number.isInteger(readerSeed(memoryStore(false), () => 0.5)));
});

test("every order comes up, each about as often as any other", () => {
  const counts = new Map();
  for (let seed = 0; seed < 6000; seed++) {
    const order = shuffled(3, seed, "q").join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 6);
  for (const count of counts.values()) assert.ok(count > 850 && count < 1150, [...counts].join(" "));
});

test("steps never start in the right order", () => {
  for (let seed = 0; seed < 500; seed++) assert.notEqual(disordered(3, seed, "q").join(""), "012");
});

const LESSONS = `<ol class="lesson-list"><li data-lesson="one" data-quiz-mark="m" data-challenges="a"></li>
<li data-lesson="two" data-challenges="a b c"></li><li data-lesson="three"></li></ol>`;

/** The marks of each lesson on the course's page. */
function marksWith(keep) {
  openPage(LESSONS);
  const kept = memoryStore();
  keep(kept);
  const list = document.querySelector("ol");
  lessonMarks(list, { strings: TEXTS, store: kept });
  return [...list.querySelectorAll("li")].map((one) => [...one.querySelectorAll("span")].map((word) => word.textContent));
}

test("where nothing was done nothing is said", () => {
  assert.deepEqual(marksWith(() => {}), [[], [], []]);
});

test("reading, quiz and challenges are marked, each when it is done", () => {
  const found = marksWith((kept) => {
    kept.write("read:one", true);
    keepTally(kept, "one", "m", [{ done: 2, total: 2 }, { done: 3, total: 3 }]);
    kept.write("solved:a", true);
  });
  assert.deepEqual(found, [
    ["Read to the end", "Quiz done", "Challenge passed"],
    ["Challenges: 1 of 3 passed"],
    [],
  ]);
});

test("a quiz that is half done says how far, one that has changed says nothing", () => {
  assert.deepEqual(marksWith((kept) => keepTally(kept, "one", "m", [{ done: 2, total: 5 }]))[0], ["Quiz: 2 of 5 right"]);
  assert.deepEqual(marksWith((kept) => keepTally(kept, "one", "old", [{ done: 5, total: 5 }]))[0], []);
});

test("only what is done wears the sign", () => {
  marksWith((kept) => {
    keepTally(kept, "one", "m", [{ done: 2, total: 5 }]);
    kept.write("solved:a", true);
  });
  assert.deepEqual([...document.querySelectorAll(".is-done")].map((one) => one.textContent), ["Challenge passed"]);
});

test("a tally without a right answer leaves no trace", () => {
  const kept = memoryStore();
  keepTally(kept, "one", "m", [{ done: 1, total: 5 }]);
  keepTally(kept, "one", "m", [{ done: 0, total: 5 }]);
  assert.equal(keptTally(kept, "one", "m"), null);
});

test("a lesson counts as read when its end has been in view for a moment, not in passing", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  openPage("<p></p>");
  let [see, read] = [null, 0];
  const observer = (seen) => ((see = seen), { observe() {}, disconnect() {} });
  Object.defineProperty(globalThis, "IntersectionObserver", {
    value: function Observer(seen) {
      return observer(seen);
    },
    configurable: true,
  });
  const { destroy } = readToEnd(document.querySelector("p"), () => read++);
  see([{ isIntersecting: true }]);
  t.mock.timers.tick(500);
  see([{ isIntersecting: false }]);
  t.mock.timers.tick(5000);
  assert.equal(read, 0);
  see([{ isIntersecting: true }]);
  t.mock.timers.tick(2000);
  assert.equal(read, 1);
  destroy();
});

test("ticks of a project are kept, and the words beside a box are its label", () => {
  const kept = memoryStore();
  const html = `<ul class="done-when" data-tasks="1.2"><li data-task="0">first <em>one</em><ul><li>more</li></ul></li>
    <li data-task="1"><p>second</p></li></ul>`;
  const mount = () => {
    openPage(html);
    checklist(document.querySelector("ul"), { store: kept, lesson: "l" });
    return [...document.querySelectorAll("input")];
  };
  const [first, second] = mount();
  assert.deepEqual([...document.querySelectorAll("label")].map((one) => one.textContent), ["first one", "second"]);
  second.checked = true;
  second.dispatchEvent(new Event("change", { bubbles: true }));
  assert.deepEqual(mount().map((box) => box.checked), [false, true]);
  assert.equal(first.checked, false);
});

test("the marks and the ticks of one tab follow the other one", async () => {
  openPage(`${LESSONS}<ul class="done-when" data-tasks="1"><li data-task="0">first</li></ul>`);
  const [here, there] = twoTabs();
  const list = document.querySelector("ol");
  const marks = lessonMarks(list, { strings: TEXTS, store: here });
  checklist(document.querySelector("ul"), { store: here, lesson: "one" });
  there.write("read:one", true);
  there.write("tasks:one:1", ["0"]);
  await settled();
  assert.equal(list.querySelector(".lesson-marks").textContent, "Read to the end");
  assert.equal(document.querySelector("input").checked, true);
  marks.destroy();
  there.clear();
  await settled();
  assert.equal(document.querySelector("input").checked, false);
  assert.ok(list.querySelector(".lesson-marks"), "what is gone from the page listens no more");
});

test("on paper folded answers are open, and folded again afterwards", () => {
  const window = openPage(`<details class="block-answer"></details><details class="question-answers" open></details>`);
  unfoldOnPaper(window, document);
  const open = () => [...document.querySelectorAll("details")].map((one) => one.hasAttribute("open"));
  window.dispatchEvent(new window.Event("beforeprint"));
  assert.deepEqual(open(), [true, true]);
  window.dispatchEvent(new window.Event("afterprint"));
  assert.deepEqual(open(), [false, true]);
});
