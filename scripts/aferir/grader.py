"""Learner code + challenge -> Verdict: codes and details, no prose. The same files judge in the build and in Pyodide.

The expected results of every case are computed first. Then the learner's code runs in a world of its own, where the
reference cannot be imported, and the checks compare. Only when one fails are the misconceptions run and compared.
"""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from .attempt import Attempt, CheckFailed, CheckSkipped, Failure
from .exam import NO_MISCONCEPTIONS, Challenge, Exam, exam_of
from .learner import Learner, line_of
from .observed import Observed
from .recognition import misconceptions_of, recognised
from .worlds import Worlds, asleep

Report = Callable[["CheckResult"], None]
DEFINED, RUNS = "defined", "runs"
"""The checks every challenge begins with: the code defines the function, and a first call returns."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check: ``passed``, ``failed`` or ``skipped`` (what it builds on failed). ``call`` is Python to copy: the
    call that shows the failure, or the last one that a check which passed looked at.
    """

    name: str
    status: str
    failure: Failure | None = None
    call: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``passed``, ``failed``, or ``error`` when the grader itself failed (``fault`` says how, ``line`` where in the
    challenge's checks, 0 when it was not there).

    ``printed`` is what the learner's code printed while it was defined and in the call shown, ``characters`` how much
    that was in all; ``misconception`` is the name whose message fits, empty when none does.
    """

    status: str
    checks: tuple[CheckResult, ...] = ()
    misconception: str = ""
    printed: str = ""
    characters: int = 0
    fault: str = ""
    line: int = 0


def unheard(_result: CheckResult) -> None:
    """Nobody listens."""


def grade(challenge: Challenge, code: str, worlds: Worlds, report: Report = unheard) -> Verdict:
    """The verdict on ``code``. ``reference`` must be importable; ``report`` hears each check's result at once."""
    try:
        exam = exam_of(challenge)
    except Exception as fault:  # noqa: BLE001 - whatever is wrong with the checks, the learner is not to blame
        return faulty(fault)
    return grade_with(exam, code, worlds, report)


def grade_with(exam: Exam, code: str, worlds: Worlds, report: Report = unheard) -> Verdict:
    """The verdict on ``code``, with the exam at hand. While it is made, no function of the course works."""
    try:
        with asleep(worlds.namespaces):
            return _judged(exam, code, worlds, report)
    except Exception as fault:  # noqa: BLE001 - a fault of the judge is a neutral verdict, never a wrong one
        return faulty(fault)
    finally:
        worlds.close()


def compared_with(exam: Exam, code: str, worlds: Worlds) -> Verdict:
    """Where ``code`` and the reference agree on the first case: a verdict with one check for each part of the result.

    Parts that agree to nine digits pass; whatever one part does, the others are looked at as well.
    """
    first = next(iter(exam.cases))
    parts = {part: partial(_part_agrees, first, part) for part in exam.form.parts}
    needs = dict.fromkeys(parts, (RUNS,))
    return grade_with(
        dataclasses.replace(exam, checks=parts, needs=needs, misconceptions=NO_MISCONCEPTIONS), code, worlds
    )


def _part_agrees(case: str, part: str, attempt: Attempt) -> None:
    attempt.precise(case, part)


def faulty(fault: BaseException) -> Verdict:
    """The verdict when the judge itself, or the author's checks, raised ``fault``."""
    file = "checks.py"
    own = fault.lineno if isinstance(fault, SyntaxError) and fault.filename == file else None
    return Verdict("error", fault=f"{type(fault).__name__}: {fault}", line=own or line_of(fault, file))


def _judged(exam: Exam, code: str, worlds: Worlds, report: Report) -> Verdict:
    learner = Learner(code, exam.form, worlds)
    attempt = Attempt(exam.form, exam.cases, learner.perform)
    results = []
    for result in _results(exam, learner, attempt):
        results.append(result)
        report(result)
    failed = next((result for result in results if result.status == "failed"), None)
    undecided = [result.name for result in results if result.status == "skipped"]
    if undecided and not failed:
        return Verdict("error", fault=f"no check failed, yet these gave no judgement: {', '.join(undecided)}")
    shown = _shown_call(exam, attempt, failed)
    printed = (learner.printed.text() + shown.printed) if shown else learner.printed.text()
    characters = learner.printed.characters + (shown.characters if shown else 0)
    name = _misconception(exam, learner) if failed and failed.name != DEFINED else ""
    return Verdict("failed" if failed else "passed", tuple(results), name, printed, characters)


def _misconception(exam: Exam, learner: Learner) -> str:
    """The name of the misconception behind the code, which is defined afresh for this."""
    again = learner.afresh()
    if again.define():
        return ""
    source = zlib.decompress(exam.misconceptions).decode()
    return recognised(misconceptions_of(source), exam.cases, again.perform)


def _shown_call(exam: Exam, attempt: Attempt, failed: CheckResult | None) -> Observed | None:
    """The call whose printed text belongs to the verdict: that of the failed check, or the first one."""
    if failed is None:
        return attempt.observed(next(iter(exam.cases)))
    return attempt.observed(failed.failure.case) if failed.failure and failed.failure.case else None


def _results(exam: Exam, learner: Learner, attempt: Attempt) -> Iterator[CheckResult]:
    """Each check's result. One that fails holds up those that need it; one that gives no judgement does not."""
    holds: dict[str, bool] = {}
    for name, check in _all_checks(exam, learner).items():
        needed = (DEFINED, *exam.needs.get(name, tuple(holds)))
        judged = all(holds.get(other, True) for other in needed)
        result = _checked(exam, name, check, attempt) if judged else CheckResult(name, "skipped")
        holds[name] = judged and result.status != "failed"
        yield result


def _all_checks(exam: Exam, learner: Learner) -> dict[str, Callable[[Attempt], None]]:
    first = next(iter(exam.cases))

    def defined(_: Attempt) -> None:
        failure = learner.define()
        if failure:
            raise CheckFailed(failure)

    def runs(attempt: Attempt) -> None:
        attempt.call(first)

    return {DEFINED: defined, RUNS: runs, **exam.checks}


def _checked(exam: Exam, name: str, check: Callable[[Attempt], None], attempt: Attempt) -> CheckResult:
    attempt.tried = ""
    try:
        with np.errstate(all="ignore"):
            check(attempt)
    except CheckFailed as failed:
        call = exam.cases[failed.failure.case].call if failed.failure.case else ""
        return CheckResult(name, "failed", failed.failure, call)
    except CheckSkipped:
        return CheckResult(name, "skipped")
    except MemoryError:
        return CheckResult(name, "failed", Failure("memory"))
    tried = exam.cases.get(attempt.tried)
    return CheckResult(name, "passed", call=tried.call if tried else "")


def as_data(result: Verdict | CheckResult) -> dict[str, Any]:
    """A verdict or a check's result as JSON can hold it."""
    return dataclasses.asdict(result)
