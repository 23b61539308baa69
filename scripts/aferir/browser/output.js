/**
 * The place under a cell or an editor where results stand: the output published with the page, or the reader's own.
 * While what arrives agrees with the published output, that stays untouched; the first difference puts the reader's
 * own in its place, marked as such.
 *
 * @typedef {import("./protocol.js").Stream} Stream
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} OutputArea
 * @property {() => void} begin
 * @property {(stream: Stream, text: string) => void} print
 * @property {(extra?: (Node | null)[], asides?: (Node | null)[]) => "same" | "own" | "empty"} finish  ends a run, with what
 *   stands below the text; `asides` stand there only when the output is the reader's own
 * @property {() => boolean} started  something has been printed since it began
 * @property {() => boolean} isOwn  the reader's own output stands there, of this run or of an earlier one
 * @property {() => void} publish  brings the published output back
 */

import { button, element } from "./dom.js";

/**
 * @param {HTMLElement} area
 * @param {{strings: Strings, onPublish?: () => void}} options
 * @returns {OutputArea}
 */
export function output(area, { strings, onPublish = () => {} }) {
  const published = [...area.childNodes];
  const expected = { stdout: textOf(area, "pre:not(.cell-errors)"), stderr: textOf(area, "pre.cell-errors") };
  const fresh = () => element("pre", { class: "output-own", tabindex: "0", "aria-label": strings.text("Your output") });
  let [own, said] = [fresh(), { stdout: "", stderr: "" }];
  const started = () => said.stdout + said.stderr !== "";

  const publish = () => {
    area.classList.remove("is-own");
    area.replaceChildren(...published);
  };
  const showOwn = (/** @type {(Node | null)[]} */ ...extra) => {
    const owner = published.length ? ownerLine(strings, () => (publish(), onPublish())) : null;
    const nothing = started() || extra.some(Boolean) ? null : remark(strings.text("Nothing was printed."));
    area.classList.add("is-own");
    area.replaceChildren(...nodes(owner, started() ? own : null, nothing, ...extra));
  };

  return {
    begin() {
      [own, said] = [fresh(), { stdout: "", stderr: "" }];
    },
    print(stream, piece) {
      if (!piece) return;
      said[stream] += piece;
      own.append(stream === "stderr" ? element("span", { class: "output-errors" }, piece) : piece);
      if (!own.isConnected && !expected[stream].startsWith(said[stream])) showOwn();
    },
    finish(extra = [], asides = []) {
      const agrees = !extra.some(Boolean) && same(said.stdout, expected.stdout) && same(said.stderr, expected.stderr);
      if (agrees) publish();
      else showOwn(...extra, ...asides);
      return agrees ? (started() ? "same" : "empty") : "own";
    },
    started,
    isOwn: () => area.classList.contains("is-own"),
    publish,
  };
}

/**
 * @param {number} dropped  characters
 * @param {Strings} strings
 */
export function droppedNote(dropped, strings) {
  if (!dropped) return null;
  const text = strings.plural("… and {count} more character", "… and {count} more characters", dropped);
  return remark(text);
}

/** @param {string} text */
function remark(text) {
  return element("p", { class: "output-remark" }, text);
}

/**
 * @param {Strings} strings
 * @param {() => void} onclick
 */
function ownerLine(strings, onclick) {
  return element(
    "p",
    { class: "output-owner" },
    element("span", {}, strings.text("Your output")),
    button(strings.text("As published"), onclick),
  );
}

/**
 * @param {HTMLElement} area
 * @param {string} selector
 */
function textOf(area, selector) {
  return [...area.querySelectorAll(selector)].map((pre) => pre.textContent).join("");
}

/**
 * Whether two outputs are the same to a reader: white space at the end is not seen.
 *
 * @param {string} one
 * @param {string} other
 */
function same(one, other) {
  return one.trimEnd() === other.trimEnd();
}

/**
 * @param {...(Node | null)} candidates
 * @returns {Node[]}
 */
function nodes(...candidates) {
  return /** @type {Node[]} */ (candidates.filter(Boolean));
}
