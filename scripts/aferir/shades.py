"""The colours that the style sheet of explorables takes from the palette: heads, and the steps of both scales."""

from __future__ import annotations

from collections.abc import Iterator

from .execute.palette import PALETTE, Theme, legible_on, mixed, share_colour

STEPS = 20
"""Steps of a scale, from its zero to its end."""

_SCHEMES = {"light": "default", "dark": "slate"}


def shade_sheet() -> bytes:
    """The end of ``page.css``: ``--af-head-1`` and so on, and the colours of ``.shade-0`` to ``.shade-20``
    (``.shade--20`` below zero) with what is legible on each.
    """
    return "\n".join(line for theme in PALETTE.values() for line in _theme(theme)).encode()


def _theme(theme: Theme) -> Iterator[str]:
    scheme = f'[data-md-color-scheme="{_SCHEMES[theme.name]}"]'
    root, within = (f":root, {scheme}", "") if theme.name == "light" else (scheme, f"{scheme} ")
    heads = " ".join(f"--af-head-{number}: {colour};" for number, colour in enumerate(theme.heads, start=1))
    stops = ", ".join(shade(theme, step) for step in range(0, STEPS + 1, 2))
    both = ", ".join(shade(theme, step) for step in range(-STEPS, STEPS + 1, 4))
    yield f"{root} {{ {heads} --af-shares: {stops}; --af-both-ways: {both}; }}"
    for step in range(-STEPS, STEPS + 1):
        colour = shade(theme, step)
        text = legible_on(theme, colour)
        yield f"{within}.shade-{step} {{ --shade: {colour}; --on-shade: {text}; }}"


def shade(theme: Theme, step: int) -> str:
    """The colour of a step: towards the end of the shares above zero, towards the second head's colour below."""
    if step < 0:
        return mixed(theme.paper, theme.heads[1], -step / STEPS)
    return share_colour(theme, step / STEPS)
