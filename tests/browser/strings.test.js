import assert from "node:assert/strict";
import test from "node:test";

import { loadStrings, strings } from "../../scripts/aferir/browser/strings.js";

const CZECH = {
  Run: "Spustit",
  "line {line}": "řádek {line}",
  "{count} head": { one: "{count} hlava", few: "{count} hlavy", many: "{count} hlavy", other: "{count} hlav" },
};

const never = (message) => assert.fail(`missing: ${message}`);

test("a message is shown in its translation, its placeholders filled", () => {
  const czech = strings("cs", CZECH, { missing: never });
  assert.equal(czech.text("Run"), "Spustit");
  assert.equal(czech.text("line {line}", { line: 7 }), "řádek 7");
});

test("Czech takes the plural form that each number asks for, also 1.5", () => {
  const { plural } = strings("cs", CZECH, { missing: never });
  const heads = (count) => plural("{count} head", "{count} heads", count);
  assert.deepEqual([1, 2, 5, 1.5].map(heads), ["1 hlava", "2 hlavy", "5 hlav", "1,5 hlavy"]);
});

test("a message without translation is reported and shown in English", () => {
  const reported = [];
  const czech = strings("cs", CZECH, { missing: (message) => reported.push(message) });
  assert.equal(czech.text("Stop after {seconds} s", { seconds: 2 }), "Stop after 2 s");
  assert.equal(czech.plural("{count} hint", "{count} hints", 2), "2 hints");
  assert.deepEqual(reported, ["Stop after {seconds} s", "{count} hint"]);
});

test("without instructions a missing message is an error on the console, not an exception", (t) => {
  const error = t.mock.method(console, "error", () => {});
  assert.equal(strings("cs", {}).text("Run"), "Run");
  assert.equal(error.mock.callCount(), 1);
});

test("English needs no catalogue", () => {
  const english = strings("en", {}, { missing: never });
  assert.equal(english.text("Run"), "Run");
  assert.equal(english.plural("{count} head", "{count} heads", 1), "1 head");
});

test("numbers are written as the language writes them, grouped from five digits on", () => {
  const number = (language, value) => strings(language, {}).number(value);
  assert.equal(number("pt", 1048576.5), "1.048.576,5");
  assert.equal(number("es", 1048576), "1\u00a0048\u00a0576");
  assert.equal(number("cs", 1048576), "1\u00a0048\u00a0576");
  assert.equal(number("fr", 1048576), "1\u00a0048\u00a0576");
  for (const language of ["pt", "es", "cs"]) assert.equal(number(language, 4096), "4096");
});

test("sizes are megabytes with one decimal and no break before the unit", () => {
  assert.equal(strings("es", {}).size(9_860_000), "9,9\u00a0MB");
  assert.equal(strings("en", {}).size(18_000_000), "18.0\u00a0MB");
});

test("texts come from the language's own file", async () => {
  const asked = [];
  const get = async (address) => (asked.push(address.href), Response.json(CZECH));
  const czech = await loadStrings("cs", new URL("https://example.org/assets/aferir-1/strings/"), get);
  assert.deepEqual(asked, ["https://example.org/assets/aferir-1/strings/cs.json"]);
  assert.equal(czech.text("Run"), "Spustit");
});

test("when the file cannot be had the page speaks English", async (t) => {
  t.mock.method(console, "error", () => {});
  const get = async () => new Response("", { status: 404 });
  assert.equal((await loadStrings("cs", new URL("https://example.org/"), get)).text("Run"), "Run");
});
