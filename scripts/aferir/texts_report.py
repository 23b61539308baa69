"""How far the texts of the interface are translated: by the package, and by a course's own catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .languages import catalogue_file, catalogue_of, language, read_catalogue
from .messages import (
    Text,
    TextFault,
    empty_catalogue,
    entries,
    key_of,
    missing_texts,
    text_faults,
    text_of,
    texts_in_code,
)
from .settings import Settings


@dataclass(frozen=True, slots=True)
class TextsOf:
    """The texts of one language: how many there are, what is not translated, what is wrong and in which file."""

    code: str
    total: int
    missing: tuple[Text, ...]
    faults: tuple[tuple[str, TextFault], ...]

    def shown(self) -> str:
        """As text: one line per fault and per text that is missing."""
        name = language(self.code).name
        faults = [f"{path}:{fault.line}: “{fault.message}”: {fault.problem}" for path, fault in self.faults]
        if not self.missing:
            return "\n".join([*faults, f"{self.code} ({name}): all {self.total} texts are translated"])
        head = f"{self.code} ({name}): {len(self.missing)} of {self.total} texts stand in English"
        return "\n".join([*faults, head, *(f"  {key_of(text)}" for text in self.missing)])


def texts_of(settings: Settings, code: str) -> TextsOf:
    """What the code says, against the catalogues of a language. Raises AferirError for one that cannot be read."""
    said = texts_in_code()
    faults = [
        (shown, fault)
        for shown, data in _catalogues(settings, code)
        for fault in text_faults(catalogue_of(data, code), code, said)
    ]
    return TextsOf(code, len(said), tuple(untranslated(settings, code, said)), tuple(faults))


def untranslated(settings: Settings, code: str, said: Mapping[Text, str]) -> list[Text]:
    """The texts that neither the package nor the course translates."""
    file = settings.texts_file(code)
    of_course = missing_texts(catalogue_of(file.read_bytes() if file.is_file() else b"", code), said)
    of_package = set(missing_texts(read_catalogue(code), said))
    return [text for text in of_course if text in of_package]


def _catalogues(settings: Settings, code: str) -> Iterator[tuple[str, bytes]]:
    """Each catalogue of a language: how a report names it, and what it holds."""
    for file in (catalogue_file(code), settings.texts_file(code)):
        if file.is_file():
            yield _shown(file, settings), file.read_bytes()


def _shown(file: Path, settings: Settings) -> str:
    root = settings.root.resolve()
    return file.resolve().relative_to(root).as_posix() if file.resolve().is_relative_to(root) else str(file)


def brought_up_to_date(report: TextsOf, settings: Settings) -> tuple[Path, str]:
    """The catalogue to translate in: its file, and its text with what is missing and without what nothing says.

    The package's own where it lies in this course's folder, elsewhere the course's.
    """
    of_package = catalogue_file(report.code)
    beside = of_package.is_file() and of_package.resolve().is_relative_to(settings.root.resolve())
    file = of_package if beside else settings.texts_file(report.code)
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    said = set(texts_in_code())
    blocks = (text or empty_catalogue(report.code, language(report.code).name)).strip("\n").split("\n\n")
    kept = [block for block in blocks if _texts_in(block, report.code) <= said]
    written = {text for block in kept for text in _texts_in(block, report.code)}
    added = entries([one for one in report.missing if one not in written], report.code)
    return file, "\n\n".join(kept) + "\n" + added


def _texts_in(block: str, code: str) -> set[Text]:
    """The texts of an entry of a catalogue; its forms are not looked at."""
    bare = block.partition("\nmsgstr")[0]
    plural = 'msgstr[0] ""' if "msgid_plural" in bare else 'msgstr ""'
    catalogue = catalogue_of(f"{bare}\n{plural}\n".encode(), code)
    return {text_of(message) for message in catalogue if message.id}
