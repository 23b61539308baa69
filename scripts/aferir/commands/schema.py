"""``aferir schema``: for editors, what the files that authors write may hold."""

from __future__ import annotations

import click

from ..schemas import schema_text


@click.command()
@click.argument("name", type=click.Choice(["course", "front-matter"]))
def schema(name: str) -> None:
    """Print the JSON schema of course.yml or of the front matter of a page, for editors."""
    click.echo(schema_text(name), nl=False)
