"""The reference made from the code is complete, and its examples are lessons."""

from __future__ import annotations

import re

import pytest

from aferir.__main__ import main
from aferir.handbook import BLOCK_NOTES, FENCE_NOTES, KIND_NOTES, blocks_page, commands_page
from aferir.languages import language
from aferir.scan import scan
from aferir.scan.blocks import BLOCKS
from aferir.scan.fences import FENCES
from aferir.scan.questions import KINDS


def test_everything_a_lesson_may_hold_has_its_note() -> None:
    assert list(FENCE_NOTES) == list(FENCES)
    assert set(BLOCK_NOTES) == set(BLOCKS)
    assert set(KIND_NOTES) == set(KINDS)


@pytest.mark.parametrize("name", [*FENCE_NOTES, *BLOCK_NOTES])
def test_each_example_scans_and_shows_what_it_is_for(name: str) -> None:
    example = (FENCE_NOTES.get(name) or BLOCK_NOTES[name]).example
    text = f"---\ntitle: A page\nsnippet: tiny\n---\n{example}\n"
    lesson, findings = scan(text, "lessons/en/one.md", language("en"), "one")
    assert findings == ()
    assert name in [item.kind for item in (*lesson.fences, *lesson.blocks)]


def test_the_page_of_blocks_shows_them_all() -> None:
    page = blocks_page()
    assert set(re.findall(r"\{ #fence-(\S+) \}", page)) == set(FENCES)
    assert set(re.findall(r"\{ #block-(\S+) \}", page)) == set(BLOCKS)
    assert "`alt` (required), `caption`, `data`." in page


def test_the_page_of_commands_tells_each_command_with_its_options() -> None:
    page = commands_page(main)
    told = set(re.findall(r"^## (aferir .+)$", page, re.MULTILINE))
    assert {f"aferir {name}" for name in main.commands if name != "new"} <= told
    assert "aferir new challenge" in told
    assert "| `--format [github|json|text]` |" in page
    assert "Exit 1 when something is wrong." in page
