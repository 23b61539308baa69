/**
 * A challenge: an editor with the starting code, Check, Run, hints one at a time, and the verdict. Loaded when it comes
 * near; until then the page shows the starting code.
 *
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./editor.js").EditorOptions} EditorOptions
 * @typedef {import("./protocol.js").Challenge} Challenge
 * @typedef {import("./runner.js").Listeners} Listeners
 * @typedef {import("./runner.js").Outcome} Outcome
 * @typedef {import("./runner.js").Runner} Runner
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} ChallengeOptions
 * @property {Strings} strings
 * @property {Runner} runner
 * @property {() => Promise<Challenge>} load  the challenge's published JSON
 * @property {(starter: string) => Draft} draft
 * @property {{read: () => boolean, write: () => void}} solved  whether the reader has solved it, here or on a past visit
 * @property {(options: Omit<EditorOptions, "load">) => Promise<Editor>} editor
 * @property {string} language
 * @property {number} bytes  what the first run downloads
 * @property {import("./tools.js").Announcement | null} [announcement]  said before anything has run
 *
 * @typedef {object} ChallengeState
 * @property {ChallengeOptions} options
 * @property {HTMLElement} section
 * @property {HTMLElement} work  `.challenge-work`
 * @property {Challenge} challenge
 * @property {Editor} editor
 * @property {import("./tools.js").WorkButton} check
 * @property {import("./tools.js").WorkButton} run
 * @property {HTMLButtonElement} hint
 * @property {import("./versions.js").Versions} versions
 * @property {import("./tools.js").Note} note
 * @property {import("./progress.js").ProgressLine} progress
 * @property {HTMLElement} hints
 * @property {HTMLElement} output
 * @property {HTMLElement} verdict
 * @property {AbortController | null} busy
 */

import { button, element, prose, reveal, unseen, whenNear } from "./dom.js";
import { feedback } from "./feedback.js";
import { outcomeNote, outcomeText } from "./outcome.js";
import { droppedNote, output } from "./output.js";
import { problem } from "./problem.js";
import { progress } from "./progress.js";
import { announce, note, workButton } from "./tools.js";
import { versions } from "./versions.js";

/**
 * @param {HTMLElement} section  `section.challenge` of the page
 * @param {ChallengeOptions} options
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function challenge(section, options) {
  /** @type {ChallengeState | null} */
  let state = null;
  const work = /** @type {HTMLElement} */ (section.querySelector(".challenge-work"));
  const open = async () => {
    state = await opened(section, work, options).catch((error) => unopened(work, error, options.strings, open));
  };
  const cancel = whenNear(section, open);
  return {
    element: section,
    destroy() {
      cancel();
      state?.busy?.abort();
      state?.editor.destroy();
    },
  };
}

/**
 * @param {HTMLElement} section
 * @param {HTMLElement} work
 * @param {ChallengeOptions} options
 * @returns {Promise<ChallengeState>}
 */
async function opened(section, work, options) {
  const published = await options.load();
  const draft = options.draft(published.starter);
  const { strings } = options;
  const editor = await options.editor({
    doc: draft.code(),
    label: strings.text("Your solution"),
    strings,
    onRun: () => check(state, { fromEditor: true }),
    onChange: (code) => state.versions.change(code),
  });
  const state = challengeState(section, work, options, published, draft, editor);
  mount(state);
  return state;
}

/**
 * @param {HTMLElement} work
 * @param {unknown} error
 * @param {Strings} strings
 * @param {() => void} again
 */
function unopened(work, error, strings, again) {
  console.error("aferir: the challenge did not load", error);
  const line = note();
  const retry = button(strings.text("Try again"), () => (line.element.remove(), again()));
  line.say(strings.text("The editor did not load. Check the connection and try again."), retry);
  work.append(line.element);
  return null;
}

/**
 * @param {HTMLElement} section
 * @param {HTMLElement} work
 * @param {ChallengeOptions} options
 * @param {Challenge} challenge
 * @param {Draft} draft
 * @param {Editor} editor
 * @returns {ChallengeState}
 */
function challengeState(section, work, options, challenge, draft, editor) {
  const { strings, bytes } = options;
  const onStop = () => state.busy?.abort();
  const line = note();
  /** @type {ChallengeState} */
  const state = {
    ...{ section, work, options, challenge, editor, busy: null },
    check: workButton(strings.text("Check"), { strings, kind: "tool-main", onStart: () => check(state), onStop }),
    run: workButton(strings.text("Run"), { strings, kind: "tool-run", onStart: () => run(state), onStop }),
    hint: button("", () => nextHint(state), { class: "tool tool-hint" }),
    versions: versions({ draft, editor, note: line, strings }),
    note: line,
    progress: progress({ strings, bytes }),
    hints: element("ol", { class: "challenge-hints", "aria-label": strings.text("Hints") }),
    output: element("div", { class: "challenge-output" }),
    verdict: element("div", { class: "challenge-verdict" }),
  };
  return state;
}

/** @param {ChallengeState} state */
function mount(state) {
  const { work, options, versions } = state;
  const { strings } = options;
  const buttons = [state.check.element, state.run.element, state.hint, state.versions.reset];
  const tools = element("div", { class: "challenge-tools", role: "group" }, ...buttons, state.note.element);
  tools.setAttribute("aria-label", strings.text("Your solution"));
  const hadFocus = work.contains(document.activeElement);
  work.querySelector(".challenge-starter")?.setAttribute("hidden", "");
  work.append(state.editor.element, tools, state.progress.element, state.hints, state.output, state.verdict);
  if (hadFocus) state.editor.focus();
  showHintButton(state);
  state.section.classList.toggle("is-solved", options.solved.read());
  if (versions.tellOutdated()) return;
  if (options.solved.read()) state.note.say(strings.text("You have solved this before."));
  else announce(state.note, options.announcement);
}

/**
 * Makes one request, its button turned into Stop and the other out of use; null while another is under way.
 *
 * @param {ChallengeState} state
 * @param {"check" | "run"} which
 * @param {string} words
 * @param {(listeners: Listeners) => Promise<Outcome>} ask
 * @returns {Promise<Outcome | null>}
 */
async function request(state, which, words, ask) {
  if (state.busy) return null;
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
 * @param {ChallengeState} state
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
 * @param {ChallengeState} state
 * @param {import("./protocol.js").Verdict} verdict
 * @param {boolean} fromEditor
 */
function showVerdict(state, verdict, fromEditor) {
  state.verdict.replaceChildren(feedback(verdict, { strings: state.options.strings }));
  if (verdict.status === "passed") {
    state.options.solved.write();
    state.section.classList.add("is-solved");
  }
  const heading = /** @type {HTMLElement} */ (state.verdict.querySelector(".verdict-heading"));
  if (fromEditor) state.note.say(unseen(verdict.summary));
  else heading.focus({ preventScroll: true });
  reveal(heading);
}

/** @param {ChallengeState} state */
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
 * @param {ChallengeState} state
 * @param {import("./output.js").OutputArea} area
 * @param {Outcome} outcome
 * @param {number} dropped
 */
function showRun(state, area, outcome, dropped) {
  const { strings } = state.options;
  const cut = droppedNote(dropped, strings);
  if (outcome.status !== "done") {
    if (area.started()) area.finish(cut, outcomeNote(outcome, strings));
    return state.note.say(outcomeText(outcome, strings));
  }
  const found = outcome.result.cells[0]?.problem;
  const came = area.finish(cut, found && problem(found, { strings, onLine: (line) => state.editor.reveal(line) }));
  if (found) state.note.say(strings.text("It stopped at an error."));
  else if (came === "empty") {
    state.note.say(...prose(strings.text("It runs and prints nothing. `print` lets you look inside.")));
  }
}

/** @param {ChallengeState} state */
function nextHint(state) {
  const { hints } = state.challenge.texts;
  const text = element("span", {}, ...prose(hints[state.hints.children.length] ?? ""));
  const item = element("li", { tabindex: "-1" }, text);
  state.hints.append(item);
  showHintButton(state);
  item.focus({ preventScroll: true });
  reveal(item);
}

/** @param {ChallengeState} state */
function showHintButton(state) {
  const [shown, total] = [state.hints.children.length, state.challenge.texts.hints.length];
  state.hint.hidden = shown >= total;
  state.hint.textContent = state.options.strings.text("Hint {number} of {total}", { number: shown + 1, total });
}
