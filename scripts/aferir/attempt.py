"""What a check is handed: the learner's function, called on cases, and comparisons that fail with a code.

A check is written by the author of a challenge: ``def check_rows(attempt): attempt.rows_sum_to_one("two_heads", "A")``.
Each comparison raises CheckFailed, whose Failure holds a code and its details; the words are in ``feedback.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np

from .observed import (
    Array,
    Observed,
    Raised,
    Seen,
    changed_argument,
    copied,
    first_difference,
    first_not_finite,
    first_true,
    opened,
    row_sums,
    seen,
)
from .shown import described, digits_apart, labelled, row_text

RTOL, ATOL = 1e-9, 1e-12
"""How closely the numbers of a right solution agree with the reference."""

COARSE_RTOL, COARSE_ATOL = 1e-4, 1e-5
"""How closely numbers agree when the formula is right, float32 included: checks before the one on precision."""


@dataclass(frozen=True, slots=True)
class Case:
    """Arguments on which a function is judged: their values, the reference's result (sealed), and the call to copy."""

    name: str
    arguments: tuple[object, ...]
    expected: bytes
    call: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a check failed: a code of ``feedback.MESSAGES`` and what its message names, as plain data.

    ``case`` is the case whose call shows it; ``got`` and ``expected`` are code.
    """

    code: str
    details: Mapping[str, object] = field(default_factory=dict)
    case: str = ""
    got: str = ""
    expected: str = ""


class CheckFailed(Exception):  # noqa: N818 - a check that fails is no error
    """Raised by a comparison of ``Attempt``; carries the failure."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.code)
        self.failure = failure


class CheckSkipped(Exception):  # noqa: N818 - nor is one that cannot tell
    """Raised by ``Attempt.skip``."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a function is written: its name, the names of its arguments, and of the parts of its result in order."""

    function: str
    arguments: tuple[str, ...]
    parts: tuple[str, ...]


class Attempt:
    """The learner's function as a check sees it. Each case is called once; ``repeats`` calls it again."""

    def __init__(self, form: Form, cases: Mapping[str, Case], perform: Callable[[Case], Observed]) -> None:
        self._form, self._cases, self._perform = form, cases, perform
        self._observed: dict[str, Observed] = {}
        self._away = False
        self.tried = ""
        """The case that was looked at last; the judge empties it before each check."""

    # ── What the author asks for ─────────────────────────────────────────────────────────────────────────────────────

    def observed(self, case: str) -> Observed:
        """What the first call on ``case`` did."""
        self.tried = case
        if case not in self._observed:
            self._observed[case] = self._called(self._cases[case])
        return self._observed[case]

    def call(self, case: str) -> Seen:
        """What the function returned for ``case``. Fails if it raised."""
        return self._returned(case, self.observed(case))

    def arguments(self, case: str) -> tuple[object, ...]:
        """Fresh copies of the arguments of ``case``."""
        return tuple(copied(argument) for argument in self._cases[case].arguments)

    def expected(self, case: str, part: str) -> Array:
        """The reference's ``part`` for ``case``. Not for the learner's code, which finds the attempt in its callers."""
        if self._away:
            raise RuntimeError("out of reach")
        return self._array_of(opened(self._cases[case].expected), part).copy()

    def returns_parts(self, case: str) -> None:
        """Fails unless the result is a tuple or list of as many things as the result has parts."""
        result, wanted = self.call(case), f"({', '.join(self._form.parts)})"
        if result.type == "NoneType":
            self._fail("none", case, got="None", expected=wanted, function=self._form.function)
        if len(self._form.parts) == 1:
            return
        if result.items is None:
            self._fail("not_parts", case, got=described(result), expected=wanted, parts=wanted)
        count = len(result.items)
        if count != len(self._form.parts):
            self._fail("wrong_count", case, got=described(result), expected=wanted, parts=wanted, count=count)

    def array(self, case: str, part: str) -> Array:
        """The learner's ``part``: fails unless it is an array of real numbers with the expected shape."""
        self.returns_parts(case)
        found = self._part(self.call(case), part)
        if found.type != "ndarray" or found.array is None:
            code, got, wanted = _wrong_type(part, found)
            details = {"type": found.type, "dtype": found.scalar}
            self._fail(code, case, got=got, expected=wanted, part=part, **details)
        self._same_shape(case, part, found.array)
        if found.array.dtype.kind != "f":
            dtype = str(found.array.dtype)
            got, wanted = f"{part}.dtype is {dtype}", f"{part}.dtype is float64"
            self._fail("dtype", case, got=got, expected=wanted, part=part, dtype=dtype)
        return found.array.copy()

    def finite(self, case: str, part: str) -> None:
        """Fails at the first nan or infinity of ``part``."""
        array = self.array(case, part)
        index = first_not_finite(array)
        if index is not None:
            label = labelled(part, index)
            self._fail("not_finite", case, got=row_text(part, array, index, 4), label=label, value=str(array[index]))

    def rows_sum_to_one(self, case: str, part: str) -> None:
        """Fails at the first row (last axis) of ``part`` that does not sum to 1, or that holds a negative number."""
        self.finite(case, part)
        array = self.array(case, part)
        sums = row_sums(array)
        found = first_difference(sums, np.ones_like(sums), COARSE_RTOL, COARSE_ATOL)
        if found:
            label, got = labelled(part, found.index), row_text(part, array, (*found.index, 0), 4)
            self._fail("rows", case, got=got, label=label, sum=found.got)
        negative = first_true(array < 0)
        if negative is not None:
            label, got = labelled(part, negative), row_text(part, array, negative, 4)
            self._fail("negative", case, got=got, label=label, value=float(array[negative]))

    def values(self, case: str, part: str, rtol: float = COARSE_RTOL, atol: float = COARSE_ATOL) -> None:
        """Fails at the first entry of ``part`` that differs from the reference's."""
        self.agree(case, part, self.expected(case, part), rtol, atol)

    def agree(self, case: str, part: str, wanted: Array, rtol: float = COARSE_RTOL, atol: float = COARSE_ATOL) -> None:
        """Fails at the first entry of ``part`` that differs from ``wanted``."""
        array = self.array(case, part)
        found = first_difference(array, wanted, rtol, atol)
        if not found:
            return
        code = "values" if first_difference(array, wanted, COARSE_RTOL, COARSE_ATOL) else "nearly"
        got, right = (row_text(part, one, found.index, digits_apart(found)) for one in (array, wanted))
        label, counts = labelled(part, found.index), {"count": found.count, "size": found.size}
        numbers = {"got": found.got, "expected": found.expected, "largest": found.largest}
        raise CheckFailed(Failure(code, {"label": label, **numbers, **counts}, case, got, right))

    def precise(self, case: str, part: str) -> None:
        """Fails unless ``part`` agrees with the reference to nine digits (rtol 1e-9, atol 1e-12)."""
        self.values(case, part, RTOL, ATOL)

    def untouched(self, case: str) -> None:
        """Fails if the call changed one of its arguments."""
        observed = self.observed(case)
        self._returned(case, observed)
        before = self._cases[case].arguments
        position = changed_argument(before, observed.arguments)
        if position is not None:
            self._fail_changed(case, self._form.arguments[position], before[position], observed.arguments[position])

    def separate(self, case: str) -> None:
        """Fails if the result uses the memory of an argument."""
        self.call(case)
        shared = self.observed(case).shared
        if shared is not None:
            self._fail("aliased", case, argument=self._form.arguments[shared])

    def repeats(self, case: str, parts: Sequence[str] = ()) -> None:
        """Fails if later calls changed what the first one had returned, or if the same call gives other numbers.

        ``parts`` are those looked at, all of them when none is named; each is an array.
        """
        first = {part: self.array(case, part) for part in parts or self._form.parts}
        self._same_again("overwritten", case, seen(self.observed(case).original), first)
        again = self._returned(case, self._called(self._cases[case]))
        self._same_again("overwritten", case, seen(self.observed(case).original), first)
        self._same_again("not_repeatable", case, again, first)

    def fail(self, case: str, got: str = "", expected: str = "", **details: object) -> NoReturn:
        """Fail with the check's own text (``fail`` in texts.<lang>.toml), its placeholders filled from ``details``."""
        self._fail("own", case, got=got, expected=expected, **details)

    def skip(self) -> NoReturn:
        """Give no judgement: another check fails on such an attempt, and this one cannot tell more."""
        raise CheckSkipped

    # ── How it is found ──────────────────────────────────────────────────────────────────────────────────────────────

    def _fail(self, code: str, case: str, got: str = "", expected: str = "", **details: object) -> NoReturn:
        raise CheckFailed(Failure(code, details, case, got, expected))

    def _called(self, case: Case) -> Observed:
        self._away = True
        try:
            return self._perform(case)
        finally:
            self._away = False

    def _returned(self, case: str, observed: Observed) -> Seen:
        if observed.raised:
            raise CheckFailed(raised_failure(observed.raised, self._form, case))
        assert observed.returned is not None
        return observed.returned

    def _part(self, result: Seen, part: str) -> Seen:
        if len(self._form.parts) == 1:
            return result
        assert result.items is not None
        return result.items[self._form.parts.index(part)]

    def _array_of(self, result: Seen, part: str) -> Array:
        found = self._part(result, part)
        assert found.array is not None
        return found.array

    def _same_shape(self, case: str, part: str, found: Array) -> None:
        shape, wanted = found.shape, self.expected(case, part).shape
        if shape != wanted:
            got, right = f"{part}.shape is {shape}", f"{part}.shape is {wanted}"
            self._fail("shape", case, got=got, expected=right, part=part, shape=str(shape), wanted=str(wanted))

    def _same_again(self, code: str, case: str, result: Seen, first: Mapping[str, Array]) -> None:
        count = len(self._form.parts)
        whole = count == 1 or len(result.items or ()) == count
        for part, before in first.items():
            after = self._part(result, part).array if whole else None
            if after is None or after.shape != before.shape:
                self._fail(code, case, got=described(result), label=part)
            found = first_difference(after, before, RTOL, ATOL)
            if found:
                got, wanted = (row_text(part, array, found.index, digits_apart(found)) for array in (after, before))
                self._fail(code, case, got=got, expected=wanted, label=labelled(part, found.index))

    def _fail_changed(self, case: str, name: str, before: object, after: object) -> NoReturn:
        assert isinstance(before, np.ndarray)
        assert isinstance(after, np.ndarray)
        found = first_difference(after, before, 0, 0) if after.shape == before.shape else None
        if found is None:
            got, right = f"{name}.shape is {after.shape}", f"{name}.shape is {before.shape}"
            self._fail("changed", case, got=got, expected=right, argument=name)
        got, wanted = (row_text(name, array, found.index, digits_apart(found)) for array in (after, before))
        self._fail("changed", case, got=got, expected=wanted, argument=name)


def _wrong_type(part: str, found: Seen) -> tuple[str, str, str]:
    """Code, got and expected for a part that is no plain array of numbers."""
    if found.type == "ndarray":
        return "objects", f"{part}.dtype is {found.scalar!s}", f"{part}.dtype is float64"
    code = "matrix" if found.type == "matrix" else "not_array"
    return code, f"type({part}) is {found.type}", f"type({part}) is ndarray"


def raised_failure(raised: Raised, form: Form, case: str = "") -> Failure:
    """The failure of a call, or of the learner's whole file, that raised."""
    code = raised.reason or ("raised_at" if raised.line else "raised")
    if code == "syntax" and not raised.line:
        code = "unreadable"
    arguments = f"({', '.join(form.arguments)})"
    details = {"type": raised.type, "message": raised.message, "line": raised.line, "arguments": arguments}
    text = f"{raised.type}: {raised.message}" if raised.message else raised.type
    return Failure(code, {**details, "function": form.function, "error": text}, case, text)
