/**
 * A verdict as a colleague would give it: what became of it, what they recognise in the code, and then the checks in
 * order, the first that failed laid open. Pure: the same verdict always makes the same elements.
 *
 * @typedef {import("./protocol.js").Verdict} Verdict
 * @typedef {import("./protocol.js").CheckReport} CheckReport
 * @typedef {import("./strings.js").Strings} Strings
 */

import { element, folded, prose, unseen } from "./dom.js";
import { copyButton } from "./tools.js";

const SIGNS = { passed: "✓", failed: "✗", skipped: "–" };

/**
 * @param {Verdict} verdict
 * @param {{strings: Strings}} options
 * @returns {HTMLElement}  its heading can take focus
 */
export function feedback({ status, summary, checks, misconception, printed }, { strings }) {
  return element(
    "section",
    { class: `verdict verdict-${status}` },
    element("h3", { class: "verdict-heading", tabindex: "-1" }, ...prose(summary)),
    misconception && element("p", { class: "verdict-note" }, ...prose(misconception.message)),
    checks.length > 0 && checkList(checks, { strings }),
    printed &&
      folded([strings.text("What your code printed")], element("pre", { tabindex: "0" }, printed), {
        class: "verdict-printed",
      }),
  );
}

/**
 * Checks in order, the first that failed laid open.
 *
 * @param {CheckReport[]} checks
 * @param {{strings: Strings}} options
 * @returns {HTMLElement}
 */
export function checkList(checks, { strings }) {
  const first = checks.findIndex((check) => check.status === "failed");
  return element("ol", { class: "verdict-checks" }, ...checks.map((check, i) => checkItem(check, i === first, strings)));
}

/**
 * @param {CheckReport} check
 * @param {boolean} open
 * @param {Strings} strings
 */
function checkItem(check, open, strings) {
  const facts = checkFacts(check, strings);
  const line = [sign(check.status, strings), element("span", { class: "check-title" }, ...prose(check.title))];
  const body = facts.length
    ? folded(line, element("div", { class: "check-facts" }, ...facts), { open })
    : element("div", { class: "check-line" }, ...line);
  return element("li", { class: `check check-${check.status}` }, body);
}

/**
 * @param {CheckReport["status"]} status
 * @param {Strings} strings
 */
function sign(status, strings) {
  const words = { passed: strings.text("passed"), failed: strings.text("failed"), skipped: strings.text("not run") };
  return element(
    "span",
    { class: "check-sign" },
    element("span", { "aria-hidden": "true" }, SIGNS[status]),
    unseen(`${words[status]}: `),
  );
}

/**
 * What a check has to say: all of it when it failed, the call that was tried when it passed.
 *
 * @param {CheckReport} check
 * @param {Strings} strings
 * @returns {HTMLElement[]}
 */
function checkFacts({ status, message, call = "", got, expected, why }, strings) {
  const copying = copyButton(() => call, strings);
  const tried = call && codeFact(strings.text("Call"), call, copying);
  if (status !== "failed") return tried ? [tried] : [];
  const facts = [
    message && element("p", { class: "check-message" }, ...prose(message)),
    tried,
    got && codeFact(strings.text("Got"), got),
    expected && codeFact(strings.text("Expected"), expected),
    why && element("p", { class: "check-why" }, ...prose(why)),
  ];
  return /** @type {HTMLElement[]} */ (facts.filter(Boolean));
}

/**
 * @param {string} label
 * @param {string} code
 * @param {HTMLElement | null} [tool]
 */
function codeFact(label, code, tool = null) {
  return element(
    "div",
    { class: "check-fact" },
    element("p", { class: "check-label" }, label, tool),
    element("pre", { tabindex: "0", "aria-label": label }, element("code", {}, code)),
  );
}
