/**
 * What to tell a reader when a request did not come to its end.
 *
 * @typedef {import("./runner.js").Outcome} Outcome
 * @typedef {import("./strings.js").Strings} Strings
 */

import { element, folded } from "./dom.js";

/**
 * @param {Outcome} outcome  not `done`
 * @param {Strings} strings
 * @returns {HTMLElement}
 */
export function outcomeNote(outcome, strings) {
  const text = element("p", { class: "outcome-text" }, outcomeText(outcome, strings));
  const detail = outcome.detail && folded([strings.text("Details")], element("p", {}, outcome.detail));
  return element("div", { class: `outcome outcome-${outcome.status}` }, text, detail);
}

/**
 * @param {Outcome} outcome
 * @param {Strings} strings
 * @returns {string}
 */
export function outcomeText({ status, reason, seconds = 0 }, strings) {
  if (status === "stopped") return strings.text("Stopped.");
  if (status === "timeout") return strings.text("Stopped after {seconds} s: the code had not finished.", { seconds });
  if (reason === "download") return strings.text("Python did not arrive whole. Check the connection and try again.");
  if (reason === "fatal") return strings.text("Python broke down under this code and has been started anew.");
  return strings.text("Something of ours failed here, nothing of yours. Try again.");
}
