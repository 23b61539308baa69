"""``aferir new course``: a course of one lesson and one challenge in any languages, which checks and builds at once."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from importlib import resources

from . import __version__
from .errors import AferirError
from .languages import Language, is_language, language
from .scaffold import challenge_files, challenge_statement, filled, quoted
from .scan import scan
from .scan.strings import scan_strings
from .settings import Settings
from .translations import parts_of, written_state

_SLUG = "without-the-mean"
_SNIPPET = "without_the_mean"
_CHALLENGE = "centre_rows"
_PLAIN = {
    "mkdocs.yml": "mkdocs.yml",
    "README.md": "README.md",
    "Makefile": "Makefile",
    "requirements.txt": "requirements.txt",
    ".gitignore": "gitignore",
    ".gitattributes": "gitattributes",
    ".github/workflows/site.yml": "workflow.yml",
    "lessons/course.yml": "course.yml",
    f"snippets/lessons/{_SNIPPET}.py": "snippet.py",
}
"""File of a course -> its template."""


def course_files(codes: Sequence[str], title: str, name: str) -> dict[str, str]:
    """The files of a new course by their path. ``title`` "" gives it one in each language; ``name`` is its folder's.

    Raises AferirError for what is no language, and for a list of them that is empty or names one twice.
    """
    spoken = [language(code) for code in _checked(codes)]
    titles = [(own.code, quoted(title or own.text("A course to begin with"))) for own in spoken]
    values = {
        "id": _identity(name),
        "title": titles[0][1] if title else quoted(name or "Course"),
        "titles": titles,
        "codes": codes,
        "slug": _SLUG,
        "version": __version__,
        "comments": [(own.code, own.text("three rows of four measurements")) for own in spoken],
    }
    return {
        **{path: filled(f"course/{template}", **values) for path, template in _PLAIN.items()},
        "README.md": filled("course/README.md", title=title or name or "Course"),
        **{f"lessons/{own.code}/{_SLUG}.md": lesson_text(own) for own in spoken},
        **{f"docs/{own.code}/index.md": first_page(own) for own in spoken},
        "lessons/ledger.json": _read("ledger.json"),
        "lessons/translations.txt": _state(spoken[0], codes[1:]),
        "snippets/reference/__init__.py": "",
        **challenge_files(_CHALLENGE, codes, Settings()),
    }


def _state(source: Language, others: Sequence[str]) -> str:
    """What the translations were translated from: the first language, all at once."""
    pages = {_SLUG: lesson_text(source), "index": first_page(source)}
    own = [(slug, part) for slug, text in pages.items() for part in parts_of(scan(text, slug, source, slug)[0], text)]
    path = f"snippets/challenges/{_CHALLENGE}/texts.{source.code}.toml"
    told = challenge_files(_CHALLENGE, [source.code], Settings())[path]
    texts = parts_of(scan_strings(told, tomllib.loads(told), path, source, _CHALLENGE).lesson, told)
    parts = [*own, *((f"challenges/{_CHALLENGE}", part) for part in texts)]
    state = {(name, code, part.title): frozenset([part.digest]) for code in others for name, part in parts}
    return written_state(state)


def _checked(codes: Sequence[str]) -> Sequence[str]:
    example = "example: aferir new course physics --languages fr,de"
    unknown = next((code for code in codes if not is_language(code)), None)
    if unknown is not None or not codes:
        raise AferirError(f"{unknown or 'nothing'!r} is no language: they have the short codes of ISO 639; {example}")
    if len(set(codes)) < len(codes):
        raise AferirError(f"a language stands there twice: {', '.join(codes)}; {example}")
    return codes


def _identity(name: str) -> str:
    """A short name of letters, digits and ``_`` that a course may have as its id."""
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "_", bare).strip("_")
    return word if word.isidentifier() else f"course_{word}".rstrip("_")


def first_page(own: Language) -> str:
    """The first page in one language: its lessons."""
    title = quoted(own.text("A course to begin with"))
    return filled("course/index.md", title=title, description=quoted(own.text("Lessons whose numbers are true.")))


def lesson_text(own: Language) -> str:
    """The lesson in one language, its numbers written as the language writes them."""

    def number(digits: str, expression: str) -> str:
        return f"{digits.replace('.', own.marks.decimal)}{{={expression}}}"

    farthest = number("2.0", "farthest")
    return filled(
        "course/lesson.md",
        snippet=_SNIPPET,
        challenge=_CHALLENGE,
        title=quoted(own.text("What is left without the mean")),
        description=quoted(own.text("Rows of measurements, and what remains of each when its own mean is taken away.")),
        opening=own.text(
            "This lesson came with `aferir new course` and shows what lessons are made of. Put your own in its place."
        ),
        mean=own.text("The first row has the mean {mean}.", mean=number("2.5", "means[0]")),
        rest=own.text(
            "Take from each row its own mean, and [the entries of every row sum to zero]{claim}: what is left says how "
            "far each measurement lies from the mean of its row. The farthest lies {farthest} away.",
            claim="{!allclose(Y.sum(axis=1), 0)}",
            farthest=farthest,
        ),
        in_code=own.text("In code"),
        code=own.text(
            "The means come first; then NumPy stretches them along the rows. Change the numbers and run the cells."
        ),
        alt=own.text("Three groups of bars around zero; the longest is {farthest} high.", farthest=farthest),
        caption=own.text("Three rows, each without its own mean."),
        your_turn=own.text("Your turn"),
        statement=challenge_statement(_CHALLENGE, own),
    )


def _read(name: str) -> str:
    return resources.files("aferir").joinpath("scaffolds", "course", name).read_text(encoding="utf-8")
