"""The texts of challenges, whose numbers are bound as in a lesson: to what their ``checks.py`` defines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from .languages import language
from .model import Cell, ChallengeFiles, Lesson, Snippet
from .scan.strings import Scanned, scan_strings


def scanned_texts(challenge: ChallengeFiles) -> dict[str, Scanned]:
    """The texts of a challenge by language."""
    return {
        code: scan_strings(
            challenge.written[code], texts, f"{challenge.folder}/texts.{code}.toml", language(code), challenge.id
        )
        for code, texts in challenge.texts.items()
    }


def with_plain_texts(challenge: ChallengeFiles, scanned: Mapping[str, Scanned]) -> ChallengeFiles:
    """The challenge with its texts as a learner reads them, without their bindings."""
    return replace(challenge, texts={code: item.texts for code, item in scanned.items()})


def text_lessons(scanned: Iterable[Scanned]) -> tuple[Lesson, ...]:
    """The texts as lessons of a snippet that is named by their challenge (see `checks_snippet`)."""
    return tuple(replace(item.lesson, snippet=_snippet_name(item.lesson.slug)) for item in scanned)


def checks_snippet(challenge: ChallengeFiles) -> Snippet:
    """``checks.py`` as the one cell of a snippet, whose names the texts are bound to."""
    cell = Cell("checks", challenge.checks, 1)
    return Snippet(_snippet_name(challenge.id), f"{challenge.folder}/checks.py", (cell,))


def _snippet_name(name: str) -> str:
    return f"challenges/{name}"
