// Draws graphs: node graphviz.mjs VIZ_MODULE, one JSON object {dot} a line in, one a line out:
// {html} (an SVG) or {message}, as Graphviz says them.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { instance } = await import(pathToFileURL(process.argv[2]).href);
const viz = await instance();

// Sizes are those of the page, where 1 is a pixel; colours are left to its style sheet.
const options = {
  format: "svg",
  graphAttributes: { bgcolor: "transparent", fontname: "Helvetica", fontsize: 14, nodesep: 0.3, ranksep: 0.42 },
  nodeAttributes: { shape: "box", style: "rounded", fontname: "Helvetica", fontsize: 14, margin: "0.19,0.11" },
  edgeAttributes: { fontname: "Helvetica", fontsize: 12.5, arrowsize: 0.7 },
};

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { status, output, errors } = viz.render(JSON.parse(line).dot, options);
  const said = errors.filter(({ message }) => !message.includes("no value for width of non-ASCII character"));
  const fault = said.find(({ level }) => level === "error") ?? said[0];
  const answer = status === "success" && !fault ? { html: output } : { message: fault?.message ?? "no drawing" };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
