// Asks a built site's search as the page does: node ask.mjs SITE, queries as a JSON list in, a list of answers out.
// The theme's own worker runs here, with the scripts and the index that lie in the site.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";

const site = process.argv[2];
const workers = path.join(site, "assets/javascripts/workers");
// The theme's worker lies beside ours, which stands for it until it is asked.
const named = (/** @type {string} */ kind) => readdirSync(workers).find((name) => new RegExp(`^${kind}\\..*\\.js$`).test(name));
const worker = path.join(workers, named("engine") ?? named("search") ?? "search.js");

/** @type {(event: {data: unknown}) => void} */
let receive = () => {};
/** @type {(answer: any) => void} */
let answered = () => {};

const context = vm.createContext({
  console,
  addEventListener: (/** @type {string} */ _, /** @type {typeof receive} */ listener) => (receive = listener),
  postMessage: (/** @type {unknown} */ answer) => answered(answer),
  importScripts: (/** @type {string[]} */ ...files) => files.forEach((file) => run(path.join(workers, file))),
});
context.self = context;

/** @param {string} file */
function run(file) {
  vm.runInContext(readFileSync(file, "utf8"), context, { filename: file });
}

/** @param {number} type @param {unknown} data @returns {Promise<any>} */
function asked(type, data) {
  return new Promise((resolve) => {
    answered = resolve;
    receive({ data: { type, data } });
  });
}

run(worker);
const files = ["search/search_texts.json", "search/search_index.json"].map((name) => path.join(site, name));
const index = JSON.parse(readFileSync(/** @type {string} */ (files.find(existsSync)), "utf8"));
await asked(0, { ...index, options: { suggest: false } });
const answers = [];
for (const query of JSON.parse(readFileSync(0, "utf8"))) {
  const { data } = await asked(2, query);
  answers.push(data.items.map((/** @type {any[]} */ page) => page));
}
process.stdout.write(JSON.stringify(answers));
