"""One panel of an explorable as its author gave it: each entry is checked as it is taken, and what is wrong is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import hint
from .writing import Writing

Floats = np.ndarray[Any, np.dtype[np.float64]]

_SIGNIFICANT = 12


class Given:
    """A panel, or a part of one. ``where`` says which, for messages; what is written is kept for the ledger.

    ``series`` holds the numbers written, by name, with their decimals; ``words`` the texts.
    """

    def __init__(self, entries: object, where: str, writing: Writing) -> None:
        if not isinstance(entries, Mapping):
            raise TypeError(f"{where} should be a dict, not {type(entries).__name__}")
        self.entries, self.where, self.writing = entries, where, writing
        self.series: dict[str, tuple[list[float], int]] = {}
        self.words: list[str] = []

    def allow(self, names: Sequence[str]) -> None:
        """Raise ValueError for an entry that is not one of ``names``."""
        for name in self.entries:
            if name not in names:
                raise ValueError(f"{self.where} has no entry “{name}”{hint(str(name), names)}: {', '.join(names)}")

    def part(self, entries: object, where: str) -> Given:
        """Something inside this panel; what it writes is kept here, its series under ``where``."""
        return Given(entries, f"{self.where}, {where}", self.writing)

    def keep(self, part: Given, name: str) -> None:
        """Keep what ``part`` wrote."""
        self.words += part.words
        self.series |= {f"{name} {key}".strip(): value for key, value in part.series.items()}

    # ── Entries ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def label(self, name: str, default: str | None = None) -> str:
        """A text. Raises ValueError when it is missing and has no default."""
        value = self.entries.get(name, default)
        if value is None:
            raise ValueError(f"{self.where} needs “{name}”")
        return self._shown(value, f"“{name}”")

    def texts(self, name: str, count: int | None = None) -> list[str]:
        """A list of texts, ``count`` of them."""
        values = self.listed(name)
        if count is not None and len(values) != count:
            raise ValueError(f"{self.where}: “{name}” has {len(values)} entries, not {count}")
        return [self._shown(value, f"“{name}”") for value in values]

    def _shown(self, value: object, what: str) -> str:
        if not isinstance(value, str):
            raise TypeError(
                f"{self.where}: {what} holds {value!r}, which is no text: write numbers with "
                "text.number(value, decimals) or text.integer(value)"
            )
        self.words.append(value)
        return value

    def listed(self, name: str) -> list[Any]:
        """A list or tuple; empty when it is missing."""
        values = self.entries.get(name, [])
        if not isinstance(values, list | tuple):
            raise TypeError(f"{self.where}: “{name}” should be a list, not {type(values).__name__}")
        return list(values)

    def number(self, name: str, default: float | None = None) -> float:
        """A finite number."""
        value = self.entries.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not np.isfinite(value):
            raise ValueError(f"{self.where}: “{name}” should be a finite number, not {value!r}")
        return rounded(float(value))

    def integer(self, name: str, default: int) -> int:
        """A whole number from 0 on."""
        value = self.number(name, default)
        if value != int(value) or value < 0:
            raise ValueError(f"{self.where}: “{name}” should be a whole number, not {value:g}")
        return int(value)

    def array(self, name: str, shape: tuple[int, ...], kind: type = float) -> Any:
        """An array of ``shape``; of finite numbers for floats."""
        if name not in self.entries:
            raise ValueError(f"{self.where} needs “{name}”")
        values = np.asarray(self.entries[name])
        if values.shape != shape:
            raise ValueError(f"{self.where}: “{name}” has shape {values.shape}, not {shape}")
        return np.asarray(values, dtype=kind)

    def places(self, name: str, count: int) -> list[int]:
        """Numbers of rows (or bars), from 0 on, or a truth value for each of ``count``."""
        values = np.asarray(self.entries.get(name, []))
        if values.dtype == bool:
            if values.shape != (count,):
                raise ValueError(f"{self.where}: “{name}” has shape {values.shape}, not ({count},)")
            return [int(place) for place in np.flatnonzero(values)]
        found = [int(place) for place in values.ravel()]
        if any(not 0 <= place < count for place in found):
            raise ValueError(f"{self.where}: “{name}” is {found}, but there are {count}, counted from 0")
        return found

    # ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def written(self, name: str, values: Sequence[float], decimals: int) -> list[str]:
        """Numbers as the language writes them, kept as a series."""
        plain = [rounded(float(value)) for value in values]
        self.series[name] = (plain, decimals)
        return [self.writing.number(value, decimals) for value in plain]


def rounded(value: float) -> float:
    """The value to the digits on which processors agree."""
    return float(f"{value:.{_SIGNIFICANT}g}")


def permille(share: float) -> int:
    """A share of a length, in thousandths."""
    return round(1000 * share)
