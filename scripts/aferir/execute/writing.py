"""What a figure or table function writes its numbers with: the marks of the language, and a note of half-way values."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..model import Work
from ..printed import MINUS, halves_of, without_sign_of_zero


@dataclass(frozen=True, slots=True)
class Writing:
    """A language by its code, and how it writes numbers."""

    language: str
    decimal_mark: str
    thousands_mark: str = ""
    grouped_from: int = 5
    halves: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Filled as numbers are written: each that stands for a half-way value, and the other that may stand there."""

    def number(self, value: float, decimals: int) -> str:
        """``value`` rounded to ``decimals``, as the language writes it, with a true minus sign."""
        spec = f".{decimals}f"
        self.halves.update(halves_of(float(value), spec))
        return self._written(format(float(value), spec))

    def integer(self, value: int) -> str:
        """A whole number. Raises ValueError for a value that is none."""
        if int(value) != value:
            raise ValueError(f"{value!r} is no whole number: write text.number(value, decimals)")
        return self._written(str(int(value)))

    def grouped(self, whole: str) -> str:
        """The digits of a whole number in groups, where there are enough of them."""
        if not self.thousands_mark or not whole.isdigit() or len(whole) < self.grouped_from:
            return whole
        return f"{int(whole):,}".replace(",", self.thousands_mark)

    def _written(self, plain: str) -> str:
        plain = without_sign_of_zero(plain)
        sign, digits = ("-", plain[1:]) if plain.startswith("-") else ("", plain)
        whole, point, decimals = digits.partition(".")
        return sign.replace("-", MINUS) + self.grouped(whole) + point.replace(".", self.decimal_mark) + decimals


def writing_of(work: Work) -> Writing:
    """How the language of a work writes numbers."""
    return Writing(work.language, work.decimal_mark, work.thousands_mark, work.grouped_from)
