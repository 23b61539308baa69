"""Literals: the numbers that a lesson prints, per language, in text and in TeX. Their grammar is `literals.ebnf`.

parse_literal("−0,37", marks)  ->  Scalar        literal_before("pesa 0,591{=A}", 10, marks)  ->  (5, Scalar)
compare(literal, value, marks) ->  Mismatch or None      write(literal, value, marks)  ->  the text that would agree
"""

from .parser import parse_literal
from .places import is_numeric, literal_before
from .shapes import Mismatch
from .tree import Literal, LiteralError, Omission, Range, Scalar, Vector
from .values import compare, write

__all__ = [
    "Literal",
    "LiteralError",
    "Mismatch",
    "Omission",
    "Range",
    "Scalar",
    "Vector",
    "compare",
    "is_numeric",
    "literal_before",
    "parse_literal",
    "write",
]
