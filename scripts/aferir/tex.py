"""Formulas: TeX to HTML with MathML by KaTeX under Node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .asked import Answer, Program, Question, answers, kept_answers

if TYPE_CHECKING:
    from .assets.nodejs import Node

Formula = tuple[str, bool]  # TeX, and whether it stands on a line of its own


@dataclass(frozen=True, slots=True)
class TexError:
    """What KaTeX says of a formula it cannot read. ``offset``: 0-based character in the TeX, -1 if it does not say."""

    message: str
    offset: int


def render_formulas(
    formulas: Sequence[Formula], katex_folder: Path, cache: Path, node: Node | None = None
) -> tuple[str | TexError, ...]:
    """The HTML of each formula, or its error, in order. ``katex_folder`` holds ``katex.mjs``.

    All formulas that ``<cache>/tex`` does not know yet go through one Node process. Raises AferirError if Node is
    missing or fails.
    """
    if not formulas:
        return ()
    said = answers(_questions(formulas), _katex(katex_folder), cache / "tex", node)
    return tuple(_result(answer, tex) for answer, (tex, _) in zip(said, formulas, strict=True))


def kept_formulas(formulas: Sequence[Formula], version: str, cache: Path) -> tuple[str | TexError, ...] | None:
    """What ``render_formulas`` answered before for all of these, by the ``version`` it had; None when it lacks one."""
    kept = kept_answers(_questions(formulas), version, cache / "tex")
    return (
        None if kept is None else tuple(_result(answer, tex) for answer, (tex, _) in zip(kept, formulas, strict=True))
    )


def katex_version(katex_folder: Path) -> str:
    """What decides the output besides the formula: KaTeX's module and our options."""
    return _katex(katex_folder).version


def _katex(folder: Path) -> Program:
    return Program("KaTeX", "katex.mjs", folder / "katex.mjs")


def _questions(formulas: Sequence[Formula]) -> list[Question]:
    return [{"tex": tex, "display": display} for tex, display in formulas]


def _result(answer: Answer, tex: str) -> str | TexError:
    if "html" in answer:
        return str(answer["html"])
    return TexError(str(answer["message"]), _characters(tex, int(answer["offset"])))


def _characters(tex: str, units: int) -> int:
    """JavaScript counts a character beyond U+FFFF twice: units of UTF-16 as characters."""
    if units < 0:
        return -1
    return len(tex.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore"))
