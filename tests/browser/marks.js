/** How languages write numbers, for tests. As `scripts/aferir/languages.py` has them; tests/test_numerals.py compares the two. */
export const MARKS = {
  pt: { decimal: ",", thousands: ["."], percent: "%", minus: "−", grouped_from: 5 },
  es: { decimal: ",", thousands: ["\u00a0", "\u202f"], percent: "\u00a0%", minus: "−", grouped_from: 5 },
  cs: { decimal: ",", thousands: ["\u00a0", "\u202f"], percent: "\u00a0%", minus: "−", grouped_from: 5 },
  en: { decimal: ".", thousands: [","], percent: "%", minus: "−", grouped_from: 5 },
  fr: { decimal: ",", thousands: ["\u00a0", "\u202f"], percent: "\u00a0%", minus: "−", grouped_from: 5 },
  de: { decimal: ",", thousands: [".", "\u00a0", "\u202f"], percent: "\u00a0%", minus: "−", grouped_from: 5 },
};
