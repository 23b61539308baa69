/** Rules of the house for the modules of scripts/aferir/browser. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const FOLDER = new URL("../../scripts/aferir/browser/", import.meta.url);
const LOCALE = new URL("../../scripts/aferir/locale/", import.meta.url);

/** From the leaves to the entry; a module imports only from ranks before its own. */
const RANKS = [
  ["typed"],
  ["dom", "strings", "work", "protocol", "download", "printer", "folders", "header", "linediff", "numerals", "paper", "scrollable", "seat",
    "listing", "offline", "saving", "version", "retire", "memory", "libraries", "zstd", "filing", "later", "facts", "once", "whereabouts", "early"],
  ["desk", "store", "files", "difference", "shelf", "saver", "versionnote", "copies", "guarded", "archive", "snapshot", "practice"],
  ["answering", "office", "thawed"],
  ["arrival", "draft", "mistakes", "tools", "progress", "outcome", "output", "runner", "editor", "loading", "notebook", "sourcenote"],
  ["editions", "unkept", "workpanel", "ahead"],
  ["services"],
  ["library"],
  ["feedback", "problem", "rich", "versions", "answers", "shuffle", "checklist"],
  ["comparison"],
  ["solution"],
  ["bench"],
  ["steps"],
  ["choice", "numberfield", "orderfield"],
  ["controls"],
  ["question"],
  ["cell", "challenge", "figure", "provenance", "quiz", "terms"],
  ["lessonmarks"],
  ["explorable/state", "explorable/rich", "explorable/shape"],
  ["explorable/legend", "explorable/buttons", "explorable/slider", "explorable/keep"],
  ["explorable/matrix", "explorable/bars", "explorable/table", "explorable/words"],
  ["explorable/lines", "explorable/parts"],
  ["explorable/steps"],
  ["explorable/panel"],
  ["explorable/explorable"],
  ["explorable/page"],
  ["parts"],
  ["main", "worker", "chooser", "sw"],
];

const modules = readdirSync(FOLDER, { recursive: true })
  .filter((file) => file.endsWith(".js"))
  .map((file) => ({ name: file.replace(/\.js$/, ""), source: readFileSync(new URL(file, FOLDER), "utf8") }));
/** The module that another one names. */
const named = (imported, name) => new URL(imported, new URL(name, "file:///")).pathname.slice(1).replace(/\.js$/, "");
const code = (source) => source.replace(/\/\*[\s\S]*?\*\//g, "");
const rank = (name) => RANKS.findIndex((names) => names.includes(name));

test("imports go one way: leaves, parts, components, entry", () => {
  for (const { name, source } of modules) {
    assert.notEqual(rank(name), -1, `${name}.js has no rank: say in house.test.js where it belongs`);
    for (const [, imported] of code(source).matchAll(/from "(\.[^"]+)"/g)) {
      assert.ok(rank(named(imported, name)) < rank(name), `${name}.js imports ${imported}, which is not before it`);
    }
  }
});

test("nothing is imported from outside, except from the folders that the build names", () => {
  for (const { name, source } of modules) {
    for (const [, imported] of code(source).matchAll(/from "([^"]+)"/g)) assert.match(imported, /^\.\.?\/[\w/]+\.js$/, name);
    assert.doesNotMatch(source.replace("http://www.w3.org/2000/svg", ""), /https?:\/\/|\/\/cdn/, name);
  }
});

test("no module parses markup, evaluates text or blocks the page with a question", () => {
  const banned = /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|new Function|alert|confirm|prompt)\b/;
  for (const { name, source } of modules) assert.doesNotMatch(code(source), banned, name);
});

test("no module keeps state of its own: what is declared at its top level is constant", () => {
  for (const { name, source } of modules) assert.doesNotMatch(code(source), /^(let|var)\b/m, name);
});

test("only the page's storage module knows of the browser's storage", () => {
  const others = modules.filter(({ name }) => name !== "store");
  for (const { name, source } of others) assert.doesNotMatch(code(source), /localStorage|indexedDB/, name);
});

/** Every message that the modules say, by its English text. */
function messages() {
  const calls = /strings\s*\.(?:text|plural)\(\s*"((?:[^"\\]|\\.)*)"/g;
  return [...new Set(modules.flatMap(({ source }) => [...source.matchAll(calls)].map(([, message]) => message)))];
}

for (const language of readdirSync(LOCALE)) {
  test(`each message of the browser has its text in ${language}`, () => {
    const catalogue = readFileSync(new URL(`${language}/LC_MESSAGES/aferir.po`, LOCALE), "utf8");
    const missing = messages().filter((message) => !catalogue.includes(`msgid "${message}"`));
    assert.deepEqual(missing, []);
  });
}
