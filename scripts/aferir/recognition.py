"""Which misconception a learner's function has: the one that does the same on every case."""

from __future__ import annotations

import ast
import marshal
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

import numpy as np

from .attempt import Case
from .observed import Observed, Raised, Seen, alike, alike_seen, copied, opened, seen

Function = Callable[..., object]
Perform = Callable[[Case], Observed]


@dataclass(frozen=True, slots=True)
class Misconceptions:
    """A challenge's misconceptions, compiled: the line of each function in its file, and whose message it shares.

    ``code`` is marshalled: what is right in the file must not lie about as a code object while learner code runs.
    """

    code: bytes
    lines: Mapping[str, int]
    shared: Mapping[str, str]

    def functions(self) -> dict[str, Function]:
        """The wrong functions by name, fresh: nothing they remember comes from earlier calls."""
        module = ModuleType("misconceptions")
        exec(marshal.loads(self.code), vars(module))  # noqa: S102, S302 - the course's own code
        return {name: vars(module)[name] for name in self.lines}

    def name_shown(self, name: str) -> str:
        """The misconception whose message ``name`` has: its own, or that of ``SHARED = {"name": "other"}``."""
        return self.shared.get(name, name)


@lru_cache(maxsize=4)
def misconceptions_of(source: str) -> Misconceptions:
    """The misconceptions in a file: its functions whose name does not start with ``_``. SyntaxError if it is none."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    code = marshal.dumps(compile(tree, "misconceptions.py", "exec", dont_inherit=True))
    return Misconceptions(code, {node.name: node.lineno for node in functions}, constant_of(tree, "SHARED") or {})


def constant_of(tree: ast.Module, name: str) -> dict[str, str] | None:
    """The literal dict that a module assigns to ``name``, None when it assigns none."""
    node = assignment_of(tree, name)
    try:
        return dict(ast.literal_eval(node.value)) if node else None
    except (ValueError, TypeError):
        return None


def assignment_of(tree: ast.Module, name: str) -> ast.Assign | None:
    """The first assignment to ``name`` in a module."""
    assignments = (node for node in tree.body if isinstance(node, ast.Assign))
    return next((node for node in assignments if ast.unparse(node.targets[0]) == name), None)


def recognised(misconceptions: Misconceptions, cases: Mapping[str, Case], perform: Perform) -> str:
    """The name of the first misconception that does what the learner's function does on every case; failing that, of
    the first one of which a part of the result does; else "".

    The functions are called on the cases in order and only as far as they agree.
    """
    mine = _Answers(cases, perform)
    theirs = {name: _Answers(cases, _performer(each)) for name, each in misconceptions.functions().items()}
    for name, answers in theirs.items():
        if all(alike(mine[case], answers[case]) for case in cases):
            return misconceptions.name_shown(name)
    parts = range(max(len(opened(case.expected).items or ()) for case in cases.values()))
    for name, answers in theirs.items():
        if any(_same_part(cases, part, mine, answers) for part in parts):
            return misconceptions.name_shown(name)
    return ""


class _Answers:
    """What a function does on each case, called in the order of the cases and only as far as somebody asks."""

    def __init__(self, cases: Mapping[str, Case], perform: Perform) -> None:
        self._waiting = list(cases.values())
        self._perform = perform
        self._known: dict[str, Observed] = {}

    def __getitem__(self, name: str) -> Observed:
        while name not in self._known:
            case = self._waiting.pop(0)
            self._known[case.name] = self._perform(case)
        return self._known[name]


def _performer(function: Function) -> Perform:
    def perform(case: Case) -> Observed:
        arguments = tuple(copied(argument) for argument in case.arguments)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                returned = seen(function(*arguments))
            except Exception as exception:  # noqa: BLE001 - some misconceptions raise, whatever it is
                return Observed(None, Raised(type(exception).__name__, str(exception)[:300], 0), arguments)
        return Observed(returned, None, arguments)

    return perform


def _same_part(cases: Mapping[str, Case], part: int, mine: _Answers, theirs: _Answers) -> bool:
    """Whether one part of the result is, wherever both return it, the misconception's and not the right one."""
    wrong = 0
    for name, case in cases.items():
        results = mine[name].returned, theirs[name].returned, opened(case.expected)
        here, there, right = (_part_of(result, part) for result in results)
        if here is None or there is None or right is None:
            continue
        if not alike_seen(here, there):
            return False
        wrong += not alike_seen(here, right)
    return wrong > 1


def _part_of(result: Seen | None, part: int) -> Seen | None:
    if result is None or result.items is None or part >= len(result.items):
        return None
    return result.items[part]
