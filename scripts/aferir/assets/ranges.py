"""Code points as style sheets write them."""

from __future__ import annotations

from collections.abc import Iterable


def unicode_ranges(codes: Iterable[int]) -> str:
    """Code points as CSS writes them: ``U+0041-005A, U+00E9``."""
    runs: list[tuple[int, int]] = []
    for code in sorted(codes):
        if runs and code == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], code)
        else:
            runs.append((code, code))
    return ", ".join(f"U+{first:04X}" if first == last else f"U+{first:04X}-{last:04X}" for first, last in runs)
