"""Run a cell as a notebook would, with tracebacks that show the author's own lines.

Standard library only (NumPy is settled when it is there): this file runs at build and in the browser (Pyodide).
"""

from __future__ import annotations
import __future__

import ast
import functools
import linecache
import operator
import random
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import CodeType, MappingProxyType, TracebackType
from typing import NoReturn

from .rich import rich

SEED = 0
"""What ``random`` and ``numpy.random`` are seeded with before a lesson's first cell."""

NO_INPUT = "input() has nobody to ask, since lessons run without a keyboard: give the value, for example x = 3"
"""What ``input()`` answers in a cell."""

PRINT_OPTIONS: Mapping[str, object] = MappingProxyType(
    {
        "precision": 8,
        "threshold": 1000,
        "edgeitems": 3,
        "linewidth": 75,
        "suppress": False,
        "nanstr": "nan",
        "infstr": "inf",
        "sign": "-",
        "floatmode": "maxprec",
        "legacy": False,
    }
)
"""How NumPy prints: its defaults, stated, so that no version and no earlier lesson can change them."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a cell did not reach its end.

    ``kind`` is ``raised``, ``syntax`` or ``exit`` (SystemExit); ``type`` and ``message`` are the exception's,
    ``line`` is where it happened in the author's file, ``traceback`` shows only frames of that file and of other cells;
    ``mistake`` is what it means to whoever runs it, where that was asked for.
    """

    kind: str
    type: str
    message: str
    line: int
    traceback: str
    mistake: object = None


Explain = Callable[[BaseException, Callable[[str], bool]], object]
"""Says what an exception means, given which files are the author's."""


def start_lesson(language: str) -> dict[str, object]:
    """The namespace that a lesson's first cell finds, after :func:`settle`."""
    settle()
    return {"__name__": "__main__", "language": language}


def settle() -> None:
    """Seed ``random`` and ``numpy.random`` and set NumPy's print options, so that each run starts from the same."""
    random.seed(SEED)
    try:
        import numpy as np  # noqa: PLC0415 - a course without NumPy runs as well
    except ImportError:
        return
    np.random.seed(SEED)  # noqa: NPY002 - cells that use the old global generator repeat as well
    np.set_printoptions(**PRINT_OPTIONS)  # type: ignore[arg-type]


def no_input(_prompt: object = "") -> NoReturn:
    """Stands for ``input``. Raises RuntimeError."""
    raise RuntimeError(NO_INPUT)


def show_text(value: object) -> None:
    """Print the value of a cell's last expression, in words where it shows more than its repr; None shows nothing."""
    if value is not None:
        shown = rich(value)
        print(shown.words if shown else repr(value))  # noqa: T201 - the output of a cell


def run_cell(  # noqa: PLR0913 - half of them have defaults
    source: str,
    namespace: dict[str, object],
    filename: str,
    first_line: int = 1,
    *,
    show: Callable[[object], None] = show_text,
    rewrite: Callable[[ast.Module], ast.Module] = lambda tree: tree,
    explain: Explain = lambda _error, _is_own: None,
    ended: Callable[[], None] = lambda: None,
) -> Problem | None:
    """Execute ``source`` in ``namespace`` and ``show`` the value of its last statement if that is an expression.

    ``filename`` and ``first_line`` say where the source stands in the author's file; ``rewrite`` may give another tree
    to compile for that of the source; ``explain`` gives a problem its ``mistake``; ``ended`` is called once the cell's
    own code has run. None when all went well.
    Catches everything, SystemExit and KeyboardInterrupt included; does not redirect what is printed.
    """
    remember_lines(source, filename, first_line)
    try:
        body, last = compiled(source, namespace, filename, first_line, rewrite)
    except Exception as error:  # noqa: BLE001 - besides SyntaxError: ValueError (null bytes), RecursionError, MemoryError
        return problem_of("syntax", error, filename, first_line, explain)
    try:
        if body:
            exec(body, namespace)  # noqa: S102 - this is what a cell is for
        if last:
            show(eval(last, namespace))  # noqa: S307 - the same
        ended()
    except BaseException as error:  # noqa: BLE001 - whatever the cell raises is its author's to read
        ended()
        return problem_of("exit" if isinstance(error, SystemExit) else "raised", error, filename, first_line, explain)
    return None


def compiled(
    source: str,
    namespace: Mapping[str, object],
    filename: str,
    first_line: int,
    rewrite: Callable[[ast.Module], ast.Module] = lambda tree: tree,
) -> tuple[CodeType | None, CodeType | None]:
    """The code of a cell and, apart from it, that of its last statement when this is an expression.

    Raises SyntaxError with the line of the author's file: blank lines before the source shift not only the nodes but
    also the line numbers inside messages ("'(' was never closed on line 3") and those of warnings.
    """
    tree = rewrite(ast.parse("\n" * (first_line - 1) + source, filename))
    final = tree.body[-1] if tree.body else None
    shown = final.value if isinstance(final, ast.Expr) else None
    if shown is not None:
        tree.body.pop()
    flags = _future_flags(namespace)
    body = compile(tree, filename, "exec", flags, dont_inherit=True) if tree.body else None
    if shown is None:
        return body, None
    flags |= (body.co_flags if body else 0) & _flags(__future__.all_feature_names)
    return body, compile(ast.Expression(shown), filename, "eval", flags, dont_inherit=True)


def remember_lines(source: str, filename: str, first_line: int = 1) -> None:
    """Let tracebacks, warnings and ``inspect`` find the lines of ``source``, which need not be on any disk."""
    known = linecache.cache.get(filename, ())
    lines = list(known[2]) if len(known) == 4 else []
    own = [line + "\n" for line in source.split("\n")]
    end = first_line - 1 + len(own)
    lines += ["\n"] * (end - len(lines))
    lines[first_line - 1 : end] = own
    linecache.cache[filename] = (sum(map(len, lines)), None, lines, filename)


def _future_flags(namespace: Mapping[str, object]) -> int:
    """The compiler flags of the ``from __future__`` imports of earlier cells, which hold for the whole file."""
    names = __future__.all_feature_names
    return _flags(name for name in names if namespace.get(name) is getattr(__future__, name))


def _flags(features: Iterable[str]) -> int:
    return functools.reduce(operator.or_, (getattr(__future__, name).compiler_flag for name in features), 0)


def problem_of(
    kind: str,
    error: BaseException,
    filename: str,
    first_line: int = 1,
    explain: Explain = lambda _error, _is_own: None,
) -> Problem:
    """``error`` as a Problem; ``first_line`` is its line when no frame of ``filename`` tells a better one."""
    line = error.lineno if kind == "syntax" and isinstance(error, SyntaxError) else None
    return Problem(
        kind,
        type(error).__name__,
        _message(error),
        line or _line_in(filename, error.__traceback__) or first_line,
        _traceback_in(filename, error),
        _explained(error, filename, explain),
    )


def _explained(error: BaseException, filename: str, explain: Explain) -> object:
    try:
        return explain(error, functools.partial(_is_own, filename))
    except Exception:  # noqa: BLE001 - it looks at the cell's own objects, which may do anything
        return None


def _is_own(filename: str, other: str) -> bool:
    """Whether ``other`` is the author's: the file itself or, in the browser, where cells are files, another cell."""
    return other == filename or ("/" not in other and other.endswith(".py") and other in linecache.cache)


def _message(error: BaseException) -> str:
    try:
        return error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # noqa: BLE001 - __str__ may be the cell's own, and wrong
        return ""


def _line_in(filename: str, trace: TracebackType | None) -> int:
    """The innermost line of ``filename`` in a traceback, 0 when it has none."""
    line = 0
    for frame, number in traceback.walk_tb(trace):
        if frame.f_code.co_filename == filename:
            line = number
    return line


def _traceback_in(filename: str, error: BaseException) -> str:
    """The traceback as Python writes it, with the author's frames only, causes and groups included."""
    report = traceback.TracebackException.from_exception(error, compact=True)
    pending = [report]
    while pending:
        one = pending.pop()
        own = [frame for frame in one.stack if _is_own(filename, frame.filename)]
        one.stack = traceback.StackSummary.from_list(own)
        linked = (one.__cause__, one.__context__, *(one.exceptions or ()))
        pending += [other for other in linked if other is not None]
    return "".join(report.format() if report.stack else report.format_exception_only())
