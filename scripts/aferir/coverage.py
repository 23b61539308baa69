r"""Coverage: where every numeral comes from that a reader sees. What comes from nowhere is a finding (AF310).

bound       the literal of a number (``0,309{=A[1,0]}``, each entry of a vector) and the numerals of a checked word
given       the literal of a number from outside (``2017{@vaswani2017attention}``)
produced    written by the build: what the cells, tables, figures and explorables of the lesson show (see the ledger)
structural  counted, but no claim about a value, by the rules below
naked       everything else: decimals, percentages, powers of ten, integers of two digits or more

Structural, in text:
* an integer of one digit, with its sign and exponent of one digit, a range of two: ``8``, ``−3``, ``2³``, ``2–4``;
* digits behind the letters of a name, directly or after ``_`` or ``-``: ``W_2``, ``GPT-2``, ``d12``, ``v1.2``. Digits
  before letters are a number (``64rozměrný``), and so are those behind a space (``BLEU 28``);
* numbering: of a heading or title (``3.1 Title``, ``12. Title``: at most two digits each, a capital letter next), of
  sections and versions with two full stops (``3.2.2``), behind ``§``, and the mark of a footnote (``[^12]``);
* the version of a licence behind its name: ``CC BY 4.0``, ``Creative Commons Attribution 4.0``, ``GPL 3.0``;
* the year of a citation, ``(Clark et al., 2019)`` or ``Clark (2019)``, and between comma and punctuation in a paragraph
  that holds a title in quotation marks, as an entry of a bibliography does: ``“A Title”. ACL, 2019.``

Structural, in formulas:
* an integer of one digit, whatever it does there: count, coefficient, exponent, index; also both of ``\frac12``;
* what stands in a subscript of letters, digits and commas (``A_{12}``), a tag (``\tag{12}``), names in text.

Not numerals at all: list markers, addresses, code, comments, the marks of attributes (``{#part-12}``), character
references (``&#8211;``), lengths and colours of TeX (``\hspace{12pt}``). A claim's text counts like any other text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .errors import finding
from .languages import MINUS
from .literals.grammar import SPACES, SUPERSCRIPTS
from .model import BLOT, Finding, Given, Lesson, Number, Passage, Position, Word


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many numerals a reader sees, by where they come from."""

    bound: int = 0
    given: int = 0
    produced: int = 0
    structural: int = 0
    naked: int = 0


@dataclass(frozen=True, slots=True)
class _Loose:
    """A numeral outside bindings."""

    written: str
    position: Position
    is_structural: bool


def coverage_findings(lesson: Lesson, besides: Iterable[Finding] = ()) -> tuple[Finding, ...]:
    """AF310 for each naked numeral, at its first character; not where ``besides`` has a finding that explains it."""
    taken: dict[int, list[int]] = {}
    for item in sorted(besides):
        if item.path == lesson.path:
            taken.setdefault(item.line, []).append(item.column)
    found = (
        finding("AF310", lesson.path, numeral.position, written=numeral.written)
        for numeral in _loose(lesson)
        if not numeral.is_structural and not _is_explained(numeral, taken)
    )
    return tuple(sorted(found))


def _is_explained(numeral: _Loose, taken: Mapping[int, list[int]]) -> bool:
    """Whether a finding stands at the numeral, at its sign, or right behind it (a binding that cannot be read)."""
    first, columns = numeral.position.column, taken.get(numeral.position.line, [])
    return bisect_left(columns, first - 1) < bisect_right(columns, first + len(numeral.written))


def coverage_counts(lesson: Lesson, produced: int = 0) -> Coverage:
    """The numerals of a lesson by class; ``produced`` is how many the build writes."""
    bound = given = 0
    for binding in lesson.bindings:
        numerals = len(_NUMERAL["math" if binding.place == "math" else "text"].findall(binding.written))
        bound += max(numerals, 1) if isinstance(binding, Number) else numerals if isinstance(binding, Word) else 0
        given += max(numerals, 1) if isinstance(binding, Given) else 0
    loose = list(_loose(lesson))
    structural = sum(numeral.is_structural for numeral in loose)
    return Coverage(bound, given, produced, structural, len(loose) - structural)


# ── Loose numerals ───────────────────────────────────────────────────────────────────────────────────────────────────


def _loose(lesson: Lesson) -> Iterator[_Loose]:
    for passage in lesson.passages:
        yield from _in_formula(passage) if passage.place == "math" else _in_text(passage)


def _in_text(passage: Passage) -> Iterator[_Loose]:
    rules = [_FOOTNOTE, _LICENCE, _SECTION, _PARTS, _NAME]
    if passage.place in ("heading", "title"):
        rules.append(_NUMBERING)
    text = _blotted(passage.text, [_ATTRIBUTES, _REFERENCE])
    years = [*_CITATION.finditer(text), *(_ENTRY_YEAR.finditer(text) if _QUOTED.search(text) else ())]
    yield from _by_rules(passage, text, [*(match for rule in rules for match in rule.finditer(text)), *years], "text")


def _in_formula(passage: Passage) -> Iterator[_Loose]:
    text = _blotted(passage.text, [_COLOUR, _LENGTH])
    names = (
        match for inside in _TEX_TEXT.finditer(text) for match in _NAME.finditer(text, inside.start(1), inside.end(1))
    )
    found = [*(match for rule in (_TAG, _SUBSCRIPT, _FRACTION) for match in rule.finditer(text)), *names]
    yield from _by_rules(passage, text, found, "math")


def _by_rules(passage: Passage, text: str, found: Iterable[re.Match[str]], kind: str) -> Iterator[_Loose]:
    """What the rules found, which is structural, and the numerals of the rest."""
    breaks = [match.start() for match in re.finditer("\n", text)]
    spans = _apart(match.span("number") for match in found if _DIGIT.search(match["number"]))
    for first, last in spans:
        yield _Loose(text[first:last], _position(passage, breaks, first), is_structural=True)
    for match in _NUMERAL[kind].finditer(_without(text, spans)):
        position = _position(passage, breaks, match.start())
        yield _Loose(match[0], position, is_structural=_COUNT.fullmatch(match[0]) is not None)


def _apart(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order; one that begins inside another is dropped."""
    kept: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if not kept or first >= kept[-1][1]:
            kept.append((first, last))
    return kept


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    pieces, at = [], 0
    for first, last in spans:
        pieces += [text[at:first], BLOT * (last - first)]
        at = last
    return "".join([*pieces, text[at:]])


def _blotted(text: str, patterns: Iterable[re.Pattern[str]]) -> str:
    for pattern in patterns:
        text = pattern.sub(lambda match: BLOT * len(match[0]), text)
    return text


def _position(passage: Passage, breaks: Sequence[int], index: int) -> Position:
    """Where an index of a passage stands whose line breaks are at ``breaks``."""
    line = bisect_left(breaks, index)
    first = breaks[line - 1] + 1 if line else 0
    start = passage.starts[line]
    return Position(start.line, start.column + index - first)


# ── Numerals ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_DIGIT = re.compile("[0-9]")

# A plain space between groups of three is a mistake, but the digits are one numeral all the same.
_DIGITS = rf"(?>(?:[0-9]{{1,3}}(?:[ {SPACES}][0-9]{{3}}(?![0-9]))+|[0-9]+)(?:[.,'’][0-9]+)*)"
_ONE = rf"{_DIGITS}(?:[ {SPACES}]?[·×][ {SPACES}]?10(?=⁻?[{SUPERSCRIPTS}]))?(?:⁻?[{SUPERSCRIPTS}]+)?(?:[ {SPACES}]?%)?"
_TEX_DIGITS = r"(?>[0-9]+(?:(?:\{[,.']\}|\.)[0-9]+|(?:\\[,;:! ]|~)[0-9]{3}(?![0-9])|,[0-9]{2,})*)"
_TEX_ONE = (
    rf"(?:{_TEX_DIGITS}\s*\\(?:cdot|times)\s*(?=10\^))?"
    rf"(?:10\^(?:\{{-?[0-9]+\}}|[0-9])|{_TEX_DIGITS})(?:(?:\\[, ]|~)?\\%)?"
)
_SIGN = rf"(?:(?<![\w)\]}}%!'])[{MINUS}-])?"
_NUMERAL: Mapping[str, re.Pattern[str]] = {
    "text": re.compile(f"{_SIGN}{_ONE}(?:–{_ONE})?"),
    "math": re.compile(f"{_SIGN}{_TEX_ONE}"),
}
_COUNT = re.compile(rf"[{MINUS}-]?[0-9](?:⁻?[{SUPERSCRIPTS}])?(?:–[0-9])?")

# ── Rules: the group ``number`` is what is structural ────────────────────────────────────────────────────────────────

_CAPITALS = "".join(letter for letter in map(chr, range(0x250)) if letter.isupper())
_YEAR = r"(?P<number>(?:1[5-9]|20)[0-9]{2})[a-z]?"

_FOOTNOTE = re.compile(r"\[\^(?P<number>[^\[\]\s]+)\]")
_LICENCE = re.compile(
    rf"\b(?:CC(?:[ {SPACES}-](?:BY|NC|SA|ND))+|CC0|[AL]?GPL|MPL|EUPL|Apache"
    rf"|Creative[ {SPACES}]Commons(?:[ {SPACES}][^\W\d_]+){{0,4}})"
    rf"[ {SPACES}-](?P<number>[0-9]\.[0-9])(?![0-9]|[.,][0-9])"
)
_SECTION = re.compile(rf"§[ {SPACES}]?(?P<number>[0-9]+(?:\.[0-9]+)*)")
_PARTS = re.compile(r"(?<![\w.,])(?P<number>[0-9]{1,2}(?:\.[0-9]{1,2}){2,})(?!\w|[.,][0-9])")
_NAME = re.compile(r"(?<=[^\W\d_])(?P<number>[_-]?[0-9]\w*(?:\.[0-9]+)*)")
_NUMBERING = re.compile(
    rf"\A\s*(?P<number>[0-9]{{1,2}}(?:\.[0-9]{{1,2}})*\.|[0-9]{{1,2}}(?:\.[0-9]{{1,2}})+)[ {SPACES}]+(?=[{_CAPITALS}])"
)
_CITATION = re.compile(
    rf"(?:[(;][ {SPACES}]?[{_CAPITALS}][^();\d]{{0,80}},[ {SPACES}]|(?:\b[{_CAPITALS}][^\W\d_]+|\bal\.)[ {SPACES}]\()"
    rf"{_YEAR}(?=[);])"
)
_QUOTED = re.compile(r"[“„«\"][^“”„»\"]{3,}[”“»\"]")
_ENTRY_YEAR = re.compile(rf"(?<=, ){_YEAR}(?=[.;,](?![0-9])|\s*\Z)")

_ATTRIBUTES = re.compile(r"\{:?[ \t]*[#.][^{}\n]*\}")
_REFERENCE = re.compile(r"&#(?:[0-9]+|[xX][0-9A-Fa-f]+);")

_TAG = re.compile(r"\\tag\*?\{(?P<number>[^{}]*)\}")
_SUBSCRIPT = re.compile(r"_\{(?P<number>[A-Za-z0-9, ]*)\}")
_FRACTION = re.compile(r"\\[dtc]?frac\s*(?P<number>[0-9][0-9])(?![0-9])")
_TEX_TEXT = re.compile(r"\\(?:text|math|operatorname)[a-z]*\*?\{([^{}]*)\}")
_COLOUR = re.compile(r"\\(?:text|f)?color(?:box)?\{[^{}]*\}")
_LENGTH = re.compile(
    r"\\(?:[hv]space|[hm]?skip|m?kern|rule|raisebox)\*?\s*\{?-?[0-9.]+\s*[a-z]{2}\}?(?:\{-?[0-9.]+\s*[a-z]{2}\})?"
    r"|\\\\\[-?[0-9.]+\s*[a-z]{2}\]"
)
