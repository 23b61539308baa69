r"""The value of a numeric expression in TeX: a recursive descent over its tokens that computes intervals as it goes.

Where a reader could read two values (``1/2\sqrt{2}``, ``\ln 2 \cdot 3``, ``3\frac{1}{2}``, ``2^10``), there
is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from fractions import Fraction

from ..languages import NumberMarks
from .interval import Interval, NotNumericError, around, exactly, exponential, logarithm, power, root
from .tokens import Token, scalar

LOG = r"\log"
PERCENT = r"\%"
_TIMES = frozenset({r"\cdot", r"\times"})
_SIGNS = frozenset("+-")
_PAIRS = {"(": ")", "[": "]", "{": "}", "|": "|"}
_FUNCTIONS = frozenset({r"\exp", r"\ln", LOG})
_IMPLICIT = _FUNCTIONS | {"(", r"\sqrt", "e"}
"""What may follow a factor without a sign between them."""
_DEEPEST = 40
_LONGEST = 2_000
"""Tokens of the longest expression."""
_CALL_OPENINGS = frozenset("([{|")


class Kind(Enum):
    """What a factor is, as far as that decides what may follow it."""

    NUMERAL = auto()
    CALL = auto()
    r"""``\ln(2)``: no power may follow."""
    OPEN_CALL = auto()
    r"""``\ln 2``: no further factor may follow."""
    OTHER = auto()


def evaluate(tokens: Sequence[Token], marks: NumberMarks, log_base: int = 0) -> Interval:
    r"""The value of an expression. ``log_base`` is that of a ``\log`` without its base; 0 is e.

    Raises NotNumericError when the expression is not wholly numeric, ambiguous, or outside a domain.
    """
    if len(tokens) > _LONGEST:
        raise NotNumericError("an expression that is too long")
    reader = _Reader(tokens, marks, log_base)
    value = reader.sum()
    if reader.peek():
        raise NotNumericError(f"{reader.peek()} cannot stand there")
    return value


class _Reader:
    """Where reading has come to. Every method reads what it is named for and returns its value."""

    def __init__(self, tokens: Sequence[Token], marks: NumberMarks, log_base: int) -> None:
        self._left = list(reversed(tokens))
        self._marks = marks
        self._log_base = log_base
        self._depth = 0

    def peek(self) -> str:
        return self._left[-1].text if self._left else ""

    def _take(self, *wanted: str) -> str:
        """The next token when it is one of those wanted, else nothing."""
        return self._left.pop().text if self.peek() and self.peek() in wanted else ""

    def _expect(self, wanted: str) -> None:
        if not self._take(wanted):
            raise NotNumericError(f"{wanted} is missing")

    def sum(self) -> Interval:
        value = self._product()
        while sign := self._take(*_SIGNS):
            term = self._product()
            value = value + term if sign == "+" else value - term
        return value

    def _product(self) -> Interval:
        value, kind = self._signed()
        divided = False
        while True:
            sign = self._take("/", *_TIMES)
            if not sign and not self._goes_on(kind):
                return value
            if kind is Kind.OPEN_CALL or (divided and not sign):
                raise NotNumericError("it is not clear how far a function or a denominator reaches")
            factor, kind = self._signed() if sign else self._power()
            value = value / factor if sign == "/" else value * factor
            divided = divided or sign == "/"

    def _goes_on(self, kind: Kind) -> bool:
        """Whether another factor follows without a sign. ``0.5(1)`` is not one: it may state an uncertainty."""
        following = self.peek()
        if kind is Kind.NUMERAL and following == "(":
            return not (len(self._left) > 2 and self._left[-2].is_numeral and self._left[-3].text == ")")
        return following in _IMPLICIT or (following == r"\frac" and kind is not Kind.NUMERAL)

    def _signed(self) -> tuple[Interval, Kind]:
        negative = False
        while sign := self._take(*_SIGNS):
            negative ^= sign == "-"
        value, kind = self._power()
        return (-value if negative else value), kind

    def _power(self) -> tuple[Interval, Kind]:
        value, kind = self._atom()
        if self._take("^"):
            if kind in (Kind.CALL, Kind.OPEN_CALL):
                raise NotNumericError("it is not clear what is raised")
            value, kind = power(value, self._exponent()), Kind.OTHER
        if self._take(PERCENT):
            value, kind = value / exactly(100), Kind.OTHER
        return value, kind

    def _exponent(self) -> Interval:
        if self.peek() == "{" and len(self._left) > 1 and self._left[-2].text == "(":
            raise NotNumericError("a raised index")
        return self._argument()

    def _atom(self) -> tuple[Interval, Kind]:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotNumericError("too many levels")
        value, kind = self._any_atom()
        self._depth -= 1
        return value, kind

    def _any_atom(self) -> tuple[Interval, Kind]:
        if self._left and self._left[-1].is_numeral:
            return self._numeral(self._left.pop().text), Kind.NUMERAL
        command = self._take(*_PAIRS, *_FUNCTIONS, r"\frac", r"\sqrt", "e")
        if command in _PAIRS:
            value = self._inside(_PAIRS[command])
            return (abs(value) if command == "|" else value), Kind.OTHER
        if command in _FUNCTIONS:
            return self._function(command)
        if command == r"\frac":
            numerator = self._argument()
            return numerator / self._argument(), Kind.OTHER
        if command == r"\sqrt":
            degree = self._inside("]") if self._take("[") else exactly(2)
            return root(self._argument(), degree), Kind.OTHER
        if command == "e":
            self._expect("^")
            return exponential(self._argument()), Kind.OTHER
        raise NotNumericError(f"{self.peek() or 'nothing'} is no number")

    def _inside(self, closing: str) -> Interval:
        value = self.sum()
        self._expect(closing)
        return value

    def _numeral(self, text: str) -> Interval:
        """An integer is exact, a decimal and a percentage are what rounds to them."""
        number = scalar(text, self._marks)
        if number is None:
            raise NotNumericError(f"{text} is no number in this language")
        rounded = number.decimals or self.peek() == PERCENT
        return around(number.value, number.unit) if rounded else exactly(number.value)

    def _function(self, name: str) -> tuple[Interval, Kind]:
        base = self._base() if name == LOG else exactly(1)
        kind = Kind.CALL if self.peek() in _CALL_OPENINGS else Kind.OPEN_CALL
        argument = self._atom()[0] if kind is Kind.CALL else self._power()[0]
        return (exponential(argument) if name == r"\exp" else logarithm(argument) / base), kind

    def _base(self) -> Interval:
        """By what a natural logarithm is divided."""
        if self._take("_"):
            return logarithm(self._argument())
        return logarithm(exactly(self._log_base)) if self._log_base else exactly(1)

    def _argument(self) -> Interval:
        """What TeX takes as one argument: a group, a single digit, or a fraction or root."""
        if self._take("{"):
            return self._inside("}")
        if self._left and self._left[-1].is_numeral:
            return self._digit()
        if self.peek() in (r"\frac", r"\sqrt"):
            return self._atom()[0]
        raise NotNumericError("an argument that is no number")

    def _digit(self) -> Interval:
        token = self._left.pop()
        rest = token.text[1:]
        if rest and not rest.isdigit():
            raise NotNumericError("a number that TeX cuts")
        if rest:
            self._left.append(Token(rest, token.start + 1, token.end, is_numeral=True))
        return exactly(Fraction(token.text[0]))
