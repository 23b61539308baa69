/**
 * What the page and the worker say to each other: plain JSON, never a proxy. Each request carries an id; its answer
 * is `done` or `failed` with the same id. Progress belongs to the one start that is under way and has none.
 *
 * Shapes that Python makes (`Problem`, `Verdict`) are written down here because both sides and the views read them.
 *
 * @typedef {object} CellSource
 * @property {string} name
 * @property {string} source
 *
 * @typedef {object} RunRequest
 * @property {string} lesson  whose namespace
 * @property {string} language  what the cells read as `language`
 * @property {CellSource[]} cells  run in order, up to the first that fails
 *
 * @typedef {object} FigureSource
 * @property {string} name
 * @property {string} source  of the function `figure_<name>`
 * @property {object} writing  how the language writes numbers
 *
 * @typedef {RunRequest & {figure: FigureSource}} DrawRequest  the cells that have to run first, and the figure
 *
 * @typedef {object} GradeRequest
 * @property {Challenge} challenge  its published JSON
 * @property {string} code
 *
 * @typedef {object} Mistake  what an exception or a warning means
 * @property {string} code  of a sentence in `mistakes.js`
 * @property {Record<string, string | number>} details  what the sentence names
 * @property {number} line  in the reader's own source, from 1; 0 when unknown
 *
 * @typedef {object} Problem  an exception in the reader's code
 * @property {"raised" | "syntax" | "exit"} kind
 * @property {string} type  `NameError`
 * @property {string} message
 * @property {number} line  in the reader's own source, from 1; 0 when unknown
 * @property {string} traceback  of the reader's own cells, each a file named after it
 * @property {Mistake | null} [mistake]  null when the message has to do
 *
 * @typedef {{kind: "html" | "markdown" | "svg", data: string, words: string}} Rich  what the last value of a cell shows;
 *   its words have been printed
 *
 * @typedef {object} RunResult
 * @property {{name: string, problem: Problem | null, remarks?: Mistake[], rich?: Rich | null}[]} cells  those that ran;
 *   `remarks`: what went wrong without stopping them
 * @property {number} dropped  characters printed beyond the limit
 * @property {import("./editor.js").Candidate[]} [names]  what the lesson's names are now
 *
 * @typedef {object} Redrawing
 * @property {string} light  an SVG
 * @property {string} dark
 * @property {number} width  CSS pixels
 * @property {number} height
 *
 * @typedef {RunResult & {drawing: Redrawing | null}} DrawResult  the last of its cells is the figure's own function
 *
 * @typedef {object} CheckReport
 * @property {string} name
 * @property {string} title
 * @property {"passed" | "failed" | "skipped"} status
 * @property {string} [message]
 * @property {string} [call]
 * @property {string} [got]
 * @property {string} [expected]
 * @property {string} [why]
 *
 * @typedef {object} Challenge  as far as the page reads it
 * @property {string} id
 * @property {string} starter
 * @property {{hints: string[]}} texts
 * @property {{id: string, title: string}[]} [steps]  smaller challenges that lead to it
 * @property {Verdict} stopped  what to show when the time limit ended the grading
 *
 * @typedef {object} Solution  its published JSON, fetched on request
 * @property {string} solution
 * @property {{code: string, text: string}[]} walk  all its lines in order, in parts; text is empty where none is needed
 *
 * @typedef {object} Comparison  of the reader's code and the reference, on the first case
 * @property {Verdict["status"]} status
 * @property {string} summary  what kept the parts from being compared, else empty
 * @property {string} call
 * @property {{name: string, status: CheckReport["status"], message: string, got: string, expected: string}[]} parts
 *
 * @typedef {object} Verdict
 * @property {"passed" | "failed" | "error"} status
 * @property {string} summary
 * @property {CheckReport[]} checks
 * @property {{name: string, message: string} | null} misconception
 * @property {string} printed
 *
 * @typedef {"stdout" | "stderr"} Stream
 * @typedef {"download" | "start" | "download drawing" | "start drawing"} Phase  of Python, or of Matplotlib
 * @typedef {"download" | "fatal" | "internal"} Reason
 *
 * @typedef {"new" | "known" | "doubted"} Files  `new`: they may have to be fetched; `known`: they were used here before;
 *   `doubted`: an earlier start failed, so the browser's cache is not to be trusted
 * @typedef {{python: string, files: Files}} Orders  what a worker is told in its name, so that it begins by itself: the
 *   address of the course's Python sources, how the browser stands to the runtime's files
 * @typedef {{id: number, type: "start"}} Start  answered when Python is there
 * @typedef {{id: number, type: "run"} & RunRequest} Run
 * @typedef {{id: number, type: "grade"} & GradeRequest} Grade
 * @typedef {{id: number, type: "compare"} & GradeRequest} Compare
 * @typedef {{id: number, type: "prepare"}} Prepare  Matplotlib, for drawing
 * @typedef {{id: number, type: "draw"} & DrawRequest} Draw
 * @typedef {{id: number, type: "practise"}} Practise  ordinary work, for the engine: see practice.py
 * @typedef {Start | Practise | Run | Grade | Compare | Prepare | Draw} Request
 *
 * @typedef {{type: "progress", phase: Phase, loaded: number, total: number}} Progress  in bytes
 * @typedef {{id: number, type: "print", cell: string, stream: Stream, text: string, dropped: number}} Print
 *   an empty text says that the cell began
 * @typedef {{id: number, type: "done", result: any}} Done
 * @typedef {{id: number, type: "failed", reason: Reason, detail: string}} Failed
 * @typedef {Progress | Print | Done | Failed} Answer
 */

/** @type {(orders: Orders) => string} */
export const nameOf = ({ python, files }) => JSON.stringify([files, python]);

/** @type {(name: string) => Orders} */
export const ordersOf = (name) => {
  const [files, python] = JSON.parse(name);
  return { python, files };
};

/** @type {(id: number) => Start} */
export const start = (id) => ({ id, type: "start" });

/** @type {(id: number) => Practise} */
export const practise = (id) => ({ id, type: "practise" });

/** @type {(id: number, request: RunRequest) => Run} */
export const run = (id, { lesson, language, cells }) => ({ id, type: "run", lesson, language, cells });

/** @type {(id: number, request: GradeRequest) => Grade} */
export const grade = (id, { challenge, code }) => ({ id, type: "grade", challenge, code });

/** @type {(id: number, request: GradeRequest) => Compare} */
export const compare = (id, { challenge, code }) => ({ id, type: "compare", challenge, code });

/** @type {(id: number) => Prepare} */
export const prepare = (id) => ({ id, type: "prepare" });

/** @type {(id: number, request: DrawRequest) => Draw} */
export const draw = (id, { lesson, language, cells, figure }) => ({
  ...{ id, type: "draw" },
  ...{ lesson, language, cells, figure },
});

/** @type {(phase: Phase, loaded: number, total: number) => Progress} */
export const progress = (phase, loaded, total) => ({ type: "progress", phase, loaded, total });

/** @type {(id: number, cell: string, stream: Stream, text: string, dropped?: number) => Print} */
export const print = (id, cell, stream, text, dropped = 0) => ({ id, type: "print", cell, stream, text, dropped });

/** @type {(id: number, result: any) => Done} */
export const done = (id, result) => ({ id, type: "done", result });

/** @type {(id: number, reason: Reason, detail: string) => Failed} */
export const failed = (id, reason, detail) => ({ id, type: "failed", reason, detail });
