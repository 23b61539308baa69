"""The limited process in which learner files are graded: ``python -m aferir.limited``, a job in, verdicts out.

Reads one JSON job from standard input, computes what is expected, and only then locks itself: no other process, no
network, no file written, nothing read under ``snippets/``, a bounded memory. Each line it answers starts with the
job's own mark, so that nothing learner code writes can pass for an answer. Wall time is the parent's to keep.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .exam import Exam, exam_of
from .grader import CheckResult, as_data, faulty, grade_with
from .worlds import Printed, Worlds

Answer = Callable[[Mapping[str, Any]], None]

_FORBIDDEN = (
    "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "os.kill", "os.killpg",
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown",
    "shutil.rmtree", "subprocess.Popen", "pty.spawn", "socket.__new__", "ctypes.dlopen", "ctypes.dlsym",
    "signal.pthread_kill",
)  # fmt: skip
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def main() -> None:
    """Read the job, grade each of its codes, answer line by line."""
    job = json.loads(sys.stdin.buffer.read())
    answer = _answering(job["mark"])
    _silence()
    sys.path.insert(0, job["snippets"])
    exam = _exam(job.pop("challenge"), answer)
    if not exam:
        return
    answer({"ready": ["defined", "runs", *exam.checks]})
    _limit(job["memory_megabytes"])
    _lock(os.path.realpath(job["snippets"]))
    for name, code in job["codes"].items():
        worlds = _Announced(answer, job["snippets"])
        verdict = grade_with(exam, code, worlds, _reporting(name, answer))
        answer({"name": name, "verdict": as_data(verdict)})


class _Announced(Worlds):
    """Worlds that tell the parent who is at work, so that it knows whose fault it is when the process ends."""

    def __init__(self, answer: Answer, folder: str) -> None:
        self._answer = answer
        super().__init__([folder])

    def enter(self, output: Printed) -> None:
        """The learner's code is at work from here on."""
        self._answer({"at": "learner"})
        super().enter(output)

    def leave(self) -> None:
        """The judge is at work again."""
        super().leave()
        self._answer({"at": "judge"})


def _exam(challenge: Mapping[str, Any], answer: Answer) -> Exam | None:
    """The exam; when the author's checks raise, the answer says what and where, and there is none."""
    try:
        return exam_of(challenge)
    except BaseException as fault:  # noqa: BLE001 - SystemExit too
        answer({"fault": as_data(faulty(fault))})
        return None


def _answering(mark: str) -> Answer:
    """A function that sends one line to the parent, on a descriptor of its own."""
    descriptor, dumps = os.dup(1), json.dumps

    def answer(message: Mapping[str, Any]) -> None:
        data = f"{mark}{dumps(message)}\n".encode()
        while data:
            data = data[os.write(descriptor, data) :]

    return answer


def _reporting(name: str, answer: Answer) -> Callable[[CheckResult], None]:
    return lambda result: answer({"name": name, "check": as_data(result)})


def _silence() -> None:
    """Nothing to read, and whatever is written past ``sys.stdout`` goes nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)


def _limit(megabytes: int) -> None:
    """At most ``megabytes`` of memory beyond what is in use now; no file grows; no core is dumped."""
    in_use = _pages() * resource.getpagesize()
    limits = {"RLIMIT_AS": in_use + megabytes * 2**20, "RLIMIT_FSIZE": 0, "RLIMIT_CORE": 0}
    for name, amount in limits.items():
        try:
            resource.setrlimit(getattr(resource, name), (amount, amount))
        except (AttributeError, OSError, ValueError):
            continue  # a system without this limit still has the time limit


def _pages() -> int:
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 2**18  # where there is no /proc: 1 GiB of 4 KiB pages


def _lock(folder: str) -> None:
    """From here on refuse what grading never needs. An audit hook cannot be taken away again."""
    inside, writing, forbidden = folder + os.sep, _WRITING, frozenset(_FORBIDDEN)
    real, text = os.path.realpath, os.fsdecode

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if event in forbidden:
            raise PermissionError(f"{event} is not allowed here")
        if event != "open" or isinstance(arguments[0], int):
            return
        if (arguments[2] or 0) & writing or real(text(arguments[0])).startswith(inside):
            raise PermissionError(f"{arguments[0]} is out of reach here")

    sys.addaudithook(refuse)


if __name__ == "__main__":
    main()
