"""The files of a challenge, read: Python that parses, TOML that says what it should."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from ..model import Equivalent, Finding
from .place import Place

Texts = Mapping[str, Any]
_SOURCES = ("starter", "solution", "checks", "misconceptions")


def read_sources(place: Place) -> tuple[dict[str, str], list[Finding]]:
    """The Python of the challenge, by the names of the files without their ending."""
    sources, findings = {}, []
    for name in _SOURCES:
        try:
            sources[name] = (place.folder / f"{name}.py").read_text(encoding="utf-8")
            ast.parse(sources[name])
        except FileNotFoundError:
            findings.append(place.unreadable(f"{name}.py", f"challenge {place.id} has no {name}.py"))
        except SyntaxError as error:
            findings.append(place.unreadable(f"{name}.py", f"{error.msg}", error.lineno or 1))
        except ValueError as error:  # bytes that are no UTF-8, null bytes
            findings.append(place.unreadable(f"{name}.py", str(error)))
    return sources, findings


def read_texts(place: Place, languages: Sequence[str]) -> tuple[dict[str, Texts], dict[str, str], list[Finding]]:
    """The texts by language, and as they are written."""
    texts: dict[str, Texts] = {}
    written: dict[str, str] = {}
    findings = []
    for code in languages:
        file = f"texts.{code}.toml"
        try:
            written[code] = (place.folder / file).read_text(encoding="utf-8")
            texts[code] = tomllib.loads(written[code])
        except FileNotFoundError:
            findings.append(place.unreadable(file, f"challenge {place.id} has no texts in {code}: {file} is missing"))
        except ValueError as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
            findings.append(place.unreadable(file, f"{file} is not TOML: {error}", _toml_line(error)))
    return texts, written, findings


def read_equivalent(place: Place) -> tuple[tuple[Equivalent, ...], list[Finding]]:
    """The mutants of the solution that are said to do the same; most challenges have none, and no such file."""
    file = "equivalent.toml"
    try:
        data = tomllib.loads((place.folder / file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return (), []
    except ValueError as error:
        return (), [place.unreadable(file, f"{file} is not TOML: {error}", _toml_line(error))]
    entries = data.get("equivalent")
    is_list = isinstance(entries, list) and set(data) == {"equivalent"}
    if not is_list or not all(_is_equivalent(entry) for entry in entries):  # type: ignore[union-attr]
        return (), [place.unreadable(file, f'{file}: each [[equivalent]] has operator, line and reason, all "…"')]
    return tuple(Equivalent(**entry) for entry in entries), []  # type: ignore[union-attr]


def _is_equivalent(entry: object) -> bool:
    is_table = isinstance(entry, dict) and set(entry) == {"operator", "line", "reason"}
    return is_table and all(isinstance(value, str) and value.strip() for value in entry.values())  # type: ignore[attr-defined]


def _toml_line(error: ValueError) -> int:
    _, found, rest = str(error).partition("(at line ")
    return int(rest.partition(",")[0]) if found else 1
