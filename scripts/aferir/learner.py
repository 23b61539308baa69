"""The learner's code: defined once, called on cases, always in a world of its own; what it raises as plain data."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType, ModuleType, TracebackType

from .attempt import Case, Failure, Form, raised_failure
from .observed import Observed, Raised, copied, seen, shared_argument
from .worlds import LEARNER, Flood, InputAsked, Printed, Worlds

EVERYTHING = BaseException  # SystemExit and its like too; the builtin name may be gone when it is needed


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
    line = line_of(exception, file)
    reason = _reason(exception, message, line)
    if isinstance(exception, SyntaxError) and reason == "syntax":
        line, message = exception.lineno or 0, str(exception.msg)[:300]
    return Raised(type(exception).__name__, message, line, reason)


def line_of(exception: BaseException, file: str) -> int:
    """The innermost line of ``file`` that an exception went through; 0 for none."""
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
