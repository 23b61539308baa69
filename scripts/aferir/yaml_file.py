"""A YAML file as data that knows where each of its keys and values stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import yaml

from .errors import AferirError
from .model import Position

Keys = tuple[str | int, ...]
"""The way to a value from the top of a file: names in mappings, numbers in lists."""


@dataclass(frozen=True, slots=True)
class YamlFile:
    """What a file holds, and the place of each value (``places``) and of each key (``key_places``) by its way."""

    shown: str
    data: object
    places: Mapping[Keys, Position] = field(default_factory=dict)
    key_places: Mapping[Keys, Position] = field(default_factory=dict)

    def at(self, *keys: str | int) -> str:
        """``file:line:column`` of the value there; of what holds it, when it is not written."""
        return self._shown(next(self.places[way] for way in _ways(keys) if way in self.places))

    def at_key(self, *keys: str | int) -> str:
        """``file:line:column`` of the key there; of what holds it, when it is not written."""
        return self._shown(self.key_places[keys]) if keys in self.key_places else self.at(*keys)

    def _shown(self, place: Position) -> str:
        return f"{self.shown}:{place.line}:{place.column}"


def _ways(keys: Keys) -> Iterator[Keys]:
    """The way to a value, then those to what holds it, outwards."""
    return (keys[:length] for length in range(len(keys), -1, -1))


def read_yaml(path: Path, shown: str, loader: type[yaml.SafeLoader] = yaml.SafeLoader) -> YamlFile:
    """What a YAML file holds. Raises AferirError, with line and column, for one that cannot be read."""
    text = _text_of(path, shown)
    try:
        return _read(text, shown, loader)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark.index if error.problem_mark else 0
        _refuse(shown, text[:at], f"not YAML: {error.problem}")
    except yaml.reader.ReaderError as error:
        _refuse(
            shown, text[: error.position], f"the character U+{ord(text[error.position]):04X} is not allowed in YAML"
        )
    except RecursionError:
        _refuse(shown, "", "nested too deeply")
    except (yaml.YAMLError, ValueError) as error:  # a date such as 2026-99-99
        _refuse(shown, "", f"not YAML: {error}")


def _read(text: str, shown: str, loader: type[yaml.SafeLoader]) -> YamlFile:
    reader = loader(text)
    try:
        root = reader.get_single_node()
        if root is None:
            return YamlFile(shown, None, {(): Position(1, 1)})
        keys: dict[Keys, Position] = {}
        values = dict(_values(root, (), keys))
        return YamlFile(shown, reader.construct_document(root), values, keys)
    finally:
        reader.dispose()


_DEPTH = 6
"""How far down places are kept: deeper than any key of ours, and an end for aliases that hold themselves."""


def _values(node: yaml.Node, way: Keys, keys: dict[Keys, Position]) -> Iterator[tuple[Keys, Position]]:
    """The place of each value below ``node``; the places of keys go into ``keys``."""
    yield way, _place(node.start_mark)
    if len(way) == _DEPTH:
        return
    inside: list[tuple[str | int, yaml.Node]] = []
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            keys[*way, str(key.value)] = _place(key.start_mark)
            inside.append((str(key.value), value))
    elif isinstance(node, yaml.SequenceNode):
        inside = list(enumerate(node.value))
    for name, value in inside:
        yield from _values(value, (*way, name), keys)


def _place(mark: yaml.Mark) -> Position:
    return Position(mark.line + 1, mark.column + 1)


def _text_of(path: Path, shown: str) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise AferirError(f"{shown}: cannot be read: {error.strerror}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        place, reason = undecodable(data)
        raise AferirError(f"{shown}:{place.line}:{place.column}: {reason}") from None


def _refuse(shown: str, before: str, reason: str) -> NoReturn:
    place = _end_of(before)
    raise AferirError(f"{shown}:{place.line}:{place.column}: {reason}")


def _end_of(text: str) -> Position:
    """Where the character after ``text`` stands."""
    return Position(text.count("\n") + 1, len(text) - text.rfind("\n"))


def undecodable(data: bytes) -> tuple[Position, str]:
    """The place of the first byte that is no UTF-8, and what to say of it; "" when there is none."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"the file is not UTF-8: byte {error.start} cannot be read; save it as UTF-8"
        return _end_of(data[: error.start].decode("utf-8")), reason
    return Position(1, 1), ""
