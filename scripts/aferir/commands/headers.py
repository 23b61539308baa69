"""``aferir headers``: the policy of a built folder as a host wants it."""

from __future__ import annotations

from pathlib import Path

import click

from ..site.headers import headers_text
from .common import explained


@click.command()
@click.argument("site", type=click.Path(path_type=Path))
def headers(site: Path) -> None:
    """Print the file _headers of Netlify, Cloudflare Pages and their like, for the built folder SITE."""
    with explained():
        text = headers_text(site)
    click.echo(text, nl=False)
