"""Grade a learner's file without a browser: in a process that has no access to anything and is killed in time."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .feedback import MESSAGES, described, stopped
from .languages import Language, language
from .model import ChallengeFiles
from .recognition import assignment_of

SECONDS = 20.0
MEMORY_MEGABYTES = 1024

_APART = ("statement", "walk")
"""Texts that reach readers by another way: the statement with the page, the walk with the solution."""

_READY_SECONDS = 60.0
_MOST_BYTES = 8_000_000
_SILENCE = {
    "timeout": "it did not end in time",
    "ended": "it ended the process in which it ran",
    "flood": "it answered more than anyone reads",
    "memory": "it was killed, perhaps for the memory it asked for",
}
"""Why a process gave no answer when none of the learner's code was at work."""

Data = dict[str, Any]


def grade_file(
    challenge: ChallengeFiles, code: str, language_code: str, snippets_folder: Path, seconds: float = SECONDS
) -> Data:
    """The described verdict on ``code``: ``{"status", "summary", "checks", "misconception", "printed"}``.

    Whatever the code does (loops, ends the process, fills memory) is a failed check; ``error`` is our own fault.
    """
    data = challenge_data(challenge, language(language_code))
    return described(verdicts(challenge, {"code": code}, Limits(snippets_folder, seconds))["code"], data)


def challenge_data(challenge: ChallengeFiles, words: Language, seconds: float = 30.0) -> Data:
    """The challenge in one language as the page and ``described`` need it, without its solution. Plain data for JSON.

    ``seconds`` is the browser's time limit, which the verdict for stopped code names.
    """
    texts = challenge.texts[words.code]
    data = {
        **sources(challenge),
        "starter": challenge.starter,
        "texts": {key: texts[key] for key in texts if key not in _APART},
        "messages": {message: words.catalogue.text(message) for message in MESSAGES.values()},
        "decimal": words.marks.decimal,
        "thousands": words.marks.thousands[0],
    }
    return {**data, "stopped": stopped(data, seconds)}


def sources(challenge: ChallengeFiles) -> Data:
    """What the grader itself needs of a challenge."""
    return {
        "id": challenge.id,
        "function": function_name(challenge.checks),
        "checks": challenge.checks,
        "misconceptions": challenge.misconceptions,
    }


def function_name(checks: str) -> str:
    """The value of ``FUNCTION = "…"`` in the source of a challenge's checks, empty when it is not there."""
    node = assignment_of(ast.parse(checks), "FUNCTION")
    value = node.value.value if node and isinstance(node.value, ast.Constant) else ""
    return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where the course's Python lies, and how far one learner's file may go."""

    snippets_folder: Path
    seconds: float = SECONDS
    memory_megabytes: int = MEMORY_MEGABYTES


def verdicts(challenge: ChallengeFiles, codes: Mapping[str, str], limits: Limits) -> dict[str, Data]:
    """The verdict (as ``grader.as_data`` writes it) on each of ``codes``. A killed process costs only its own code."""
    return verdicts_of(sources(challenge), codes, limits)


def verdicts_of(asked: Data, codes: Mapping[str, str], limits: Limits) -> dict[str, Data]:
    """The same for the ``sources`` of a challenge. It parses no Python, so several threads may be here at once."""
    waiting, found = dict(codes), {}
    while waiting:
        for name, verdict in _graded(asked, dict(waiting), limits):
            found[name] = verdict
            del waiting[name]
    return found


def _graded(asked: Data, codes: Mapping[str, str], limits: Limits) -> Iterator[tuple[str, Data]]:
    """Verdicts in the order of ``codes``, up to and including the first whose process did not survive."""
    mark = secrets.token_hex(16)
    job = {
        "challenge": asked,
        "snippets": str(limits.snippets_folder.resolve()),
        "codes": dict(codes),
        "memory_megabytes": limits.memory_megabytes,
        "mark": mark,
    }
    with _process() as process:
        answers = _answers(process, json.dumps(job).encode(), mark, limits.seconds)
        first = next(answers)
        if "ready" not in first:
            verdict = first.get("fault") or _error(_SILENCE[first["end"]])
            yield from ((name, verdict) for name in codes)
            return
        for name in codes:
            verdict, alive = _one_verdict(answers, first["ready"], limits.seconds)
            yield name, verdict
            if not alive:
                return


def _one_verdict(answers: Iterator[Data], names: Sequence[str], seconds: float) -> tuple[Data, bool]:
    """The next verdict, and whether the process is still alive after it."""
    checks: list[Data] = []
    at, since = "judge", time.monotonic()
    for answer in answers:
        if "check" in answer:
            checks.append(answer["check"])
        elif "at" in answer:
            at, since = answer["at"], time.monotonic()
        elif "verdict" in answer:
            return answer["verdict"], True
        elif at == "judge" and _is_ours(answer["end"], time.monotonic() - since, seconds):
            return _error(f"{_SILENCE[answer['end']]} while the checks were at work"), False
        else:
            return _unfinished(checks, names, answer["end"], seconds), False
    raise AssertionError("answers always end with an end")


def _is_ours(reason: str, held: float, seconds: float) -> bool:
    """Whether the judge, at work for ``held`` seconds when the process ended, is itself to blame.

    Time that runs out soon after a visit, or memory, may have been used up by the learner's code before.
    """
    return reason == "ended" or (reason == "timeout" and held > seconds / 2)


# ── The process ──────────────────────────────────────────────────────────────────────────────────────────────────────


@contextlib.contextmanager
def _process() -> Iterator[subprocess.Popen[bytes]]:
    """The limited process, leader of its own session, in an empty folder; killed with all its kin at the end."""
    package_root = str(Path(__file__).resolve().parent.parent)
    environment = {
        **{name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ},
        "PYTHONPATH": package_root,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    with tempfile.TemporaryDirectory(prefix="aferir-") as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "aferir.limited"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _answers(process: subprocess.Popen[bytes], job: bytes, mark: str, seconds: float) -> Iterator[Data]:
    """What the process answers, ended by one ``{"end": "timeout" | "ended" | "memory" | "flood"}``.

    A line without the job's mark is not an answer. Time starts anew with each verdict.
    """
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(job)
        process.stdin.close()
    lines = _Lines(process, time.monotonic() + _READY_SECONDS)
    while (line := lines.next_line()) is not None:
        if not line.startswith(mark.encode()):
            continue
        answer = json.loads(line[len(mark) :])
        if "check" not in answer and "at" not in answer:
            lines.deadline = time.monotonic() + seconds
        yield answer
    yield {"end": lines.end or _death(process)}


@dataclass
class _Lines:
    """Lines of a process' output until a deadline; ``end`` says why they stopped, empty when the process ended."""

    process: subprocess.Popen[bytes]
    deadline: float
    end: str = ""
    _buffer: bytearray = field(default_factory=bytearray)
    _read: int = 0

    def next_line(self) -> bytes | None:
        """The next whole line, None when there is none before the deadline."""
        while b"\n" not in self._buffer:
            data = self._more()
            if not data:
                return None
            self._buffer += data
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        return line

    def _more(self) -> bytes:
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            if not selector.select(max(0.0, self.deadline - time.monotonic())):
                self.end = "timeout"
                return b""
        data = os.read(self.process.stdout.fileno(), 65536)
        self._read += len(data)
        if self._read > _MOST_BYTES:
            self.end = "flood"
            return b""
        return data


def _death(process: subprocess.Popen[bytes]) -> str:
    """Why a process that closed its output is gone."""
    try:
        code = process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        return "ended"
    return "memory" if code == -signal.SIGKILL else "ended"


def _unfinished(checks: list[Data], names: Sequence[str], reason: str, seconds: float) -> Data:
    """The verdict on code whose process did not live to give one: the check under way failed, the rest is skipped."""
    at, *after = names[len(checks) :] or [""]
    if at:
        failure = {"code": reason, "details": {"seconds": seconds}, "case": "", "got": "", "expected": ""}
        checks = [*checks, _check(at, "failed", failure), *(_check(name, "skipped", None) for name in after)]
    if all(check["status"] == "passed" for check in checks):
        return _error(_SILENCE[reason])
    return {**_error(""), "status": "failed", "checks": checks}


def _check(name: str, status: str, failure: Data | None) -> Data:
    return {"name": name, "status": status, "failure": failure, "call": ""}


def _error(fault: str) -> Data:
    return {
        "status": "error",
        "checks": [],
        "misconception": "",
        "printed": "",
        "characters": 0,
        "fault": fault,
        "line": 0,
    }
