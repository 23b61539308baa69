"""Two worlds in one interpreter: the judge's, as it was before, and the learner's, where the reference is out of reach.

Learner code may delete builtins, replace functions of NumPy, move ``sys.stdout`` or append to ``sys.path``. It does so
in its own world: ``with worlds.learner(output):`` brings that world back as the learner left it and, at the end,
restores the judge's. What is restored are names in modules; what C types hold cannot be changed from Python.
"""

from __future__ import annotations

import builtins
import contextlib
import contextvars
import io
import math
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from gc import get_objects as _live_objects
from marshal import dumps as _packed
from marshal import loads as _unpacked
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn, TypeVar

import numpy as np

Names = dict[str, Any]
Result = TypeVar("Result")

_is_instance = isinstance  # works when the builtin of that name is gone

COURSE = "reference"
"""The package of the course's own functions."""

HIDDEN = ("aferir", COURSE)
"""Top-level packages that learner code cannot import."""

LEARNER = "learner"
"""The name of the module that learner code runs as: not ``__main__``."""

_SHOWN_CHARACTERS = 4000
_FLOOD_CHARACTERS = 1_000_000


class Flood(BaseException):
    """The learner's code printed more than anyone reads. Not an Exception, so that ``except Exception`` lets it by."""


class InputAsked(Exception):  # noqa: N818 - named for what happened, like the standard library's StopIteration
    """The learner's code called ``input()``, and nobody is there to type."""


class Printed(io.TextIOBase):
    """Takes what learner code prints: keeps the beginning, counts the rest, raises Flood after a million characters."""

    def __init__(self) -> None:
        super().__init__()
        self.characters = 0
        self._kept: list[str] = []

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, text: str) -> int:
        """Keep ``text`` if there is room for it."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        room = _SHOWN_CHARACTERS - self.characters
        if room > 0:
            self._kept.append(text[:room])
        self.characters += len(text)
        if self.characters > _FLOOD_CHARACTERS:
            raise Flood
        return len(text)

    def text(self) -> str:
        """What was kept."""
        return "".join(self._kept)


def pristine_names() -> list[tuple[Names, Names]]:
    """The modules whose names learner code might replace, each with its names as they are now."""
    modules = (builtins, np, np.linalg, np.random, math)
    return [(vars(module), dict(vars(module))) for module in modules]


@contextlib.contextmanager
def asleep(namespaces: Sequence[Names] = ()) -> Iterator[None]:
    """A time in which no function of the course works, wherever it is kept, nor one defined in ``namespaces``.

    Learner code can find any function by walking the heap or the frames of its callers, so the functions stay where
    they are and lose their code.
    """
    kept = [(each, _packed(each.__code__)) for each in _functions_of_course(namespaces)]
    for each, _ in kept:
        each.__code__ = _nothing(len(each.__code__.co_freevars))
    try:
        yield
    finally:
        for each, code in kept:
            each.__code__ = _unpacked(code)  # noqa: S302 - our own bytes


def is_of_course(value: object) -> bool:
    """Whether ``value`` is a module of the course, or is defined in one."""
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(name, str) and name.partition(".")[0] == COURSE


def _functions_of_course(namespaces: Sequence[Names]) -> list[FunctionType]:
    """All there are. A heap has tens of thousands of functions, but they share the names of a few hundred modules."""
    functions = [each for each in _live_objects() if type(each) is FunctionType]
    shared = {id(each.__globals__): each.__globals__ for each in functions}
    own = {place for place, names in shared.items() if _is_course(names, namespaces)}
    return [each for each in functions if id(each.__globals__) in own]


def _is_course(names: Names, namespaces: Sequence[Names]) -> bool:
    if any(names is own for own in namespaces):
        return True
    module = names.get("__name__")
    return isinstance(module, str) and module.partition(".")[0] == COURSE


def _nothing(free: int) -> CodeType:
    """Code that raises, with as many free variables as the code whose place it takes."""
    variables = [f"v{number}" for number in range(free)]
    assigned = " = ".join([*variables, "None"])
    used = ", ".join([*variables, "None"])
    names: Names = {}
    inner = f"def gone(*_, **__): raise RuntimeError('out of reach', {used})"
    exec(f"def outer():\n {assigned}\n {inner}\n return gone", names)  # noqa: S102 - the source is written here
    code: CodeType = names["outer"]().__code__
    return code


class Worlds:
    """The judge's world and the learner's. Make one per grading, before the learner's code is touched."""

    def __init__(
        self,
        folders: Sequence[str] = (),
        names: Sequence[tuple[Names, Names]] | None = None,
        namespaces: Sequence[Names] = (),
    ) -> None:
        """Take the interpreter as it is for the judge's world, after putting back ``names`` (``pristine_names()``).

        ``folders`` are entries of ``sys.path`` that the learner's world lacks; the functions of ``namespaces`` do not
        work while it grades.
        """
        self.namespaces = namespaces
        kept = list(names if names is not None else pristine_names())
        for live, saved in kept:
            _put_back(live, saved)
        self._judge = [*kept, (vars(sys), dict(vars(sys)))]
        self._lists: list[tuple[list[Any], list[Any]]] = [
            (sys.path, [*sys.path]),
            (sys.meta_path, [*sys.meta_path]),
        ]
        self._limit = sys.getrecursionlimit()
        self._modules = {name: module for name, module in sys.modules.items() if not _is_hidden(name)}
        self._hidden: dict[str, ModuleType] = {}
        self._folders = frozenset(folders)
        self._live_modules = sys.modules
        self._random = (random.getstate(), np.random.get_state(legacy=False))  # noqa: NPY002 - the state others left
        self.start_over()

    def start_over(self) -> None:
        """Forget what the learner's code did to its world."""
        self._learner: list[Names] = [dict(saved) for _, saved in self._judge]
        self._learner[0]["input"] = _refuse_input
        self._learner_lists = [[entry for entry in saved if entry not in self._folders] for _, saved in self._lists]
        self._context = contextvars.copy_context()

    def learner(self, output: Printed) -> _Visit:
        """A context in which learner code runs, its printed text going to ``output``."""
        return _Visit(self, output)

    def run(self, action: Callable[[], Result]) -> Result:
        """Call ``action`` with the learner's own context variables (NumPy's error state and print options)."""
        return self._context.run(action)

    def close(self) -> None:
        """Put back what only matters once grading is over: the global random generators, the learner's module."""
        sys.modules.pop(LEARNER, None)
        random.setstate(self._random[0])
        np.random.set_state(self._random[1])  # noqa: NPY002 - the same

    def enter(self, output: Printed) -> None:
        """Bring back the learner's world. Builtins come last: afterwards any of them may be missing."""
        for (live, _), own in zip(self._judge[:0:-1], self._learner[:0:-1], strict=True):
            _put_back(live, own)
        sys.stdout = sys.stderr = output
        for (live_list, _), own_list in zip(self._lists, self._learner_lists, strict=True):
            live_list[:] = own_list
        modules = self._live_modules
        self._hidden = {name: modules.pop(name) for name in [*modules] if _is_hidden(name)}
        _put_back(self._judge[0][0], self._learner[0])

    def leave(self) -> None:
        """Restore the judge's world. Builtins come first: until then no name of theirs may be used."""
        self._learner = [live.copy() for live, _ in self._judge]
        for live, kept in self._judge:
            live.update(kept)
        for live, kept in self._judge:
            _put_back(live, kept)
        for name in [name for name in self._live_modules if _is_hidden(name)]:
            del self._live_modules[name]
        self._live_modules.update(self._modules)
        self._live_modules.update(self._hidden)
        self._learner_lists = [[*live_list] for live_list, _ in self._lists]
        for live_list, saved in self._lists:
            live_list[:] = saved
        sys.setrecursionlimit(self._limit)


class _Visit:
    """One stay in the learner's world."""

    def __init__(self, worlds: Worlds, output: Printed) -> None:
        self._worlds, self._output = worlds, output

    def __enter__(self) -> None:
        self._worlds.enter(self._output)

    def __exit__(self, *_: object) -> None:
        self._worlds.leave()


def _put_back(live: Names, saved: Mapping[str, Any]) -> None:
    """Give a module the names it had; a submodule imported meanwhile may stay."""
    live.update(saved)
    for name in [name for name in live if name not in saved]:
        if not _is_instance(live[name], ModuleType):
            del live[name]


def _is_hidden(name: str) -> bool:
    return name.partition(".")[0] in HIDDEN


def _refuse_input(*_: object) -> NoReturn:
    raise InputAsked
