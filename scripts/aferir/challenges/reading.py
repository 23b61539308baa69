"""``snippets/challenges/<id>/`` -> ChallengeFiles, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from ..guidance import step_findings, steps_of
from ..model import ChallengeFiles, Finding
from ..settings import challenge_folders
from .code import source_findings
from .files import read_equivalent, read_sources, read_texts
from .place import Place
from .texts import text_findings


def load_challenges(
    folder: Path, shown_folder: str, languages: Sequence[str], begun: Sequence[str] = ()
) -> dict[str, tuple[ChallengeFiles | None, tuple[Finding, ...]]]:
    """Every challenge below ``folder`` by its id, each with its findings; see ``read_challenge``.

    What is wrong between challenges (a step that is none) is a finding of the challenge whose file has to change.
    """
    folders = challenge_folders(folder)
    read = {path.name: read_challenge(path, f"{shown_folder}/{path.name}", languages, begun) for path in folders}
    between = list(step_findings({name: challenge for name, (challenge, _) in read.items()}))
    return {name: (challenge, (*own, *_below(name, between, own))) for name, (challenge, own) in read.items()}


def _below(name: str, between: Iterable[Finding], known: Collection[Finding]) -> Iterator[Finding]:
    """Those findings that lie in the folder of a challenge and are not known yet."""
    return (item for item in between if item.path.split("/")[-2] == name and item not in known)


def read_challenge(
    folder: Path, shown_folder: str, languages: Sequence[str], begun: Sequence[str] = ()
) -> tuple[ChallengeFiles | None, tuple[Finding, ...]]:
    """The challenge in ``folder`` and what is missing or malformed in it; None when a file cannot be read at all.

    ``shown_folder`` is the folder as findings name it; a language of ``begun`` may go without texts. Nothing is
    executed here.
    """
    place = Place(folder, shown_folder)
    sources, unread_sources = read_sources(place)
    started = [code for code in begun if (folder / f"texts.{code}.toml").exists()]
    texts, written, unread_texts = read_texts(place, [*languages, *started])
    equivalent, unread_equivalent = read_equivalent(place)
    unread = (*unread_sources, *unread_texts, *unread_equivalent)
    if unread_sources or any(code not in texts for code in languages):
        return None, unread
    steps = steps_of(sources["checks"]) or ()
    challenge = ChallengeFiles(
        place.id, shown_folder, **sources, texts=texts, steps=steps, equivalent=equivalent, written=written
    )
    return challenge, (*unread, *source_findings(place, challenge), *text_findings(place, challenge))
