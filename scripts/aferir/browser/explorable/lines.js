/**
 * Curves over a common x. The drawing stretches with the page; ticks, marks and words stand over it as text, so that
 * they keep their size. A curve can be hidden, and a place on x chosen, with the pointer or the control that belongs to it.
 */

import { element, folded } from "../dom.js";
import { rich } from "./rich.js";
import { shape } from "./shape.js";
import { table } from "./table.js";

/**
 * @param {import("./matrix.js").Context} context
 * @returns {import("./matrix.js").View}
 */
export function lines(context) {
  const area = element("div", { class: "plot-area" });
  const [under, side] = [element("p", { class: "plot-label" }), element("div", { class: "plot-legend", role: "group" })];
  const numbers = table(context);
  const fold = folded([context.strings.text("The numbers as a table")], numbers.element);
  /** @type {Set<string>} */
  const off = new Set();
  let shown = /** @type {any} */ (null);
  const draw = () => {
    area.replaceChildren(drawing(shown, off), ...ticks(shown), ...references(shown), ...marks(shown, off));
    under.replaceChildren(...rich(`${shown.x.label} → · ${shown.y.label} ↑`));
    const keys = shown.curves.map((/** @type {any} */ curve) => key(curve, off, draw));
    if (keys.length < 2) side.replaceChildren(); // one curve needs no key
    else if (side.childElementCount !== keys.length) side.replaceChildren(...keys);
    else keys.forEach((/** @type {HTMLElement} */ one, /** @type {number} */ i) => renew(side.children[i], one));
  };
  const choose = (/** @type {PointerEvent} */ event) => {
    if (!shown?.choose || !shown.stops?.length) return;
    const { left, width } = area.getBoundingClientRect();
    context.set(shown.choose, nearest(shown.stops, (1000 * (event.clientX - left)) / width));
  };
  area.addEventListener("pointerdown", choose);
  area.addEventListener("pointermove", (event) => (event.buttons || event.pointerType === "mouse") && choose(event));
  return {
    element: element("div", { class: "plot" }, side, area, under, fold),
    show(frame) {
      shown = frame;
      draw();
      numbers.show({ ...frame, choose: null, numeric: frame.columns.map((/** @type {string} */ _, /** @type {number} */ i) => i) }, -1);
    },
  };
}

/**
 * @param {any} frame
 * @param {Set<string>} off
 */
function drawing({ y, curves, references = [], at = null }, off) {
  const across = (/** @type {string} */ kind, /** @type {number} */ place) => shape("path", { class: kind, d: `M0 ${1000 - place}H1000` });
  const seen = curves.filter((/** @type {any} */ curve) => !off.has(curve.name));
  return shape("svg", { viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...y.ticks.map((/** @type {[number, string]} */ [place]) => across("plot-grid", place)),
    ...references.map((/** @type {any} */ line) => across("plot-reference", line.at)),
    ...(at === null ? [] : [shape("path", { class: "plot-at", d: `M${at} 0V1000` })]),
    ...seen.map((/** @type {any} */ { head, dash, points }) => shape("polyline", { class: `plot-curve head-${head} dash-${dash}`, points })));
}

/** @param {any} frame */
function ticks({ x, y }) {
  return [
    ...x.ticks.map((/** @type {[number, string]} */ [place, text]) => placed("plot-tick-x", text, place, null)),
    ...y.ticks.map((/** @type {[number, string]} */ [place, text]) => placed("plot-tick-y", text, null, place)),
  ];
}

/**
 * @param {any} frame
 * @param {Set<string>} off
 */
function marks({ marks: all = [], curves }, off) {
  return all
    .filter((/** @type {any} */ { curve }) => !off.has(curves[curve].name))
    .flatMap((/** @type {any} */ { curve, x, y, beside, text }) => [
      placed(`plot-dot head-${curves[curve].head}`, "", x, y),
      placed(`plot-mark head-${curves[curve].head}${x > 700 ? " is-left" : ""}`, text, x, beside),
    ]);
}

/** @param {any} frame */
function references({ references: all = [] }) {
  return all.map((/** @type {any} */ { label, at }) => placed("plot-reference-label", label, null, at));
}

/**
 * Text at a place of the drawing, in thousandths from the left and from below.
 *
 * @param {string} kind
 * @param {string} text
 * @param {number | null} x
 * @param {number | null} y
 */
function placed(kind, text, x, y) {
  const made = element("span", { class: kind, "aria-hidden": "true" }, ...rich(text));
  if (x !== null) made.style.left = `${x / 10}%`;
  if (y !== null) made.style.bottom = `${y / 10}%`;
  return made;
}

/**
 * The key of a curve: its colour, its dashes and its label; pressed in, the curve is seen.
 *
 * @param {any} curve
 * @param {Set<string>} off
 * @param {() => void} draw
 */
function key({ name, label, head, dash }, off, draw) {
  const line = shape("svg", { viewBox: "0 0 28 8", "aria-hidden": "true" }, shape("path", { class: `plot-curve head-${head} dash-${dash}`, d: "M1 4H27" }));
  const toggle = () => {
    if (!off.delete(name)) off.add(name);
    draw();
  };
  return element("button", { type: "button", class: "plot-key", "aria-pressed": String(!off.has(name)), onclick: toggle }, line, ...rich(label));
}

/**
 * Takes over what has changed, so that the key that was pressed keeps the focus.
 *
 * @param {Element} old
 * @param {HTMLElement} fresh
 */
function renew(old, fresh) {
  if (old.textContent !== fresh.textContent) old.replaceWith(fresh);
  else old.setAttribute("aria-pressed", fresh.getAttribute("aria-pressed") ?? "true");
}

/**
 * @param {number[]} stops
 * @param {number} place
 */
export function nearest(stops, place) {
  return stops.reduce((best, stop, i) => (Math.abs(stop - place) < Math.abs(stops[best] - place) ? i : best), 0);
}
