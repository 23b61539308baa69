r"""Chains of equalities in a formula, and whether what is printed on their sides can be true.

``a = b \approx c``: three sides, two relations. In `aligned` a row that begins with a relation or an operator goes on
with the row above. Symbols are passed over: in ``0.5 = x = 0.6`` the outer sides are compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..languages import NumberMarks
from .expression import LOG, PERCENT, evaluate
from .interval import Interval, NotNumericError, around
from .tokens import CLOSING, OPENING, Token, scalar, tokens

APPROXIMATE = r"\approx"
_UPWARDS, _DOWNWARDS = frozenset({"=", "<", r"\le"}), frozenset({"=", ">", r"\ge"})
_EQUAL = frozenset({"=", APPROXIMATE})
_RELATIONS = _EQUAL | _UPWARDS | _DOWNWARDS
_OPERATORS = frozenset({"+", "-", "/", r"\cdot", r"\times", r"\pm", r"\mp"})
_BREAKS = frozenset({r"\\", r"\quad", "&"})
_SEPARATORS = frozenset(
    {
        *(";", ",", r"\Rightarrow", r"\Leftarrow", r"\Leftrightarrow", r"\implies", r"\iff", r"\impliedby"),
        *(r"\to", r"\rightarrow", r"\longrightarrow", r"\mapsto", r"\ne", r"\neq", "≠", r"\sim", r"\simeq"),
        *(r"\equiv", r"\propto", r"\ll", r"\gg", r"\in"),
    }
)
_ROWS = re.compile(
    r"\s*\\begin\{((?:align(?:ed)?|gather(?:ed)?|split|equation)\*?)\}(.*)\\end\{\1\}[\s.,;]*", re.DOTALL
)
_LOG_BASES = (0, 10, 2)
_LARGEST_EXPONENT = 400
"""From here on the literal's own grammar cuts exponents."""
_NAME = (
    r"(?:[A-Za-z]|\\(?:math[a-z]++|operatorname)\s*+\{[^{}]*+\}|\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|eta|theta"
    r"|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|varphi|psi|omega|ell)(?![A-Za-z]))"
    r"(?:\s*+[_^]\s*+(?:\{(?:[^{}]|\{[^{}]*+\})*+\}|[A-Za-z0-9]))*+"
)
_SYMBOLS = re.compile(rf"{_NAME}(?:\s*+(?:\\cdot(?![A-Za-z])\s*+)?{_NAME})*+", re.ASCII)
r"""A product of names: ``d_k``, ``h d_{\mathrm{model}}``. It has one value, though none that we know."""
_WORDS = frozenset({r"\text", r"\textrm", r"\mbox"})


@dataclass(frozen=True, slots=True)
class Chain:
    """Sides with a relation between each two; ``listed`` when it stands in a list of values parted by commas."""

    sides: tuple[tuple[Token, ...], ...]
    relations: tuple[str, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """A relation that was checked: where both sides stand in the formula, their values, and whether it can be true."""

    left: tuple[int, int]
    right: tuple[int, int]
    left_value: Interval
    right_value: Interval
    is_possible: bool


@dataclass(slots=True)
class _Draft:
    """Chains as they are being read."""

    chains: list[Chain] = field(default_factory=list)
    group: list[Chain] = field(default_factory=list)
    sides: list[list[Token]] = field(default_factory=lambda: [[]])
    relations: list[str] = field(default_factory=list)
    columns: int = 0
    """How many ``&`` the row has had."""

    @property
    def last(self) -> str:
        """The last token of the open chain, "" when it has none."""
        if self.sides[-1]:
            return self.sides[-1][-1].text
        return self.relations[-1] if self.relations else ""

    def relate(self, relation: str) -> None:
        self.relations.append(relation)
        self.sides.append([])

    def end_chain(self) -> None:
        if self.last:
            self.group.append(Chain(tuple(map(tuple, self.sides)), tuple(self.relations)))
        self.sides, self.relations = [[]], []

    def end_group(self) -> None:
        """A list of values (``1, 2 = 1, 2``) has no chain that stands by itself."""
        self.end_chain()
        listed = any(not chain.relations and chain.sides[0][0].text not in _WORDS for chain in self.group)
        self.chains += [Chain(chain.sides, chain.relations, listed) for chain in self.group if chain.relations]
        self.group = []


def chains(tex: str, marks: NumberMarks) -> tuple[Chain, ...]:
    """The chains of a formula, those without a value included."""
    rows = _ROWS.fullmatch(tex)
    start, end = rows.span(2) if rows else (0, len(tex))
    return _chains(tokens(tex, marks, start, end))


def _chains(every: Sequence[Token]) -> tuple[Chain, ...]:
    draft, depth, at = _Draft(), 0, 0
    while at < len(every):
        token = every[at]
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if depth == 0 and token.text in _BREAKS:
            at = _pass_breaks(draft, every, at)
            continue
        if depth == 0 and token.text in _RELATIONS:
            draft.relate(token.text)
        elif depth == 0 and token.text == ",":
            draft.end_chain()
        elif depth == 0 and (token.text in _SEPARATORS or _is_full_stop(every, at)):
            draft.end_group()
        else:
            draft.sides[-1].append(token)
        at += 1
    draft.end_group()
    return tuple(draft.chains)


def _is_full_stop(every: Sequence[Token], at: int) -> bool:
    return every[at].text == "." and (at + 1 == len(every) or every[at + 1].text in _BREAKS)


def _pass_breaks(draft: _Draft, every: Sequence[Token], at: int) -> int:
    """Rows, columns and wide spaces part chains, unless an expression or a chain goes on beyond them."""
    start = at
    while at < len(every) and every[at].text in _BREAKS:
        draft.columns = 0 if every[at].text == r"\\" else draft.columns + (every[at].text == "&")
        at += 1
    broken = {token.text for token in every[start:at]}
    following = every[at].text if at < len(every) else ""
    goes_on = following in _OPERATORS | _RELATIONS or draft.last in _OPERATORS | _RELATIONS
    if following == "-" and "&" not in broken and draft.last not in _RELATIONS:
        draft.sides[-1].append(every[start])  # A sign or an operator: nobody can tell, so the side has no value.
    elif not goes_on and (broken != {"&"} or at > start + 1 or draft.columns % 2 == 0):
        draft.end_group()  # The odd "&" of a row align, the even ones part two equations.
    return at


# ── Comparing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def comparisons(chain: Chain, tex: str, marks: NumberMarks) -> Iterator[Comparison | None]:
    """One comparison for each relation, None where the side after it could not be compared."""
    last: int | None = None
    for number, side in enumerate(chain.sides):
        known = not chain.listed and _value(side, marks) is not None
        if number:
            yield _comparison(chain, last, number, tex, marks) if known and last is not None else None
        if known:
            last = number
        elif not _is_symbols(side, tex):
            last = None


def _is_symbols(side: Sequence[Token], tex: str) -> bool:
    """Whether a side without a value is at least one thing, and not two with words or a wide space between them."""
    return bool(side) and _SYMBOLS.fullmatch(tex, *_span(side)) is not None


def _comparison(chain: Chain, left: int, right: int, tex: str, marks: NumberMarks) -> Comparison | None:
    r"""How two sides compare by the relations between them. The base of ``\log`` is the one that makes it true."""
    relation = _joint(chain.relations[left:right])
    sides = chain.sides[left], chain.sides[right]
    if not relation or (relation == APPROXIMATE and not any(_states_precision(side, tex, marks) for side in sides)):
        return None
    bases = _LOG_BASES if any(token.text == LOG for side in sides for token in side) else _LOG_BASES[:1]
    tried = [_compared(sides, relation, tex, marks, base) for base in bases]
    done = [comparison for comparison in tried if comparison]
    return next((comparison for comparison in done if comparison.is_possible), done[0] if done else None)


def _joint(relations: Sequence[str]) -> str:
    """What several relations in a row say together: ``a < b = c`` says ``a < c``; "" when they say nothing."""
    every = frozenset(relations)
    for strict, whole in (("<", _UPWARDS), (">", _DOWNWARDS), (APPROXIMATE, _EQUAL)):
        if every <= whole and every != {"="}:
            return strict if strict in every else next(iter(every - {"="}))
    return "=" if every == {"="} else ""


def _compared(
    sides: tuple[Sequence[Token], Sequence[Token]], relation: str, tex: str, marks: NumberMarks, base: int
) -> Comparison | None:
    values = [_value(side, marks, base) for side in sides]
    if relation == APPROXIMATE:
        values = [_result(side, tex, marks) or value for side, value in zip(sides, values, strict=True)]
    left, right = values
    if left is None or right is None:
        return None
    return Comparison(_span(sides[0]), _span(sides[1]), left, right, _is_possible(left, relation, right))


def _is_possible(left: Interval, relation: str, right: Interval) -> bool:
    """Whether some numbers of both intervals stand in the relation."""
    if relation in (">", r"\ge"):
        left, right = right, left
    if relation in ("<", ">"):
        return left.low < right.high
    below = left.low <= right.high
    return below if relation in (r"\le", r"\ge") else below and right.low <= left.high


def _value(side: Sequence[Token], marks: NumberMarks, base: int = 0) -> Interval | None:
    try:
        return evaluate(side, marks, base)
    except (NotNumericError, ArithmeticError):
        return None


def _result(side: Sequence[Token], tex: str, marks: NumberMarks) -> Interval | None:
    r"""What rounds to a side that is one number: beside ``\approx`` an integer is rounded, with its last zeros."""
    while len(side) > 2 and (side[0].text, side[-1].text) == ("{", "}"):
        side = side[1:-1]
    start, end = _span(side)
    number = scalar(tex[start:end], marks)
    if number is None or abs(number.exponent) >= _LARGEST_EXPONENT:
        return None
    unit = number.unit
    if not number.decimals:
        zeros = len(number.integer) - len(number.integer.rstrip("0"))
        unit *= Fraction(10) ** (zeros if zeros < len(number.integer) else 0)
    return around(number.value, unit)


def _states_precision(side: Sequence[Token], tex: str, marks: NumberMarks) -> bool:
    r"""Whether a side says how far it is to be trusted: ``\sqrt 2 \approx 7/5`` does not."""
    if _result(side, tex, marks) is not None or any(token.text == PERCENT for token in side):
        return True
    numbers = (scalar(token.text, marks) for token in side if token.is_numeral)
    return any(number is not None and number.decimals for number in numbers)


def _span(side: Sequence[Token]) -> tuple[int, int]:
    return side[0].start, side[-1].end
