"""What the theme's search loads for a language of ours: our script, the theme's own stemmer, and stop words.

Words are found with and without accents in every language, by their stem where there is a stemmer: ours in Portuguese,
Spanish and Czech, lunr's in English, the theme's elsewhere. See ``index.js``.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

from .reading import searchable as searchable

NAME = "aferir"
"""The language that the index says it is in: the theme then loads ``FILE`` and nothing else."""

THEIRS = "assets/javascripts/lunr/"
"""Where the theme keeps what it knows of thirty languages."""

FOLDER = f"{THEIRS}min/"
FILE = f"{FOLDER}lunr.{NAME}.min.js"
SUPPORT = f"{FOLDER}lunr.stemmer.support.min.js"
"""What the theme's worker loads before any language."""

SEPARATOR = r"(?:[\s\-\u2010-\u2015\u200b/()\[\]{}\"“”„«»‹›‘’‚…;:!?¿¡=|]|[.,](?!\d)|&(?:lt|gt|amp);)+"
"""What stands between words, as the theme's JavaScript reads it: a numeral such as 0,309 stays whole."""

WORKERS = "assets/javascripts/workers/"
"""Where the theme's search worker lies, which is called ``search.<hash>.min.js``."""

ENGINE = "engine"
"""What the theme's own worker is called beside ours, in the place of ``search``."""

INDEX, TEXTS = "search_index.json", "search_texts.json"
"""What every page asks for, and what comes with the first question."""

_SEGMENTED = ("ja", "jp", "hi", "th", "zh")
"""Written without spaces, or cut into words by the theme in its own way: the theme's search stays as it is."""


def has_own_search(code: str) -> bool:
    """Whether the search of a language is ours to prepare."""
    return code not in _SEGMENTED


def theirs(code: str) -> str:
    """The path of the theme's file for a language, which may not exist."""
    return f"{FOLDER}lunr.{code}.min.js"


def search_script(code: str, their_script: str) -> bytes:
    """The script for a language; ``their_script`` is the theme's own for it, "" when there is none."""
    words = {"language": code, "stopWords": stop_words(code)}
    head = f"self.aferirSearch = {json.dumps(words, ensure_ascii=False)};"
    own = resources.files(__package__).joinpath("index.js").read_text(encoding="utf-8")
    return f"{head}\n{their_script}\n{own}".encode()


def worker_script(engine: str) -> bytes:
    """What stands for the theme's search worker until it is asked; ``engine``: the name of the theme's, beside it."""
    own = resources.files(__package__).joinpath("lazy.js").read_text(encoding="utf-8")
    return f"self.searchEngine = {json.dumps(engine)};\n{own}".encode()


def set_texts_apart(site: Path) -> None:
    """Take the texts out of each index of a built site whose worker knows of it, into a file beside it."""
    for path in sorted(site.rglob(INDEX)):
        if any((path.parent.parent / WORKERS).glob("search.*.js")):
            index = json.loads(path.read_text(encoding="utf-8"))
            path.with_name(TEXTS).write_bytes(path.read_bytes())
            path.write_text(json.dumps(index | {"docs": []}, ensure_ascii=False), encoding="utf-8")


def stop_words(code: str) -> list[str]:
    """Words that say nothing about a text, where the theme has no list or one without this course's languages."""
    file = resources.files(__package__).joinpath(f"stopwords.{code}.txt")
    return file.read_text(encoding="utf-8").split() if file.is_file() else []
