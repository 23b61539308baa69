"""What the browser's worker calls: strings in, JSON strings out. One course at a time.

The course's modules are written to a folder so that cells can import them. While a challenge is graded they are gone:
from the disk, from ``sys.path`` and from ``sys.modules``.
"""

from __future__ import annotations

import builtins
import importlib
import io
import json
import shutil
import sys
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import asdict
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from .exam import Exam, exam_of
from .feedback import compared, described
from .grader import Verdict, as_data, compared_with, faulty, grade_with
from .interpreter import no_input, run_cell, show_text, start_lesson
from .mistakes import Mistake, mistake_of, warning_of
from .overflow import NAME as WATCHED
from .overflow import Watch, watched
from .practice import CELLS, ROUNDS
from .rich import Rich, rich
from .worlds import Worlds, pristine_names

GRADING = ("attempt", "exam", "feedback", "grader", "learner", "observed", "recognition", "shown", "worlds")
"""The modules of this package on which a verdict depends."""

MODULES = (
    *("__init__", "runtime", "interpreter", "misfits", "misspelt", "mistakes", "overflow", "practice"),
    *("rich", "scene"),
    *GRADING,
)
"""The modules of this package that the browser needs: standard library and NumPy only."""

DRAWING = "execute/redrawn"
"""The module that draws a figure there; it needs Matplotlib, and comes with what it imports."""

_KEPT_CHARACTERS = 1_000_000
_OF_THE_BROWSER = ("js", "pyodide_js")
"""Modules through which a cell could end its worker or speak to the page in its name. None makes Python refuse them."""

_loads, _dumps = json.JSONDecoder().decode, json.JSONEncoder(ensure_ascii=False).encode  # a cell may replace json's
_remove = shutil.rmtree

Emit = Callable[[str, str, str], object]
"""Hears what a cell prints while it runs: the cell's name, ``stdout`` or ``stderr``, the text."""

Judge = Callable[[Exam, str, Worlds], Verdict]


def _unheard(_cell: str, _stream: str, _text: str) -> None:
    """Nobody listens."""


class Runtime:
    """The state of a worker: the course's modules, the names of each lesson, NumPy as it was before any cell ran."""

    def __init__(self) -> None:
        self._names = pristine_names()
        self._builtins = {**vars(builtins), "input": no_input}
        self._modules = b""
        self._folder = ""
        self._lessons: dict[tuple[str, str], dict[str, object]] = {}

    def install(self, python_json: str, folder: str) -> None:
        """Write the course's modules, ``{"reference/softmax.py": source}``, below ``folder``; make them importable."""
        self._modules, self._folder = _packed(python_json), folder
        self._write_modules()
        if folder not in sys.path:
            sys.path.insert(0, folder)
        for name in _OF_THE_BROWSER:
            sys.modules[name] = None  # type: ignore[assignment]

    def run(self, cells_json: str, language: str, lesson: str, emit: Emit = _unheard) -> str:
        """Run cells in the lesson's names; stop after the first that fails. See ``cell_result`` for each result."""
        names = self.names(lesson, language)
        results = []
        for cell in _loads(cells_json):
            results.append(cell_result(cell, names, emit, self.mend))
            if results[-1]["problem"]:
                break
        return _dumps({"cells": results})

    def listed(self, language: str, lesson: str) -> str:
        """The names of a lesson that a reader may use, as JSON: ``[{"label", "type", "detail"}]``."""
        names = self._lessons.get((lesson, language), {})
        return _dumps([candidate(name, value) for name, value in names.items() if not name.startswith("_")])

    def names(self, lesson: str, language: str) -> dict[str, object]:
        """The names of a lesson, where its cells run; whatever an earlier one replaced is mended first."""
        self.mend()
        names = self._lessons.setdefault((lesson, language), {})
        if not names:
            names.update(start_lesson(language))
        return names

    def practise(self) -> None:
        """Run ordinary work in names of its own, for the engine below. Raises RuntimeError when a cell of it fails."""
        for _ in range(ROUNDS):
            names = start_lesson("")
            for source in CELLS:
                problem = cell_result({"name": "practice", "source": source}, names, _unheard, self.mend)["problem"]
                if problem:
                    raise RuntimeError(problem["message"])

    def mend(self) -> None:
        """Make what a cell may have replaced itself again."""
        vars(builtins).update(self._builtins)

    def grade(self, challenge_json: str, learner: str) -> str:
        """The described verdict on the learner's code, as JSON."""
        challenge = _packed(challenge_json)
        del challenge_json  # it holds what is wrong and why, and learner code can look into the frames of its callers
        verdict, _ = self._judged(challenge, learner, grade_with)
        return _dumps(described(verdict, _unpacked(challenge)))

    def compare(self, challenge_json: str, learner: str) -> str:
        """Where the learner's code and the reference agree on the first case, in words, as JSON."""
        challenge = _packed(challenge_json)
        del challenge_json
        verdict, call = self._judged(challenge, learner, compared_with)
        return _dumps(compared(verdict, _unpacked(challenge), call))

    def _judged(self, challenge: bytes, learner: str, judge: Judge) -> tuple[dict[str, Any], str]:
        """What ``judge`` says of the learner's code, and the first call of the exam."""
        worlds = Worlds([self._folder], self._names, [*self._lessons.values()])
        try:
            self._forget_modules()  # a cell may have changed them
            self._write_modules()
            exam = exam_of(_unpacked(challenge))
            _remove(self._folder)
            call = next(iter(exam.cases.values())).call
            return as_data(judge(exam, learner, worlds)), call
        except Exception as fault:  # noqa: BLE001 - our own fault, never the learner's
            return as_data(faulty(fault)), ""
        finally:
            self._write_modules()

    def _write_modules(self) -> None:
        for name, source in _unpacked(self._modules).items():
            path = Path(self._folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, encoding="utf-8")
        importlib.invalidate_caches()

    def _forget_modules(self) -> None:
        for name in [*sys.modules]:
            if name.partition(".")[0] == "reference":
                del sys.modules[name]


def _packed(text: str) -> bytes:
    """JSON text as bytes in which nobody reads a solution by chance."""
    return zlib.compress(text.encode())


def _unpacked(data: bytes) -> Any:
    return _loads(zlib.decompress(data).decode())


def cell_result(
    cell: Mapping[str, Any], names: dict[str, object], emit: Emit, mend: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """What came of a cell: ``{"name", "stdout", "stderr", "problem", "remarks", "rich"}``.

    The problem is None when it ran to its end; the remarks are mistakes that did not stop it. ``mend`` is called as
    soon as the cell's own code has ended, before anything is made of what it did.
    """
    output, errors = (_Heard(cell["name"], stream, emit) for stream in ("stdout", "stderr"))
    watch, remarks, forms = Watch(), list[Mistake](), list[Rich]()

    def show(value: object) -> None:
        show_text(value)
        forms.extend(form for form in [rich(value)] if form)

    names[WATCHED] = watch
    with redirect_stdout(output), redirect_stderr(errors), _heard_warnings(f"{cell['name']}.py", remarks):
        problem = run_cell(
            cell["source"],
            names,
            f"{cell['name']}.py",
            cell.get("first_line", 1),
            rewrite=watched,
            explain=mistake_of,
            ended=mend,
            show=show,
        )
    for name in [name for name in names if name.startswith(WATCHED)]:
        del names[name]
    remarks += [Mistake("wrapped", {"dtype": dtype}, line) for line, dtype in watch.lines.items()]
    return {
        "name": cell["name"],
        "stdout": output.getvalue(),
        "stderr": errors.getvalue(),
        "problem": asdict(problem) if problem else None,
        "remarks": [asdict(remark) for remark in remarks],
        "rich": asdict(forms[0]) if forms else None,
    }


@contextmanager
def _heard_warnings(own: str, remarks: list[Mistake]) -> Iterator[None]:
    """Within it warnings are printed as ever, and what they mean is added once to ``remarks``."""
    with warnings.catch_warnings():  # also lets a cell that runs again warn again
        show = warnings.showwarning

        def hear(message: Warning | str, category: type[Warning], filename: str, line: int, *rest: Any) -> None:
            code = warning_of(str(message))
            remark = Mistake(code, {}, line if filename == own else 0)
            if code and remark not in remarks:
                remarks.append(remark)
            show(message, category, filename, line, *rest)

        warnings.showwarning = hear  # type: ignore[assignment]
        yield


def candidate(name: str, value: object) -> dict[str, str]:
    """A name as an editor offers it: what kind of thing it is and, of an array, its shape."""
    if isinstance(value, np.ndarray):
        return {"label": name, "type": "variable", "detail": str(np.ndarray.shape.__get__(value))}
    if isinstance(value, type):
        return {"label": name, "type": "class", "detail": ""}
    if isinstance(value, ModuleType):
        return {"label": name, "type": "namespace", "detail": ""}
    code = getattr(value, "__code__", None)
    if isinstance(value, FunctionType) and isinstance(code, CodeType):
        arguments = code.co_varnames[: code.co_argcount]
        return {"label": name, "type": "function", "detail": f"({', '.join(arguments)})"}
    return {"label": name, "type": "variable", "detail": type(value).__name__}


class _Heard(io.StringIO):
    """Passes on what a cell prints as it comes, and keeps the first million characters."""

    def __init__(self, cell: str, stream: str, emit: Emit) -> None:
        super().__init__()
        self._cell, self._stream, self._emit = cell, stream, emit

    def close(self) -> None:
        """Stay open: a cell that closes its output goes on, and so does the lesson."""

    def write(self, text: str) -> int:
        """Pass on, and keep while there is room."""
        if self.tell() < _KEPT_CHARACTERS:
            super().write(text)
        self._emit(self._cell, self._stream, text)
        return len(text)


RUNTIME = Runtime()  # the one object that outlives a call: a worker is one reader's session
install, run, grade, compare = RUNTIME.install, RUNTIME.run, RUNTIME.grade, RUNTIME.compare
listed, practise = RUNTIME.listed, RUNTIME.practise
