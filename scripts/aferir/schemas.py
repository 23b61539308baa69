"""JSON schemas of what authors write in YAML, for their editors: ``course.yml`` and the front matter of a page.

Their keys are those of what validates, and a test holds both against the same good and broken files. A schema is milder
in one place: it cannot say that ``title`` names each of ``languages``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from .course import KEYS as COURSE_KEYS
from .languages import every_language
from .scan.fences import NAME
from .scan.front_matter import KEYS as PAGE_KEYS

Schema = dict[str, object]

FOLDER = "reference/schemas"
"""Where a built site publishes them."""

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Schema = {"type": ["string", "number", "boolean"], "minLength": 1, "pattern": r"\S"}
_NAMES: Schema = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}


def course_schema() -> Schema:
    """The schema of ``lessons/course.yml``."""
    codes: Schema = {"enum": list(every_language())}
    texts: Schema = {"type": "object", "additionalProperties": _TEXT, "minProperties": 1}
    kinds: Mapping[str, Schema] = {
        "id": {
            "type": "string",
            "pattern": r"^[^\W\d]\w*$",
            "description": "A short name, such as attention: readers' work is kept under it on their device.",
        },
        "title": {**texts, "description": "The course's title in each language: {pt: Atenção, es: Atención}."},
        "languages": {
            **_NAMES,
            "items": codes,
            "minItems": 1,
            "description": "The languages of the course, the first of which is its own.",
        },
        "begun": {
            **_NAMES,
            "items": codes,
            "description": "Languages that are still being translated: a lesson they lack has a page that says so.",
        },
        "source": {**codes, "description": "The language that the others are translated from; else the first."},
        "lessons": {**_NAMES, "description": "The lessons in their order: the names of their files without .md."},
        "sources": {**_NAMES, "description": "Keys that may be cited although references.bib does not have them."},
        "copyright": {**texts, "description": "The line at the foot of each page, in each language."},
    }
    required = ["id", "title", "languages", "lessons"]
    return _document("Aferir: the course", {key: kinds[key] for key in COURSE_KEYS}, required)


def front_matter_schema() -> Schema:
    """The schema of the front matter of a lesson, or of another page."""
    kinds: Mapping[str, Schema] = {
        "title": {**_TEXT, "description": "The page's title; it may hold numbers with their bindings."},
        "description": {**_TEXT, "description": "What the page is about, in one sentence."},
        "snippet": {
            "type": "string",
            "pattern": f"^{NAME.pattern}$",
            "description": "The file under snippets/lessons/, without .py, whose names the bindings use.",
        },
    }
    required = [key for key, is_required in PAGE_KEYS.items() if is_required]
    return _document("Aferir: the front matter of a page", {key: kinds[key] for key in PAGE_KEYS}, required)


def _document(title: str, properties: Schema, required: list[str]) -> Schema:
    return {
        "$schema": _DRAFT,
        "title": title,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


SCHEMAS: Mapping[str, Callable[[], Schema]] = {"course": course_schema, "front-matter": front_matter_schema}


def schema_text(name: str) -> str:
    """A schema as the text of a JSON file."""
    return json.dumps(SCHEMAS[name](), ensure_ascii=False, indent=2) + "\n"
