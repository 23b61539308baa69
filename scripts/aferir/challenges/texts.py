"""What is wrong with the texts of a challenge: one that lacks, is no text, or names what nothing fills (AF502)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..errors import finding
from ..feedback import placeholders
from ..guidance import walk_findings
from ..model import ChallengeFiles, Finding, Position
from ..recognition import misconceptions_of
from .place import Place, functions_of

_CHECK_TEXTS = {"title": True, "why": True, "fail": False}
"""The texts of a check, and whether it must have them."""


def text_findings(place: Place, challenge: ChallengeFiles) -> Iterator[Finding]:
    """What its languages lack beside each other and beside the checks, and what is wrong with the walk."""
    yield from _missing_texts(place, challenge)
    yield from walk_findings(challenge)


def _missing_texts(place: Place, challenge: ChallengeFiles) -> Iterator[Finding]:
    wanted = dict(_wanted_texts(challenge))
    given = {code: dict(_given_texts(texts)) for code, texts in challenge.texts.items()}
    for code, texts in given.items():
        file = f"texts.{code}.toml"
        everywhere = {key for other in given.values() for key in other if key in wanted} - set(texts)
        for key in sorted({key for key, needed in wanted.items() if needed and key not in texts} | everywhere):
            yield finding("AF502", f"{place.shown}/{file}", Position(1, 1), challenge=place.id, key=key, language=code)
        for key in sorted(set(texts) - set(wanted)):
            yield place.unreadable(file, f"{file} has a text “{key}”, which nothing shows")
        yield from _malformed_texts(place, file, texts, given)


def _malformed_texts(
    place: Place, file: str, texts: Mapping[str, object], given: Mapping[str, Mapping[str, object]]
) -> Iterator[Finding]:
    for key, text in texts.items():
        if key == "walk":
            continue  # see `walk_findings`
        if key == "hints":
            if not isinstance(text, list) or not text or not all(isinstance(hint, str) for hint in text):
                yield place.unreadable(file, f'{file}: hints is a list of texts: hints = ["…", "…"]')
        elif not isinstance(text, str) or not text.strip():
            yield place.unreadable(file, f'{file}: “{key}” is no text: {key.rpartition(".")[2]} = "…"')
        elif key.endswith(".fail"):
            yield from _placeholder_findings(place, file, key, [other.get(key) for other in given.values()])


def _placeholder_findings(place: Place, file: str, key: str, texts: Iterable[object]) -> Iterator[Finding]:
    try:
        names = [placeholders(text) for text in texts if isinstance(text, str)]
    except ValueError as error:
        yield place.unreadable(file, f"{file}: “{key}”: {error}")
        return
    if any(other != names[0] for other in names):
        listed = ", ".join(f"{{{name}}}" for name in sorted(set.union(*names)))
        yield place.unreadable(file, f"{file}: “{key}” does not have the same placeholders in every language: {listed}")


def _wanted_texts(challenge: ChallengeFiles) -> Iterator[tuple[str, bool]]:
    """Every key a text may have, and whether it must be there."""
    yield from (("title", True), ("passed", True), ("hints", True), ("statement", False), ("walk", False))
    for name in functions_of(challenge.checks):
        if name.startswith("check_"):
            yield from ((f"checks.{name.removeprefix('check_')}.{key}", must) for key, must in _CHECK_TEXTS.items())
    misconceptions = misconceptions_of(challenge.misconceptions)
    for name in misconceptions.lines:
        if misconceptions.name_shown(name) == name:
            yield f"misconceptions.{name}.message", True


def _given_texts(texts: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from _given_texts(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
