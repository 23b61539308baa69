/**
 * A figure of the page that a reader can draw again: its function in an editor, Matplotlib fetched when it is first
 * asked to draw, the new drawing in the place of the published one until that is brought back.
 *
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./notebook.js").Notebook} Notebook
 * @typedef {import("./notebook.js").Ran} Ran
 * @typedef {import("./protocol.js").FigureSource} FigureSource
 * @typedef {import("./protocol.js").Redrawing} Redrawing
 * @typedef {import("./runner.js").Runner} Runner
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} FigureOptions
 * @property {Strings} strings
 * @property {Runner} runner
 * @property {() => Promise<Notebook>} notebook
 * @property {(name: string) => Promise<FigureSource>} source
 * @property {(name: string, published: string) => Draft} draft
 * @property {(options: Omit<import("./editor.js").EditorOptions, "load">) => Promise<Editor>} editor
 * @property {import("./arrival.js").Arrival} arrival
 * @property {number} bytes  of Python
 * @property {number} drawingBytes  of Matplotlib, which a first drawing downloads besides
 * @property {{read: () => boolean, write: () => void}} fetched  whether this browser has Matplotlib from an earlier time
 * @property {(name: string, line: number) => void} reveal  leads to a line of a cell of the page
 *
 * @typedef {object} FigureState
 * @property {FigureOptions} options
 * @property {HTMLElement} figure
 * @property {FigureSource} source
 * @property {Draft} draft
 * @property {Editor} editor
 * @property {import("./tools.js").WorkButton} draw
 * @property {HTMLButtonElement} reset
 * @property {HTMLButtonElement} close
 * @property {import("./tools.js").Note} note
 * @property {import("./progress.js").ProgressLine} progress
 * @property {HTMLElement} panel
 * @property {HTMLElement} result
 * @property {AbortController | null} work
 */

import { button, element } from "./dom.js";
import { outcomeText } from "./outcome.js";
import { problem, remarkList } from "./problem.js";
import { progress } from "./progress.js";
import { copyButton, note, workButton } from "./tools.js";

/**
 * @param {HTMLElement} figure  `figure.figure` of the page
 * @param {FigureOptions} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function figure(figure, options) {
  /** @type {FigureState | null} */
  let state = null;
  const line = note();
  const open = async () => {
    try {
      state = await opened(figure, edit, options);
      tools.hidden = true;
    } catch (error) {
      console.error("aferir: the drawing's code did not load", error);
      line.say(options.strings.text("The code did not load. Check the connection and try again."));
    }
  };
  const edit = button(options.strings.text("Edit the drawing"), open, { class: "tool figure-edit" });
  const tools = element("div", { class: "figure-tools" }, edit, line.element);
  figure.append(tools);
  return {
    element: figure,
    destroy() {
      state?.work?.abort();
      state?.editor.destroy();
    },
  };
}

/**
 * @param {HTMLElement} figure
 * @param {HTMLElement} edit  what the focus goes back to
 * @param {FigureOptions} options
 * @returns {Promise<FigureState>}
 */
async function opened(figure, edit, options) {
  const { strings, arrival } = options;
  const source = await options.source(figure.id.replace(/^figure-/, ""));
  const draft = options.draft(source.name, source.source);
  const [signature] = draft.code().split("\n");
  const editor = await options.editor({
    ...{ doc: draft.code(), strings, fixed: signature === source.source.split("\n")[0] ? 1 : 0 },
    label: strings.text("Code of the drawing {name}", { name: source.name }),
    onRun: () => draw(state),
    onChange: (code) => (draft.keep(code), showReset(state)),
  });
  /** @type {FigureState} */
  const state = {
    ...{ options, figure, source, draft, editor, work: null },
    draw: workButton(strings.text("Draw"), {
      ...{ strings, kind: "tool-run" },
      onStart: () => draw(state),
      onStop: () => state.work?.abort(),
    }),
    reset: button(strings.text("Reset"), () => reset(state)),
    close: button(strings.text("Close"), () => close(state, edit)),
    note: note(),
    progress: progress({ strings, bytes: options.bytes }),
    panel: element("div", { class: "figure-panel" }),
    result: element("div", { class: "figure-result cell-output" }),
  };
  const copyTool = copyButton(() => editor.value, strings);
  const row = [state.draw.element, state.reset, state.close, state.note.element, copyTool];
  const tools = element("div", { class: "cell-tools", role: "group" }, ...row);
  tools.setAttribute("aria-label", strings.text("Code of the drawing {name}", { name: source.name }));
  state.panel.append(editor.element, tools, state.progress.element, state.result);
  figure.append(state.panel);
  showReset(state);
  arrival.expect(state.draw.element);
  if (!options.fetched.read()) state.note.say(sizeText(options));
  editor.focus();
  return state;
}

/** @param {FigureOptions} options */
function sizeText({ strings, drawingBytes }) {
  return strings.text("The first drawing downloads Matplotlib, {size}, once.", { size: strings.size(drawingBytes) });
}

/** @param {FigureState} state */
async function draw(state) {
  if (state.work) return;
  const { strings, arrival, runner, fetched } = state.options;
  const question = arrival.question(() => (state.draw.element.focus(), draw(state)));
  if (question) return state.note.say(...question);
  const work = new AbortController();
  state.work = work;
  state.draw.working(true);
  state.note.say();
  const listeners = {
    signal: work.signal,
    onProgress: state.progress.show,
    onBegin: () => (state.progress.hide(), state.note.say(strings.text("Drawing…"))),
  };
  const prepared = await runner.prepare({ signal: work.signal, onProgress: state.progress.show });
  if (prepared.status === "done") fetched.write();
  const notebook = prepared.status === "done" ? await state.options.notebook().catch(() => null) : null;
  const asked = { ...state.source, source: state.editor.value };
  const ran = await notebook?.draw(asked, listeners);
  state.work = null;
  state.progress.hide();
  state.draw.working(false);
  if (ran) conclude(state, ran);
  else if (prepared.status === "done")
    state.note.say(strings.text("The code did not load. Check the connection and try again."));
  else state.note.say(drawingOutcome(prepared, strings));
}

/**
 * @param {import("./runner.js").Outcome} outcome
 * @param {Strings} strings
 */
function drawingOutcome(outcome, strings) {
  if (outcome.reason !== "download") return outcomeText(outcome, strings);
  return strings.text("Matplotlib did not arrive whole. Check the connection and try again.");
}

/**
 * @param {FigureState} state
 * @param {Ran} ran
 */
function conclude(state, { outcome, at, problem: found }) {
  const { strings, reveal } = state.options;
  if (outcome.status !== "done") return state.note.say(outcomeText(outcome, strings));
  const own = `figure_${state.source.name}`;
  const onLine = (/** @type {number} */ line, cell = own) =>
    cell === own ? state.editor.reveal(line) : reveal(cell, line);
  const remarks = outcome.result.cells.at(-1)?.remarks ?? [];
  const isShown = (/** @type {string} */ name) =>
    name === own || document.querySelector(`.cell[data-cell="${name}"]`) !== null;
  const told = found ? problem(found, { strings, onLine, isShown }) : remarkList(remarks, { strings, onLine });
  state.result.replaceChildren(...(told ? [told] : []));
  if (found && at !== own)
    state.note.say(strings.text("A cell above, {name}, stopped at an error; this one did not run.", { name: at ?? "" }));
  else if (found) state.note.say(strings.text("It stopped at an error."));
  else show(state, outcome.result.drawing);
}

/**
 * @param {FigureState} state
 * @param {Redrawing} made
 */
function show(state, made) {
  const { strings } = state.options;
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    const image = /** @type {HTMLImageElement} */ (state.figure.querySelector(`.figure-drawing > .only-${theme}`));
    image.dataset.published ??= JSON.stringify(["src", "width", "height"].map((name) => image.getAttribute(name)));
    image.src = `data:image/svg+xml,${encodeURIComponent(made[theme])}`; // an image: nothing in it can run
    image.width = Math.round(made.width);
    image.height = Math.round(made.height);
  }
  state.figure.classList.add("is-own");
  const back = button(strings.text("As published"), () => publish(state));
  state.note.say(strings.text("Your drawing."), back);
}

/** @param {FigureState} state */
function publish(state) {
  for (const image of state.figure.querySelectorAll("img")) {
    const kept = JSON.parse(image.dataset.published ?? "null");
    for (const [i, name] of ["src", "width", "height"].entries()) if (kept) image.setAttribute(name, kept[i]);
  }
  state.figure.classList.remove("is-own");
  state.note.say();
}

/** @param {FigureState} state */
function reset(state) {
  state.draft.publish();
  state.editor.value = state.source.source;
  state.result.replaceChildren();
  publish(state);
  showReset(state);
  state.note.say(state.options.strings.text("The published code is back."));
  state.editor.focus();
}

/**
 * @param {FigureState} state
 * @param {HTMLElement} edit
 */
function close(state, edit) {
  state.work?.abort();
  state.panel.remove();
  state.editor.destroy();
  const tools = /** @type {HTMLElement} */ (state.figure.querySelector(".figure-tools"));
  tools.hidden = false;
  edit.focus();
}

/** @param {FigureState} state */
function showReset(state) {
  state.reset.hidden = !state.draft.changed();
}
