"""The texts of the interface: found where the code says them, and held against the catalogues.

A text is an argument of ``x.text("…")`` or ``x.plural("…", "…")`` in Python, in a template or in a module of the
browser, or stands in a Python table whose name ends in ``MESSAGES`` (or in one ``MESSAGE``).
"""

from __future__ import annotations

import ast
import json
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .languages import plural_categories, read_catalogue

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

Text = str | tuple[str, str]
"""A message, or its two English forms for one and for several."""
_PACKAGE = Path(__file__).parent
_CALLS = {"text": 1, "plural": 2}
"""Name of a method that says a text -> how many texts it takes."""


@dataclass(frozen=True, slots=True, order=True)
class TextFault:
    """What is wrong with one text of a catalogue; ``line`` is 0 for one that is not there."""

    line: int
    message: str
    problem: str


def texts_in_code() -> dict[Text, str]:
    """Every text of the interface, and the first file that says it, below the package."""
    found: dict[Text, str] = {}
    for path in sorted(_PACKAGE.rglob("*.py")):
        for text in _in_python(path.read_text(encoding="utf-8")):
            found.setdefault(text, path.relative_to(_PACKAGE).as_posix())
    for path in sorted([*_PACKAGE.glob("templates/*.html"), *_PACKAGE.glob("theme/**/*.html")]):
        for text in _in_template(path.read_text(encoding="utf-8")):
            found.setdefault(text, path.relative_to(_PACKAGE).as_posix())
    for path in sorted(_PACKAGE.glob("browser/**/*.js")):
        for text in _in_module(path):
            found.setdefault(text, path.relative_to(_PACKAGE).as_posix())
    return found


def _in_python(source: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CALLS:
            values = [item.value if isinstance(item, ast.Constant) else None for item in node.args]
            yield from _said(node.func.attr, values)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(getattr(target, "id", "").endswith(("MESSAGES", "MESSAGE")) for target in targets):
                yield from _values(node.value)


def _values(node: ast.expr | None) -> Iterator[str]:
    """The texts of a table, its keys left aside; of a text alone, that."""
    if isinstance(node, ast.Dict):
        for value in node.values:
            yield from _values(value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _in_template(source: str) -> Iterator[Text]:
    from jinja2 import Environment, nodes  # noqa: PLC0415 - only who asks for texts needs them

    for call in Environment(autoescape=True).parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Getattr) and call.node.attr in _CALLS:
            yield from _said(call.node.attr, [getattr(item, "value", None) for item in call.args])


def _in_module(path: Path) -> Iterator[Text]:
    from babel.messages.extract import extract  # noqa: PLC0415 - the same

    with path.open("rb") as file:
        for _, message, _, _ in extract("javascript", file, {"text": None, "plural": (1, 2)}):
            yield (message[0], message[1]) if isinstance(message, tuple) else message


def _said(method: str, values: Sequence[object]) -> Iterator[Text]:
    """The texts of a call, when they are written out there."""
    first, *rest = [item for item in values[: _CALLS[method]] if isinstance(item, str)] or [""]
    if method == "plural" and rest:
        yield first, rest[0]
    elif method == "text" and first:
        yield first


def said_texts() -> dict[Text, str]:
    """What `texts_in_code` finds, from the English catalogue: a test compares the two."""
    return {text_of(message): "" for message in read_catalogue("en") if message.id}


def text_of(message: Message) -> Text:
    """The text that an entry of a catalogue translates."""
    return (message.id[0], message.id[1]) if isinstance(message.id, tuple | list) else message.id


# ── Catalogues ───────────────────────────────────────────────────────────────────────────────────────────────────────


def missing_texts(catalogue: Catalog, texts: Mapping[Text, str]) -> list[Text]:
    """The texts that a catalogue does not translate, in order."""
    done = {key_of(text_of(message)) for message in catalogue if _is_whole(message)}
    return sorted((text for text in texts if key_of(text) not in done), key=key_of)


def key_of(text: Text) -> str:
    """What a text is looked up by."""
    return text if isinstance(text, str) else text[0]


def _is_whole(message: Message) -> bool:
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return bool(message.id) and not message.fuzzy and all(forms)


def text_faults(catalogue: Catalog, code: str, texts: Mapping[Text, str]) -> list[TextFault]:
    """What no catalogue may hold: a text that nothing says, a wrong number of forms, other placeholders."""
    known = {key_of(text): text for text in texts}
    return sorted(fault for message in catalogue if message.id for fault in _faults(message, code, known))


def _faults(message: Message, code: str, known: Mapping[str, Text]) -> Iterator[TextFault]:
    text = text_of(message)
    key = key_of(text)
    line = message.lineno or 0
    if known.get(key) != text:
        yield TextFault(line, key, "nothing says this text: take it out, or write it as the code does")
        return
    if not _is_whole(message):
        return
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    wanted = len(plural_categories(code)) if isinstance(text, tuple) else 1
    if len(forms) != wanted:
        yield TextFault(
            line, key, f"it has {len(forms)} forms and needs {wanted}: {', '.join(plural_categories(code))}"
        )
    for form in forms:
        yield from (TextFault(line, key, problem) for problem in _misplaced(key, str(form)))


def _misplaced(message: str, form: str) -> Iterator[str]:
    """How the placeholders of a translation are not those of its message; a form may do without the count."""
    try:
        wanted, given = placeholders(message), placeholders(form)
    except ValueError:
        yield f"a brace stands alone in “{form}”"
        return
    if lost := wanted - given - {"count"}:
        yield f"“{form}” lacks {', '.join(f'{{{name}}}' for name in sorted(lost))}"
    if foreign := given - wanted - {"count"}:
        yield f"“{form}” has {', '.join(f'{{{name}}}' for name in sorted(foreign))}, which nothing fills"


def placeholders(text: str) -> set[str]:
    """The names in braces. Raises ValueError for a brace that stands alone."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def entries(texts: list[Text], code: str) -> str:
    """The texts as a catalogue has them, still to be translated."""
    return "".join(f"\n{_entry(text, len(plural_categories(code)))}" for text in texts)


def _entry(text: Text, forms: int) -> str:
    if isinstance(text, str):
        return f'msgid {_quoted(text)}\nmsgstr ""\n'
    lines = [f'msgstr[{number}] ""' for number in range(forms)]
    return "\n".join([f"msgid {_quoted(text[0])}", f"msgid_plural {_quoted(text[1])}", *lines, ""])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def empty_catalogue(code: str, name: str) -> str:
    """The head of a catalogue of a language, with the rule of its plural forms as CLDR has it."""
    from babel import Locale  # noqa: PLC0415 - only who begins a catalogue needs it
    from babel.plural import to_gettext  # noqa: PLC0415 - the same

    forms = plural_categories(code)
    rule = to_gettext(Locale.parse(code).plural_form)
    return (
        f"# Aferir: texts of the interface in {name}.\n"
        "# msgid is the English text; plural forms follow the CLDR categories of the language, in the order\n"
        f"# {', '.join(forms)}.\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {code}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {rule}\\n"\n'
    )
