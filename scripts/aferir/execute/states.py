"""Explorables: what a snippet's ``states_<name>(text)`` returns, called for every combination of its controls.

The state function is pure: panels by name, as plain dicts, from the chosen keys alone. Each panel is written once for
every frame that differs, with the controls that it turns out to depend on.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..model import Control, Explorable, Panel
from ..printed import halves_of, plain_numerals, without_sign_of_zero
from .frames import Frame, frame
from .given import Given
from .writing import Writing

MOST_STATES = 2048
"""Combinations of controls that an explorable may have."""

SPOKEN = "spoken"
"""The entry of a state that is no panel: a sentence that says it."""

_LONGEST = 24
"""Numbers that the ledger keeps one by one; a longer series is summarised, as in a figure."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_KEY = re.compile(r"[A-Za-z0-9_.-]+")
_KINDS = ("slider", "buttons", "choose")
_EXAMPLE = (
    'return {"controls": [{"name": "head", "label": "cabeça", "kind": "buttons", "options": {"1": "1", "2": "2"}, '
    '"initial": "1"}], "state": state}'
)

Chosen = tuple[str, ...]
"""The key of each control, in order."""


def explorable(name: str, make: Callable[[Writing], object], writing: Writing) -> Explorable:
    """The explorable that ``make`` describes. Raises TypeError or ValueError for what is none, saying why."""
    made = make(writing)
    if not isinstance(made, Mapping) or set(made) != {"controls", "state"} or not callable(made["state"]):
        raise TypeError(f"a states function returns its controls and its state function; for example {_EXAMPLE}")
    controls = tuple(_control(Given(one, "a control", writing)) for one in _listed(made["controls"]))
    _apart([control.name for control in controls], "two controls are called")
    choices = _choices(controls)
    states = {chosen: _state(made["state"], controls, chosen, writing) for chosen in choices}
    _same_again(made["state"], controls, states, writing)
    names = _names(states)
    for own in states.values():
        _check_chosen(own, controls)
    panels = tuple(
        _panel(panel, controls, {chosen: own[panel][0] for chosen, own in states.items()}) for panel in names
    )
    places, halves = _places(panels, controls, states, writing)
    return Explorable(name, controls, panels, places, {**writing.halves, **halves})


# ── Controls ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _listed(controls: object) -> Sequence[object]:
    if not isinstance(controls, list | tuple) or not controls:
        raise TypeError(f"“controls” is a list of at least one dict; for example {_EXAMPLE}")
    return controls


def _control(given: Given) -> Control:
    given.allow(("name", "label", "kind", "options", "initial"))
    name, kind = given.label("name"), given.label("kind")
    given.where = f"the control “{name}”"
    if not _NAME.fullmatch(name):
        raise ValueError(f"{given.where}: names are small letters, digits and _, a letter first")
    if kind not in _KINDS:
        raise ValueError(f"{given.where}: “kind” is {kind!r}, not one of {', '.join(_KINDS)}")
    options = given.entries.get("options")
    if not isinstance(options, Mapping) or len(options) < 2:
        raise ValueError(f"{given.where}: “options” is a dict of at least two, key -> label")
    for key in options:
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            raise ValueError(
                f"{given.where}: {key!r} is no key: it stands in addresses, as letters a to z, digits, _.-"
            )
    labels = given.part(options, "options")
    shown = tuple((key, labels.label(key)) for key in options)
    initial = given.label("initial", shown[0][0])
    if initial not in options:
        raise ValueError(f"{given.where}: “initial” is {initial!r}, not one of its keys: {', '.join(options)}")
    return Control(name, given.label("label"), kind, shown, initial)


def _apart(names: Iterable[str], complaint: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{complaint} “{name}”")
        seen.add(name)


def _choices(controls: Sequence[Control]) -> list[Chosen]:
    """Every combination of keys; the last control changes fastest."""
    count = math.prod(len(control.options) for control in controls)
    if count > MOST_STATES:
        sizes = " · ".join(str(len(control.options)) for control in controls)
        raise ValueError(f"its controls have {sizes} = {count} combinations, more than {MOST_STATES}")
    return list(itertools.product(*(control.keys for control in controls)))


# ── States ───────────────────────────────────────────────────────────────────────────────────────────────────────────

State = dict[str, tuple[Frame | None, Given]]
"""Panel -> its frame (None when it is absent), and what was written for it."""


def _state(make: Callable[..., object], controls: Sequence[Control], chosen: Chosen, writing: Writing) -> State:
    keys = {control.name: key for control, key in zip(controls, chosen, strict=True)}
    made = make(**keys)
    if not isinstance(made, Mapping) or not made:
        raise TypeError(f"state({_called(keys)}) should give a dict of panels, not {type(made).__name__}")
    state: State = {}
    for name, panel in made.items():
        own = {"kind": "words", "lines": [panel]} if name == SPOKEN else panel
        try:
            given = Given({} if own is None else own, f"panel “{name}”", writing)
            state[name] = (None if own is None else frame(given), given)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{error} (in state({_called(keys)}))") from None
    return state


def _called(keys: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={key!r}" for name, key in keys.items())


def _same_again(
    make: Callable[..., object], controls: Sequence[Control], states: Mapping[Chosen, State], writing: Writing
) -> None:
    """Raise ValueError when the first state, asked for again, is another one."""
    first = next(iter(states))
    again = {name: shown for name, (shown, _) in _state(make, controls, first, writing).items()}
    if again != {name: shown for name, (shown, _) in states[first].items()}:
        raise ValueError("the state function gave two answers for one state: it depends on more than its arguments")


def _names(states: Mapping[Chosen, State]) -> list[str]:
    """The panels, the same in every state, each of one kind wherever it is not absent."""
    (first, own), *_ = states.items()
    kinds: dict[str, str] = {}
    for chosen, other in states.items():
        if list(other) != list(own):
            raise ValueError(
                f"the panels differ between states: {', '.join(own)} in {'; '.join(first)}, {', '.join(other)} in "
                f"{'; '.join(chosen)}; give None for a panel that is absent in a state"
            )
        for name, (shown, _) in other.items():
            if shown and kinds.setdefault(name, shown["kind"]) != shown["kind"]:
                raise ValueError(f"panel “{name}” is {kinds[name]} in one state and {shown['kind']} in another")
    never = [name for name in own if name not in kinds]
    if never:
        raise ValueError(f"panel “{never[0]}” is None in every state")
    return list(own)


def _check_chosen(state: State, controls: Sequence[Control]) -> None:
    """Raise ValueError where a panel sets a control that it cannot set."""
    counts = {control.name: len(control.options) for control in controls}
    for name, (shown, _) in state.items():
        control = shown.get("choose") if shown else ""
        if not shown or not control:
            continue
        if control not in counts:
            raise ValueError(f"panel “{name}” sets the control “{control}”, which there is not")
        entry = {"lines": "stops", "steps": "items", "diagram": "items"}.get(shown["kind"], "rows")
        things = len(shown.get(entry, ()))
        if things != counts[control]:
            raise ValueError(f"panel “{name}” has {things} to choose from, “{control}” {counts[control]} options")


# ── Frames that differ ───────────────────────────────────────────────────────────────────────────────────────────────


def _panel(name: str, controls: Sequence[Control], frames: Mapping[Chosen, Frame | None]) -> Panel:
    keys = {chosen: json.dumps(shown, sort_keys=True) for chosen, shown in frames.items()}
    on = [number for number in range(len(controls)) if _matters(number, keys)]
    numbers: dict[str, int] = {}
    at: dict[Chosen, int] = {}
    for chosen, key in keys.items():
        at.setdefault(tuple(chosen[number] for number in on), numbers.setdefault(key, len(numbers)))
    distinct = {numbers[key]: frames[chosen] for chosen, key in keys.items()}
    return Panel(
        name,
        next(shown["kind"] for shown in frames.values() if shown) if name != SPOKEN else SPOKEN,
        tuple(controls[number].name for number in on),
        tuple(distinct[number] for number in range(len(distinct))),
        tuple(at.values()),
    )


def _matters(number: int, keys: Mapping[Chosen, str]) -> bool:
    """Whether two states that differ in one control alone show different things."""
    seen: dict[Chosen, str] = {}
    return any(seen.setdefault((*chosen[:number], *chosen[number + 1 :]), key) != key for chosen, key in keys.items())


# ── The ledger's places ──────────────────────────────────────────────────────────────────────────────────────────────


def _places(
    panels: Sequence[Panel], controls: Sequence[Control], states: Mapping[Chosen, State], writing: Writing
) -> tuple[dict[str, str], dict[str, str]]:
    """What is printed, each series once, by the first state that shows it; and the half-way numerals among it."""
    places: dict[str, str] = {}
    halves: dict[str, str] = {}
    for panel in panels:
        seen: set[tuple[str, str]] = set()
        for chosen, state in states.items():
            for name, numerals, own in _printed(state[panel.name][1], writing):
                if numerals and (name, numerals) not in seen:
                    seen.add((name, numerals))
                    places[" ".join(filter(None, (panel.name, name, _said(panel, controls, chosen))))] = numerals
                    halves |= own
    labels = [label for control in controls for label in (control.label, *(text for _, text in control.options))]
    shown = " ".join(numeral for label in labels for numeral in _numerals_in(label, writing))
    return places | ({"controls": shown} if shown else {}), halves


def _said(panel: Panel, controls: Sequence[Control], chosen: Chosen) -> str:
    return " ".join(
        f"{control.name}={key}" for control, key in zip(controls, chosen, strict=True) if control.name in panel.on
    )


def _printed(given: Given, writing: Writing) -> Iterator[tuple[str, str, dict[str, str]]]:
    for name, (values, decimals) in given.series.items():
        yield (name, *_series(values, decimals))
    numerals = [numeral for text in given.words for numeral in _numerals_in(text, writing)]
    for start in range(0, len(numerals), _LONGEST):
        part = f"words {start // _LONGEST + 1}" if len(numerals) > _LONGEST else "words"
        yield part, " ".join(numerals[start : start + _LONGEST]), {}


def _numerals_in(text: str, writing: Writing) -> tuple[str, ...]:
    return plain_numerals(text, writing.decimal_mark, writing.thousands_mark)


def _series(values: Sequence[float], decimals: int) -> tuple[str, dict[str, str]]:
    spec = f".{decimals}f"
    shown = list(values) if len(values) <= _LONGEST else list(_summary(values).values())
    names = [""] * len(shown) if len(values) <= _LONGEST else [f"{name} " for name in _summary(values)]
    written = [f"{name}{without_sign_of_zero(format(value, spec))}" for name, value in zip(names, shown, strict=True)]
    halves: dict[str, str] = {}
    for value in shown:
        halves |= halves_of(value, spec)
    head = [f"{len(values)} values"] if len(values) > _LONGEST else []
    return " ".join([*head, *written]), halves


def _summary(values: Sequence[float]) -> dict[str, float]:
    extremes = {"first": values[0], "last": values[-1], "least": min(values), "most": max(values)}
    return extremes | {"mean": math.fsum(values) / len(values)}
