// Renders formulas: node katex.mjs KATEX_MODULE, one JSON object {tex, display} a line in, one a line out:
// {html} or {message, offset}; offset counts UTF-16 units, -1 when KaTeX does not say where.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { default: katex } = await import(pathToFileURL(process.argv[2]).href);

const options = {
  output: "htmlAndMathml",
  throwOnError: true, // an unknown command is an error of the author, never red text on a page
  strict: "ignore", // a letter with an accent inside math is fine in Portuguese and Czech
  trust: false, // no \href, \includegraphics, \htmlId
  maxExpand: 1000,
  maxSize: 50,
};

/** @param {{tex: string, display: boolean}} formula */
function rendered({ tex, display }) {
  try {
    return { html: katex.renderToString(tex, { ...options, displayMode: display, macros: {} }) };
  } catch (problem) {
    if (!(problem instanceof katex.ParseError)) throw problem;
    const { rawMessage, position } = /** @type {{rawMessage: string, position?: number}} */ (problem);
    return { message: rawMessage, offset: position ?? -1 };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(rendered(JSON.parse(line)))}\n`);
}
