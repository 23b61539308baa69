"""Programs asked under Node, a question and an answer a line; answers are kept by content, so none is asked twice."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import AferirError

if TYPE_CHECKING:
    from .assets.nodejs import Node

_SCRIPTS = Path(__file__).parent / "assets" / "node"
Question = Mapping[str, object]
Answer = Mapping[str, Any]
"""``html``, or the ``message`` of what is wrong with the question."""


@dataclass(frozen=True)
class Program:
    """A script of ours and the module that it loads."""

    name: str
    """What messages call it."""
    script: str
    module: Path

    @cached_property
    def version(self) -> str:
        """What decides the answers besides the question: the module, and what our script asks of it."""
        digest = hashlib.sha256(self.module.read_bytes())
        digest.update((_SCRIPTS / self.script).read_bytes())
        return digest.hexdigest()


def answers(questions: Sequence[Question], program: Program, folder: Path, node: Node | None = None) -> list[Answer]:
    """The answer to each question, in order. All that ``folder`` does not know go through one process.

    Raises AferirError if Node is missing or fails.
    """
    written = [_line(question) for question in questions]
    places = {line: _place(folder, program.version, line) for line in written}
    known = {line: answer for line, place in places.items() if (answer := _read(place)) is not None}
    new = [line for line in places if line not in known]
    if new:
        known |= _asked(new, program, node)
        for line in new:
            _write(places[line], known[line])
    return [known[line] for line in written]


def kept_answers(questions: Sequence[Question], version: str, folder: Path) -> list[Answer] | None:
    """What was answered before to all of these, by the ``version`` it had; None when one is lacking."""
    kept = [_read(_place(folder, version, _line(question))) for question in questions]
    found = [answer for answer in kept if answer is not None]
    return found if len(found) == len(kept) else None


def _line(question: Question) -> str:
    return json.dumps(question, sort_keys=True)


def _place(folder: Path, version: str, line: str) -> Path:
    name = hashlib.sha256(f"{version}\n{line}".encode()).hexdigest()
    return folder / name[:2] / f"{name}.json"


def _asked(lines: Collection[str], program: Program, node: Node | None) -> dict[str, Answer]:
    from .assets.nodejs import run_node  # noqa: PLC0415 - answers that are kept start nothing and load nothing

    given = "".join(f"{line}\n" for line in lines)
    printed = run_node(_SCRIPTS / program.script, str(program.module), given=given, node=node)
    # Not splitlines: a line separator (U+2028) inside an answer would cut it.
    results = [json.loads(line) for line in printed.split("\n") if line]
    if len(results) != len(lines):
        raise AferirError(f"{program.name} answered {len(results)} of {len(lines)} questions")
    return dict(zip(lines, results, strict=True))


def _read(place: Path) -> Answer | None:
    """A kept answer, None when there is none or it is damaged."""
    try:
        kept = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) and ("html" in kept or "message" in kept) else None


def _write(place: Path, answer: Answer) -> None:
    """Keep an answer, whole or not at all. A cache that cannot be written costs time, nothing else."""
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        import tempfile  # noqa: PLC0415 - only a new answer needs it

        handle, name = tempfile.mkstemp(prefix=".", dir=place.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(answer, stream)
        Path(name).replace(place)
