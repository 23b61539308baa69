"""Pages of the reference for authors that are made from the code: the commands, and what a lesson may hold."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import click
from jinja2 import Environment, PackageLoader, StrictUndefined

from .scan.blocks import BLOCKS
from .scan.fences import FENCES
from .scan.questions import KINDS

COMMANDS_PAGE = "reference/commands.md"
BLOCKS_PAGE = "reference/blocks.md"


@dataclass(frozen=True, slots=True)
class Note:
    """What a fence, a block or a kind of question is for, and an example that a lesson may hold."""

    text: str
    example: str


FENCE_NOTES: Mapping[str, Note] = {
    "cell": Note(
        "Shows a cell of the snippet with what it printed; readers run and change it.",
        "```cell heads\n```",
    ),
    "figure": Note(
        "Draws what the snippet's function `figure_<name>(figure, text)` draws, in light and dark.",
        "```figure maps\nalt: Four maps of attention, one per head.\ncaption: Each head reads in its own way.\n```",
    ),
    "table": Note(
        "Shows the columns and rows that the snippet's function `table_<name>(text)` returns.",
        "```table widths\ncaption: How wide each head is.\n```",
    ),
    "diagram": Note(
        "Draws a graph, in Graphviz's language, which stands below an empty line.",
        "```diagram path\nalt: The text becomes ids, the ids become rows.\n\ndigraph { text -> ids -> rows }\n```",
    ),
    "explorable": Note(
        "An interactive panel, fed with every state that the snippet's function `states_<name>(text)` describes.",
        "```explorable rules\nalt: A map of attention; the first head shares between two nouns.\n```",
    ),
    "references": Note(
        "Lists the sources that the page cites, in the style of its language; `also` adds others by their keys.",
        "```references\nalso: ba2016layernorm\n```",
    ),
    "lessons": Note("Lists the lessons of the course, each with its description.", "```lessons\n```"),
    "glossary": Note("Lists the terms of `lessons/glossary.yml` in the page's language.", "```glossary\n```"),
    "kept": Note(
        "What the course has kept on the reader's device, to be saved, taken back in, or forgotten.",
        "```kept\n```",
    ),
}

BLOCK_NOTES: Mapping[str, Note] = {
    "challenge": Note(
        "A function that the reader writes; the name is that of its folder under `snippets/challenges/`.",
        "/// challenge | multi_head\nWrite `multi_head(X, Wq, Wk, Wv, Wo, h)`.\n///",
    ),
    "theorem": Note(
        "A statement to be proved, with a number and a title.", "/// theorem | Rows\nEach row sums to 1.\n///"
    ),
    "proof": Note("A proof; it ends with a mark.", "/// proof\nDivide by the sum.\n///"),
    "definition": Note("What a word means, with a number.", "/// definition | Head\nAn attention of its own.\n///"),
    "exercise": Note("A task for paper and pencil, with a number.", "/// exercise | By hand\nMultiply.\n///"),
    "answer": Note(
        "Inside an exercise: its answer, folded until it is asked for.",
        "//// exercise | By hand\nMultiply.\n\n/// answer\nThe product.\n///\n////",
    ),
    "check-yourself": Note("A list of what a reader should now be able to do.", "/// check-yourself\n1. Draw it.\n///"),
    "project": Note(
        "A longer task; a list with boxes inside it is a checklist that the page remembers.",
        "/// project | Compare\nCompare two.\n\n* [ ] I have compared them.\n///",
    ),
    "quiz": Note(
        "Questions. It has one slash more than they have.",
        "//// quiz | widths\n/// question | true-false wide\nIt is wide.\n\n* [x] true\n\n    It is.\n///\n////",
    ),
    "question": Note(
        "One question of a quiz: its kind and its name.",
        "//// quiz | widths\n/// question | single heads\nHow many?\n\n"
        "* [x] several\n\n    One each.\n\n* [ ] one\n\n    No.\n///\n////",
    ),
}

KIND_NOTES: Mapping[str, str] = {
    "single": "one option is right",
    "multiple": "any number of options is right, and an answer is right when all of them are",
    "true-false": "one item, `* [x] true` or `* [x] false`",
    "numeric": "items are literals, bound or not; `decimals: 2` or `margin: 0.5` on the first line says how exact",
    "order": "a numbered list in the right order, with its explanation below it",
}


def blocks_page() -> str:
    """The page of bindings, fences, blocks and questions."""
    fences = [(name, FENCES[name], note) for name, note in FENCE_NOTES.items()]  # a test wants a note for each
    blocks = [(name, BLOCKS[name], note) for name, note in BLOCK_NOTES.items()]
    return _rendered("blocks.md", fences=fences, blocks=blocks, kinds=[(name, KIND_NOTES[name]) for name in KINDS])


@dataclass(frozen=True, slots=True)
class _Command:
    name: str
    usage: str
    paragraphs: Sequence[str]
    options: Sequence[tuple[str, str]]


def commands_page(program: click.Group) -> str:
    """The page of all commands of ``program``, from what they say of themselves."""
    context = click.Context(program, info_name="aferir")
    return _rendered("commands.md", shared=_options(program, context), commands=list(_commands(program, context)))


def _commands(group: click.Group, context: click.Context) -> Iterator[_Command]:
    for name, command in sorted(group.commands.items()):
        own = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _commands(command, own)
            continue
        told = inspect.cleandoc(command.help or "").split("\n\n")
        usage = " ".join([own.command_path, *command.collect_usage_pieces(own)])
        yield _Command(own.command_path, usage, [" ".join(part.split()) for part in told], _options(command, own))


def _options(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    return [(names, text) for names, text in filter(None, records) if "--help" not in names]


def _rendered(template: str, **shown: object) -> str:
    environment = Environment(
        loader=PackageLoader("aferir", "templates"),
        autoescape=False,  # noqa: S701 - it is Markdown, and every text stands in our code
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**shown)
