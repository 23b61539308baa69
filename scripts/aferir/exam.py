"""A challenge as plain data -> Exam: its cases with what the reference makes of them, its checks in order."""

from __future__ import annotations

import ast
import inspect
import textwrap
import warnings
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from .attempt import Attempt, Case, Form
from .observed import copied, sealed, seen
from .worlds import is_of_course

Challenge = Mapping[str, Any]
"""The challenge as plain data: its id, function and the sources of its checks and misconceptions."""
NO_MISCONCEPTIONS = zlib.compress(b"")
"""No misconceptions."""


@dataclass(frozen=True, slots=True)
class Exam:
    """A challenge ready to judge: how the function is written, its cases, and the checks in order of judgement.

    Nothing in it can be called for the answer: what is expected is sealed, and so is the source of the misconceptions.
    """

    form: Form
    cases: Mapping[str, Case]
    checks: Mapping[str, Callable[[Attempt], None]]
    needs: Mapping[str, Sequence[str]]
    misconceptions: bytes


def exam_of(challenge: Challenge) -> Exam:
    """The exam that a challenge's ``checks`` describe, the expected result of each case computed.

    From then on the checks' own module no longer has the reference, nor anything else of the course.
    """
    names = vars(_executed(challenge["checks"], "checks"))
    reference = names["REFERENCE"]
    arguments = tuple(inspect.signature(reference).parameters)
    form = Form(names["FUNCTION"], arguments, tuple(names["PARTS"]))
    makers = {name.removeprefix("case_"): make for name, make in names.items() if name.startswith("case_")}
    calls = _case_calls(challenge["checks"], form.function)
    cases = {name: _case(name, make(), reference, calls[name]) for name, make in makers.items()}
    checks = {name.removeprefix("check_"): check for name, check in names.items() if name.startswith("check_")}
    for name in [name for name, value in names.items() if value is reference or is_of_course(value)]:
        del names[name]
    return Exam(form, cases, checks, names.get("NEEDS", {}), zlib.compress(challenge["misconceptions"].encode()))


def _case_calls(checks: str, function: str) -> dict[str, str]:
    """For each ``case_<name>`` of the checks' source, its body as a call of ``function``, to copy into a cell."""
    calls = {}
    for node in ast.parse(checks).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("case_"):
            calls[node.name.removeprefix("case_")] = _call_text(checks, node, function)
    return calls


def _call_text(source: str, node: ast.FunctionDef, function: str) -> str:
    *body, last = node.body
    assert isinstance(last, ast.Return), f"{node.name} does not end with return"
    assert last.value is not None, f"{node.name} returns nothing"
    documented = body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    shown = body[1:] if documented else body
    lines = source.splitlines()[shown[0].lineno - 1 : last.lineno - 1] if shown else []
    arguments = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
    call = f"{function}({', '.join(ast.unparse(argument) for argument in arguments)})"
    return "\n".join([*textwrap.dedent("\n".join(lines)).splitlines(), call])


def _case(name: str, arguments: tuple[object, ...], reference: Callable[..., object], call: str) -> Case:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return Case(name, arguments, sealed(seen(reference(*map(copied, arguments)))), call)


def _executed(source: str, name: str) -> ModuleType:
    module = ModuleType(name)
    exec(compile(source, f"{name}.py", "exec", dont_inherit=True), vars(module))  # noqa: S102 - the course's own code
    return module
