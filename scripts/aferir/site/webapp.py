"""What a course shows when a reader installs it: a web app manifest per language, and icons drawn from our mark."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources

APP = "app.json"
ICONS = "assets/icons"
_PAPER = "#fbf8f1"
_ICONS: Mapping[str, tuple[str, str]] = {
    "192.png": ("192x192", "any"),
    "512.png": ("512x512", "any"),
    "maskable.png": ("512x512", "maskable"),
}
TOUCH_ICON = f"{ICONS}/touch.png"


@dataclass(frozen=True, slots=True)
class App:
    """A course in one language, as a reader's device calls it; ``code`` is "" for the pages beside the languages."""

    code: str
    name: str
    description: str


def app_path(code: str) -> str:
    """The path of a language's web app manifest from the root of the site."""
    return f"{code}/{APP}" if code else APP


def app_manifest(app: App) -> bytes:
    """The web app manifest: every address is relative, so the site may lie anywhere."""
    up = "../" if app.code else ""
    icons = [
        {"src": f"{up}{ICONS}/{name}", "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, (sizes, purpose) in _ICONS.items()
    ]
    data = {
        "id": "./",
        "name": app.name,
        "short_name": app.name,
        **({"description": app.description} if app.description else {}),
        "lang": app.code or "en",
        "dir": "ltr",
        "start_url": "./",
        "scope": up or "./",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": icons,
    }
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def icons() -> Iterator[tuple[str, bytes]]:
    """Our icons by their path in a site; a course's own, below ``docs/assets/icons/``, take their place."""
    for item in resources.files("aferir").joinpath("site", "icons").iterdir():
        if item.name.endswith(".png"):
            yield f"{ICONS}/{item.name}", item.read_bytes()
