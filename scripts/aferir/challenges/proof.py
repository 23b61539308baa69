"""What running a challenge shows: its solution passes, each misconception fails and is recognised (AF503, AF504)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import finding
from ..grader import DEFINED
from ..grading import Limits, function_name, sources, verdicts_of
from ..model import ChallengeFiles, Finding, Position
from ..recognition import misconceptions_of
from .code import source_findings
from .place import Place, defined_lines


def challenge_findings(challenge: ChallengeFiles, snippets_folder: Path) -> tuple[Finding, ...]:
    """What running the challenge shows: AF503 for a solution its checks refuse, AF504 for each misconception that
    passes or is not recognised. Takes about 0.1 s per misconception, in a limited process.

    A challenge whose reading gave AF501 proves nothing and shows nothing here. When the checks cannot judge, the
    solution is refused or the misconceptions do not run, that is the one finding: the rest would follow from it.
    """
    (found,) = findings_of_all([challenge], snippets_folder)
    return found


def findings_of_all(challenges: Iterable[ChallengeFiles], snippets_folder: Path) -> tuple[tuple[Finding, ...], ...]:
    """The findings of each of several challenges, of which as many run at once as there are processors.

    What parses Python stands before and after the threads: two of them must not be in its parser at once.
    """
    trials = [_trial_of(challenge) for challenge in challenges]
    limits = Limits(snippets_folder)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        tried = list(pool.map(lambda trial: _tried(trial, limits) if trial else None, trials))
    pairs = zip(trials, tried, strict=True)
    return tuple(tuple(_shown_by(trial, found)) if trial and found else () for trial, found in pairs)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What is judged of a challenge: its solution and, by name, its misconceptions, which stand at ``lines``."""

    challenge: ChallengeFiles
    asked: Mapping[str, Any]
    misconceptions: Mapping[str, str]
    lines: Mapping[str, int]


def _trial_of(challenge: ChallengeFiles) -> _Trial | None:
    if any(source_findings(Place(Path(challenge.folder), challenge.folder), challenge)):
        return None
    lines, function = misconceptions_of(challenge.misconceptions).lines, function_name(challenge.checks)
    wrong = {name: f"{challenge.misconceptions}\n{function} = {name}\n" for name in lines}
    return _Trial(challenge, sources(challenge), wrong, lines)


def _tried(trial: _Trial, limits: Limits) -> tuple[Mapping[str, Any], Mapping[str, Mapping[str, Any]]]:
    """The verdicts on the solution and, when it passes, on the misconceptions."""
    solution = verdicts_of(dict(trial.asked), {"": trial.challenge.solution}, limits)[""]
    is_refused = solution["status"] == "error" or _first_failed(solution)
    return solution, {} if is_refused else verdicts_of(dict(trial.asked), trial.misconceptions, limits)


def _shown_by(trial: _Trial, tried: tuple[Mapping[str, Any], Mapping[str, Mapping[str, Any]]]) -> Iterator[Finding]:
    solution, found = tried
    broken = _refused_solution(trial.challenge, solution) or _broken_misconceptions(trial.challenge, found.values())
    if broken:
        yield broken
        return
    for name, line in trial.lines.items():
        yield from _unrecognised(trial.challenge, name, line, found[name])


def _refused_solution(challenge: ChallengeFiles, verdict: Mapping[str, Any]) -> Finding | None:
    if verdict["status"] == "error":
        reason = f"checks.py cannot judge the solution: {verdict['fault']}"
        return finding("AF501", f"{challenge.folder}/checks.py", Position(verdict["line"] or 1, 1), reason=reason)
    failed = _first_failed(verdict)
    if not failed:
        return None
    defined = defined_lines(challenge.solution)[function_name(challenge.checks)]
    line, raised = _raised(failed)
    check = f"{failed['name']} ({raised})" if raised else failed["name"]
    path = f"{challenge.folder}/solution.py"
    return finding("AF503", path, Position(line or defined, 1), challenge=challenge.id, check=check)


def _broken_misconceptions(challenge: ChallengeFiles, found: Iterable[Mapping[str, Any]]) -> Finding | None:
    """The finding when the file of the misconceptions raises before any of them is called."""
    for verdict in found:
        failed = _first_failed(verdict)
        if failed and failed["name"] == DEFINED:
            line, raised = _raised(failed)
            reason = f"misconceptions.py does not run: {raised or failed['failure']['code']}"
            path = f"{challenge.folder}/misconceptions.py"
            return finding("AF501", path, Position(line or 1, 1), reason=reason)
    return None


def _first_failed(verdict: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return next((check for check in verdict["checks"] if check["status"] == "failed"), None)


def _raised(check: Mapping[str, Any]) -> tuple[int, str]:
    """The line of the judged file at which a failed check raised, and the exception; 0 and nothing when none did."""
    details = check["failure"]["details"]
    return details.get("line", 0), details.get("error", "")


def _unrecognised(challenge: ChallengeFiles, name: str, line: int, verdict: Mapping[str, Any]) -> Iterator[Finding]:
    wanted, found = misconceptions_of(challenge.misconceptions).name_shown(name), verdict["misconception"]
    if verdict["status"] == "failed" and found == wanted:
        return
    reasons = {"passed": "passes every check", "error": f"cannot be judged: {verdict['fault']}"}
    taken = f"is taken for {found}: declare it in SHARED, or add a case that tells them apart"
    reason = reasons.get(verdict["status"], taken if found else "is not recognised")
    path = f"{challenge.folder}/misconceptions.py"
    yield finding("AF504", path, Position(line, 1), name=name, challenge=challenge.id, reason=reason)
