"""6xx: formulas, printed equalities and diagrams."""

from __future__ import annotations

from .rule import Rule

RULES = (
    Rule("AF601", "formula that TeX does not understand", "{message}", "$\\frac{1}{2$", "$\\frac{1}{2}$"),
    Rule(
        "AF602",
        "printed equality that is false",
        "{written} is false: {left} is {left_value}, {right} is {right_value}",
        "$0{,}717/2{,}319 = 0{,}319$",
        "$0{,}717/2{,}319 = 0{,}309$",
    ),
    Rule(
        "AF603",
        "diagram that cannot be drawn",
        "{message}",
        "```diagram path\nalt: From a to b.\n\ndigraph { a -> [ }\n```",
        "```diagram path\nalt: From a to b.\n\ndigraph { a -> b }\n```",
    ),
)
