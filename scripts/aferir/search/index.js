// What the theme's search worker loads beside lunr: words are found with and without their accents, and by their stem.
// A classic script, as the worker asks for one; `aferirSearch`, written in front of it, names the language.
//
// What a reader types carries a wildcard, and lunr sends no such term through its pipeline. So each word stands in the
// index twice, folded and as its stem, and each term of a query is asked for in the same two ways.
"use strict";

(() => {
  /** @typedef {{term: string, boost: number, presence: number, usePipeline: boolean, editDistance?: number}} Clause */
  /** @typedef {Record<string, Record<string, {position: number[]}>>} Found index term -> field -> where */

  const { lunr, aferirSearch } = /** @type {any} */ (self);
  const language = /** @type {string} */ (aferirSearch.language);
  const theirs = language === "en" ? lunr : (lunr[language] ?? {});
  const theirFilter = theirs.stopWordFilter; // ours takes the place of lunr's below
  const STEM = "="; // no word begins with it, so the beginning of a word never finds a stem
  const EXACT = 8;
  const SHORTEST = 3; // letters of the shortest stem

  // ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  const LETTERS = /** @type {Record<string, string>} */ ({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" });

  /** @param {string} word without accents, and without what stands around it */
  const folded = (word) =>
    word
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/[ßæœøłđı]/g, (letter) => LETTERS[letter])
      .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

  /** @param {string} word @param {RegExp} ending @param {string} instead */
  const replaced = (word, ending, instead = "") => {
    const stem = word.replace(ending, instead);
    return stem.length < SHORTEST ? word : stem;
  };

  /** The endings of nouns and adjectives; what a case does to the consonant before it; an e that comes and goes. */
  const czech = (/** @type {string} */ word) => {
    const bare = replaced(
      word,
      /(?:atech|atum|ech|ich|ach|ych|eho|emu|iho|imu|ymi|imi|emi|ami|ove|ovi|em|im|ym|am|um|ou|[aeiouy])$/,
    );
    const without = replaced(bare, /(?<=[bcdfghjklmnpqrstvwxz])e(?=[ckltnr]$)/);
    return without.replace(/c$/, "k").replace(/z$/, "h");
  };

  const portuguese = (/** @type {string} */ word) => {
    const one = replaced(replaced(word, /(?:oes|aes|aos)$/, "ao"), /ns$/, "m");
    const singular = one === word ? replaced(replaced(one, /(?<=[aeou])is$/, "l"), /s$/) : one;
    return replaced(singular, /[aeo]$/);
  };

  const spanish = (/** @type {string} */ word) => replaced(replaced(replaced(word, /ces$/, "z"), /s$/), /[aeo]$/);

  const OWN = /** @type {Record<string, (word: string) => string>} */ ({ cs: czech, pt: portuguese, es: spanish });

  /** The stem by the theme's own stemmer, which wants accents. @param {string} word */
  const byTheirs = (word) => folded(theirs.stemmer(new lunr.Token(word, {})).toString());

  /** @param {string} word @returns {string} the folded stem; "" in a language that has no stemmer */
  const stem = (word) => OWN[language]?.(folded(word)) ?? (theirs.stemmer ? byTheirs(word.toLowerCase()) : "");

  const stopWords = new Set(/** @type {string[]} */ (aferirSearch.stopWords).map(folded));

  /** @param {string} word */
  const isStopWord = (word) =>
    stopWords.has(folded(word)) || Boolean(theirFilter && !theirFilter(word.toLowerCase()));

  // ── The index ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {string} word @returns {string[]} what the index holds for it; the parts of d_model too */
  const forms = (word) => {
    const whole = folded(word);
    const parts = whole.split("_");
    const root = stem(word);
    return [...new Set([whole, ...(parts.length > 1 ? parts : []), root && STEM + root])].filter(Boolean);
  };

  const indexed = (/** @type {any} */ token) => {
    const word = token.toString();
    return isStopWord(word) ? undefined : forms(word).map((form) => token.clone(() => form));
  };

  // ── Queries ────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {Clause} clause @returns {boolean} whether it is a word as it was typed, or half of one */
  const isTyped = ({ term, presence, editDistance }) =>
    /^[^*]+\*?$/.test(term) && presence === lunr.Query.presence.OPTIONAL && !editDistance;

  /** @param {string} term */
  const foldedTerm = (term) => term.split("*").map(folded).join("*");

  /** @param {Clause} clause @returns {Clause[]} the ways to ask for it */
  const asked = (clause) => {
    const word = clause.term.replace("*", "");
    const plain = { ...clause, usePipeline: false, term: foldedTerm(clause.term) };
    if (!isTyped(clause)) return /[^*]/.test(plain.term) ? [plain] : [];
    const root = stem(word);
    const whole = { ...plain, term: folded(word), boost: clause.boost * EXACT };
    const stemmed = root ? [{ ...plain, term: STEM + root, boost: clause.boost * 2 }] : [];
    return whole.term ? [plain, whole, ...stemmed] : [];
  };

  /** Stop words ask for nothing beside other words. @param {Clause[]} clauses */
  const withoutStopWords = (clauses) => {
    const rest = clauses.filter((clause) => !isTyped(clause) || !isStopWord(clause.term.replace("*", "")));
    return rest.length ? rest : clauses;
  };

  /**
   * Each place once, under one of the terms that found it: the theme marks it as often as it is named. The index lends
   * what it answers, so nothing of it is changed in place.
   *
   * @param {Found} found
   */
  const placedOnce = (found) => {
    const seen = new Set();
    for (const fields of Object.values(found)) {
      for (const [field, where] of Object.entries(fields)) {
        const isNew = (/** @type {number} */ at) => !seen.has(`${field} ${at}`) && seen.add(`${field} ${at}`);
        fields[field] = { ...where, position: where.position.filter(isNew) };
      }
    }
  };

  /** The theme calls a word missing unless a term that was found begins with it as it was typed. */
  const namedAsTyped = (/** @type {Found} */ found, /** @type {string[]} */ words) => {
    const terms = Object.keys(found);
    for (const word of words) {
      const [whole, root] = [folded(word), STEM + stem(word)];
      if (terms.some((term) => term.startsWith(whole) || term === root)) found[word] ??= {};
    }
  };

  /** @param {any} index whose queries are to ask in all the ways */
  const widened = (index) => {
    const query = index.query.bind(index);
    index.query = (/** @type {(this: any, made: any) => void} */ fill) => {
      /** @type {string[]} */
      let words = [];
      const results = query((/** @type {any} */ made) => {
        fill.call(made, made);
        words = made.clauses.filter(isTyped).map((/** @type {Clause} */ clause) => clause.term.replace("*", ""));
        made.clauses = withoutStopWords(made.clauses).flatMap(asked);
      });
      for (const { matchData } of results) {
        placedOnce(matchData.metadata);
        namedAsTyped(matchData.metadata, words);
      }
      return results;
    };
    return index;
  };

  lunr.stopWordFilter = (/** @type {any} */ word) => (isStopWord(word.toString()) ? undefined : word);
  lunr.Pipeline.registerFunction(lunr.stopWordFilter, "stopWordFilter-aferir");
  lunr.Pipeline.registerFunction(indexed, "aferir");

  /** The plugin that the worker uses. @this {any} */
  lunr.aferir = function aferir() {
    this.pipeline.reset();
    this.pipeline.add(indexed);
    this.searchPipeline.reset();
    const build = this.build.bind(this);
    this.build = () => widened(build());
  };
})();
