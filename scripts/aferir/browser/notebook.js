/**
 * The cells of one lesson as a notebook: their order, the reader's own versions, and what has run in Python's present
 * namespace. To run a cell is to run first whatever above it has not run as it stands now.
 *
 * @typedef {import("./protocol.js").Problem} Problem
 * @typedef {import("./protocol.js").CellSource} CellSource
 * @typedef {import("./protocol.js").Stream} Stream
 * @typedef {import("./runner.js").Runner} Runner
 * @typedef {import("./runner.js").Listeners} Listeners
 * @typedef {import("./runner.js").Outcome} Outcome
 *
 * @typedef {import("./protocol.js").Rich} Rich
 *
 * @typedef {object} Voice  a cell that stands on the page: it has its own say, and hears of its runs whoever asks for them
 * @property {() => string | null} own  the reader's version of its source, if there is one
 * @property {() => void} onCell  it begins
 * @property {(stream: Stream, text: string, dropped: number) => void} onText
 * @property {(problem: Problem | null, remarks: import("./protocol.js").Mistake[], rich: Rich | null) => void} onEnd
 * @property {(line: number) => void} reveal  leads the reader to a line of its source
 * @property {(outcome: Outcome) => void} onInterrupt  it began and did not end
 *
 * @typedef {object} Ran
 * @property {Outcome} outcome
 * @property {string | null} at  the last cell that began; null when none did
 * @property {Problem | null} problem  what stopped that cell
 * @property {boolean} again  cells that had run before ran once more, since Python had been started anew
 *
 * @typedef {object} Notebook
 * @property {(name: string, listeners?: Omit<Listeners, "onPrint">) => Promise<Ran>} run
 * @property {(name: string, listeners?: Omit<Listeners, "onPrint">) => Promise<Ran>} runAbove  every cell above it, also
 *   those that have run
 * @property {() => Candidate[]} names  what the cells define, as far as that is known
 * @property {(figure: import("./protocol.js").FigureSource, listeners?: Omit<Listeners, "onPrint">) => Promise<Ran>} draw
 *   a figure, which stands on all cells of the lesson
 *
 * @typedef {import("./editor.js").Candidate} Candidate
 *
 * @typedef {object} Past  what ran: cell -> everything from the top of the lesson down to it, as it ran
 * @property {Map<string, string>} ran
 * @property {number} generation  the worker it ran in
 * @property {Candidate[]} names  what was defined after the last run
 */

const DEFINED = /^(?:(def|class) +(\w+)|(?:from [\w.]+ )?import .*?(\w+) *$|([A-Za-z]\w*) *=[^=])/gm;

/**
 * @param {object} options
 * @param {string} options.lesson
 * @param {string} options.language
 * @param {CellSource[]} options.cells  as published, in order
 * @param {Map<string, Voice>} options.voices  by the name of the cell
 * @param {Runner} options.runner
 * @returns {Notebook}
 */
export function notebook({ lesson, language, cells, voices, runner }) {
  /** @type {Past} */
  const past = { ran: new Map(), generation: 0, names: [] };
  return {
    run: (name, listeners) => work((sent) => pending(past, sent, name), runner.run, listeners),
    runAbove: (name, listeners) => work((sent) => sent.slice(0, placeOf(sent, name)), runner.run, listeners),
    names: () => namesOf(past.names, cells),
    draw: (figure, listeners) =>
      work(
        (sent) => stale(past, sent),
        (compose, heard) => runner.draw((generation) => ({ ...compose(generation), figure }), heard),
        listeners,
      ),
  };

  /**
   * @param {(sent: CellSource[]) => CellSource[]} chosen
   * @param {(compose: (generation: number) => import("./protocol.js").RunRequest, listeners: Listeners) => Promise<Outcome>} ask
   * @param {Omit<Listeners, "onPrint">} [listeners]
   * @returns {Promise<Ran>}
   */
  async function work(chosen, ask, listeners = {}) {
    const now = () => cells.map(({ name, source }) => ({ name, source: voices.get(name)?.own() ?? source }));
    let [sent, again] = [now(), false];
    /** @type {string | null} */
    let at = null;
    const compose = (/** @type {number} */ generation) => {
      again = renewed(past, generation);
      sent = now();
      return { lesson, language, cells: chosen(sent) };
    };
    const onPrint = (/** @type {import("./protocol.js").Print} */ print) => {
      at = print.cell;
      pass(voices, print);
    };
    const outcome = await ask(compose, { ...listeners, onPrint });
    const isDone = outcome.status === "done";
    const problem = isDone ? conclude(past, sent, voices, outcome.result.cells) : null;
    if (isDone) past.names = outcome.result.names ?? past.names;
    if (!isDone && at) voices.get(at)?.onInterrupt(outcome);
    return { outcome, at, problem, again };
  }
}

/**
 * What a cell prints, to that cell.
 *
 * @param {Map<string, Voice>} voices
 * @param {import("./protocol.js").Print} print
 */
function pass(voices, { cell, stream, text, dropped }) {
  if (text || dropped) voices.get(cell)?.onText(stream, text, dropped);
  else voices.get(cell)?.onCell();
}

/**
 * Forgets what ran in an earlier worker. True when there was something to forget.
 *
 * @param {Past} past
 * @param {number} generation
 */
function renewed(past, generation) {
  if (generation === past.generation) return false;
  const lost = past.ran.size > 0;
  past.ran.clear();
  past.generation = generation;
  return lost;
}

/**
 * The cells to run for this one to run: from the first above it that has not run as it stands now, down to itself.
 *
 * @param {Past} past
 * @param {CellSource[]} cells
 * @param {string} name
 * @returns {CellSource[]}
 */
function pending(past, cells, name) {
  const last = placeOf(cells, name);
  return [...stale(past, cells.slice(0, last)), cells[last]];
}

/**
 * From the first cell that has not run as it stands now to the last.
 *
 * @param {Past} past
 * @param {CellSource[]} cells
 */
function stale(past, cells) {
  const first = cells.findIndex((cell, i) => past.ran.get(cell.name) !== upTo(cells, i));
  return first < 0 ? [] : cells.slice(first);
}

/**
 * The names that Python knows, then those that the published cells define and that have not run yet.
 *
 * @param {Candidate[]} known
 * @param {CellSource[]} cells
 * @returns {Candidate[]}
 */
function namesOf(known, cells) {
  const types = { def: "function", class: "class" };
  const written = cells.flatMap(({ source }) =>
    [...source.matchAll(DEFINED)].map(([, kind, defined, imported, assigned]) => ({
      label: defined ?? imported ?? assigned,
      type: types[/** @type {"def" | "class"} */ (kind)] ?? (imported ? "namespace" : "variable"),
    })),
  );
  return [...new Map([...written, ...known].map((one) => [one.label, one])).values()];
}

/**
 * @param {CellSource[]} cells
 * @param {string} name
 */
function placeOf(cells, name) {
  const place = cells.findIndex((cell) => cell.name === name);
  if (place < 0) throw new Error(`no cell ${name} in this lesson`);
  return place;
}

/**
 * @param {Past} past
 * @param {CellSource[]} sent
 * @param {Map<string, Voice>} voices
 * @param {import("./protocol.js").RunResult["cells"]} results
 */
function conclude(past, sent, voices, results) {
  for (const { name, problem, remarks = [], rich = null } of results) {
    const at = sent.findIndex((cell) => cell.name === name); // -1: the function of a figure
    if (!problem && at >= 0) past.ran.set(name, upTo(sent, at));
    voices.get(name)?.onEnd(problem, remarks, rich);
  }
  return results.at(-1)?.problem ?? null;
}

/**
 * Everything from the top of the lesson down to a cell.
 *
 * @param {CellSource[]} cells
 * @param {number} last
 */
function upTo(cells, last) {
  return JSON.stringify(cells.slice(0, last + 1).map((cell) => cell.source));
}
