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
import zlib
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .feedback import compared, described
from .grader import Exam, Verdict, as_data, compared_with, exam_of, faulty, grade_with
from .interpreter import no_input, run_cell, start_lesson
from .worlds import Worlds, pristine_names

MODULES = (
    "__init__",
    "attempt",
    "feedback",
    "grader",
    "interpreter",
    "observed",
    "recognition",
    "runtime",
    "shown",
    "worlds",
)
"""The modules of this package that the browser needs: standard library and NumPy only."""

_KEPT_CHARACTERS = 1_000_000

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

    def run(self, cells_json: str, language: str, lesson: str, emit: Emit = _unheard) -> str:
        """Run cells in the lesson's names; stop after the first that fails. See ``cell_result`` for each result."""
        vars(builtins).update(self._builtins)  # what an earlier cell replaced is itself again
        names = self._lessons.setdefault((lesson, language), {})
        if not names:
            names.update(start_lesson(language))
        results = []
        for cell in _loads(cells_json):
            results.append(cell_result(cell, names, emit))
            if results[-1]["problem"]:
                break
        return _dumps({"cells": results})

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


def cell_result(cell: Mapping[str, Any], names: dict[str, object], emit: Emit) -> dict[str, Any]:
    """What came of a cell: ``{"name", "stdout", "stderr", "problem"}``, the problem None when it ran to its end."""
    output, errors = (_Heard(cell["name"], stream, emit) for stream in ("stdout", "stderr"))
    with redirect_stdout(output), redirect_stderr(errors):
        problem = run_cell(cell["source"], names, f"{cell['name']}.py", cell.get("first_line", 1))
    texts = {"stdout": output.getvalue(), "stderr": errors.getvalue()}
    return {"name": cell["name"], **texts, "problem": asdict(problem) if problem else None}


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


_RUNTIME = Runtime()  # the one object that outlives a call: a worker is one reader's session
install, run, grade, compare = _RUNTIME.install, _RUNTIME.run, _RUNTIME.grade, _RUNTIME.compare
