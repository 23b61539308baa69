"""The course's sources: ``lessons/references.bib`` read by pybtex, and lists of them in each language by citeproc."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from .errors import finding
from .languages import Language
from .model import Finding, Given, Lesson, Position

if TYPE_CHECKING:  # both libraries take longer to load than all else that a check of one page does
    from pybtex.database import Entry, Person, PybtexError

_LOCALES = {"cs": "cs-CZ", "en": "en-US", "es": "es-ES", "pt": "pt-BR"}
_KINDS = {"article": "article-journal", "book": "book", "inproceedings": "paper-conference", "techreport": "report"}
_FIELDS = {
    "title": ("title",),
    "container-title": ("journal", "booktitle"),
    "publisher": ("publisher", "institution", "school", "organization"),
    "volume": ("volume",),
    "page": ("pages",),
}
"""Field of CSL -> those of BibTeX that fill it."""


@dataclass(frozen=True, slots=True)
class Bibliography:
    """What the file holds: its path, and its entries by key, each with the line on which it begins."""

    path: str
    entries: Mapping[str, Entry]
    lines: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Reference:
    """A source as a page lists it. ``link`` leads to it (nothing is fetched); ``number`` is its DOI or arXiv number."""

    key: str
    html: Markup
    link: str = ""
    number: str = ""

    @property
    def text(self) -> str:
        """The same as text."""
        return self.html.striptags() + (f" {self.number}." if self.number else "")


def read_bibliography(data: bytes, path: str) -> tuple[Bibliography, tuple[Finding, ...]]:
    """The sources in a BibTeX file; AF801 where it cannot be read, AF802 for what an entry lacks."""
    from pybtex.database import PybtexError, parse_string  # noqa: PLC0415 - only a course with sources needs it

    nothing = Bibliography(path, {}, {})
    try:
        text = data.decode("utf-8")
        parsed = parse_string(text, "bibtex")
    except UnicodeDecodeError:
        return nothing, (finding("AF801", path, Position(1, 1), reason="it is not UTF-8 text"),)
    except PybtexError as error:
        return nothing, (finding("AF801", path, _place_of_error(error, data), reason=_reason(error)),)
    lines = {key: _line(key, text) for key in parsed.entries}
    bibliography = Bibliography(path, dict(parsed.entries.items()), lines)
    return bibliography, tuple(_incomplete(bibliography))


def _place_of_error(error: PybtexError, data: bytes) -> Position:
    repeated = re.fullmatch(r"repeated bibliography entry: (.+)", str(error))
    text = data.decode("utf-8")
    return Position(_line(repeated[1], text, last=True) if repeated else getattr(error, "lineno", None) or 1, 1)


def _reason(error: PybtexError) -> str:
    return re.sub(r"^syntax error in line \d+: ", "", str(error))


def _line(key: str, text: str, *, last: bool = False) -> int:
    """The line on which an entry begins."""
    found = [match.start() for match in re.finditer(rf"@\w+\s*[{{(]\s*{re.escape(key)}\s*,", text, re.IGNORECASE)]
    return text.count("\n", 0, found[-1 if last else 0]) + 1 if found else 1


def _incomplete(bibliography: Bibliography) -> Iterable[Finding]:
    for key, entry in bibliography.entries.items():
        lacking = [name for name in ("title", "year") if not entry.fields.get(name, "").strip()]
        lacking += [] if entry.persons.get("author") else ["author"]
        year = entry.fields.get("year", "")
        faults = [f"has no {name}" for name in lacking]
        faults += [f"has the year “{year}”, which is no number"] if year.strip() and not year.isdigit() else []
        place = Position(bibliography.lines[key], 1)
        yield from (finding("AF802", bibliography.path, place, key=key, reason=fault) for fault in faults)


def unused_findings(bibliography: Bibliography, lessons: Iterable[Lesson]) -> tuple[Finding, ...]:
    """AF803 for each source that no page cites; ``lessons`` are all pages, in all languages."""
    cited = {key for lesson in lessons for key in cited_keys(lesson)}
    return tuple(
        finding("AF803", bibliography.path, Position(bibliography.lines[key], 1), key=key)
        for key in bibliography.entries
        if key not in cited
    )


def cited_keys(lesson: Lesson) -> tuple[str, ...]:
    """The sources that a page cites, each once: those of its numbers and those its list names besides."""
    given = [item.key for item in lesson.bindings if isinstance(item, Given)]
    besides = [key for fence in lesson.fences if fence.kind == "references" for key in keys_besides(fence.options)]
    return tuple(dict.fromkeys([*given, *besides]))


def keys_besides(options: Mapping[str, Any]) -> list[str]:
    """The keys in the option ``also: key, key`` of a list."""
    return [key.strip() for key in options["also"].text.split(",") if key.strip()] if "also" in options else []


# ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def reference_list(keys: Iterable[str], bibliography: Bibliography, own: Language) -> tuple[Reference, ...]:
    """The sources of these keys as the language writes them, by author and year. Unknown keys are left out."""
    known = [key for key in dict.fromkeys(keys) if key in bibliography.entries]
    if not known:
        return ()
    from citeproc import (  # noqa: PLC0415 - only a page that is built needs it
        Citation,
        CitationItem,
        CitationStylesBibliography,
        CitationStylesStyle,
        formatter,
    )
    from citeproc.source.json import CiteProcJSON  # noqa: PLC0415 - the same

    source = CiteProcJSON([_csl(key, bibliography.entries[key]) for key in known])
    style_file = Path(__file__).with_name("references.csl")
    style = CitationStylesStyle(str(style_file), locale=_LOCALES.get(own.code, "en-US"), validate=False)
    listed = CitationStylesBibliography(style, source, formatter.html)
    for key in known:
        listed.register(Citation([CitationItem(key)]))
    listed.sort()
    written = zip(listed.items, listed.bibliography(), strict=True)
    return tuple(_reference(item.key, str(html), bibliography.entries[item.key]) for item, html in written)


def _reference(key: str, html: str, entry: Entry) -> Reference:
    doi, arxiv = entry.fields.get("doi", ""), entry.fields.get("eprint", "")
    if doi:
        return Reference(key, Markup(html), f"https://doi.org/{doi}", f"doi:{doi}")  # noqa: S704 - of escaped fields
    if arxiv:
        return Reference(key, Markup(html), f"https://arxiv.org/abs/{arxiv}", f"arXiv:{arxiv}")  # noqa: S704
    return Reference(key, Markup(html), entry.fields.get("url", ""))  # noqa: S704


def _csl(key: str, entry: Entry) -> dict[str, object]:
    """An entry as CSL's JSON, its texts escaped, since citeproc puts them into HTML as they are."""
    texts = {name: _first(entry, fields) for name, fields in _FIELDS.items()}
    made: dict[str, object] = {name: str(escape(text)) for name, text in texts.items() if text}
    made["author"] = [_name(person) for person in entry.persons.get("author", ())]
    year = entry.fields.get("year", "").strip()
    if year.isdigit():  # one without its year is a finding, and is never published
        made["issued"] = {"date-parts": [[int(year)]]}
    return made | {"id": key, "type": _KINDS.get(entry.type, "document")}


def _first(entry: Entry, fields: Iterable[str]) -> str:
    return _plain(next((entry.fields[name] for name in fields if name in entry.fields), "")).replace("--", "-")


def _name(person: Person) -> dict[str, str]:
    given = " ".join([*person.first_names, *person.middle_names])
    family = " ".join([*person.prelast_names, *person.last_names, *person.lineage_names])
    parts = {"given": given, "family": family}
    return {name: str(escape(_plain(text))) for name, text in parts.items() if text}


def _plain(text: str) -> str:
    """The text without the TeX of BibTeX: braces around capitals, accents as commands."""
    from pybtex.backends.plaintext import Backend  # noqa: PLC0415 - as above
    from pybtex.richtext import Text  # noqa: PLC0415 - as above

    return str(Text.from_latex(text).render(Backend()))  # its ``render_as`` reads every package's metadata each time
