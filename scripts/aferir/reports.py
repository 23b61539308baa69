"""Findings as text, as JSON, or as annotations of a workflow; verdicts as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from .model import Finding


def as_text(findings: Sequence[Finding]) -> str:
    """One line per finding, ``path:line:column: AF101 problem``, with a correct example below it."""
    return "\n".join(_with_example(item) for item in findings)


def as_json(findings: Sequence[Finding]) -> str:
    """A JSON list of objects with path, line, column, code, problem, example."""
    return json.dumps([asdict(item) for item in findings], ensure_ascii=False, indent=2)


def as_annotations(findings: Sequence[Finding]) -> str:
    """Workflow commands that mark each finding at its line in a pull request."""
    return "\n".join(
        f"::error file={_property(item.path)},line={item.line},col={item.column},title={item.code}::"
        + _data(item.problem)
        for item in findings
    )


FORMATS: Mapping[str, Callable[[Sequence[Finding]], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_annotations,
}


_SIGNS = {"passed": "✓", "failed": "✗", "skipped": "·"}


def verdict_text(verdict: Mapping[str, Any]) -> str:
    """A described verdict for the terminal: each check with its sign, the details of the first that failed."""
    lines = [verdict["summary"], ""]
    lines += [f"{_SIGNS[check['status']]} {check['title']}" for check in verdict["checks"]]
    failed = next((check for check in verdict["checks"] if check["status"] == "failed"), None)
    if failed:
        lines += ["", failed["title"], *(failed[key] for key in ("message", "call", "got", "expected") if failed[key])]
    if verdict["misconception"]:
        lines += ["", verdict["misconception"]["message"]]
    if verdict["printed"]:
        lines += ["", verdict["printed"].rstrip()]
    return "\n".join(lines)


def _with_example(item: Finding) -> str:
    if not item.example:
        return str(item)
    indented = item.example.replace("\n", "\n           ")
    return f"{item}\n  example: {indented}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
