/**
 * A Python editor around CodeMirror; a plain text area with the same manners when CodeMirror cannot be had.
 *
 * @typedef {import("./strings.js").Strings} Strings
 *
 * @typedef {object} Editor
 * @property {HTMLElement} element
 * @property {string} value  setting it can be undone by the reader
 * @property {() => void} focus
 * @property {(line: number) => void} reveal  puts the cursor on a line, counted from 1
 * @property {() => void} destroy
 *
 * @typedef {{label: string, type: string, detail?: string}} Candidate  `type`: variable, function, class or namespace
 *
 * @typedef {object} EditorOptions
 * @property {string} doc
 * @property {string} label  its name for screen readers
 * @property {Strings} strings
 * @property {() => Promise<Candidate[]>} [names]  what may be written here, beside Python's own
 * @property {number} [fixed]  how many lines at the top cannot be changed
 * @property {() => void} [onRun]  Ctrl-Enter or Cmd-Enter
 * @property {(code: string) => void} [onChange]
 * @property {() => Promise<any>} load  the module that exports CodeMirror's names
 */

import { element } from "./dom.js";

const NARROW = "(max-width: 44rem)";
const INDENT = "    ";
const HEADER = 64; // px at the top of the window, where the line with the cursor would be covered

/** What a kind of token is called in parts.css, by the name of CodeMirror's tag. */
const KINDS = {
  keyword: "keyword",
  controlKeyword: "keyword",
  operatorKeyword: "keyword",
  definitionKeyword: "keyword",
  moduleKeyword: "keyword",
  bool: "number",
  null: "number",
  self: "keyword",
  number: "number",
  string: "string",
  comment: "comment",
};

/**
 * @param {EditorOptions} options
 * @returns {Promise<Editor>}
 */
export async function editor(options) {
  try {
    return richEditor(await options.load(), options);
  } catch (error) {
    console.error("aferir: the editor did not load, a plain one stands in", error);
    return plainEditor(options);
  }
}

/**
 * @param {any} code  CodeMirror's names
 * @param {EditorOptions} options
 * @returns {Editor}
 */
function richEditor(code, options) {
  const help = helpLine(options.strings);
  const narrow = matchMedia(NARROW);
  const wrapping = new code.Compartment();
  const wrap = () => (narrow.matches ? code.EditorView.lineWrapping : []);
  const fixed = fixedLines(code, options.fixed ?? 0);
  const extensions = [...manners(code, options), attributes(code, options, help.id), wrapping.of(wrap()), fixed];
  const view = new code.EditorView({ doc: options.doc, extensions });
  const rewrap = () => view.dispatch({ effects: wrapping.reconfigure(wrap()) });
  narrow.addEventListener("change", rewrap);
  return {
    element: element("div", { class: "editor" }, view.dom, help),
    get value() {
      return view.state.doc.toString();
    },
    set value(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, filter: false });
    },
    focus: () => view.focus(),
    reveal: (line) => goTo(view, line),
    destroy() {
      narrow.removeEventListener("change", rewrap);
      view.destroy();
    },
  };
}

/**
 * @param {any} code
 * @param {EditorOptions} options
 * @returns {any[]}
 */
function manners(code, { onRun, onChange, names = async () => [] }) {
  const enter = { key: "Mod-Enter", run: () => (onRun?.(), true) };
  return [
    code.Prec.highest(code.keymap.of([enter])),
    [code.lineNumbers(), code.highlightActiveLine(), code.highlightActiveLineGutter(), code.drawSelection()],
    [code.history(), code.python(), code.indentUnit.of(INDENT), code.EditorState.tabSize.of(INDENT.length)],
    [code.indentOnInput(), code.bracketMatching(), code.closeBrackets(), code.search({ top: true })],
    code.syntaxHighlighting(code.HighlightStyle.define(highlighting(code.tags))),
    code.autocompletion({ selectOnOpen: false, icons: false }),
    code.pythonLanguage.data.of({ autocomplete: completions(names) }),
    code.keymap.of([...code.completionKeymap, ...code.closeBracketsKeymap, ...code.defaultKeymap, ...code.historyKeymap, ...code.searchKeymap]),
    code.keymap.of([code.indentWithTab]),
    code.EditorView.scrollMargins.of(() => ({ top: HEADER })),
    code.EditorView.updateListener.of((/** @type {any} */ update) => {
      if (update.docChanged) onChange?.(update.state.doc.toString());
    }),
  ];
}

/**
 * Completes a name that is begun; the attributes of something are not known here.
 *
 * @param {() => Promise<Candidate[]>} names
 */
function completions(names) {
  return async (/** @type {any} */ context) => {
    const word = context.matchBefore(/[\w.]+/);
    if (!word || word.text.includes(".") || /^\d/.test(word.text)) return null;
    const options = await names().catch(() => []);
    return { from: word.from, options, validFor: /^\w*$/ };
  };
}

/**
 * @param {any} code
 * @param {EditorOptions} options
 * @param {string} help
 */
function attributes(code, { label }, help) {
  const quiet = { autocapitalize: "off", autocorrect: "off", spellcheck: "false", translate: "no" };
  return code.EditorView.contentAttributes.of({
    "aria-label": label,
    "aria-describedby": help,
    tabindex: "0",
    ...quiet,
  });
}

/**
 * Lines at the top that stay as they are: marked, named for screen readers, and no change gets past them.
 *
 * @param {any} code
 * @param {number} count
 * @returns {any}
 */
function fixedLines(code, count) {
  if (!count) return [];
  const end = (/** @type {any} */ state) => state.doc.line(Math.min(count, state.doc.lines)).to;
  const mark = code.Decoration.line({ class: "cm-fixed" });
  const marks = (/** @type {any} */ view) =>
    code.Decoration.set(Array.from({ length: count }, (_, i) => mark.range(view.state.doc.line(i + 1).from)));
  return [
    code.EditorView.decorations.of(marks),
    code.EditorState.changeFilter.of((/** @type {any} */ change) => {
      const last = end(change.startState);
      let isInside = false; // a pure insertion is no change of the range that it stands in
      change.changes.iterChanges((/** @type {number} */ from, /** @type {number} */ to) => {
        isInside ||= from === to && from < last;
      });
      return !isInside && [0, last];
    }),
  ];
}

/** @param {any} tags */
function highlighting(tags) {
  const named = Object.entries(KINDS).map(([tag, kind]) => ({ tag: tags[tag], class: `code-${kind}` }));
  const defined = { tag: tags.definition(tags.function(tags.variableName)), class: "code-function" };
  return [...named.filter(({ tag }) => tag), defined];
}

/**
 * @param {any} view
 * @param {number} line
 */
function goTo(view, line) {
  const place = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.dispatch({ selection: { anchor: place.from }, scrollIntoView: true });
  view.focus();
}

/**
 * @param {EditorOptions} options
 * @returns {Editor}
 */
function plainEditor({ doc, label, onRun, onChange }) {
  const attributes = { class: "editor-plain", "aria-label": label, spellcheck: "false", autocapitalize: "off" };
  const area = element("textarea", { ...attributes, rows: Math.max(6, doc.split("\n").length + 1) });
  area.value = doc;
  area.addEventListener("input", () => onChange?.(area.value));
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onRun?.();
  });
  return {
    element: element("div", { class: "editor" }, area),
    get value() {
      return area.value;
    },
    set value(text) {
      area.value = text;
      onChange?.(text);
    },
    focus: () => area.focus(),
    reveal: (line) => selectLine(area, line),
    destroy: () => {},
  };
}

/**
 * @param {HTMLTextAreaElement} area
 * @param {number} line
 */
function selectLine(area, line) {
  const before = area.value.split("\n").slice(0, line - 1);
  const start = before.join("\n").length + (before.length ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start);
}

/** @param {Strings} strings */
function helpLine(strings) {
  const id = `editor-help-${document.querySelectorAll(".editor-help").length + 1}`;
  return element("p", { class: "editor-help", id }, strings.text("Tab indents; Esc and then Tab leaves the editor."));
}
