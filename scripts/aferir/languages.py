"""Languages: how each writes numbers, and its catalogue of interface texts (gettext, plural forms by CLDR category)."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import AferirError

# Babel takes 50 ms to load and 25 ms per catalogue, and checking one page asks for neither names nor texts: so it is
# imported where it is used, and a catalogue is read when its first text is wanted.
if TYPE_CHECKING:
    from babel import Locale
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
    "fr": NumberMarks(",", _SPACES, (r"\,",), NO_BREAK_SPACE, r"(?:er|re|e|ᵉ)"),
    "de": NumberMarks(",", (".", *_SPACES), (".", "{.}", r"\,"), NO_BREAK_SPACE, r"\."),
}
"""The languages whose rows we have looked at; of any other CLDR knows all but its ordinals (`cldr_marks`)."""
_NAMES: Mapping[str, str] = {
    "pt": "português",
    "es": "español",
    "cs": "čeština",
    "en": "English",
    "fr": "français",
    "de": "Deutsch",
}
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
    """The language of a code. Raises KeyError when neither Aferir nor CLDR knows it."""
    return Language(code, own_name(code), number_marks(code), Catalogue(code, _Texts(code)))


def own_name(code: str) -> str:
    """What a language calls itself. Raises KeyError when nobody knows it."""
    return _NAMES[code] if code in _NAMES else str(_locale(code).get_display_name(code))


def number_marks(code: str) -> NumberMarks:
    """How a language writes numbers: by our own row, else by CLDR. Raises KeyError when nobody knows it."""
    return _MARKS[code] if code in _MARKS else cldr_marks(code)


def cldr_marks(code: str) -> NumberMarks:
    """The marks as CLDR has them. It has no ordinals: none is accepted. Raises KeyError for an unknown language."""
    locale = _locale(code)
    symbols = locale.number_symbols["latn"]
    group = str(symbols["group"])
    percent = re.search(r"0(\s*)%", locale.percent_formats[None].pattern)
    return NumberMarks(
        str(symbols["decimal"]),
        (group, *(mark for mark in _SPACES if group in _SPACES and mark != group)),
        (r"\,",) if group in _SPACES else (group, f"{{{group}}}"),
        percent[1] if percent else "",
        r"(?!)",
    )


def _locale(code: str) -> Locale:
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 - see above

    try:
        return Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        raise KeyError(code) from None


def is_language(code: str) -> bool:
    """Whether it is the code of a language that can be written: two or three letters that CLDR knows."""
    if code in _MARKS:
        return True
    try:
        return bool(re.fullmatch("[a-z]{2,3}", code) and number_marks(code))
    except KeyError:
        return False


def every_language() -> tuple[str, ...]:
    """The codes of the languages that CLDR knows, each as ISO 639 has it, sorted."""
    from babel.localedata import locale_identifiers  # noqa: PLC0415 - see above

    return tuple(sorted(code for code in locale_identifiers() if re.fullmatch("[a-z]{2,3}", code)))


def known_languages() -> tuple[str, ...]:
    """The codes of the languages that Aferir has looked at; of others it knows what CLDR knows."""
    return tuple(_MARKS)


def catalogue_file(code: str) -> Path:
    """Where the package keeps the texts of a language; there is no such file for most."""
    return Path(__file__).parent / "locale" / code / "LC_MESSAGES" / "aferir.po"


def read_catalogue(code: str) -> Catalog:
    """The package's gettext catalogue of a language as Babel reads it; an empty one when it has none."""
    path = catalogue_file(code)
    return catalogue_of(path.read_bytes() if path.is_file() else b"", code)


def catalogue_of(data: bytes, code: str) -> Catalog:
    """A gettext catalogue as Babel reads it. Raises AferirError, with the line, for one that cannot be read."""
    from babel.messages.pofile import PoFileError, read_po  # noqa: PLC0415 - see above

    try:
        return read_po(io.BytesIO(data), locale=code, abort_invalid=True)
    except PoFileError as error:
        raise AferirError(f"the catalogue of {code}, line {error.lineno + 1}: {error}") from None
    except UnicodeDecodeError:
        raise AferirError(f"the catalogue of {code} is not UTF-8 text") from None


def spoken(code: str, own: bytes) -> Language:
    """The language of a code with a course's own catalogue: its texts stand in the place of the package's."""
    return Language(code, own_name(code), number_marks(code), Catalogue(code, _Texts(code, own)))


def translated_texts(catalogue: Catalog, code: str) -> dict[str, str | Mapping[str, str]]:
    """Message -> text, or -> one text per plural category, of every message that has its translation."""
    texts: dict[str, str | Mapping[str, str]] = {}
    for message in catalogue:
        if isinstance(message.id, tuple):
            forms = [str(form) for form in message.string or ()]
            if all(forms) and len(forms) == len(plural_categories(code)):
                texts[message.id[0]] = dict(zip(plural_categories(code), forms, strict=True))
        elif message.id and message.string:
            texts[str(message.id)] = str(message.string)
    return texts


class _Texts(Mapping[str, "str | Mapping[str, str]"]):
    """The texts of a language, read when the first one is asked for. What is not translated stands in English."""

    def __init__(self, code: str, own: bytes = b"") -> None:
        self._code = code
        self._own = own

    @cached_property
    def _read(self) -> Mapping[str, str | Mapping[str, str]]:
        texts = {**english_texts(self._code), **translated_texts(read_catalogue(self._code), self._code)}
        return texts | (translated_texts(catalogue_of(self._own, self._code), self._code) if self._own else {})

    def __getitem__(self, message: str) -> str | Mapping[str, str]:
        return self._read[message]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def english_texts(code: str) -> dict[str, str | Mapping[str, str]]:
    """Every message in English, with a form for each plural category of another language."""
    categories = plural_categories(code)
    english = translated_texts(read_catalogue("en"), "en")
    return {
        message: text if isinstance(text, str) else {key: text.get(key, text["other"]) for key in categories}
        for message, text in english.items()
    }
