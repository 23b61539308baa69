"""Languages: how each writes numbers, and its catalogue of interface texts (gettext, plural forms by CLDR category)."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

# Babel takes 50 ms to load and 25 ms per catalogue, and checking one page asks for neither names nor texts: so it is
# imported where it is used, and a catalogue is read when its first text is wanted.
if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

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
_NAMES: Mapping[str, str] = {"pt": "português", "es": "español", "cs": "čeština", "en": "English"}
"""What each language calls itself (as Babel has it: a test compares)."""


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
        from babel import Locale  # noqa: PLC0415 - see above

        return found[Locale.parse(self.code).plural_form(count)]


def plural_categories(code: str) -> tuple[str, ...]:
    """The CLDR plural categories of a language, in the order of its ``msgstr[n]``."""
    from babel import Locale  # noqa: PLC0415 - see above

    tags = Locale.parse(code).plural_form.tags
    return tuple(category for category in _CATEGORIES if category in tags or category == "other")


@cache
def language(code: str) -> Language:
    """The language of a code. Raises KeyError when Aferir does not know how it writes numbers."""
    return Language(code, _NAMES[code], _MARKS[code], Catalogue(code, _Texts(code)))


def known_languages() -> tuple[str, ...]:
    """The codes of the languages that Aferir can write."""
    return tuple(_MARKS)


def read_catalogue(code: str) -> Catalog:
    """The gettext catalogue of a language as Babel reads it."""
    from babel.messages.pofile import read_po  # noqa: PLC0415 - see above

    data = Path(__file__).parent.joinpath("locale", code, "LC_MESSAGES", "aferir.po").read_bytes()
    return read_po(io.BytesIO(data), locale=code)


class _Texts(Mapping[str, "str | Mapping[str, str]"]):
    """The texts of a language, read when the first one is asked for."""

    def __init__(self, code: str) -> None:
        self._code = code

    @cached_property
    def _read(self) -> Mapping[str, str | Mapping[str, str]]:
        return _texts(self._code)

    def __getitem__(self, message: str) -> str | Mapping[str, str]:
        return self._read[message]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def _texts(code: str) -> Mapping[str, str | Mapping[str, str]]:
    texts: dict[str, str | Mapping[str, str]] = {}
    for message in read_catalogue(code):
        if isinstance(message.id, tuple):
            forms = [str(form) for form in message.string or ()]
            texts[message.id[0]] = dict(zip(plural_categories(code), forms, strict=True))
        elif message.id:
            texts[str(message.id)] = str(message.string)
    return texts
