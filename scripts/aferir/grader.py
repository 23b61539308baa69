"""Learner code + challenge -> Verdict: codes and details, no prose. The same file judges in the build and in Pyodide.

The expected results of every case are computed first. Then the learner's code runs in a world of its own, where the
reference cannot be imported, and the checks compare. Only when one fails are the misconceptions run and compared.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
import textwrap
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import CodeType, FunctionType, ModuleType, TracebackType
from typing import Any

import numpy as np

from .attempt import Attempt, Case, CheckFailed, CheckSkipped, Failure, Form, raised_failure
from .observed import Observed, Raised, copied, sealed, seen, shared_argument
from .recognition import misconceptions_of, recognised
from .worlds import LEARNER, Flood, InputAsked, Printed, Worlds, asleep, is_of_course

Challenge = Mapping[str, Any]
"""The challenge as plain data: its id, function and the sources of its checks and misconceptions."""

Report = Callable[["CheckResult"], None]

EVERYTHING = BaseException  # SystemExit and its like too; the builtin name may be gone when it is needed

DEFINED, RUNS = "defined", "runs"
"""The checks every challenge begins with: the code defines the function, and a first call returns."""

_NONE = zlib.compress(b"")
"""No misconceptions."""


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
    return grade_with(dataclasses.replace(exam, checks=parts, needs=needs, misconceptions=_NONE), code, worlds)


def _part_agrees(case: str, part: str, attempt: Attempt) -> None:
    attempt.precise(case, part)


def exam_of(challenge: Challenge) -> Exam:
    """The exam that a challenge's ``checks`` describe, the expected result of each case computed.

    From then on the checks' own module no longer has the reference, nor anything else of the course.
    """
    names = vars(_executed(challenge["checks"], "checks"))
    reference = names["REFERENCE"]
    arguments = tuple(inspect.signature(reference).parameters)
    form = Form(names["FUNCTION"], arguments, tuple(names["PARTS"]))
    makers = {name.removeprefix("case_"): make for name, make in names.items() if name.startswith("case_")}
    calls = case_calls(challenge["checks"], form.function)
    cases = {name: _case(name, make(), reference, calls[name]) for name, make in makers.items()}
    checks = {name.removeprefix("check_"): check for name, check in names.items() if name.startswith("check_")}
    for name in [name for name, value in names.items() if value is reference or is_of_course(value)]:
        del names[name]
    return Exam(form, cases, checks, names.get("NEEDS", {}), zlib.compress(challenge["misconceptions"].encode()))


def case_calls(checks: str, function: str) -> dict[str, str]:
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


def faulty(fault: BaseException) -> Verdict:
    """The verdict when the judge itself, or the author's checks, raised ``fault``."""
    file = "checks.py"
    own = fault.lineno if isinstance(fault, SyntaxError) and fault.filename == file else None
    return Verdict("error", fault=f"{type(fault).__name__}: {fault}", line=own or _line_of(fault, file))


# ── The learner's code ───────────────────────────────────────────────────────────────────────────────────────────────


class Learner:
    """The learner's code: defined once, called on cases, always in its own world."""

    def __init__(self, code: str | CodeType, form: Form, worlds: Worlds) -> None:
        self._code, self._form, self._worlds = code, form, worlds
        self._file = f"{form.function}.py"
        self._function: object = None
        self.printed = Printed()

    def define(self) -> Failure | None:
        """Run the code and find the function; the failure if there is none to find."""
        module = ModuleType(LEARNER)
        raised, _ = self._visit(lambda: self._execute(module), self.printed)
        if raised:
            vars(module).clear()  # a memory bomb must not stay in memory
            return raised_failure(raised, self._form)
        names = vars(module)
        self._function = names.get(self._form.function)
        return self._missing(names) if self._form.function not in names else self._not_callable()

    def perform(self, case: Case) -> Observed:
        """Call the function on fresh copies of the case's arguments."""
        arguments, printed = tuple(copied(argument) for argument in case.arguments), Printed()
        raised, result = self._visit(lambda: self._function(*arguments), printed)  # type: ignore[operator]
        shared = None if raised else shared_argument(result, arguments)
        return Observed(
            None if raised else seen(result), raised, arguments, printed.text(), printed.characters, result, shared
        )

    def _execute(self, module: ModuleType) -> None:
        sys.modules[LEARNER] = module
        if isinstance(self._code, str):
            self._code = _compiled(self._code, self._file)
        exec(self._code, vars(module))  # noqa: S102 - running the learner's code is what this class is for

    def afresh(self) -> Learner:
        """The same code in a world where it has not run yet."""
        self._worlds.start_over()
        return Learner(self._code, self._form, self._worlds)

    def _visit(self, action: Callable[[], object], printed: Printed) -> tuple[Raised | None, object]:
        """What ``action`` raised and what it returned. Warnings are silenced: an overflow shows in the numbers."""
        caught, result = None, None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with self._worlds.learner(printed):
                try:
                    result = self._worlds.run(action)
                except EVERYTHING as exception:
                    caught = exception
        return (_raised(caught, self._words_of(caught), self._file) if caught else None), result

    def _words_of(self, exception: BaseException) -> str:
        """The text of an exception, which may be learner code and go wrong itself."""
        words: object = ""
        with self._worlds.learner(Printed()):
            try:
                words = exception.__str__()  # the builtin str may be gone
            except EVERYTHING:
                words = ""
        return words[:300] if type(words) is str else ""

    def _missing(self, names: Mapping[str, object]) -> Failure:
        functions = [value for value in names.values() if type(value) is FunctionType]
        own = [function.__name__ for function in functions if function.__code__.co_filename == self._file]
        details = {"function": self._form.function, "names": ", ".join(own[:5])}
        return Failure("missing_but" if own else "missing", details)

    def _not_callable(self) -> Failure | None:
        if callable(self._function):
            return None
        return Failure("not_callable", {"function": self._form.function, "type": type(self._function).__name__})


def _compiled(source: str, file: str) -> CodeType:
    """The learner's code. Raises SyntaxError also where Python says ValueError: null bytes before 3.11.4."""
    try:
        return compile(source, file, "exec", dont_inherit=True)
    except ValueError as error:
        raise SyntaxError(str(error)) from None


def _raised(exception: BaseException, message: str, file: str) -> Raised:
    """The exception as plain data."""
    line = _line_of(exception, file)
    reason = _reason(exception, message, line)
    if isinstance(exception, SyntaxError) and reason == "syntax":
        line, message = exception.lineno or 0, str(exception.msg)[:300]
    return Raised(type(exception).__name__, message, line, reason)


def _line_of(exception: BaseException, file: str) -> int:
    line, frame = 0, exception.__traceback__
    while isinstance(frame, TracebackType):
        if frame.tb_frame.f_code.co_filename == file:
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def _reason(exception: BaseException, message: str, line: int) -> str:
    kinds = {MemoryError: "memory", Flood: "flood", InputAsked: "input", SystemExit: "exit"}
    for kind, reason in kinds.items():
        if isinstance(exception, kind):
            return reason
    if isinstance(exception, ValueError) and "read-only" in message:
        return "read_only"
    if isinstance(exception, SyntaxError) and not line:
        return "syntax"
    return "signature" if isinstance(exception, TypeError) and not line and "argument" in message else ""


# ── Judging ──────────────────────────────────────────────────────────────────────────────────────────────────────────


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


# ── As plain data ────────────────────────────────────────────────────────────────────────────────────────────────────


def as_data(result: Verdict | CheckResult) -> dict[str, Any]:
    """A verdict or a check's result as JSON can hold it."""
    return dataclasses.asdict(result)
