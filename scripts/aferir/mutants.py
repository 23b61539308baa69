"""A challenge's solution, changed mechanically in one place at a time: how many of these mutants its checks kill.

The mutants come from Cosmic Ray, used as a library and in memory: its operators find the places, one by one, and write
the changed source. They are graded like a learner's file, in a limited process with a time limit each. A mutant that
does the same as the solution stands in ``equivalent.toml`` with the reason.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .errors import AferirError
from .grading import Limits, function_name, verdicts
from .model import ChallengeFiles, Equivalent
from .recognition import misconceptions_of

SECONDS = 10.0
"""Time limit of one mutant: some never end."""

_NEEDED = "aferir mutants needs Cosmic Ray, which makes the mutants: pip install 'aferir[mutants]'"


@dataclass(frozen=True, slots=True)
class Mutant:
    """The solution with one place changed. ``line`` is the line that changed, as it then reads, without its indent."""

    operator: str
    line: str
    number: int
    """Of the line in ``solution.py``, from 1."""
    source: str


@dataclass(frozen=True, slots=True)
class Survivor:
    """A wrong function that the checks let pass; ``fault`` says why when they could not judge it."""

    name: str
    line: str
    number: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What the checks of a challenge kill.

    ``mutants`` counts those that are not equivalent; ``faults`` are entries of ``equivalent.toml`` that are wrong.
    """

    challenge: str
    mutants: int
    killed: int
    misconceptions: int
    misconceptions_killed: int
    survivors: tuple[Survivor, ...]
    equivalent: tuple[Equivalent, ...]
    faults: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every mutant and misconception is killed, and every equivalent one is what it is said to be."""
        return not self.survivors and not self.faults


def mutants_of(source: str) -> list[Mutant]:
    """The mutants of a Python source, each once, in the order of its lines. Raises AferirError without Cosmic Ray."""
    try:
        from cosmic_ray.ast import ast_nodes, get_ast  # noqa: PLC0415  a tool of developers, and slow to load
        from cosmic_ray.mutating import mutate_code  # noqa: PLC0415
    except ImportError:
        raise AferirError(_NEEDED) from None
    found: dict[str, Mutant] = {}
    for name, operator in _operators():
        places = sum(len(list(operator.mutation_positions(node))) for node in ast_nodes(get_ast(source)))
        for occurrence in range(places):
            changed = _tidy(source, mutate_code(source, operator, occurrence) or "")
            if changed and changed != source and changed not in found and _is_python(changed):
                found[changed] = _mutant(name, source, changed)
    return sorted(found.values(), key=lambda mutant: (mutant.number, mutant.operator, mutant.line))


def _operators() -> Iterator[tuple[str, Any]]:
    """Cosmic Ray's own operators, but those that draw lots or must be told names."""
    from cosmic_ray.operators.provider import OperatorProvider  # noqa: PLC0415

    provider = OperatorProvider()
    for name in provider:
        operator = provider[name]
        if not operator.arguments():
            yield name, operator()


def _tidy(source: str, changed: str) -> str:
    """A mutant without the space that the operator for numbers puts before the new one."""
    pairs = enumerate(zip(source, changed, strict=False))
    at = next((place for place, (old, new) in pairs if old != new), 0)
    is_number = source[at : at + 1].isdigit() and changed[at : at + 1] == " "
    return changed[:at] + changed[at + 1 :] if is_number else changed


def _is_python(source: str) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _mutant(operator: str, source: str, changed: str) -> Mutant:
    before, after = source.splitlines(), changed.splitlines()
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    _, first, last, start, end = next(code for code in matcher.get_opcodes() if code[0] != "equal")
    shown = after[start:end] or before[first:last]  # a line that is gone is named by what it was
    return Mutant(operator, "\n".join(_plain(line) for line in shown), first + 1, changed)


def _plain(line: str) -> str:
    """A line without its indent, and with one space where the operator left two."""
    return " ".join(line.split())


def score(challenge: ChallengeFiles, snippets_folder: Path, seconds: float = SECONDS) -> Score:
    """How many mutants and misconceptions the checks of ``challenge`` kill. Raises AferirError without Cosmic Ray,
    and when the solution itself does not pass.
    """
    mutants = mutants_of(challenge.solution)
    wrong = misconceptions_of(challenge.misconceptions).lines
    found = _verdicts(challenge, mutants, wrong, Limits(snippets_folder, seconds))
    if found["solution"]["status"] != "passed":
        raise AferirError(f"challenge {challenge.id}: its solution does not pass its checks; aferir check says why")
    known = {(entry.operator, _plain(entry.line)): entry for entry in challenge.equivalent}
    alive = [mutant for mutant in mutants if found[mutant.source]["status"] != "failed"]
    excused = {_key(mutant) for mutant in alive if found[mutant.source]["status"] == "passed"} & set(known)
    survivors = [_survivor(mutant, found[mutant.source]) for mutant in alive if _key(mutant) not in excused]
    passing = [name for name in wrong if found[f"misconception {name}"]["status"] != "failed"]
    survivors += [
        Survivor(name, f"def {name}", wrong[name], found[f"misconception {name}"]["fault"]) for name in passing
    ]
    return Score(
        challenge=challenge.id,
        mutants=len(mutants) - len(excused),
        killed=len(mutants) - len(alive),
        misconceptions=len(wrong),
        misconceptions_killed=len(wrong) - len(passing),
        survivors=tuple(survivors),
        equivalent=tuple(known[key] for key in known if key in excused),
        faults=tuple(_faults(challenge, mutants, excused)),
    )


def _verdicts(
    challenge: ChallengeFiles, mutants: Iterable[Mutant], wrong: Iterable[str], limits: Limits
) -> dict[str, Mapping[str, Any]]:
    """Verdicts on the solution, on each mutant (by its source) and on each misconception (by its name).

    Nobody needs to be told what a mutant misunderstands, so none is compared with the misconceptions.
    """
    function = function_name(challenge.checks)
    codes = {"solution": challenge.solution, **{mutant.source: mutant.source for mutant in mutants}}
    codes |= {f"misconception {name}": f"{challenge.misconceptions}\n{function} = {name}\n" for name in wrong}
    return dict(verdicts(replace(challenge, misconceptions=""), codes, limits))


def _key(mutant: Mutant) -> tuple[str, str]:
    return mutant.operator, mutant.line


def _survivor(mutant: Mutant, verdict: Mapping[str, Any]) -> Survivor:
    return Survivor(mutant.operator, mutant.line, mutant.number, str(verdict["fault"]))


def _faults(challenge: ChallengeFiles, mutants: Iterable[Mutant], excused: set[tuple[str, str]]) -> Iterator[str]:
    """What is wrong with the entries of ``equivalent.toml``: each must name a mutant, and one that lives."""
    made = {_key(mutant) for mutant in mutants}
    path = f"{challenge.folder}/equivalent.toml"
    for entry in challenge.equivalent:
        key = entry.operator, _plain(entry.line)
        if key not in made:
            yield f"{path}: no mutant is {entry.operator}: {entry.line}"
        elif key not in excused:
            yield f"{path}: the checks tell this mutant from the solution, so it is not equivalent: {entry.line}"
