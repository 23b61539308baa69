/**
 * An explorable: controls on top, panels below, all fed with frames that the build computed and wrote. Until its data
 * come it is the static figure of the page.
 *
 * @typedef {import("./state.js").ExplorableData} ExplorableData
 * @typedef {import("./state.js").Choice} Choice
 *
 * @typedef {object} Explorable
 * @property {HTMLElement} element
 * @property {string} name
 * @property {(settings: string) => Promise<void>} go  show the state of a link, and say so
 * @property {() => Promise<void>} ready  when its data are there and it is live
 * @property {() => void} destroy
 *
 * @typedef {object} ExplorableOptions
 * @property {import("../strings.js").Strings} strings
 * @property {() => Promise<import("./state.js").StatesFile>} load
 * @property {(name: string, settings: string | null) => void} onChange  null when all is as at first
 */

import { button, element, reveal, whenNear } from "../dom.js";
import { buttons } from "./buttons.js";
import { panel } from "./panel.js";
import { plain, rich } from "./rich.js";
import { slider } from "./slider.js";
import { frameNumber, initialChoice, inWords, readSettings, wholeWith, writeSettings } from "./state.js";

const FOCUSABLE = "button, input, [tabindex='0']";

/**
 * @param {HTMLElement} figure
 * @param {ExplorableOptions} options
 * @returns {Explorable}
 */
export function explorable(figure, { strings, load, onChange }) {
  const name = figure.dataset.explorable ?? "";
  /** @type {Promise<Live> | null} */
  let coming = null;
  const awake = async () => {
    const { pool, explorables } = await load();
    return live(figure, name, explorables[name], wholeWith(pool), { strings, onChange });
  };
  const start = () => {
    coming ??= awake().catch((error) => {
      coming = null;
      console.error(`aferir: the explorable ${name} could not be loaded`, error);
      throw error;
    });
    return coming;
  };
  const forget = whenNear(figure, () => void start().catch(() => {}));
  return {
    element: figure,
    name,
    ready: async () => void (await start()),
    async go(settings) {
      const made = await start();
      reveal(figure);
      made.go(settings);
    },
    destroy: forget,
  };
}

/**
 * @typedef {object} Live
 * @property {(settings: string) => void} go
 *
 * @param {HTMLElement} figure
 * @param {string} name
 * @param {ExplorableData} data
 * @param {(value: any) => any} whole  puts in its place what its frames share
 * @param {Pick<ExplorableOptions, "strings" | "onChange">} options
 * @returns {Live}
 */
function live(figure, name, { controls, panels }, whole, { strings, onChange }) {
  const said = element("p", { class: "explorable-said", role: "status" });
  let choice = initialChoice(controls);
  const change = (/** @type {number} */ i, /** @type {number} */ index) => {
    if (choice[i] === index) return;
    show(choice.map((old, j) => (j === i ? index : old)));
    const news = spoken();
    tell(news && news !== said.textContent ? news : inWords(choice, controls, (_, j) => j === i), false);
    onChange(name, writeSettings(choice, controls) || null);
  };
  const controlViews = controls.map((control, i) => controlView(control, `${name}-${control.name}`, (index) => change(i, index)));
  const context = {
    strings,
    set: (/** @type {string} */ control, /** @type {number} */ index) => change(controls.findIndex((one) => one.name === control), index),
    say: (/** @type {string} */ text) => tell(text, false),
  };
  const shown = panels.filter(({ kind }) => kind !== "spoken").map((data) => panelView(data, { ...context, id: `${name}-${data.name}` }, controls, whole));
  const speaker = panels.find(({ kind }) => kind === "spoken");
  const spoken = () => plain(speaker ? whole(speaker.frames[frameNumber(speaker, controls, choice)]).lines[0].text : "");
  const tell = (/** @type {string} */ text, /** @type {boolean} */ isFromLink) => {
    said.classList.toggle("is-from-link", isFromLink);
    said.replaceChildren(...rich(text));
  };
  const reset = button(strings.text("Reset"), () => {
    show(initialChoice(controls));
    tell(strings.text("As at first: {state}", { state: inWords(choice, controls) }), false);
    onChange(name, null);
  }, { class: "tool explorable-reset" });
  const show = (/** @type {Choice} */ next) => {
    choice = next;
    controlViews.forEach((view, i) => view?.show(choice[i]));
    shown.forEach((view) => view.show(choice));
    figure.dataset.state = controls.map(({ name, options }, i) => `${name}=${options[choice[i]][0]}`).join(";");
    reset.setAttribute("aria-disabled", String(!writeSettings(choice, controls)));
  };
  const row = element("div", { class: "control-row" }, ...controlViews.map((view) => view?.element));
  const top = element("div", { class: "explorable-controls" }, row, reset);
  const root = element("div", { class: "explorable-live", role: "group", "aria-describedby": `explorable-${name}-alt` },
    top, said, element("div", { class: "panels" }, ...shown.map((view) => view.element)));
  show(choice);
  const still = /** @type {HTMLElement} */ (figure.querySelector(".explorable-static"));
  const held = still.contains(document.activeElement);
  still.before(root);
  still.hidden = true;
  if (held) /** @type {HTMLElement | null} */ (root.querySelector(FOCUSABLE))?.focus({ preventScroll: true });
  figure.classList.add("is-live");
  return {
    go(settings) {
      show(readSettings(settings, controls));
      tell(strings.text("Set from the text: {state}", { state: inWords(choice, controls) }), true);
    },
  };
}

/**
 * A control above the panels; none for one that is set in a panel.
 *
 * @param {import("./state.js").Control} control
 * @param {string} id
 * @param {(index: number) => void} onChange
 */
function controlView(control, id, onChange) {
  if (control.kind === "choose") return null;
  return (control.kind === "slider" ? slider : buttons)(control, { id, onChange });
}

/**
 * @param {import("./state.js").PanelData} data
 * @param {import("./matrix.js").Context} context
 * @param {import("./state.js").Control[]} controls
 * @param {(value: any) => any} whole
 */
function panelView(data, context, controls, whole) {
  const view = panel(data.kind, context);
  /** @type {Map<number, any>} */
  const frames = new Map();
  const frameOf = (/** @type {number} */ number) => {
    if (!frames.has(number)) frames.set(number, whole(data.frames[number]));
    return frames.get(number);
  };
  let before = "";
  return {
    element: view.element,
    show(/** @type {Choice} */ choice) {
      const number = frameNumber(data, controls, choice);
      const frame = frameOf(number);
      const control = frame?.choose ? controls.findIndex(({ name }) => name === frame.choose) : -1;
      const chosen = control < 0 ? -1 : choice[control];
      if (`${number} ${chosen}` !== before) view.show(frame, chosen);
      before = `${number} ${chosen}`;
    },
  };
}
