"""Languages: how each writes numbers, and its catalogue of interface texts (gettext, plural forms by CLDR category)."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

NO_BREAK_SPACE = "\u00a0"
NARROW_NO_BREAK_SPACE = "\u202f"
MINUS = "\u2212"
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")


@dataclass(frozen=True, slots=True)
class NumberMarks:
    """How a language writes numbers.

    ``thousands`` lists the group marks it accepts, the first of which Aferir writes; ``tex_thousands`` likewise in
    TeX. ``grouped_from`` is the number of integer digits from which groups are required; ``percent`` is what stands
    between a number and its percent sign.
    """

    decimal: str
    thousands: tuple[str, ...]
    tex_thousands: tuple[str, ...]
    percent: str
    ordinal: str
    """Regular expression of what may follow an integer to make it an ordinal (``3.ª``, ``3.``)."""
    grouped_from: int = 5


_SPACES = (NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE)
_MARKS: Mapping[str, NumberMarks] = {
    "pt": NumberMarks(",", (".",), (".", "{.}"), "", r"[ºª]"),
    "es": NumberMarks(",", _SPACES, (r"\,",), NO_BREAK_SPACE, r"\.?[ºª]"),
    "cs": NumberMarks(",", _SPACES, (r"\,",), NO_BREAK_SPACE, r"\."),
    "en": NumberMarks(".", (",",), ("{,}", ","), "", r"(?:st|nd|rd|th)"),
}


_OWN_LETTERS: Mapping[str, Mapping[str, str]] = {
    "cs": {"ch": "h~", "č": "c~", "ř": "r~", "š": "s~", "ž": "z~"},
    "es": {"ñ": "n~"},
}
"""What is a letter of its own in a language, and where it stands: ``~`` is behind every letter."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code (``pt``): its own name, its number marks, and its texts."""

    code: str
    name: str
    marks: NumberMarks
    catalogue: Catalogue

    def text(self, message: str, **details: object) -> str:
        """The text of ``message`` (its English form) with ``{placeholders}`` filled."""
        return self.catalogue.text(message).format(**details)

    def plural(self, one: str, other: str, count: int, **details: object) -> str:
        """The form of ``one``/``other`` that ``count`` asks for; ``{count}`` is filled as well."""
        return self.catalogue.form(one, other, count).format(count=count, **details)

    def sort_key(self, word: str) -> tuple[str, str]:
        """Where a word stands in a list of this language: letters of its own first, other accents count last."""
        lower = word.casefold()
        for letter, place in _OWN_LETTERS.get(self.code, {}).items():
            lower = lower.replace(letter, place)
        bare = "".join(mark for mark in unicodedata.normalize("NFD", lower) if not unicodedata.combining(mark))
        return bare, word


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Interface texts of one language: message -> text, or -> one text per plural category."""

    code: str
    texts: Mapping[str, str | Mapping[str, str]]

    def text(self, message: str) -> str:
        """The translation; English itself when the language is English. Raises KeyError when it is missing."""
        found = self.texts[message]
        if not isinstance(found, str):
            raise KeyError(f"{message!r} has plural forms: use plural()")
        return found

    def form(self, one: str, other: str, count: int) -> str:
        """The plural form of ``count`` (CLDR category, so Czech knows one, few, many and other)."""
        found = self.texts[one]
        if isinstance(found, str):
            raise KeyError(f"{one!r} / {other!r} has no plural forms")
        return found[Locale.parse(self.code).plural_form(count)]


def plural_categories(code: str) -> tuple[str, ...]:
    """The CLDR plural categories of a language, in the order of its ``msgstr[n]``."""
    tags = Locale.parse(code).plural_form.tags
    return tuple(category for category in _CATEGORIES if category in tags or category == "other")


@cache
def language(code: str) -> Language:
    """The language of a code. Raises KeyError when Aferir does not know how it writes numbers."""
    own_name = Locale.parse(code).get_display_name(code) or code
    return Language(code, own_name, _MARKS[code], _catalogue(code))


def known_languages() -> tuple[str, ...]:
    """The codes of the languages that Aferir can write."""
    return tuple(_MARKS)


def read_catalogue(code: str) -> Catalog:
    """The gettext catalogue of a language as Babel reads it."""
    data = resources.files("aferir").joinpath("locale", code, "LC_MESSAGES", "aferir.po").read_bytes()
    return read_po(io.BytesIO(data), locale=code)


def _catalogue(code: str) -> Catalogue:
    texts: dict[str, str | Mapping[str, str]] = {}
    for message in read_catalogue(code):
        if isinstance(message.id, tuple):
            forms = [str(form) for form in message.string or ()]
            texts[message.id[0]] = dict(zip(plural_categories(code), forms, strict=True))
        elif message.id:
            texts[str(message.id)] = str(message.string)
    return Catalogue(code, texts)
