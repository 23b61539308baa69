"""The challenges that a command names."""

from __future__ import annotations

from ..challenge_texts import scanned_texts, with_plain_texts
from ..challenges import load_challenges
from ..errors import AferirError
from ..model import ChallengeFiles, Finding
from ..settings import Settings


def challenges_named(name: str | None, settings: Settings, languages: tuple[str, ...]) -> list[ChallengeFiles]:
    """The challenge ``name``, or every one. Raises AferirError for one that is not there or cannot be read."""
    shown = f"{settings.snippets}/challenges"
    read = load_challenges(settings.snippets_folder / "challenges", shown, languages)
    if name and name not in read:
        raise AferirError(f"there is no challenge {name!r}; known challenges: {', '.join(read) or 'none'}")
    return [_whole(*read[one]) for one in ([name] if name else read)]


def _whole(challenge: ChallengeFiles | None, findings: tuple[Finding, ...]) -> ChallengeFiles:
    """A challenge with the plain texts of its verdicts. Raises AferirError that says why there is none."""
    if challenge is None:
        raise AferirError("\n".join(str(item) for item in findings))
    return with_plain_texts(challenge, scanned_texts(challenge))
