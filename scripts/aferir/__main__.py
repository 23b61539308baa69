"""The command line: ``aferir check``, ``accept``, ``coverage``, ``grade``, ``mutants``, ``new``, ``schema`` and others.

It speaks English to authors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import click

from . import __version__

_COMMANDS = (
    *("accept", "assets", "check", "coverage", "grade", "headers", "mutants", "new"),
    *("schema", "texts", "translated", "verify"),
)


class _Commands(Mapping[str, click.Command]):
    """Command by name. Each is loaded, with all that it needs, when it is asked for: an editor checks at every save."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in _COMMANDS:
            raise KeyError(name)
        command: click.Command = getattr(import_module(f".commands.{name}", __package__), name)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


@click.group(commands=_Commands(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="aferir")
@click.option("--config", "config_file", default="mkdocs.yml", show_default=True, help="The course's mkdocs.yml.")
@click.pass_context
def main(context: click.Context, config_file: str) -> None:
    """Lessons whose numbers are true."""
    context.obj = Path(config_file)


if __name__ == "__main__":
    main()
