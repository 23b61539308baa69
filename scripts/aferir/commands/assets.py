"""``aferir assets``: third-party files fetched and verified."""

from __future__ import annotations

from pathlib import Path

import click

from ..assets import fetch_all
from .common import note, told


@click.command()
@click.option(
    "--from", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Take the files from here."
)
@click.pass_obj
def assets(config: Path, folder: Path | None) -> None:
    """Fetch and verify every third-party file (Pyodide, NumPy, KaTeX, CodeMirror, Graphviz, fonts)."""
    with told(config) as settings:
        fetch_all(settings.cache_folder, folder, note)
    click.echo("All third-party files are here and verified.", err=True)
