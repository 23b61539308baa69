import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { asText, isNear, ratio, typed, understood, written } from "../../scripts/aferir/browser/numerals.js";
import { MARKS } from "./marks.js";

const TABLE = JSON.parse(readFileSync(new URL("../goldens/numerals.json", import.meta.url), "utf8"));
const LANGUAGES = Object.keys(MARKS);
const EXACT = ratio("0");

/** A reading in the words of the table. */
function said(reading) {
  if (reading.status === "number") return reading.value;
  if (reading.status === "unclear") return reading.readings.map(({ value }) => value);
  return reading.reason ?? reading.status;
}

/** Whether what was understood is what the table expects. */
function agrees(found, expected) {
  if (Array.isArray(expected)) return Array.isArray(found) && expected.every((one, i) => isNear(found[i], ratio(one), EXACT));
  if (/^-?\d/.test(expected)) return typeof found === "object" && isNear(found, ratio(expected), EXACT);
  return found === expected;
}

function check(text, expected, language, options) {
  const reading = understood(text, MARKS[language], options);
  assert.ok(agrees(said(reading), expected), `${language} ${JSON.stringify(text)}: ${JSON.stringify(reading, big)}`);
}

const big = (_, value) => (typeof value === "bigint" ? String(value) : value);

for (const language of LANGUAGES) {
  test(`what readers type means the same number in ${language} as in the table`, () => {
    const rows = TABLE.same.filter(([text]) => !TABLE.own[language].some(([own]) => own === text));
    for (const [text, expected] of rows) check(text, expected, language);
    for (const [text, expected] of TABLE.own[language]) check(text, expected, language);
  });

  test(`three decimals asked for say what a mark before three digits is, in ${language}`, () => {
    for (const [text, expected] of TABLE.decimals[language]) check(text, expected, language, { decimals: 3 });
  });

  test(`numbers are shown as ${language} writes them`, () => {
    for (const [value, expected] of TABLE.shown[language]) assert.equal(written(ratio(value), MARKS[language]), expected);
  });

  test(`what is typed for a number is read as that number again, in ${language}`, () => {
    for (const value of ["0.309", "16", "12.345", "-999.999", "589824", "1/3", "-2/7", "1048576.125", "0"]) {
      const reading = understood(typed(ratio(value), false, MARKS[language]), MARKS[language]);
      assert.equal(reading.status, "number", `${language} ${value}`);
      assert.ok(isNear(reading.value, ratio(value), EXACT), `${language} ${value}`);
    }
    const percent = understood(typed(ratio("0.335"), true, MARKS[language]), MARKS[language]);
    assert.deepEqual([asText(percent.value), percent.isPercent], ["67/200", true]);
  });

  test(`each reading of an unclear number can be typed so that it is clear, in ${language}`, () => {
    for (const text of ["16,000", "16.000", "-12,345", "16,000 %"]) {
      const reading = understood(text, MARKS[language]);
      for (const one of reading.readings ?? []) {
        const again = understood(one.typed, MARKS[language]);
        assert.equal(again.status, "number", one.typed);
        assert.ok(isNear(again.value, one.value, EXACT), one.typed);
      }
    }
  });
}

test("a comma before three digits is never sixteen in silence", () => {
  for (const language of ["pt", "es", "cs"]) assert.equal(understood("16,000", MARKS[language]).status, "unclear");
  assert.equal(asText(understood("16,000", MARKS.en).value), "16000/1");
});

test("nearness is exact: a tenth and a fifth are three tenths, half a unit counts", () => {
  assert.ok(isNear(ratio("0.3095"), ratio("0.309"), ratio("0.0005")));
  assert.ok(!isNear(ratio("0.30951"), ratio("0.309"), ratio("0.0005")));
  assert.ok(isNear(ratio("1/3"), ratio("0.333"), ratio("0.0005")));
  assert.ok(!isNear(ratio("35.4"), ratio("36"), ratio("0.5")));
  assert.ok(isNear(ratio("-0.5"), ratio("-1"), ratio("0.5")));
});

test("a fraction is shown with its value", () => {
  assert.equal(understood("3/4", MARKS.es).shown, "3/4 = 0,75");
  assert.equal(understood("-1/3", MARKS.es).shown, "−1/3 ≈ −0,333333");
});

test("per cent is shown as per cent", () => {
  assert.equal(understood("33,5%", MARKS.cs).shown, "33,5\u00a0%");
});
