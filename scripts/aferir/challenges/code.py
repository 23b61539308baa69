"""What is wrong with the Python of a challenge before any of it runs (AF501)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..grading import function_name
from ..guidance import steps_of
from ..model import ChallengeFiles, Finding
from ..recognition import assignment_of, constant_of, misconceptions_of
from .place import Place, defined_lines, functions_of


def source_findings(place: Place, challenge: ChallengeFiles) -> Iterator[Finding]:
    """A name that lacks or does not stand where it must, a constant that is not written out."""
    function = function_name(challenge.checks)
    names = defined_lines(challenge.checks)
    if not function:
        yield place.unreadable("checks.py", 'checks.py does not say which function is judged: FUNCTION = "multi_head"')
        return
    for name in ("REFERENCE", "PARTS"):
        if name not in names:
            yield place.unreadable("checks.py", f"checks.py does not assign {name}")
    yield from _case_findings(place, challenge.checks)
    if steps_of(challenge.checks) is None:
        line = names["STEPS"]
        yield place.unreadable("checks.py", 'STEPS is written out as a list: STEPS = ["split_heads"]', line)
    for file, source in (("starter.py", challenge.starter), ("solution.py", challenge.solution)):
        if function not in defined_lines(source):
            yield place.unreadable(file, f"{file} does not define {function}")
    yield from _shared_findings(place, challenge.misconceptions)


def _case_findings(place: Place, checks: str) -> Iterator[Finding]:
    functions = functions_of(checks)
    for prefix in ("case_", "check_"):
        if not any(name.startswith(prefix) for name in functions):
            yield place.unreadable("checks.py", f"checks.py has no function {prefix}<name>")
    for name, node in functions.items():
        last = node.body[-1]
        if name.startswith("case_") and not (isinstance(last, ast.Return) and last.value):
            yield place.unreadable("checks.py", f"{name} must end with return and the arguments", node.lineno)
    yield from _not_literal(place, "checks.py", checks, "NEEDS")
    for name in constant_of(ast.parse(checks), "NEEDS") or {}:
        if f"check_{name}" not in functions:
            yield place.unreadable("checks.py", f"NEEDS names “{name}”, which is no check")


def _shared_findings(place: Place, source: str) -> Iterator[Finding]:
    yield from _not_literal(place, "misconceptions.py", source, "SHARED")
    misconceptions = misconceptions_of(source)
    for pair in misconceptions.shared.items():
        for used in pair:
            if used not in misconceptions.lines:
                yield place.unreadable("misconceptions.py", f"SHARED names “{used}”, which is no misconception")


def _not_literal(place: Place, file: str, source: str, name: str) -> Iterator[Finding]:
    tree = ast.parse(source)
    node = assignment_of(tree, name)
    if node and constant_of(tree, name) is None:
        yield place.unreadable(file, f'{name} is written out as a dict: {name} = {{"…": …}}', node.lineno)
