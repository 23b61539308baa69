"""The course's terms: ``lessons/glossary.yml`` -> what each page needs of them.

    query:
      en: query
      pt: {term: consulta, also: [consultas], text: O que uma posição procura nas outras.}

A page links the first mention of each term in its text to the glossary; ``also`` lists the other forms it may take.
``ordinary: true`` says that the term is an everyday word as well (Portuguese *valor*): only its other forms are linked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import yaml

from .errors import finding
from .model import Finding, Position, TermLink

_KEY = re.compile(r"[a-z][a-z0-9-]*")
_EXAMPLE = "query: {en: query, es: {term: consulta, also: [consultas], text: Lo que busca una posición.}}"


@dataclass(frozen=True, slots=True)
class Word:
    """A term in one language: its first form, the others, what it means, and whether it is an everyday word too."""

    term: str
    also: tuple[str, ...]
    text: str
    ordinary: bool = False

    @property
    def linked(self) -> tuple[str, ...]:
        """The forms at which a mention is known."""
        return self.also if self.ordinary else (self.term, *self.also)


@dataclass(frozen=True, slots=True)
class Term:
    """A term in English and in each language of the course."""

    key: str
    english: str
    words: Mapping[str, Word]

    def others(self, code: str, languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """The term in the other languages, by code, English first."""
        rest = [(other, self.words[other].term) for other in languages if other != code]
        return (("en", self.english), *rest)


Glossary = Mapping[str, Term]


def read_glossary(
    data: bytes, path: str, languages: Sequence[str], begun: Sequence[str] = ()
) -> tuple[Glossary, tuple[Finding, ...]]:
    """The terms in a file by their keys; AF811 for what cannot be read, AF812 for a form that two terms share.

    ``begun`` are languages in which a term may stand already; nothing shows it yet.
    """
    try:
        text = data.decode("utf-8")
        read = yaml.safe_load(text)
    except UnicodeDecodeError:
        return {}, (finding("AF811", path, Position(1, 1), reason="it is not UTF-8 text"),)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = Position(mark.line + 1, mark.column + 1) if mark else Position(1, 1)
        return {}, (finding("AF811", path, place, reason=f"it is not YAML: {getattr(error, 'problem', error)}"),)
    if not isinstance(read, dict):
        reason = f"it should hold terms by their keys, for example {_EXAMPLE}"
        return {}, (finding("AF811", path, Position(1, 1), reason=reason),)
    faults = [(key, fault) for key, entry in read.items() for fault in _faults(key, entry, languages, begun)]
    wrong = {key for key, _ in faults}
    glossary = {key: _term(key, entry, languages) for key, entry in read.items() if key not in wrong}
    found = [finding("AF811", path, Position(_line(key, text), 1), reason=f"{key}: {fault}") for key, fault in faults]
    return glossary, (*found, *_shared(glossary, languages, text, path))


def _faults(key: object, entry: object, languages: Sequence[str], begun: Sequence[str]) -> Iterator[str]:
    """What is wrong with one entry."""
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        yield "a key is small letters, digits and hyphens, such as dot-product"
        return
    if not isinstance(entry, dict) or not isinstance(entry.get("en"), str):
        yield f"a term has its English name under en, for example {_EXAMPLE}"
        return
    for code in languages:
        word = entry.get(code)
        if not isinstance(word, dict) or not _is_text(word.get("term")) or not _is_text(word.get("text")):
            yield f"{code} needs a term and a text, for example {_EXAMPLE}"
        elif not isinstance(word.get("also", []), list) or not all(map(_is_text, word.get("also", []))):
            yield f"also of {code} should be a list of forms, for example also: [consultas]"
        elif not isinstance(word.get("ordinary", False), bool):
            yield f"ordinary of {code} should be true or false"
        elif unknown := set(word) - {"term", "also", "text", "ordinary"}:
            yield f"{code} has {', '.join(sorted(map(str, unknown)))}, which nothing shows"
    if unknown := set(entry) - {"en", *languages, *begun}:
        yield f"{', '.join(sorted(map(str, unknown)))} is no language of this course"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _term(key: str, entry: Mapping[str, object], languages: Sequence[str]) -> Term:
    return Term(key, str(entry["en"]), {code: _word(entry[code]) for code in languages})


def _word(entry: object) -> Word:
    assert isinstance(entry, dict)
    return Word(entry["term"], tuple(entry.get("also", ())), entry["text"], entry.get("ordinary", False))


def _line(key: object, text: str) -> int:
    found = re.search(rf"^[\"']?{re.escape(str(key))}[\"']?\s*:", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _shared(glossary: Glossary, languages: Sequence[str], text: str, path: str) -> Iterator[Finding]:
    for code in languages:
        owners: dict[str, str] = {}
        for key, term in glossary.items():
            for form in dict.fromkeys(map(str.casefold, (term.words[code].term, *term.words[code].also))):
                other = owners.setdefault(form, key)
                if other != key:
                    place = Position(_line(key, text), 1)
                    yield finding("AF812", path, place, form=form, language=code, key=key, other=other)


def term_links(glossary: Glossary, code: str, page: str) -> tuple[TermLink, ...]:
    """What links the terms of a language to ``page``, the address of its glossary."""
    return tuple(
        TermLink(key, term.words[code].linked, f"{page}#term-{key}")
        for key, term in glossary.items()
        if term.words[code].linked
    )


def glossary_data(glossary: Glossary, code: str, languages: Sequence[str]) -> dict[str, object]:
    """What the browser shows of each term, by key."""
    return {
        key: {
            "term": term.words[code].term,
            "text": term.words[code].text,
            "others": [{"code": other, "term": name} for other, name in term.others(code, languages)],
        }
        for key, term in glossary.items()
    }
