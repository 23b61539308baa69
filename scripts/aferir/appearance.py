"""What Aferir asks of the theme, so that a course's ``mkdocs.yml`` needs to say no more than ``theme: material``."""

from __future__ import annotations

from collections.abc import Mapping

_OWN_COLOURS = {"primary": "custom", "accent": "custom"}  # else the theme's own blue outweighs ours in the dark
_THEME: Mapping[str, object] = {
    "font": False,  # ours come from the site itself
    "favicon": "assets/mark.svg",
    "logo": "assets/mark.svg",
    "features": (
        "navigation.instant",
        "navigation.footer",
        "navigation.top",
        "navigation.sections",
        "search.highlight",
        "content.action.edit",
        "toc.follow",
    ),
    "palette": (
        {
            "media": "(prefers-color-scheme: light)",
            "scheme": "default",
            **_OWN_COLOURS,
            "toggle": {"icon": "material/weather-night", "name": "Dark"},
        },
        {
            "media": "(prefers-color-scheme: dark)",
            "scheme": "slate",
            **_OWN_COLOURS,
            "toggle": {"icon": "material/weather-sunny", "name": "Light"},
        },
    ),
}


def theme_options(written: object) -> dict[str, object]:
    """What ``theme`` of ``mkdocs.yml`` leaves to us: what the author wrote there stands. Fresh at each call."""
    own = written if isinstance(written, Mapping) else {}
    return {name: _fresh(value) for name, value in _THEME.items() if name not in own}


def _fresh(value: object) -> object:
    """A copy that whoever gets it may change: MkDocs hands it on to code that does."""
    if isinstance(value, Mapping):
        return {key: _fresh(item) for key, item in value.items()}
    return [_fresh(item) for item in value] if isinstance(value, tuple) else value
