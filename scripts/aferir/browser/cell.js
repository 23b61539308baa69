/**
 * A cell of a lesson that can be run and edited where it stands. Until the reader asks for something it stays what
 * the page printed.
 *
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./editor.js").EditorOptions} EditorOptions
 * @typedef {import("./notebook.js").Notebook} Notebook
 * @typedef {import("./notebook.js").Ran} Ran
 * @typedef {import("./runner.js").Outcome} Outcome
 * @typedef {import("./protocol.js").Problem} Problem
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} CellOptions
 * @property {Strings} strings
 * @property {() => Promise<Notebook>} notebook  loads the lesson's cells when they are first needed
 * @property {(name: string, voice: import("./notebook.js").Voice) => void} join  makes the cell known to the notebook
 * @property {(name: string, line: number) => void} reveal  leads to a line of a cell of the page
 * @property {(name: string, published: string) => Draft} draft  the reader's own version, if there is one
 * @property {(options: Omit<EditorOptions, "load">) => Promise<Editor>} editor
 * @property {import("./arrival.js").Arrival} arrival
 * @property {number} bytes  what the first run downloads
 * @property {import("./tools.js").Announcement | null} [announcement]  said beside Run before anything has run
 *
 * @typedef {object} CellState
 * @property {CellOptions} options
 * @property {HTMLElement} figure
 * @property {string} name
 * @property {HTMLElement} code  where the page shows the source
 * @property {Node[]} published  what the page shows there
 * @property {Draft} draft
 * @property {import("./tools.js").WorkButton} run
 * @property {HTMLButtonElement} above
 * @property {HTMLButtonElement} edit
 * @property {HTMLButtonElement} reset
 * @property {import("./tools.js").Note} note
 * @property {import("./editions.js").Editions} others
 * @property {import("./progress.js").ProgressLine} progress
 * @property {import("./output.js").OutputArea} output
 * @property {Editor | null} editor
 * @property {AbortController | null} work  of the run under way
 * @property {number} dropped  characters printed beyond the limit
 */

import { button, element } from "./dom.js";
import { takeOver } from "./early.js";
import { editions } from "./editions.js";
import { outcomeNote, outcomeText } from "./outcome.js";
import { droppedNote, output } from "./output.js";
import { problem, remarkList } from "./problem.js";
import { progress } from "./progress.js";
import { richView } from "./rich.js";
import { announce, copyButton, note, workButton } from "./tools.js";

/**
 * @param {HTMLElement} figure  `figure.cell` of the page
 * @param {CellOptions} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function cell(figure, options) {
  const state = cellState(figure, options);
  const tools = /** @type {HTMLElement} */ (figure.querySelector(".cell-tools"));
  const copyTool = copyButton(() => state.draft.code(), options.strings);
  const all = [state.run.element, state.above, state.edit, state.reset, state.note.element, copyTool];
  const wasPressed = takeOver(tools, state.run.element, all);
  tools.after(state.progress.element, state.others.element);
  tools.setAttribute("role", "group");
  tools.setAttribute("aria-label", options.strings.text("Cell {name}", { name: state.name }));
  announce(state.note, options.announcement);
  options.join(state.name, voice(state));
  showSource(state);
  options.arrival.expect(state.run.element);
  const unwatch = options.arrival.watch(figure);
  if (wasPressed) run(state);
  return { element: figure, destroy: () => (unwatch(), destroy(state)) };
}

/**
 * @param {HTMLElement} figure
 * @param {CellOptions} options
 * @returns {CellState}
 */
function cellState(figure, options) {
  const { strings, bytes } = options;
  const code = /** @type {HTMLElement} */ (figure.querySelector(".cell-code code"));
  const area = /** @type {HTMLElement} */ (figure.querySelector(".cell-output"));
  const name = figure.dataset.cell ?? "";
  const [draft, line] = [options.draft(name, sourceText(code)), note()];
  /** @type {CellState} */
  const state = {
    ...{ options, figure, name, code, published: [...code.childNodes] },
    draft,
    run: workButton(strings.text("Run"), {
      ...{ strings, kind: "tool-run" },
      onStart: () => run(state),
      onStop: () => state.work?.abort(),
    }),
    above: button(strings.text("Run all above"), () => run(state, "runAbove"), { hidden: !follows(figure) }),
    edit: button(strings.text("Edit"), () => edit(state), { class: "tool tool-edit" }),
    reset: button(strings.text("Reset"), () => reset(state)),
    note: line,
    others: editions({
      ...{ draft, strings, note: line, onTake: () => take(state), focus: () => (state.editor ?? state.edit).focus() },
      isBusy: () => document.hasFocus() && Boolean(state.editor?.element.contains(document.activeElement)),
    }),
    progress: progress({ strings, bytes }),
    output: output(area, { strings, onPublish: () => state.note.say() }),
    ...{ editor: null, work: null, dropped: 0 },
  };
  return state;
}

/**
 * Whether a cell stands above this one.
 *
 * @param {HTMLElement} figure
 */
function follows(figure) {
  return document.querySelector("figure.cell") !== figure;
}

/**
 * @param {CellState} state
 * @param {"run" | "runAbove"} [what]
 */
async function run(state, what = "run") {
  if (state.work) return;
  const question = state.options.arrival.question(() => (state.run.element.focus(), run(state, what)));
  if (question) return state.note.say(...question);
  const work = new AbortController();
  state.work = work;
  state.run.working(true);
  state.note.say();
  const notebook = await openNotebook(state);
  const ran = await notebook?.[what](state.name, {
    signal: work.signal,
    onProgress: state.progress.show,
    onBegin: () => (state.progress.hide(), state.note.say(state.options.strings.text("Running…"))),
  });
  state.work = null;
  state.progress.hide();
  state.run.working(false);
  if (!ran) return;
  if (what === "runAbove" && ran.outcome.status === "done" && !ran.problem)
    state.note.say(state.options.strings.text("All cells above have run."));
  else conclude(state, ran);
}

/**
 * The lesson's notebook; null when it cannot be had.
 *
 * @param {CellState} state
 */
async function openNotebook(state) {
  try {
    return await state.options.notebook();
  } catch (error) {
    console.error("aferir: the lesson's cells did not load", error);
    state.note.say(state.options.strings.text("The code did not load. Check the connection and try again."));
    return null;
  }
}

/**
 * This cell also runs when one below it asks for it, so it hears of its runs from the notebook.
 *
 * @param {CellState} state
 * @returns {import("./notebook.js").Voice}
 */
function voice(state) {
  return {
    own: () => (state.draft.changed() ? state.draft.code() : null),
    onCell() {
      state.dropped = 0;
      state.output.begin();
    },
    onText(stream, text, dropped) {
      state.dropped = dropped;
      state.output.print(stream, text);
    },
    onEnd: (found, remarks = [], rich = null) => finish(state, found, remarks, rich),
    reveal: (line) => revealLine(state, line),
    onInterrupt: (outcome) => interrupted(state, outcome),
  };
}

/**
 * Puts the cursor on a line of the cell, in its editor, which is opened for it.
 *
 * @param {CellState} state
 * @param {number} line
 */
async function revealLine(state, line) {
  await edit(state);
  state.editor?.reveal(line);
}

/**
 * @param {CellState} state
 * @param {Problem | null} found
 * @param {import("./protocol.js").Mistake[]} remarks
 * @param {import("./protocol.js").Rich | null} rich
 */
function finish(state, found, remarks, rich) {
  const { strings, reveal } = state.options;
  const onLine = (/** @type {number} */ line, cell = state.name) => reveal(cell, line);
  const isShown = (/** @type {string} */ name) => placeOf(name) !== null;
  const shown = found && problem(found, { strings, onLine, isShown });
  const noted = remarkList(remarks, { strings, onLine });
  const came = state.output.finish([droppedNote(state.dropped, strings), shown], [rich && richView(rich, strings), noted]);
  if (found) state.note.say(strings.text("It stopped at an error."));
  else if (came === "own") state.note.say(strings.text("Not the same as on the page."));
  else if (came === "same") state.note.say(strings.text("The same as on the page."));
  else state.note.say(strings.text("It ran, and prints nothing."));
}

/**
 * What only the cell that was asked to run has to say.
 *
 * @param {CellState} state
 * @param {Ran} ran
 */
function conclude(state, { outcome, at, problem: found, again }) {
  const { strings } = state.options;
  const above = at && at !== state.name ? at : null;
  if (above && found) stoppedAbove(state, above, found);
  else if (outcome.status !== "done") sayInterrupted(state, outcome, above);
  else if (again) state.note.say(state.note.element.textContent, strings.text("The cells above ran again first."));
}

/**
 * The cell began and did not end.
 *
 * @param {CellState} state
 * @param {Outcome} outcome
 */
function interrupted(state, outcome) {
  const { strings } = state.options;
  const dropped = droppedNote(state.dropped, strings);
  if (state.output.started() || state.output.isOwn()) state.output.finish([dropped, outcomeNote(outcome, strings)]);
  state.note.say(outcomeText(outcome, strings));
}

/**
 * @param {CellState} state
 * @param {Outcome} outcome
 * @param {string | null} above  the cell where it was, when that is another one
 */
function sayInterrupted(state, outcome, above) {
  const { strings } = state.options;
  const where = above && strings.text("It was at a cell above, {name}.", { name: above });
  state.note.say(outcomeText(outcome, strings), where, above && wayTo(above, strings));
}

/**
 * @param {CellState} state
 * @param {string} name
 * @param {Problem} found
 */
function stoppedAbove(state, name, found) {
  const { strings } = state.options;
  const way = wayTo(name, strings);
  if (!way) state.output.finish([problem(found, { strings })]);
  state.note.say(strings.text("A cell above, {name}, stopped at an error; this one did not run.", { name }), way);
}

/**
 * A link to a cell that stands on the page; null when it does not.
 *
 * @param {string} name
 * @param {Strings} strings
 */
function wayTo(name, strings) {
  const id = placeOf(name)?.id;
  return id ? element("a", { href: `#${id}` }, strings.text("Go there")) : null;
}

/**
 * A cell of the page; null when it is not shown.
 *
 * @param {string} name
 */
function placeOf(name) {
  return document.querySelector(`.cell[data-cell="${name}"]`);
}

/** @param {CellState} state */
async function edit(state) {
  if (state.editor) return state.editor.focus();
  const { strings } = state.options;
  const made = await state.options.editor({
    doc: state.draft.code(),
    names: async () => (await state.options.notebook()).names(),
    label: strings.text("Code of cell {name}", { name: state.name }),
    strings,
    onRun: () => run(state),
    onChange: (code) => change(state, code),
  });
  if (state.editor) return made.destroy();
  state.editor = made;
  const pre = /** @type {HTMLElement} */ (state.code.closest("pre"));
  pre.hidden = true;
  pre.after(made.element);
  state.edit.hidden = true;
  made.focus();
}

/**
 * @param {CellState} state
 * @param {string} code
 */
function change(state, code) {
  state.draft.keep(code);
  showSource(state);
  state.others.change();
}

/** @param {CellState} state */
function reset(state) {
  const { strings } = state.options;
  state.draft.publish();
  take(state);
  state.others.show();
  state.output.publish();
  const undo = button(strings.text("Undo"), () => {
    state.draft.swap();
    take(state);
    state.others.show();
    state.note.say();
    state.reset.focus();
  });
  state.note.say(strings.text("The published code is back."), undo);
  undo.focus();
}

/**
 * The draft's code to wherever it is shown or run.
 *
 * @param {CellState} state
 */
function take(state) {
  const code = state.draft.code();
  if (state.editor && state.editor.value !== code) state.editor.value = code;
  showSource(state);
}

/**
 * @param {CellState} state
 */
function showSource(state) {
  const isOwn = state.draft.changed();
  state.figure.classList.toggle("is-edited", isOwn);
  state.reset.hidden = !isOwn;
  if (isOwn && !state.editor) state.code.replaceChildren(state.draft.code());
  else state.code.replaceChildren(...state.published);
}

/** @param {CellState} state */
function destroy(state) {
  state.work?.abort();
  state.others.destroy();
  state.editor?.destroy();
}

/** @param {HTMLElement} code */
function sourceText(code) {
  return (code.textContent ?? "").trimEnd();
}
