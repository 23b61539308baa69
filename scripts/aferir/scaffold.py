"""``aferir new challenge``: files to begin with, whose checks hold at once."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from .errors import AferirError
from .languages import Language, language
from .settings import Settings

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SOURCES = ("starter", "solution", "checks", "misconceptions")


def challenge_files(name: str, codes: Iterable[str], settings: Settings) -> dict[str, str]:
    """The files of a new challenge by their path below the course's folder: centring the rows of a matrix.

    Its reference, start, solution, checks, misconceptions, texts in each language, and one right solution to try.
    Raises AferirError for a name that is none.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise AferirError(
            f"{name!r} cannot be the id of a challenge: it is the name of the function to write, of small letters, "
            "digits and _; example: aferir new challenge split_heads"
        )
    folder = f"{settings.snippets}/challenges/{name}"
    return {
        f"{settings.snippets}/reference/{name}.py": _of_challenge("reference.py", id=name),
        **{f"{folder}/{source}.py": _of_challenge(f"{source}.py", id=name) for source in _SOURCES},
        **{f"{folder}/texts.{code}.toml": _texts(name, language(code)) for code in codes},
        f"tests/challenges/{name}/right/with_a_loop.py": _of_challenge("right.py", id=name),
    }


def write_new(root: Path, files: Mapping[str, str]) -> None:
    """Write files below ``root``. Raises AferirError, and writes none of them, when one is there already."""
    there = [name for name in files if (root / name).exists()]
    if there:
        raise AferirError("nothing was written, since these files are there already:\n" + "\n".join(there))
    for name, text in files.items():
        path = root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise AferirError(f"{name}: cannot be written: {error.strerror}") from None


def _texts(name: str, own: Language) -> str:
    """The texts in one language, true of the example; the author rewrites them with it."""
    checks = {
        "shape": (own.text("The result has the shape of x"), own.text("Each entry changes; none comes or goes.")),
        "values": (own.text("The values agree with the reference"), own.text("Each row has a mean of its own.")),
        "untouched": (own.text("It does not change x"), own.text("Whoever has called it goes on using x.")),
    }
    misconceptions = {
        "mean_of_everything": own.text("Every row loses the same number. How many means does a matrix of rows have?"),
        "mean_of_columns": own.text("It is the columns that now sum to 0. Along which axis is the mean taken?"),
        "changes_its_argument": own.text("The result is right, but x has changed too. What does x -= m do to x?"),
    }
    walk = {
        "mean = x.mean(axis=1, keepdims=True)": own.text(
            "One mean per row. `keepdims` keeps the axis, so that the shape is `(n, 1)`."
        ),
        "return x - mean": own.text("Each row loses its own mean: `(n, 1)` is stretched along the row."),
    }
    return _of_challenge(
        "texts.toml",
        title=quoted(own.text("Centre the rows")),
        passed=quoted(own.text("Each row now has mean 0, and x is as it was.")),
        hints=[
            quoted(own.text("Which number has to be taken from each row?")),
            quoted(own.text("With `keepdims=True` the mean keeps its axis, and the shapes fit.")),
        ],
        statement=quoted(challenge_statement(name, own)),
        checks=[(key, quoted(title), quoted(why)) for key, (title, why) in checks.items()],
        misconceptions=[(key, quoted(message)) for key, message in misconceptions.items()],
        walk=[(quoted(lines), quoted(text)) for lines, text in walk.items()],
    )


def challenge_statement(name: str, own: Language) -> str:
    """What a new challenge asks for."""
    return own.text("Write `{name}(x)`, which subtracts from each row of the matrix `x` its own mean.", name=name)


def quoted(text: str) -> str:
    """A text as TOML and YAML read it; both escape as JSON does."""
    return json.dumps(text, ensure_ascii=False)


def _of_challenge(template: str, **values: object) -> str:
    return filled(f"challenge/{template}", **values)


def filled(template: str, **values: object) -> str:
    """A file of the folder ``scaffolds`` with its values."""
    environment = Environment(
        loader=PackageLoader("aferir", "scaffolds"),
        autoescape=False,  # noqa: S701  Python, TOML, YAML and Markdown, no HTML
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(f"{template}.j2").render(**values)
