/**
 * Two texts line by line: what they have in common, and what stands only in one, paired in rows for two columns.
 *
 * @typedef {object} Row
 * @property {"same" | "changed"} kind
 * @property {string | null} left  null: nothing stands here
 * @property {string | null} right
 */

/**
 * The longest common sequence of lines makes the rows that are the same. Spaces at the end of a line do not count.
 *
 * @param {string} left
 * @param {string} right
 * @returns {Row[]}
 */
export function lineDiff(left, right) {
  const [ours, theirs] = [left, right].map((text) => text.split("\n").map((line) => line.trimEnd()));
  const lengths = commonLengths(ours, theirs);
  const isCommon = (/** @type {number} */ i, /** @type {number} */ j) =>
    i < ours.length && j < theirs.length && ours[i] === theirs[j];
  /** @type {Row[]} */
  const rows = [];
  let [i, j] = [0, 0];
  while (i < ours.length || j < theirs.length) {
    const [fromI, fromJ] = [i, j];
    while ((i < ours.length || j < theirs.length) && !isCommon(i, j)) {
      if (j === theirs.length || (i < ours.length && lengths[i + 1][j] >= lengths[i][j + 1])) i++;
      else j++;
    }
    rows.push(...paired(ours.slice(fromI, i), theirs.slice(fromJ, j)));
    if (isCommon(i, j)) rows.push({ kind: "same", left: ours[i++], right: theirs[j++] });
  }
  return rows;
}

/**
 * @param {string[]} ours
 * @param {string[]} theirs
 * @returns {Row[]}
 */
function paired(ours, theirs) {
  const count = Math.max(ours.length, theirs.length);
  return Array.from({ length: count }, (_, i) => ({
    kind: /** @type {const} */ ("changed"),
    left: ours[i] ?? null,
    right: theirs[i] ?? null,
  }));
}

/**
 * `[i][j]`: how many lines the rests from i and from j have in common.
 *
 * @param {string[]} ours
 * @param {string[]} theirs
 * @returns {number[][]}
 */
function commonLengths(ours, theirs) {
  const lengths = Array.from({ length: ours.length + 1 }, () => new Array(theirs.length + 1).fill(0));
  for (let i = ours.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      lengths[i][j] =
        ours[i] === theirs[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  return lengths;
}
