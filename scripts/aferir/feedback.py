"""Verdict (codes and details) + texts of one language -> what the learner reads. Pure; page and terminal agree."""

from __future__ import annotations

import math
import string
from collections.abc import Mapping
from typing import Any

MESSAGES = {
    "defined_title": "Defines {function}",
    "runs_title": "A first call runs to its end",
    "missing": "Your code has no function called {function}; the checks call it by that name.",
    "missing_but": "Your code has no function called {function}, but it has {names}; the checks call it by that name.",
    "not_callable": "{function} is no function here but a value of type {type}. Is the name used again further down?",
    "syntax": "Python cannot read line {line} and says: {error}",
    "unreadable": "Python cannot read your code and says: {error}",
    "raised_at": "Line {line} raises {error}",
    "raised": "Your code raises {error}",
    "signature": "{function} is called with the arguments {arguments}, and Python answers: {error}",
    "read_only": "Line {line} writes into an argument, and this time the arguments are read-only. Python says: {error}",
    "memory": "Your code asks for more memory than there is. Does something grow without end?",
    "flood": "Your code prints more than anyone can read, so it was stopped. Is there a print in an endless loop?",
    "input": "Your code waits for input(), and nobody is here to type. All it needs comes in the arguments.",
    "exit": "Your code ends Python itself ({type}). A function that is done returns its result.",
    "timeout": "Your code was stopped after {seconds} s. Is there a loop that never ends?",
    "ended": "Your code ended the process in which it was running, so there is no answer to check.",
    "none": "{function} returns None. Is the return missing, or out of reach?",
    "not_parts": "The result should be {parts}, and something else came back.",
    "wrong_count": "The result should be {parts}; what came back has length {count}.",
    "not_array": "{part} should be a NumPy array; it is of type {type}.",
    "objects": (
        "{part} is an array of objects (dtype {dtype}), not of numbers. Was it made from lists of unequal lengths?"
    ),
    "matrix": "{part} is an np.matrix, whose operators follow rules of their own. It should be an ordinary array.",
    "shape": "{part} has shape {shape}; it should have {wanted}.",
    "dtype": "{part} holds numbers of type {dtype}; they should be floating-point numbers.",
    "not_finite": "{label} is {value}.",
    "rows": "The row {label} sums to {sum}; it should sum to 1.",
    "negative": "{label} is {value}; a share is never negative.",
    "values": (
        "{label} is {got}; it should be {expected}. Entries that differ: {count} of {size}, the largest difference "
        "is {largest}."
    ),
    "nearly": (
        "Almost: {label} is {got}; it should be {expected}. A difference of up to {largest} is more than the rounding "
        "of float64 explains."
    ),
    "changed": "Your function changed its argument {argument}.",
    "aliased": "The result uses the memory of the argument {argument}: to change one is to change the other.",
    "not_repeatable": "Called twice with the same arguments, your function answers differently; see {label}.",
    "overwritten": "A later call changed what an earlier one had returned; see {label}.",
    "summary_failed": "Checks passed: {passed} of {total}. Start with the first that fails: {title}.",
    "summary_error": "The checker itself failed, so this says nothing about your code. It reports: {fault}",
    "printed_more": "… (characters in all: {count})",
}
"""Code -> message in English, the key of every catalogue. ``own`` has none: its words are the check's own ``fail``."""

_OWN_WORDS = frozenset({"own", "values", "nearly", "rows", "negative", "not_finite"})
"""Codes after which a check's own ``fail`` is said."""

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

Data = Mapping[str, Any]


def described(verdict: Data, challenge: Data) -> dict[str, Any]:
    """The verdict (``grader.as_data``) in the words of ``challenge``: its texts, messages and number marks."""
    checks = [_described_check(result, challenge) for result in verdict["checks"]]
    return {
        "status": verdict["status"],
        "summary": _summary(verdict, checks, challenge),
        "checks": checks,
        "misconception": _misconception(verdict["misconception"], challenge),
        "printed": _printed(verdict, challenge),
    }


def compared(verdict: Data, challenge: Data, call: str) -> dict[str, Any]:
    """The verdict of ``grader.compared_with`` in words: ``{"status", "summary", "call", "parts"}``.

    ``summary`` says what kept the parts from being compared, and is empty when nothing did.
    """
    judged = [check for check in verdict["checks"] if check["name"] not in ("defined", "runs")]
    broken = next((check for check in verdict["checks"] if check["status"] == "failed" and check not in judged), None)
    summary = _summary(verdict, [], challenge) if verdict["status"] == "error" else ""
    return {
        "status": verdict["status"],
        "summary": _message(broken["failure"], "", challenge) if broken else summary,
        "call": call,
        "parts": [] if broken else [_described_part(check, challenge) for check in judged],
    }


def _described_part(check: Data, challenge: Data) -> dict[str, str]:
    failure = check["failure"]
    return {
        "name": check["name"],
        "status": check["status"],
        "message": _message(failure, "", challenge) if failure else "",
        "got": failure["got"] if failure else "",
        "expected": failure["expected"] if failure else "",
    }


def stopped(challenge: Data, seconds: float) -> dict[str, Any]:
    """What is said when the learner's code had to be stopped, so that nobody knows how far it got."""
    details: dict[str, Any] = {"seconds": seconds}
    failure = {"code": "timeout", "details": details, "case": "", "got": "", "expected": ""}
    runs = {"name": "runs", "status": "failed", "failure": failure, "call": ""}
    names = challenge["texts"]["checks"]
    checks = [runs, *({"name": name, "status": "skipped", "failure": None, "call": ""} for name in names)]
    return {
        "status": "failed",
        "summary": _said("timeout", details, challenge),
        "checks": [_described_check(check, challenge) for check in checks],
        "misconception": None,
        "printed": "",
    }


def _described_check(result: Data, challenge: Data) -> dict[str, str]:
    texts = challenge["texts"]["checks"].get(result["name"], {})
    failure = result["failure"]
    return {
        "name": result["name"],
        "title": _title(result["name"], challenge),
        "status": result["status"],
        "message": _message(failure, texts.get("fail", ""), challenge) if failure else "",
        "call": result["call"],
        "got": failure["got"] if failure else "",
        "expected": failure["expected"] if failure else "",
        "why": texts.get("why", ""),
    }


def _title(name: str, challenge: Data) -> str:
    if name in ("defined", "runs"):
        return _said(f"{name}_title", {"function": challenge["function"]}, challenge)
    return str(challenge["texts"]["checks"][name]["title"])


def _message(failure: Data, own: str, challenge: Data) -> str:
    words = [_said(failure["code"], failure["details"], challenge)] if failure["code"] in MESSAGES else []
    if own and failure["code"] in _OWN_WORDS and placeholders(own) <= set(failure["details"]):
        words.append(own.format(**in_words(failure["details"], challenge)))
    return " ".join(words)


def _said(code: str, details: Data, challenge: Data) -> str:
    return str(challenge["messages"][MESSAGES[code]]).format(**in_words(details, challenge))


def placeholders(text: str) -> set[str]:
    """The names in braces of a text. Raises ValueError when its braces do not match."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _summary(verdict: Data, checks: list[dict[str, str]], challenge: Data) -> str:
    if verdict["status"] == "error":
        return _said("summary_error", {"fault": verdict["fault"]}, challenge)
    if verdict["status"] == "passed":
        return str(challenge["texts"]["passed"])
    passed = sum(check["status"] == "passed" for check in checks)
    title = next(check["title"] for check in checks if check["status"] == "failed")
    return _said("summary_failed", {"passed": passed, "total": len(checks), "title": title}, challenge)


def _misconception(name: str, challenge: Data) -> dict[str, str] | None:
    return {"name": name, "message": challenge["texts"]["misconceptions"][name]["message"]} if name else None


def _printed(verdict: Data, challenge: Data) -> str:
    text, characters = verdict["printed"], verdict["characters"]
    if characters <= len(text):
        return str(text)
    return f"{text}\n{_said('printed_more', {'count': characters}, challenge)}"


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_words(details: Data, challenge: Data) -> dict[str, str]:
    """Details as text in the language of ``challenge``; ``got`` and ``expected`` get enough digits to differ."""
    words = {key: _in_words(value, 4, challenge) for key, value in details.items()}
    got, expected = details.get("got"), details.get("expected")
    if isinstance(got, float) and isinstance(expected, float):
        words |= dict(zip(("got", "expected"), _apart(got, expected, challenge), strict=True))
    return words


def _apart(got: float, expected: float, challenge: Data) -> tuple[str, str]:
    for digits in range(4, 18):
        pair = number(got, digits, challenge), number(expected, digits, challenge)
        if pair[0] != pair[1]:
            return pair
    return number(got, 17, challenge), number(expected, 17, challenge)


def _in_words(value: object, digits: int, challenge: Data) -> str:
    if isinstance(value, float):
        return number(value, digits, challenge)
    return whole(value, challenge) if isinstance(value, int) and not isinstance(value, bool) else str(value)


def whole(value: int, challenge: Data) -> str:
    """An integer as the language writes it: groups of three from five digits on."""
    digits = f"{abs(value):,}".replace(",", challenge["thousands"]) if abs(value) >= 10_000 else str(abs(value))
    return f"−{digits}" if value < 0 else digits


def number(value: float, digits: int, challenge: Data) -> str:
    """A float as the language writes it, rounded to ``digits`` significant digits: ``0,309``, ``−1,2 · 10⁻⁷``."""
    if not math.isfinite(value):
        return str(value).replace("-", "−")
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    power = int(exponent)
    if value == 0 or -4 < power < 7:
        return _marked(f"{value:.{max(0, digits - 1 - power)}f}" if value else "0", challenge)
    raised = str(power).translate(_SUPERSCRIPTS)
    return f"{_marked(mantissa, challenge)} · 10{raised}"


def _marked(plain: str, challenge: Data) -> str:
    before, _, after = plain.partition(".")
    after = after.rstrip("0")
    text = whole(abs(int(before)), challenge) + (challenge["decimal"] + after if after else "")
    return f"−{text}" if plain.startswith("-") else text
