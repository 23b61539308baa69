/**
 * The work area of one challenge: an editor with the starting code, Check, Run, hints one at a time, the solution for
 * whoever asks, and the verdict. A challenge of the page has one, and so has each smaller step.
 *
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./editor.js").EditorOptions} EditorOptions
 * @typedef {import("./protocol.js").Challenge} Challenge
 * @typedef {import("./protocol.js").Verdict} Verdict
 * @typedef {import("./runner.js").Listeners} Listeners
 * @typedef {import("./runner.js").Outcome} Outcome
 * @typedef {import("./runner.js").Runner} Runner
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} BenchOptions
 * @property {Strings} strings
 * @property {Runner} runner
 * @property {(starter: string) => Draft} draft
 * @property {{read: () => boolean, write: () => void}} solved  whether the reader has solved it, here or on a past visit
 * @property {() => Promise<import("./protocol.js").Solution>} solution  fetched when the reader asks for it
 * @property {(options: Omit<EditorOptions, "load">) => Promise<Editor>} editor
 * @property {string} language
 * @property {import("./arrival.js").Arrival} arrival
 * @property {number} bytes  what the first run downloads
 * @property {import("./tools.js").Announcement | null} [announcement]  said before anything has run
 * @property {HTMLElement | null} [aside]  stands between the hints and the verdict
 * @property {(verdict: Verdict) => void} [onVerdict]  hears each verdict once it is shown
 *
 * @typedef {object} Bench
 * @property {() => void} focus
 * @property {(words: string) => void} say  beside the buttons
 * @property {() => void} destroy
 *
 * @typedef {object} BenchState
 * @property {BenchOptions} options
 * @property {HTMLElement} work
 * @property {Challenge} challenge
 * @property {Editor} editor
 * @property {import("./tools.js").WorkButton} check
 * @property {import("./tools.js").WorkButton} run
 * @property {HTMLButtonElement} hint
 * @property {import("./versions.js").Versions} versions
 * @property {import("./tools.js").Note} note
 * @property {import("./progress.js").ProgressLine} progress
 * @property {HTMLElement} hints
 * @property {import("./solution.js").SolutionArea} solution
 * @property {HTMLElement} output
 * @property {HTMLElement} verdict
 * @property {AbortController | null} busy
 */

import { button, element, prose, reveal, unseen } from "./dom.js";
import { feedback } from "./feedback.js";
import { outcomeNote, outcomeText } from "./outcome.js";
import { droppedNote, output } from "./output.js";
import { problem, remarkList } from "./problem.js";
import { progress } from "./progress.js";
import { richView } from "./rich.js";
import { solutionArea } from "./solution.js";
import { announce, note, workButton } from "./tools.js";
import { versions } from "./versions.js";

/**
 * @param {HTMLElement} work  where it is mounted
 * @param {Challenge} challenge
 * @param {BenchOptions} options
 * @returns {Promise<Bench>}
 */
export async function bench(work, challenge, options) {
  const draft = options.draft(challenge.starter);
  const { strings } = options;
  const editor = await options.editor({
    doc: draft.code(),
    label: strings.text("Your solution"),
    strings,
    onRun: () => check(state, { fromEditor: true }),
    onChange: (code) => state.versions.change(code),
  });
  const state = benchState(work, options, challenge, draft, editor);
  mount(state);
  const unwatch = options.arrival.watch(work);
  return {
    focus: () => editor.focus(),
    say: (words) => state.note.say(words),
    destroy() {
      unwatch();
      state.busy?.abort();
      state.versions.destroy();
      editor.destroy();
    },
  };
}

/**
 * @param {HTMLElement} work
 * @param {BenchOptions} options
 * @param {Challenge} challenge
 * @param {Draft} draft
 * @param {Editor} editor
 * @returns {BenchState}
 */
function benchState(work, options, challenge, draft, editor) {
  const { strings, bytes } = options;
  const onStop = () => state.busy?.abort();
  const line = note();
  const ask = () => compare(state);
  const code = () => editor.value;
  /** @type {BenchState} */
  const state = {
    ...{ work, options, challenge, editor, busy: null },
    check: workButton(strings.text("Check"), { strings, kind: "tool-main", onStart: () => check(state), onStop }),
    run: workButton(strings.text("Run"), { strings, kind: "tool-run", onStart: () => run(state), onStop }),
    hint: button("", () => nextHint(state), { class: "tool tool-hint" }),
    versions: versions({ draft, editor, note: line, strings }),
    note: line,
    progress: progress({ strings, bytes }),
    solution: solutionArea({ strings, note: line, load: options.solution, code, compare: ask, runner: options.runner }),
    hints: element("ol", { class: "challenge-hints", "aria-label": strings.text("Hints") }),
    output: element("div", { class: "challenge-output" }),
    verdict: element("div", { class: "challenge-verdict" }),
  };
  return state;
}

/** @param {BenchState} state */
function mount(state) {
  const { work, options, versions } = state;
  const { strings } = options;
  const buttons = [state.check.element, state.run.element, state.hint, state.solution.button, state.versions.reset];
  const tools = element("div", { class: "challenge-tools", role: "group" }, ...buttons, state.note.element);
  tools.setAttribute("aria-label", strings.text("Your solution"));
  const hadFocus = work.contains(document.activeElement);
  work.querySelector(".challenge-starter")?.setAttribute("hidden", "");
  work.append(state.editor.element, tools, state.progress.element, versions.element, state.hints);
  if (options.aside) work.append(options.aside);
  work.append(state.solution.element, state.output, state.verdict);
  if (hadFocus) state.editor.focus();
  showHintButton(state);
  for (const one of [state.check, state.run]) options.arrival.expect(one.element);
  if (options.solved.read()) state.note.say(strings.text("You have solved this before."));
  else announce(state.note, options.announcement);
}

/**
 * Makes one request, its button turned into Stop and the other out of use; null while another is under way.
 *
 * @param {BenchState} state
 * @param {"check" | "run"} which
 * @param {string} words
 * @param {(listeners: Listeners) => Promise<Outcome>} ask
 * @returns {Promise<Outcome | null>}
 */
async function request(state, which, words, ask) {
  if (state.busy) return null;
  const question = state.options.arrival.question(() => state[which].element.click());
  if (question) return state.note.say(...question), null;
  const other = which === "check" ? state.run : state.check;
  state.busy = new AbortController();
  state[which].working(true);
  other.element.setAttribute("aria-disabled", "true");
  state.note.say();
  const outcome = await ask({
    signal: state.busy.signal,
    onProgress: state.progress.show,
    onBegin: () => (state.progress.hide(), state.note.say(words)),
  });
  state.busy = null;
  state.progress.hide();
  state[which].working(false);
  other.element.removeAttribute("aria-disabled");
  state.note.say();
  return outcome;
}

/**
 * @param {BenchState} state
 * @param {{fromEditor?: boolean}} [options]  asked for by keys: the cursor stays where it is
 */
async function check(state, { fromEditor = false } = {}) {
  const { strings, runner } = state.options;
  const { challenge } = state;
  const outcome = await request(state, "check", strings.text("Checking…"), (listeners) => {
    state.output.replaceChildren();
    return runner.grade({ challenge, code: state.editor.value }, listeners);
  });
  if (!outcome) return;
  if (outcome.status === "done") showVerdict(state, outcome.result, fromEditor);
  else if (outcome.status === "timeout" && challenge.stopped) showVerdict(state, challenge.stopped, fromEditor);
  else state.note.say(outcomeText(outcome, strings));
}

/**
 * @param {BenchState} state
 * @param {import("./protocol.js").Verdict} verdict
 * @param {boolean} fromEditor
 */
function showVerdict(state, verdict, fromEditor) {
  state.verdict.replaceChildren(feedback(verdict, { strings: state.options.strings }));
  if (verdict.status === "passed") state.options.solved.write();
  state.options.onVerdict?.(verdict);
  const heading = /** @type {HTMLElement} */ (state.verdict.querySelector(".verdict-heading"));
  if (fromEditor) state.note.say(unseen(verdict.summary));
  else heading.focus({ preventScroll: true });
  reveal(heading);
}

/**
 * Where the reader's code and the reference agree.
 *
 * @param {BenchState} state
 * @returns {Promise<Outcome | null>}
 */
function compare(state) {
  const { strings, runner } = state.options;
  const asked = { challenge: state.challenge, code: state.editor.value };
  return request(state, "check", strings.text("Comparing…"), (listeners) => runner.compare(asked, listeners));
}

/** @param {BenchState} state */
async function run(state) {
  const { strings, runner, language } = state.options;
  const { id } = state.challenge;
  const area = output(state.output, { strings });
  let [began, lost] = [false, 0];
  const cells = [{ name: id, source: state.editor.value }];
  const outcome = await request(state, "run", strings.text("Running…"), (listeners) =>
    runner.run(
      { lesson: `challenge ${id}`, language, cells },
      {
        ...listeners,
        onPrint({ stream, text, dropped }) {
          if (!began) area.begin();
          [began, lost] = [true, dropped];
          area.print(stream, text);
        },
      },
    ),
  );
  if (outcome) showRun(state, area, outcome, lost);
}

/**
 * @param {BenchState} state
 * @param {import("./output.js").OutputArea} area
 * @param {Outcome} outcome
 * @param {number} dropped
 */
function showRun(state, area, outcome, dropped) {
  const { strings } = state.options;
  const cut = droppedNote(dropped, strings);
  if (outcome.status !== "done") {
    if (area.started()) area.finish([cut, outcomeNote(outcome, strings)]);
    return state.note.say(outcomeText(outcome, strings));
  }
  const { problem: found = null, remarks = [], rich = null } = outcome.result.cells[0] ?? {};
  const onLine = (/** @type {number} */ line) => state.editor.reveal(line);
  const noted = remarkList(remarks, { strings, onLine });
  const came = area.finish([cut, found && problem(found, { strings, onLine })], [rich && richView(rich, strings), noted]);
  if (found) state.note.say(strings.text("It stopped at an error."));
  else if (came === "empty") {
    state.note.say(...prose(strings.text("It runs and prints nothing. `print` lets you look inside.")));
  }
}

/** @param {BenchState} state */
function nextHint(state) {
  const { hints } = state.challenge.texts;
  const text = element("span", {}, ...prose(hints[state.hints.children.length] ?? ""));
  const item = element("li", { tabindex: "-1" }, text);
  state.hints.append(item);
  showHintButton(state);
  item.focus({ preventScroll: true });
  reveal(item);
}

/** @param {BenchState} state */
function showHintButton(state) {
  const [shown, total] = [state.hints.children.length, state.challenge.texts.hints.length];
  state.hint.hidden = shown >= total;
  state.hint.textContent = state.options.strings.text("Hint {number} of {total}", { number: shown + 1, total });
}
