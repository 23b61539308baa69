"""Explorables on their way to the page: links that set a state, the data that a browser fetches, the parts of a label.

What the snippets' functions return is checked where they run (``execute/states.py``); here it is only arranged.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from typing import Literal as OneOf

from .errors import finding, hint
from .model import Explorable, Finding, Lesson, Panel, Position, Results, Snippet, StateLink

MOST_BYTES = 150_000
"""How large the data of a lesson's explorables may be, compressed by gzip."""

_SHORTEST_SHARED = 24
"""Characters of JSON from which something that occurs twice is stored once."""

_SPECIAL = re.compile(
    r"`(?P<code>[^`]+)`|\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|(?P<base>(?<![\w`])[^\W\d_])_(?:\{(?P<braced>[^{}]+)\}|(?P<sub>\w)(?!\w))"
)


# ── Labels ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a label or sentence, without the marks around it."""

    kind: OneOf["text", "code", "em", "sub"]
    text: str


def label_pieces(text: str) -> tuple[Piece, ...]:
    """The parts of a text: `` `code` ``, ``*emphasis*``, an index as in ``d_k`` or ``d_{model}``, and plain text."""
    found: list[Piece] = []
    at = 0
    for special in _SPECIAL.finditer(text):
        found.append(Piece("text", text[at : special.start()] + (special["base"] or "")))
        if special["code"] or special["em"]:
            found.append(Piece("code", special["code"]) if special["code"] else Piece("em", special["em"]))
        else:
            found.append(Piece("sub", special["braced"] or special["sub"]))
        at = special.end()
    found.append(Piece("text", text[at:]))
    return tuple(piece for piece in found if piece.text)


# ── States by name ───────────────────────────────────────────────────────────────────────────────────────────────────


def frame_of(panel: Panel, explorable: Explorable, chosen: Mapping[str, str]) -> Mapping[str, object] | None:
    """What a panel shows, None when it is absent. ``chosen``: control -> key, the initial one where none is given."""
    place = 0
    for control in explorable.controls:
        if control.name in panel.on:
            place = place * len(control.keys) + control.keys.index(chosen.get(control.name, control.initial))
    return panel.frames[panel.at[place]]


def unknown_states(lesson: Lesson, results: Results) -> Iterator[Finding]:
    """AF234 for each link to a state that its explorable does not have; nothing for one that failed altogether."""
    shown = [fence.name for fence in lesson.fences if fence.kind == "explorable"]
    for link in lesson.state_links:
        made = results.states.get(link.name)
        reason = ""
        if link.name not in shown:
            reason = f"this page has no explorable “{link.name}”{hint(link.name, shown)}; it has: {_listing(shown)}"
        elif isinstance(made, Explorable):
            reason = _unknown_setting(link, made)
        if reason:
            written = f"#{link.name}:{link.settings}"
            yield finding("AF234", lesson.path, link.position, written=written, reason=reason)


def settings_of(link: StateLink) -> list[tuple[str, str]]:
    """The settings of a link: control and key."""
    pairs = (part.partition("=") for part in link.settings.split(";") if part)
    return [(name, key) for name, _, key in pairs]


def _unknown_setting(link: StateLink, made: Explorable) -> str:
    controls = {control.name: control for control in made.controls}
    for name, key in settings_of(link):
        if name not in controls:
            return f"“{made.name}” has no control “{name}”{hint(name, controls)}; its controls: {_listing(controls)}"
        keys = controls[name].keys
        if key not in keys:
            return f"“{name}” has no option “{key}”{hint(key, keys)}; its options: {_listing(keys)}"
    twice = [name for name, count in Counter(name for name, _ in settings_of(link)).items() if count > 1]
    return f"“{twice[0]}” is set twice" if twice else ""


def _listing(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def unused_states(snippets: Mapping[str, Snippet], lessons: Iterable[Lesson]) -> Iterator[Finding]:
    """AF235 for each states function that no lesson shows."""
    shown = {
        (lesson.snippet, fence.name) for lesson in lessons for fence in lesson.fences if fence.kind == "explorable"
    }
    for snippet in snippets.values():
        for name in snippet.states:
            if (snippet.name, name) not in shown:
                yield finding("AF235", snippet.path, _place_of(name, snippet), name=name)


def _place_of(name: str, snippet: Snippet) -> Position:
    for cell in snippet.cells:
        for number, line in enumerate(cell.source.split("\n"), start=cell.line):
            if re.match(rf"def states_{re.escape(name)}\b", line):
                return Position(number, 1)
    return Position(1, 1)


# ── Data ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def explorables_of(lesson: Lesson, results: Results) -> list[Explorable]:
    """The explorables that a lesson shows, in order, without those that failed."""
    names = [fence.name for fence in lesson.fences if fence.kind == "explorable"]
    found = (results.states.get(name) for name in names)
    return [made for made in found if isinstance(made, Explorable)]


def states_of(lesson: Lesson, results: Results) -> bytes:
    """The states of all explorables that a lesson shows; nothing when it shows none."""
    made = explorables_of(lesson, results)
    return lesson_states(made) if made else b""


def too_large(lesson: Lesson, results: Results, states: bytes) -> Iterator[Finding]:
    """AF233 when ``states``, the data of a lesson's explorables, weigh more than a reader should wait for."""
    total = len(gzip.compress(states, mtime=0)) if len(states) > MOST_BYTES else 0
    if total > MOST_BYTES:
        made = explorables_of(lesson, results)
        sizes = ", ".join(f"{one.name} {len(_compressed([one])):,}" for one in made)
        place = next(fence.position for fence in lesson.fences if fence.kind == "explorable")
        yield finding("AF233", lesson.path, place, total=f"{total:,}", limit=f"{MOST_BYTES:,}", sizes=sizes)


def _compressed(made: Sequence[Explorable]) -> bytes:
    return gzip.compress(lesson_states(made), mtime=0)


def lesson_states(made: Sequence[Explorable]) -> bytes:
    """The states of some explorables as JSON: ``pool`` holds what their frames share, ``{"$": 3}`` stands for it."""
    counts: Counter[str] = Counter()
    for frame in (frame for one in made for panel in one.panels for frame in panel.frames):
        _count(frame, counts)
    pool = _Pool({text for text, times in counts.items() if times > 1})
    return _json({"explorables": {one.name: _plain(one, pool) for one in made}, "pool": pool.values})


def _plain(made: Explorable, pool: _Pool) -> dict[str, Any]:
    controls = [
        {
            "name": control.name,
            "label": control.label,
            "kind": control.kind,
            "options": [list(option) for option in control.options],
            "initial": control.keys.index(control.initial),
        }
        for control in made.controls
    ]
    names = [control.name for control in made.controls]
    panels = [
        {
            "name": panel.name,
            "kind": panel.kind,
            "on": [names.index(name) for name in panel.on],
            "frames": [pool.stored(frame) for frame in panel.frames],
            "at": list(panel.at),
        }
        for panel in made.panels
    ]
    return {"controls": controls, "panels": panels}


def _count(value: Any, counts: Counter[str]) -> None:
    """How often each list and object occurs; what is inside one that was met before is not counted again."""
    if not isinstance(value, list | dict):
        return
    text = _text(value)
    if len(text) >= _SHORTEST_SHARED:
        counts[text] += 1
        if counts[text] > 1:
            return
    for part in value.values() if isinstance(value, dict) else value:
        _count(part, counts)


class _Pool:
    """What is stored once, in the order in which it is needed."""

    def __init__(self, shared: set[str]) -> None:
        self._shared, self._places = shared, dict[str, int]()
        self.values: list[Any] = []

    def stored(self, value: Any) -> Any:
        """The value with everything that is shared replaced by its place in the pool."""
        if not isinstance(value, list | dict):
            return value
        text = _text(value)
        if text not in self._shared:
            return self._inside(value)
        if text not in self._places:
            inside = self._inside(value)
            self._places[text] = len(self.values)
            self.values.append(inside)
        return {"$": self._places[text]}

    def _inside(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self.stored(part) for key, part in value.items()}
        return [self.stored(part) for part in value]


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _json(value: Any) -> bytes:
    return _text(value).encode()
