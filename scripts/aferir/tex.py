"""Formulas: TeX to HTML with MathML by KaTeX under Node, kept by content, so an unchanged formula starts nothing."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import AferirError

if TYPE_CHECKING:
    from .assets.nodejs import Node

_SCRIPT = Path(__file__).parent / "assets" / "node" / "katex.mjs"
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
    version = katex_version(katex_folder)
    places = {formula: _place(cache, version, formula) for formula in formulas}
    known = {formula: result for formula, place in places.items() if (result := _read(place)) is not None}
    new = [formula for formula in places if formula not in known]
    if new:
        known |= _rendered(new, katex_folder, node)
        for formula in new:
            _write(places[formula], known[formula])
    return tuple(_result(known[formula], formula[0]) for formula in formulas)


def kept_formulas(formulas: Sequence[Formula], version: str, cache: Path) -> tuple[str | TexError, ...] | None:
    """What ``render_formulas`` answered before for all of these, by the ``version`` it had; None when it lacks one."""
    answers = [_read(_place(cache, version, formula)) for formula in formulas]
    if any(answer is None for answer in answers):
        return None
    return tuple(_result(answer, tex) for answer, (tex, _) in zip(answers, formulas, strict=True) if answer is not None)


def katex_version(katex_folder: Path) -> str:
    """What decides the output besides the formula: KaTeX's module and our options."""
    digest = hashlib.sha256((katex_folder / "katex.mjs").read_bytes())
    digest.update(_SCRIPT.read_bytes())
    return digest.hexdigest()


def _place(cache: Path, version: str, formula: Formula) -> Path:
    name = hashlib.sha256(json.dumps([version, *formula]).encode()).hexdigest()
    return cache / "tex" / name[:2] / f"{name}.json"


def _rendered(formulas: Sequence[Formula], katex_folder: Path, node: Node | None) -> dict[Formula, Mapping[str, Any]]:
    from .assets.nodejs import run_node  # noqa: PLC0415 - formulas that are kept start nothing and load nothing

    lines = "".join(json.dumps({"tex": tex, "display": display}) + "\n" for tex, display in formulas)
    printed = run_node(_SCRIPT, str(katex_folder / "katex.mjs"), given=lines, node=node)
    # Not splitlines: a line separator (U+2028) inside a formula would cut it.
    results = [json.loads(line) for line in printed.split("\n") if line]
    if len(results) != len(formulas):
        raise AferirError(f"KaTeX answered {len(results)} of {len(formulas)} formulas")
    return dict(zip(formulas, results, strict=True))


def _result(answer: Mapping[str, Any], tex: str) -> str | TexError:
    if "html" in answer:
        return str(answer["html"])
    return TexError(str(answer["message"]), _characters(tex, int(answer["offset"])))


def _characters(tex: str, units: int) -> int:
    """JavaScript counts a character beyond U+FFFF twice: units of UTF-16 as characters."""
    if units < 0:
        return -1
    return len(tex.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore"))


def _read(place: Path) -> Mapping[str, Any] | None:
    """A kept answer, None when there is none or it is damaged."""
    try:
        answer = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return answer if isinstance(answer, dict) and ("html" in answer or "message" in answer) else None


def _write(place: Path, answer: Mapping[str, Any]) -> None:
    """Keep an answer, whole or not at all. A cache that cannot be written costs time, nothing else."""
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".", dir=place.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(answer, stream)
        Path(name).replace(place)
