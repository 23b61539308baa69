/**
 * What a mistake in the reader's code means, in words: a sentence for each code of `mistakes.py` and `misspelt.py`.
 * Code stands between backticks.
 *
 * @typedef {import("./protocol.js").Mistake} Mistake
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {(strings: Strings, details: Record<string, string | number>) => string} Sentence
 */

import { prose } from "./dom.js";

/** @type {Record<string, Sentence>} */
const NAMES = {
  name: (strings, d) => strings.text("Nothing here is called `{name}`.", d),
  name_close: (strings, d) => strings.text("Nothing here is called `{name}`. Did you mean `{close}`?", d),
  of_numpy: (strings, d) => strings.text("`{name}` belongs to NumPy: write `np.{name}`.", d),
  not_imported: (strings, d) => strings.text("`{name}` has to be imported first: `{import}`.", d),
  unbound: (strings, d) => strings.text("`{name}` gets a value later in this function, so it has none here yet.", d),
  attribute: (strings, d) => strings.text("`{owner}` has nothing called `{name}`.", d),
  attribute_close: (strings, d) => strings.text("`{owner}` has nothing called `{name}`. Did you mean `{close}`?", d),
  none_attribute: (strings, d) =>
    strings.text("`{owner}` is `None`, which a function without `return` gives: it has no `{name}`.", d),
  key: (strings, d) => strings.text("There is no key `{key}`.", d),
  key_in: (strings, d) => strings.text("`{owner}` has no key `{key}`.", d),
  key_close: (strings, d) => strings.text("`{owner}` has no key `{key}`. Did you mean `{close}`?", d),
  module: (strings, d) =>
    strings.text("There is no module `{name}` here; there are Python's own, NumPy and the course's `reference`.", d),
  module_close: (strings, d) => strings.text("There is no module `{name}` here. Did you mean `{close}`?", d),
  module_absent: (strings, d) => strings.text("`{name}` needs more than a page has, and is not here.", d),
  browser: (strings, d) =>
    strings.text("Code in this page has no access to the browser, so `{name}` cannot be imported.", d),
};

/** @type {Record<string, Sentence>} */
const SHAPES = {
  product_of: (strings, d) =>
    strings.text(
      "`{left}` has shape {left_shape}, `{right}` has shape {right_shape}: for a matrix product the last axis of the first ({last}) must be as long as the one of the second that it meets ({first}).",
      d,
    ),
  product: (strings, d) =>
    strings.text(
      "For a matrix product the last axis of the first array must be as long as the one of the second that it meets; here they are {last} and {first} long.",
      d,
    ),
  star: (strings, d) =>
    strings.text("`*` multiplies entry by entry. For the matrix product write `{left} @ {right}`.", d),
  broadcast_of: (strings, d) =>
    strings.text(
      "`{left}` has shape {left_shape}, `{right}` has shape {right_shape}: compared from the right, axes must be equally long, or one of them 1.",
      d,
    ),
  broadcast: (strings, d) =>
    strings.text("The shapes {shapes} do not fit: compared from the right, axes must be equally long, or one of them 1.", d),
  reshape: (strings, d) =>
    strings.plural(
      "An array of {count} entry cannot take the shape {shape}.",
      "An array of {count} entries cannot take the shape {shape}.",
      Number(d.size),
      d,
    ),
  concatenate: (strings, d) =>
    strings.text(
      "Arrays to be joined must agree on axis {axis}; array {one} has length {size} there, array {other} has {length}.",
      d,
    ),
  stack: (strings) => strings.text("Arrays to be stacked must all have the same shape."),
  ragged: (strings) => strings.text("The rows are not equally long, so they do not make an array."),
  axis: (strings, d) =>
    strings.text("There is no axis {axis}: the axes of this array are numbered from 0 to {most}.", d),
  axis_none: (strings) => strings.text("This is a single number, which has no axes."),
  index_axis: (strings, d) =>
    strings.text("Axis {axis} of `{owner}` has length {size}: its indices run from 0 to {most}, and {index} is none of them.", d),
  index_of: (strings, d) =>
    strings.text("`{owner}` has length {size}: its indices run from 0 to {most}, and {index} is none of them.", d),
  index: (strings) => strings.text("There is no entry at this index; counting starts at 0."),
  indices: (strings, d) =>
    strings.text("`{owner}` has fewer axes ({axes}) than it is given indices ({indices}).", d),
  index_type: (strings) => strings.text("An index or a length must be a whole number: `//` divides into whole numbers, `int(…)` makes one."),
  truth: (strings) =>
    strings.text("An array is neither true nor false as a whole: ask for `.any()` or `.all()`."),
};

/** @type {Record<string, Sentence>} */
const VALUES = {
  division: (strings) => strings.text("Something is divided by 0."),
  integer: (strings, d) =>
    strings.text("{value} does not fit into {dtype}, the usual kind of whole number here, which ends at {most}: use `dtype=np.int64`.", d),
  wrapped: (strings, d) =>
    strings.text("A result does not fit into {dtype}, the usual kind of whole number here, and came out wrong: use `dtype=np.int64`.", d),
  cast: (strings, d) =>
    strings.text("The array holds {array} and cannot take up results in {result}: write `x = x + …` instead of `x += …`, or make it of floats.", d),
  conversion: (strings, d) => strings.text("`{text}` cannot be read as a number; in code the decimal mark is a point.", d),
  not_callable: (strings, d) =>
    strings.text("`{name}` is not a function but {type}: round brackets call, square brackets pick an entry.", d),
  operand_types: (strings, d) => strings.text("`{operator}` does not work between {left} and {right}.", d),
  none_operand: (strings, d) =>
    strings.text("One side of `{operator}` is `None`, which a function without `return` gives.", d),
  none_used: (strings) => strings.text("This is `None`, which a function without `return` gives."),
  missing_argument: (strings, d) => strings.text("The call of `{function}` lacks an argument: {arguments}.", d),
  many_arguments: (strings, d) =>
    strings.text("`{function}` is called with more arguments ({given}) than it takes ({most}).", d),
  unknown_argument: (strings, d) => strings.text("`{function}` has no argument called `{name}`.", d),
  unpack_many: (strings, d) => strings.text("There are more values on the right than names on the left ({names}).", d),
  unpack_few: (strings, d) =>
    strings.text("There are fewer values on the right ({values}) than names on the left ({names}).", d),
  assertion: (strings) => strings.text("What `assert` demands is not true."),
  recursion: (strings) => strings.text("A function calls itself without end: it needs a case in which it stops."),
  memory: (strings) => strings.text("This needs more memory than the page has. Python has been started anew."),
  exit: (strings) => strings.text("The code asked to end here. The page goes on."),
  input: (strings) => strings.text("Nobody can type an answer here: write the value into the code, for example `x = 3`."),
  thread: (strings) => strings.text("There are no threads or processes in this page: call the function directly."),
  network: (strings) => strings.text("Code in this page does not reach the network."),
  file: (strings, d) => strings.text("There is no file `{name}` here: code in this page sees none of your files.", d),
  warned_division: (strings) => strings.text("A division by 0: `inf` or `nan` stands where its result would."),
  warned_invalid: (strings) =>
    strings.text("An operation has no result, like 0/0 or ∞ − ∞: `nan` stands in its place."),
  warned_overflow: (strings) => strings.text("A result is too large for its kind of number: `inf` stands in its place."),
  warned_integer: (strings) => strings.text("A whole number left its range and came out wrong: use `dtype=np.int64`."),
  warned_empty: (strings) => strings.text("The mean of nothing: `nan` stands in its place."),
};

/** @type {Record<string, Sentence>} */
const SYNTAX = {
  syntax: (strings) => strings.text("Python cannot read this line."),
  tabs: (strings) => strings.text("Tabs and spaces are mixed at the start of lines: use four spaces for each step."),
  indent_missing: (strings, d) => strings.text("After the colon of line {opener} the next line must be indented.", d),
  indent_needed: (strings) => strings.text("After a colon the next line must be indented."),
  indent_extra: (strings) => strings.text("This line is indented, yet no line above it ends with a colon."),
  indent_uneven: (strings) => strings.text("This line is indented like none of those above: let it begin where one of them does."),
  indent: (strings) => strings.text("The indentation of this line is not right."),
  colon: (strings) => strings.text("A colon is missing at the end of this line."),
  comma: (strings) => strings.text("Between two things on this line a comma or an operator is missing."),
  open_bracket: (strings, d) => strings.text("The bracket `{bracket}` is opened and never closed.", d),
  other_bracket: (strings, d) => strings.text("`{closing}` cannot close the bracket `{opening}`.", d),
  lone_bracket: (strings, d) => strings.text("`{bracket}` closes a bracket that was never opened.", d),
  open_string: (strings) => strings.text("A text begins here and does not end: its closing quote is missing."),
  equals: (strings) => strings.text("`=` gives a value to a name. To compare, write `==`."),
  assign: (strings) => strings.text("Only a name, or an entry of something, can stand to the left of `=`."),
  parentheses: (strings, d) => strings.text("`{name}` needs round brackets: `{name}(…)`.", d),
  character: (strings, d) => strings.text("`{character}` is not a sign of Python: write `{instead}`.", d),
  unknown_character: (strings, d) => strings.text("`{character}` is not a sign of Python.", d),
  unseen_character: (strings) => strings.text("There is a character here that cannot be seen: write this line anew."),
  outside: (strings, d) => strings.text("`{word}` may stand only inside a function.", d),
  outside_loop: (strings, d) => strings.text("`{word}` may stand only inside a loop.", d),
  zeros: (strings) => strings.text("A whole number may not begin with 0."),
};

const SENTENCES = { ...NAMES, ...SHAPES, ...VALUES, ...SYNTAX };

/**
 * @param {Mistake | null | undefined} mistake
 * @param {Strings} strings
 * @returns {Node[]}  none where the exception's own message has to do
 */
export function mistakeWords(mistake, strings) {
  const sentence = mistake && SENTENCES[mistake.code];
  return sentence ? prose(sentence(strings, mistake.details)) : [];
}

/** The codes that have a sentence. */
export const MISTAKES = Object.keys(SENTENCES);
