// Renders formulas: node katex.mjs KATEX_MODULE, one JSON object {tex, display} a line in, one a line out:
// {html} or {message, offset}; offset counts UTF-16 units, -1 when KaTeX does not say where.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { default: katex } = await import(pathToFileURL(process.argv[2]).href);

// \mark{weight}{a_i}: the same quantity looks the same in formulas, numbers and figures. Its class is one of the page's.
const MACROS = { "\\mark": "\\htmlClass{mark-#1}{#2}" };
const MARK = /^mark-[a-z]+$/;

const REFUSED = "refused-by-katex"; // no colour that an author can write

const options = {
  output: "htmlAndMathml",
  throwOnError: true, // an unknown command is an error of the author, never red text on a page
  strict: "ignore", // a letter with an accent inside math is fine in Portuguese and Czech
  // \href, \includegraphics, \htmlId and the like: KaTeX itself would print them in red and go on
  trust: (/** @type {{command: string, class?: string}} */ { command, class: name = "" }) => {
    if (command === "\\htmlClass" && MARK.test(name)) return true;
    throw new katex.ParseError(`${command} is not allowed in a lesson`);
  },
  errorColor: REFUSED,
  maxExpand: 1000,
  maxSize: 50,
};

/** @param {{tex: string, display: boolean}} formula */
function rendered({ tex, display }) {
  try {
    const html = katex.renderToString(tex, { ...options, displayMode: display, macros: { ...MACROS } });
    // An address that is none (1:x) is printed in red before anybody is asked for trust.
    return html.includes(`="${REFUSED}"`) ? { message: "a link is not allowed in a lesson", offset: -1 } : { html };
  } catch (problem) {
    if (!(problem instanceof katex.ParseError)) throw problem;
    const { rawMessage, position } = /** @type {{rawMessage: string, position?: number}} */ (problem);
    return { message: rawMessage, offset: position ?? -1 };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(rendered(JSON.parse(line)))}\n`);
}
