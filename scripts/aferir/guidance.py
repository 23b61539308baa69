"""What helps with a challenge beside its hints: smaller steps, and the solution explained line by line.

``STEPS = ["split_heads", …]`` in ``checks.py`` names other challenges; each of them has a ``statement`` of its own in
its texts. ``[[walk]]`` entries of the texts hold ``lines`` of ``solution.py`` and the ``text`` that explains them.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from .errors import finding, hint
from .model import ChallengeFiles, Finding, Position
from .recognition import assignment_of

_START = Position(1, 1)


# ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def steps_of(checks: str) -> tuple[str, ...] | None:
    """The names in ``STEPS = […]`` of a challenge's checks, none when there is no such line; None when it is no literal
    list of texts.
    """
    node = assignment_of(ast.parse(checks), "STEPS")
    if node is None:
        return ()
    try:
        value = ast.literal_eval(node.value)
    except ValueError:
        return None
    is_list = isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)
    return tuple(value) if is_list else None


def step_findings(challenges: Mapping[str, ChallengeFiles | None]) -> Iterator[Finding]:
    """AF505 for each step that is no other challenge, AF502 for each step without a statement."""
    for challenge in challenges.values():
        if challenge:
            yield from _unknown_steps(challenge, challenges)
    for name in dict.fromkeys(step for each in challenges.values() if each for step in each.steps):
        step = challenges.get(name)
        if step:
            yield from _missing_statements(step)


def _missing_statements(step: ChallengeFiles) -> Iterator[Finding]:
    for code, texts in step.texts.items():
        if "statement" not in texts:
            path = f"{step.folder}/texts.{code}.toml"
            yield finding("AF502", path, _START, challenge=step.id, key="statement", language=code)


def _unknown_steps(challenge: ChallengeFiles, known: Mapping[str, object]) -> Iterator[Finding]:
    node = assignment_of(ast.parse(challenge.checks), "STEPS")
    place = Position(node.lineno if node else 1, 1)
    for number, name in enumerate(challenge.steps):
        others = [other for other in known if other != challenge.id]
        reason = f"is no other challenge{hint(name, others)}; known: {', '.join(others) or 'none'}"
        if name in challenge.steps[:number]:
            reason = "is named twice"
        elif name in others:
            continue
        yield finding("AF505", f"{challenge.folder}/checks.py", place, name=name, challenge=challenge.id, reason=reason)


# ── The solution, explained ──────────────────────────────────────────────────────────────────────────────────────────


def solution_data(solution: str, texts: Mapping[str, Any]) -> dict[str, Any]:
    """What a reader gets who asks for the solution: ``{"solution", "walk": [{"code", "text"}]}``.

    The parts of the walk are all lines of the solution in order; ``text`` is empty where nothing is explained.
    """
    explained: dict[int, str] = {}
    for entry in texts.get("walk", ()):
        (first,) = places_of(entry["lines"], solution)
        explained |= dict.fromkeys(_numbers(entry["lines"], first, solution), entry["text"])
    numbered = enumerate(solution.strip("\n").split("\n"), start=1 + len(solution) - len(solution.lstrip("\n")))
    parts = groupby(numbered, key=lambda item: explained.get(item[0], ""))
    shown = [{"code": "\n".join(line for _, line in lines), "text": text} for text, lines in parts]
    return {"solution": solution, "walk": [part for part in shown if part["code"].strip()]}


def places_of(lines: str, solution: str) -> list[int]:
    """The numbers (from 1) of the lines of ``solution`` at which ``lines`` begins. Indents, blank lines and the
    comments of the solution do not count.
    """
    code = list(_code_lines(solution))
    wanted = [line.strip() for line in lines.splitlines() if line.strip()]
    starts = range(len(code) - len(wanted) + 1) if wanted else ()
    return [
        code[start][0]
        for start in starts
        if all(line in forms for line, (_, forms) in zip(wanted, code[start:], strict=False))
    ]


def _numbers(lines: str, first: int, solution: str) -> Iterable[int]:
    """The numbers of the lines that a passage beginning at line ``first`` covers."""
    count = sum(bool(line.strip()) for line in lines.splitlines())
    own = [number for number, _ in _code_lines(solution) if number >= first][:count]
    return range(own[0], own[-1] + 1)


def _code_lines(source: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """Each line of a source that holds code: its number, and its text with and without comment."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    cut = {token.start[0]: token.start[1] for token in tokens if token.type == tokenize.COMMENT}
    for number, line in enumerate(source.split("\n"), start=1):
        code = line[: cut.get(number)].strip()
        if code:
            yield number, (line.strip(), code)


def walk_findings(challenge: ChallengeFiles) -> Iterator[Finding]:
    """AF501 for each entry of a ``[[walk]]`` that is malformed, whose lines do not stand in the solution exactly once,
    or that one language has and another has not.
    """
    walks = {code: texts["walk"] for code, texts in challenge.texts.items() if "walk" in texts}
    for code, walk in walks.items():
        for problem in _walk_problems(walk, challenge.solution, next(iter(walks.values()))):
            yield finding("AF501", f"{challenge.folder}/texts.{code}.toml", _START, reason=f"walk: {problem}")


def _walk_problems(walk: object, solution: str, first: object) -> Iterator[str]:
    if not (isinstance(walk, list) and all(map(_is_entry, walk))):
        yield 'each [[walk]] has lines = "…" and text = "…"'
        return
    covered: set[int] = set()
    for entry in walk:
        places = places_of(entry["lines"], solution)
        own = set(_numbers(entry["lines"], places[0], solution)) if len(places) == 1 else set()
        if not own:
            times = f"{len(places)} times" if places else "nowhere"
            yield f"the lines “{entry['lines'].strip()}” stand in solution.py {times}; they must stand there once"
        if own & covered:
            yield f"the lines “{entry['lines'].strip()}” are explained twice"
        covered |= own
    if isinstance(first, list) and _passages(walk) != _passages(first):
        yield "every language explains the same lines, in the same order"


def _is_entry(entry: object) -> bool:
    is_table = isinstance(entry, dict) and set(entry) == {"lines", "text"}
    return is_table and all(isinstance(value, str) and value.strip() for value in entry.values())  # type: ignore[attr-defined]


def _passages(walk: Sequence[Any]) -> list[str]:
    return [str(entry.get("lines", "")).strip() if isinstance(entry, dict) else "" for entry in walk]
