"""The pass over the built site: every page read once, one policy in all of them, and the manifest of what came out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from .. import __version__
from .manifest import MANIFEST, Manifest, entries, written
from .pages import Fault, SitePage, style_faults
from .policy import policy


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What the pass has to know of a site: the course's id, and the address it is published at ("" when unknown)."""

    course: str
    address: str


def finish(folder: Path, facts: SiteFacts) -> tuple[Fault, ...]:
    """Complete a built site in place. What its policy would refuse comes back, and nothing is written then."""
    pages = _read_pages(folder, facts)
    faults = (*(fault for page in pages for fault in page.faults), *_faults_of_styles(folder))
    if not faults:
        _write_policy(folder, pages)
        _write_manifest(folder, facts)
    return faults


def _read_pages(folder: Path, facts: SiteFacts) -> tuple[SitePage, ...]:
    """Every page of the site, whoever made it."""
    return tuple(
        SitePage(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"), facts.address)
        for path in sorted(folder.rglob("*.html"))
    )


def _faults_of_styles(folder: Path) -> Sequence[Fault]:
    return [
        fault
        for path in sorted(folder.rglob("*.css"))
        for fault in style_faults(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
    ]


def _write_policy(folder: Path, pages: Sequence[SitePage]) -> None:
    text = Markup(policy(script for page in pages for script in page.scripts))  # noqa: S704 - it holds no double quote
    head = _templates().get_template("site_head.html").render(policy=text)
    for page in pages:
        (folder / page.path).write_text(page.with_head(head), encoding="utf-8", newline="")


def _write_manifest(folder: Path, facts: SiteFacts) -> None:
    made = Manifest(f"aferir {__version__}", facts.course, entries(folder))
    (folder / MANIFEST).write_bytes(written(made))


def _templates() -> Environment:
    loader = PackageLoader("aferir", "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=False)
