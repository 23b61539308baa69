import assert from "node:assert/strict";
import test from "node:test";

import { quiz } from "../../scripts/aferir/browser/quiz.js";
import { strings } from "../../scripts/aferir/browser/strings.js";
import { memoryStore } from "./fakes.js";
import { MARKS } from "./marks.js";
import { englishTexts, openPage } from "./page.js";

const TEXTS = englishTexts(strings);

const option = (i, text) => `<li data-answer="${i}"><span class="option-text">${text}</span></li>`;
const answer = (i, { right = false, value = "", percent = false } = {}) =>
  `<li data-answer="${i}"${right ? " data-right" : ""}${value && ` data-value="${value}"`}${percent ? " data-percent" : ""}>
  <p class="answer-label"></p><div class="explanation"><p id="e${i}">because ${i}</p></div></li>`;
const asked = (kind, body, answers, { mark = "m1", more = "", attributes = "" } = {}) => `
<section class="block question" data-question="${kind.replace("-", "_")}" data-kind="${kind}" data-mark="${mark}" ${attributes}>
<div class="block-head"><span class="block-kind">Question 1</span></div>
<div class="question-text"><p>What?</p></div><p class="question-note">Note.</p>${body}
<details class="fold question-answers"><summary>Show</summary><ol class="answers">${answers}</ol><div class="answers-more">${more}</div></details>
</section>`;

const OPTIONS = `<ol class="question-options">${[0, 1, 2].map((i) => option(i, `option ${i}`)).join("")}</ol>`;
const SINGLE = asked("single", OPTIONS, answer(0, { right: true }) + answer(1) + answer(2), { more: "<p>And so on.</p>" });
const MULTIPLE = asked("multiple", OPTIONS, answer(0, { right: true }) + answer(1, { right: true }) + answer(2));
const TRUTH = asked(
  "true-false",
  `<ol class="question-options"><li data-answer="true"><span class="option-text">True</span></li>
   <li data-answer="false"><span class="option-text">False</span></li></ol>`,
  `<li data-answer="false" data-right><p class="answer-label"></p><div class="explanation"><p>because not</p></div></li>`,
);
const NUMBER = asked(
  "numeric",
  "",
  answer(0, { right: true, value: "36" }) + answer(1, { value: "64" }),
  { attributes: 'data-tolerance="0.5" data-decimals=""' },
);
const SHARE = asked("numeric", "", answer(0, { right: true, value: "0.5", percent: true }), {
  attributes: 'data-tolerance="0" data-decimals=""',
});
const ORDER = asked(
  "order",
  `<ul class="question-steps">${[2, 0, 1].map((i) => option(i, `step ${i}`)).join("")}</ul>`,
  [0, 1, 2].map((i) => `<li data-answer="${i}">step ${i}</li>`).join(""),
  { more: "<p>That is why.</p>" },
);

/** A quiz on a page, with what a reader does to it. */
function mounted(html, { store = memoryStore(), seed = 7, language = "pt" } = {}) {
  openPage(`<section class="block quiz" data-quiz="q">${html}</section>`);
  const section = document.querySelector("section.quiz");
  section.dataset.marks = JSON.stringify(MARKS[language]);
  const bench = { section, store, answers: 0 };
  bench.quiz = quiz(section, { strings: TEXTS, store, lesson: "l", seed, onAnswer: () => bench.answers++ });
  bench.one = (selector) => section.querySelector(selector);
  bench.all = (selector) => [...section.querySelectorAll(selector)];
  bench.check = () => bench.one("form").dispatchEvent(new Event("submit", { cancelable: true }));
  bench.pick = (value) => {
    const input = bench.one(`input[value="${value}"]`);
    input.checked = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  bench.type = (text) => {
    const field = bench.one(".number-field");
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  bench.click = (label) => bench.all("button").find((one) => one.textContent === label).click();
  bench.verdict = () => bench.one(".question-verdict").textContent;
  bench.explanation = () => bench.one(".question-explanation").textContent.trim().replace(/\s+/g, " ");
  return bench;
}

test("nothing is said before an attempt, and the folded answers are not on offer", () => {
  const { section, verdict, explanation } = mounted(SINGLE);
  const own = section.querySelector(".question");
  assert.deepEqual([verdict(), explanation(), own.classList.contains("is-attempted")], ["", "", false]);
  assert.ok(own.classList.contains("is-live"));
});

test("Check without an answer says so, leads to the options and counts for nothing", () => {
  const bench = mounted(SINGLE);
  bench.check();
  assert.equal(bench.verdict(), "Choose an answer first.");
  assert.equal(document.activeElement.type, "radio");
  assert.equal(bench.answers, 0);
  assert.ok(!bench.one(".question").classList.contains("is-attempted"));
});

test("a wrong option gets its own explanation and no other", () => {
  const bench = mounted(SINGLE);
  bench.pick(2);
  bench.check();
  assert.deepEqual([bench.verdict(), bench.explanation()], ["Not this time.", "because 2And so on."]);
  assert.ok(bench.one('[data-answer="2"].is-wrong'));
  assert.equal(bench.one(".is-right"), null);
});

test("the right option is said to be right, in words and by a sign", () => {
  const bench = mounted(SINGLE);
  bench.pick(0);
  bench.check();
  assert.equal(bench.verdict(), "Right.");
  assert.equal(bench.one(".option-mark").textContent, "Right");
  assert.equal(bench.quiz.tally().done, 1);
});

test("what is copied into the explanation repeats no id", () => {
  const bench = mounted(SINGLE);
  bench.pick(0);
  bench.check();
  assert.equal(bench.all("#e0").length, 1);
});

test("another choice takes the verdict away, since it was about the first", () => {
  const bench = mounted(SINGLE);
  bench.pick(1);
  bench.check();
  bench.pick(0);
  assert.deepEqual([bench.verdict(), bench.explanation(), bench.one(".is-wrong")], ["", "", null]);
});

test("Try again clears the answer and gives the focus back", () => {
  const bench = mounted(SINGLE);
  bench.pick(1);
  bench.check();
  bench.click("Try again");
  assert.equal(bench.all("input:checked").length, 0);
  assert.equal(document.activeElement.type, "radio");
  assert.equal(bench.verdict(), "");
});

test("several right options are all or nothing", () => {
  const bench = mounted(MULTIPLE);
  bench.pick(0);
  bench.check();
  assert.equal(bench.verdict(), "What you chose holds, but something is missing.");
  assert.equal(bench.explanation(), "");
  bench.pick(2);
  bench.check();
  assert.deepEqual([bench.verdict(), bench.explanation()], ["Not this time.", "because 2"]);
  bench.all("input").find((one) => one.value === "2").checked = false;
  bench.pick(1);
  bench.check();
  assert.equal(bench.verdict(), "Right.");
  assert.match(bench.explanation(), /option \d ?because \d ?option \d ?because \d/);
});

test("true and false keep their order, and either way the explanation is the statement's", () => {
  const bench = mounted(TRUTH);
  assert.deepEqual(bench.all("input").map((one) => one.value), ["true", "false"]);
  bench.pick("true");
  bench.check();
  assert.deepEqual([bench.verdict(), bench.explanation()], ["Not this time.", "because not"]);
  bench.pick("false");
  bench.check();
  assert.deepEqual([bench.verdict(), bench.explanation()], ["Right.", "because not"]);
});

test("a number is echoed as it is understood, while it is typed", () => {
  const bench = mounted(NUMBER);
  const echo = () => bench.one(".number-echo").textContent;
  bench.type("0.309");
  assert.equal(echo(), "understood as 0,309");
  bench.type("thirty");
  assert.equal(echo(), "This is not read as a number.");
  bench.type("");
  assert.equal(echo(), "");
});

test("numbers: right within the margin, foreseen, unforeseen", () => {
  const bench = mounted(NUMBER);
  for (const [text, verdict, explanation] of [
    ["36", "Right.", "because 0"],
    ["36,5", "Right.", "because 0"],
    ["64", "Not 64.", "because 1"],
    ["36,51", "Not 36,51. Look again, and try another number.", ""],
  ]) {
    bench.type(text);
    bench.check();
    assert.deepEqual([bench.verdict(), bench.explanation()], [verdict, explanation], text);
  }
});

test("a number that can be read in two ways is asked about, and no attempt", () => {
  const bench = mounted(NUMBER);
  bench.type("36,000");
  bench.check();
  assert.equal(bench.verdict(), "First choose how the number is read.");
  assert.equal(bench.answers, 0);
  bench.click("36, with decimals");
  assert.equal(bench.one(".number-echo").textContent, "understood as 36");
  bench.check();
  assert.equal(bench.verdict(), "Right.");
});

test("a number without the per cent sign that was asked for is asked about", () => {
  const bench = mounted(SHARE);
  bench.type("50");
  bench.check();
  assert.deepEqual([bench.verdict(), bench.answers], ["Per cent? Then write 50%.", 0]);
  bench.type("50%");
  bench.check();
  assert.equal(bench.verdict(), "Right.");
});

test("steps start in disorder and move by buttons and arrow keys, the focus with them", () => {
  const bench = mounted(ORDER);
  const order = () => bench.all(".question-steps > li").map((one) => one.dataset.answer).join("");
  assert.notEqual(order(), "012");
  bench.check();
  assert.equal(bench.verdict(), "Move the steps first.");
  for (const step of ["2", "1"]) {
    for (let turn = 0; turn < 2; turn++) {
      const down = bench.one(`[data-answer="${step}"] .step-down`);
      if (turn) down.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key: "ArrowDown" }));
      else down.click();
      assert.equal(document.activeElement, down);
    }
    if (step === "2") assert.equal(order().at(-1), "2");
  }
  while (order() !== "012") bench.one(`[data-answer="${order() === "021" ? 1 : 0}"] .step-up`).click();
  bench.check();
  assert.deepEqual([bench.verdict(), bench.explanation()], ["Right.", "That is why."]);
  assert.match(bench.one('.question-order [role="status"]').textContent, /^step \d: now \d of 3$/);
});

test("wrongly ordered steps are told how far they are right, not which comes next", () => {
  const bench = mounted(ORDER);
  const [first] = bench.all(".question-steps > li");
  first.querySelector(".step-down").click();
  first.querySelector(".step-up").click();
  bench.check();
  assert.match(bench.verdict(), /^Not yet: /);
  assert.equal(bench.explanation(), "");
});

test("options stand in an order of the reader's own, which is the same at the next visit", () => {
  const orders = [1, 2, 3, 4, 5, 6].map((seed) => mounted(SINGLE, { seed }).all("input").map((one) => one.value).join());
  assert.ok(new Set(orders).size > 1);
  assert.equal(mounted(SINGLE, { seed: 3 }).all("input").map((one) => one.value).join(), orders[2]);
  const { all } = mounted(SINGLE, { seed: 3 });
  assert.deepEqual(
    all(".answers > li").map((one) => one.dataset.answer),
    all(".question-options > li").map((one) => one.dataset.answer),
  );
});

test("answers are found again at the next visit, judged anew", () => {
  for (const [html, act, look] of [
    [SINGLE, (bench) => bench.pick(1), "Not this time."],
    [MULTIPLE, (bench) => (bench.pick(0), bench.pick(1)), "Right."],
    [TRUTH, (bench) => bench.pick("false"), "Right."],
    [NUMBER, (bench) => bench.type("36,25"), "Right."],
  ]) {
    const store = memoryStore();
    const bench = mounted(html, { store });
    act(bench);
    bench.check();
    assert.equal(mounted(html, { store }).verdict(), look);
  }
});

test("a number kept in one language is the same number in another", () => {
  const store = memoryStore();
  const bench = mounted(NUMBER, { store });
  bench.type("36,25");
  bench.check();
  const again = mounted(NUMBER, { store, language: "en" });
  assert.deepEqual([again.one(".number-field").value, again.verdict()], ["36.25", "Right."]);
});

test("an answer to a question that has changed is dropped without a word", () => {
  const store = memoryStore();
  const bench = mounted(SINGLE, { store });
  bench.pick(0);
  bench.check();
  const again = mounted(SINGLE.replace('data-mark="m1"', 'data-mark="m2"'), { store });
  assert.deepEqual([again.verdict(), again.quiz.tally().done, again.all("input:checked").length], ["", 0, 0]);
});

test("what cannot be an answer is dropped", () => {
  for (const [html, given] of [
    [SINGLE, ["9"]],
    [SINGLE, ["0", "1"]],
    [SINGLE, "0"],
    [NUMBER, { ratio: "1/0" }],
    [NUMBER, { ratio: "x" }],
    [ORDER, ["0", "0", "1"]],
    [ORDER, 5],
  ]) {
    const store = memoryStore();
    const name = /data-question="(\w+)"/.exec(html)[1];
    store.write(`answer:l:q:${name}`, { mark: "m1", given, done: true });
    const bench = mounted(html, { store });
    assert.deepEqual([bench.verdict(), bench.quiz.tally().done], ["", 0], JSON.stringify(given));
  }
});

test("a right answer stays counted while the reader tries others", () => {
  const bench = mounted(SINGLE);
  bench.pick(0);
  bench.check();
  bench.pick(1);
  bench.check();
  assert.equal(bench.quiz.tally().done, 1);
});

test("progress is said quietly, and not before there is any", () => {
  const bench = mounted(SINGLE + TRUTH);
  const line = bench.one(".quiz-progress");
  assert.equal(line.hidden, true);
  bench.pick(0);
  bench.check();
  assert.deepEqual([line.hidden, line.textContent], [false, "1 of 2 right"]);
});

test("each question is a group of native controls with its text as name", () => {
  const { one } = mounted(SINGLE);
  const names = one("fieldset").getAttribute("aria-labelledby").split(" ");
  assert.deepEqual(names.map((id) => document.getElementById(id).textContent.trim()), ["Question 1", "What?"]);
  assert.equal(one("input").closest("label").textContent.trim().startsWith("option"), true);
  assert.equal(one(".question-verdict").getAttribute("role"), "status");
});
