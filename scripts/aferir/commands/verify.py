"""``aferir verify``: a published folder held against its manifest."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..site.manifest import COMPARISON_FORMATS, compare, read_manifest
from .common import echo, explained


@click.command()
@click.argument("site", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def verify(site: Path, form: str) -> None:
    """Compare the published folder SITE with the manifest that its build wrote.

    Exit 0 when every file is there, unchanged, and none besides; 1 when something differs; 2 when SITE has no manifest.
    """
    with explained():
        manifest = read_manifest(site)
        found = compare(site, manifest)
    echo(COMPARISON_FORMATS[form](found))
    sys.exit(int(not found.is_whole))
