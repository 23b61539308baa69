"""The engine that has works run: it starts the processes, keeps time, and reads their answers."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from ..model import Cell, Failure, Held, Output, Part, Results, Work
from ..printed import numerals_of
from ..records import (
    Record,
    drawing_of,
    explorable_of,
    failure_of,
    part_of,
    table_of,
    value_of,
    work_record,
)
from .conversation import Conversation, conversation
from .processes import START_SECONDS, Fresh, GoneError, Launcher, Warm, environment_in

T = TypeVar("T")

_UNREADABLE = Failure("died", "its answer cannot be read, since a cell changed a module that carries it, such as json")


class Engine:
    """Runs works, each in a process of its own. Use as a context manager; safe to use from several threads.

    The first run starts a warm process that loads NumPy and Matplotlib once and forks. ``fork=False`` starts a fresh
    process for each work instead: the same child, half a second later. ``folder`` keeps Matplotlib's list of fonts
    from one build to the next. ``meanwhile`` is called once, while the warm process starts.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        fork: bool = hasattr(os, "fork"),
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        self._folder, self._fork, self._meanwhile = folder, fork, meanwhile
        self._lock = threading.Lock()
        self._warm: Warm | None = None
        self._temporary = tempfile.TemporaryDirectory(prefix="aferir-", ignore_cleanup_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._warm:
            self._warm.close()
        self._temporary.cleanup()

    def run(self, work: Work, *, keep: bool = False) -> Results:
        """What came of ``work``. Whatever its snippet does, the answer is a Results; with ``keep``, and a snapshot.

        Then also no expression or figure sees what another one changed. Raises AferirError when no process can be
        started: on Windows itself, or with a broken Python.
        """
        wanted = _each_once(work)
        results, untouched = self._again_if_gone(wanted, keep=keep)
        if keep and results is None:  # an object of the lesson ended the process that was to keep it
            results, untouched = self._again_if_gone(wanted)
        assert results is not None
        return results if untouched or not results.snapshot else self._one_by_one(wanted, results)

    def resume(self, work: Work, snapshot: bytes) -> Results | None:
        """The values and figures of ``work`` from what an earlier run kept, no cell run; None when that cannot be read.

        Raises AferirError as ``run`` does.
        """
        wanted = _each_once(work)
        results, untouched = self._again_if_gone(wanted, snapshot)
        if results is None or untouched:
            return results
        return self._one_by_one(wanted, replace(results, snapshot=snapshot))

    def _again_if_gone(self, work: Work, snapshot: bytes = b"", *, keep: bool = False) -> tuple[Results | None, bool]:
        try:
            return self._run(work, snapshot, keep=keep)
        except GoneError:  # a snippet ended the warm process
            return self._run(work, snapshot, keep=keep)

    def _run(self, work: Work, snapshot: bytes, *, keep: bool) -> tuple[Results | None, bool]:
        folder = tempfile.mkdtemp(dir=self._temporary.name)
        beside = Path(folder + ".snapshot")
        request = {"work": work_record(work), "folder": folder, "keep": str(beside) if keep else ""}
        if snapshot:
            beside.write_bytes(snapshot)
            request["resume"] = str(beside)
        launcher = self._launcher()
        if work.figures:
            launcher.will_draw(work.fonts)
        try:
            with conversation(launcher, request, work.path) as talk:
                return _results(work, talk, kept=beside if keep else None, resumed=bool(snapshot))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            beside.unlink(missing_ok=True)

    def _one_by_one(self, work: Work, first: Results) -> Results:
        """``first``, in which a step changed what another one sees, with each step taken anew from the snapshot."""
        nothing = replace(work, expressions=(), figures=(), tables=(), states=())
        values, figures = dict(first.values), dict(first.figures)
        tables, states = dict(first.tables), dict(first.states)
        for name in (name for name, value in first.values.items() if not _ended(value)):
            own, _ = self._again_if_gone(replace(nothing, expressions=(name,)), first.snapshot)
            if own is None:  # it cannot be loaded after all
                return replace(first, snapshot=b"")
            values |= own.values
        for name in (name for name, drawing in first.figures.items() if not _ended(drawing)):
            own, _ = self._again_if_gone(replace(nothing, figures=(name,)), first.snapshot)
            figures |= own.figures if own else {}
        for name in (name for name, table in first.tables.items() if not _ended(table)):
            own, _ = self._again_if_gone(replace(nothing, tables=(name,)), first.snapshot)
            tables |= own.tables if own else {}
        for name in (name for name, explorable in first.states.items() if not _ended(explorable)):
            own, _ = self._again_if_gone(replace(nothing, states=(name,)), first.snapshot)
            states |= own.states if own else {}
        return replace(first, values=values, figures=figures, tables=tables, states=states)

    def _launcher(self) -> Launcher:
        environment = environment_in(self._folder, Path(self._temporary.name))
        if not self._fork:
            return Fresh(environment)
        with self._lock:
            if self._warm and not self._warm.alive():
                self._warm.close()
                self._warm = None
            if self._warm is None:
                self._warm = Warm(environment)
                meanwhile, self._meanwhile = self._meanwhile, lambda: None
                try:
                    meanwhile()
                finally:
                    self._warm.wait()
            return self._warm


def _ended(result: object) -> bool:
    """Whether a step took its process with it, as it would again."""
    return isinstance(result, Failure) and result.kind in ("timeout", "died")


def _each_once(work: Work) -> Work:
    return replace(
        work,
        expressions=tuple(dict.fromkeys(work.expressions)),
        figures=tuple(dict.fromkeys(work.figures)),
        tables=tuple(dict.fromkeys(work.tables)),
        states=tuple(dict.fromkeys(work.states)),
    )


# ── Reading the answers ──────────────────────────────────────────────────────────────────────────────────────────────


def _results(work: Work, talk: Conversation, kept: Path | None, *, resumed: bool) -> tuple[Results | None, bool]:
    """What came of the work, and whether no step after the cells changed what another may see.

    None when there is no such result: a snapshot that cannot be loaded, or one whose making ended the process.
    """
    started = _answer(talk, START_SECONDS)
    if isinstance(started, Failure):
        return (None if resumed else _not_started(work, started)), True
    _learn_mark(talk, started)
    outputs: dict[str, Output | Failure] = {}
    for cell in () if resumed else work.cells:
        outputs[cell.name] = _cell(cell, work, talk)
        if isinstance(outputs[cell.name], Failure):
            return Results(outputs), True
    snapshot = b""
    if kept or resumed:
        answer = _answer(talk, START_SECONDS)
        if isinstance(answer, Failure) or (resumed and answer.get("restored") is not True):
            return None, True
        snapshot = kept.read_bytes() if kept else b""
    values = _answers(work.expressions, work, talk, "value", value_of)
    figures = _answers(work.figures, work, talk, "figure", drawing_of)
    tables = _answers(work.tables, work, talk, "table", table_of)
    states = _answers(work.states, work, talk, "explorable", explorable_of)
    return Results(outputs, values, figures, tables, states, snapshot), _untouched(talk)


def _learn_mark(talk: Conversation, started: Record) -> None:
    """The child says, before any cell runs, what its streams are cut by."""
    for stream in (talk.printed, talk.errors):
        stream.mark = bytes.fromhex(started["mark"])


def _untouched(talk: Conversation) -> bool:
    answer = None if talk.over else _answer(talk, START_SECONDS)
    return isinstance(answer, dict) and answer.get("untouched") is True


def _not_started(work: Work, failure: Failure) -> Results:
    if work.cells:
        return Results({work.cells[0].name: replace(failure, line=work.cells[0].line)})
    return Results(values=dict.fromkeys(work.expressions, failure))


def _cell(cell: Cell, work: Work, talk: Conversation) -> Output | Failure:
    answer = _answer(talk, work.cell_seconds, cell.line)
    failure = _failure(answer)
    if failure:
        return failure
    printed, errors = talk.printed.taken(), talk.errors.taken()
    talk.say({})
    halves = _read(answer, "halves", dict) if isinstance(answer, dict) else _UNREADABLE
    shown = _read(answer, "shown", _shown) if isinstance(answer, dict) else _UNREADABLE
    if isinstance(halves, Failure) or isinstance(shown, Failure):
        return _UNREADABLE
    parts = tuple(_in_order(printed, {number: _our_paths(text, work) for number, text in errors.items()}, shown))
    text, said = ("".join(part.data for part in parts if part.kind == kind) for kind in ("text", "errors"))
    return Output(cell.name, text, said, numerals_of(text), halves, parts)


def _shown(records: Sequence[Record]) -> Mapping[int, Part]:
    return {int(record["at"]): part_of({k: v for k, v in record.items() if k != "at"}) for record in records}


def _in_order(printed: Mapping[int, str], errors: Mapping[int, str], shown: Mapping[int, Part]) -> Iterator[Part]:
    """What a cell put out, by the numbers of the cuts: what is shown at a cut, then what was printed, then errors."""
    pieces: list[Part] = []
    for number in sorted({*printed, *errors, *shown}):
        pieces += [shown[number]] if number in shown else []
        pieces += [Part("text", Held(printed.get(number, ""))), Part("errors", Held(errors.get(number, "")))]
    written = (piece for piece in pieces if piece.data)
    for kind, alike in groupby(written, key=lambda piece: piece.kind):
        own = list(alike)
        yield from own if own[0].is_shown else [Part(kind, Held("".join(piece.data for piece in own)))]


def _our_paths(errors: str, work: Work) -> str:
    """Warnings of the course's modules with their place in the course, not on this machine."""
    folder = work.import_folder
    return errors.replace(f"{folder}/", f"{Path(folder).name}/") if folder else errors


def _answers(
    names: Sequence[str], work: Work, talk: Conversation, key: str, read: Callable[[Record], T]
) -> Mapping[str, T | Failure]:
    """One answer per name, up to one that took the process with it or cannot be read."""
    found: dict[str, T | Failure] = {}
    for name in names:
        if talk.over:
            break
        answer = _answer(talk, work.cell_seconds)
        found[name] = _failure(answer) or _read(answer, key, read)  # type: ignore[arg-type, assignment]
        talk.over |= found[name] == _UNREADABLE  # the others would say the same
        talk.printed.taken()
        talk.errors.taken()
    return found


def _failure(answer: Record | Failure) -> Failure | None:
    if isinstance(answer, Failure):
        return answer
    return _read(answer, "failure", failure_of) if "failure" in answer else None


def _answer(talk: Conversation, seconds: float, line: int = 0) -> Record | Failure:
    """The next answer; a Failure also when it is no record, as from a process whose ``json`` a cell has replaced."""
    try:
        return talk.answer(seconds, line)
    except (ValueError, RecursionError):
        return replace(_UNREADABLE, line=line)


def _read(answer: Record, key: str, read: Callable[[Any], T]) -> T | Failure:
    """What ``read`` makes of the part ``key`` of an answer."""
    try:
        return read(answer[key])
    except (KeyError, TypeError, ValueError, AttributeError):
        return _UNREADABLE
