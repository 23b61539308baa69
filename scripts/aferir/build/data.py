"""What the reader's browser needs of a course beside its pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..explorables import states_of
from ..glossary import glossary_data
from ..memory import Memory
from ..model import Cell, ChallengeFiles, Course, Lesson, Page, Results, Snippet
from ..provenance import sources
from ..settings import Settings
from ..snippets import functions_of, localised
from .common import json_bytes, reference_files
from .parts import Checked, SiteParts

if TYPE_CHECKING:
    from ..languages import Language
    from ..site import ContentFolder


def course_data(checked: Checked, settings: Settings, memory: Memory | None = None) -> ContentFolder:
    """What the reader's browser needs of the course: the reference, each lesson's cells, each challenge.

    With the ``memory`` of an earlier call only what has changed since is made.
    """
    from ..site import ContentFolder  # noqa: PLC0415 - see `aferir.build`

    memory = memory or Memory()
    files: dict[str, bytes] = {"python.json": json_bytes(reference_files(settings))}
    for lesson in checked.lessons:
        results = checked.results.get(lesson.path, Results())
        told = {reference.key: reference.text for reference in checked.references[lesson.path]}
        steps = {name: challenge.steps for name, challenge in checked.challenges.items()}
        snippet, spoken = checked.snippets.get(lesson.snippet), checked.spoken[lesson.language]
        asked = (lesson, snippet, results, told, checked.course, spoken, steps)
        files |= memory.of(("lesson data", lesson.path), _lesson_files, *asked)
        if states := memory.of(("states", lesson.path), states_of, lesson, results):
            files[f"{lesson.language}/lessons/{lesson.slug}.explorables.json"] = states
    for code in checked.languages:
        if checked.glossary and code in checked.course.languages:
            files[f"{code}/glossary.json"] = json_bytes(glossary_data(checked.glossary, code, checked.course.languages))
        for name, challenge in checked.challenges.items():
            if code not in challenge.texts:  # of a language that is only begun
                continue
            about = (challenge, checked.spoken[code], checked.course, _step_titles(checked, challenge, code))
            files |= memory.of(("challenge data", code, name), _challenge_files, *about)
    return ContentFolder("course", files)


def _lesson_files(  # noqa: PLR0913, PLR0917 - all that they depend on
    lesson: Lesson,
    snippet: Snippet | None,
    results: Results,
    told: Mapping[str, str],
    course: Course,
    spoken: Language,
    steps: Mapping[str, Sequence[str]],
) -> dict[str, bytes]:
    """``told``: the sources that it cites, by their keys. ``steps``: the smaller challenges of each one."""
    place = f"{lesson.language}/lessons/{lesson.slug}"
    files: dict[str, bytes] = {}
    if snippet:
        cells = shown_cells(snippet, lesson.language, course)
        files[f"{place}.json"] = json_bytes(_lesson_data(lesson, cells, spoken, steps))
    if lesson.bindings:
        files[f"{place}.sources.json"] = json_bytes(sources(lesson, snippet, results, told))
    return files


def _challenge_files(
    challenge: ChallengeFiles, spoken: Language, course: Course, titles: Sequence[tuple[str, object]]
) -> dict[str, bytes]:
    """``titles``: the smaller challenges that lead to it, by their names."""
    from ..grading import challenge_data  # noqa: PLC0415 - see `aferir.build`
    from ..guidance import solution_data  # noqa: PLC0415 - see `aferir.build`

    code, languages = spoken.code, course.all_languages
    adapted = replace(challenge, starter=localised(challenge.starter, code, languages))
    steps = [{"id": name, "title": title} for name, title in titles]
    solution = solution_data(localised(challenge.solution, code, languages), challenge.texts[code])
    place = f"{code}/challenges/{challenge.id}"
    return {
        f"{place}.json": json_bytes({**challenge_data(adapted, spoken), "steps": steps}),
        f"{place}.solution.json": json_bytes(solution),
    }


def _step_titles(checked: Checked, challenge: ChallengeFiles, code: str) -> list[tuple[str, object]]:
    """The smaller challenges that lead to one, as far as their texts are translated."""
    texts = [(name, checked.challenges[name].texts.get(code)) for name in challenge.steps]
    return [(name, own["title"]) for name, own in texts if own]


def _lesson_data(
    lesson: Lesson, cells: Sequence[Cell], spoken: Language, steps: Mapping[str, Sequence[str]]
) -> dict[str, object]:
    shown = {fence.name for fence in lesson.fences if fence.kind == "cell"}
    names = [block.argument for block in lesson.blocks if block.kind == "challenge"]
    names += [step for name in names for step in steps[name]]
    return {
        "cells": [{"name": cell.name, "source": cell.source, "shown": cell.name in shown} for cell in cells],
        "figures": _figure_sources(lesson, cells),
        "writing": _writing(spoken),
        "challenges": {name: f"../challenges/{name}.json" for name in names},
        "solutions": {name: f"../challenges/{name}.solution.json" for name in names},
    }


def _figure_sources(lesson: Lesson, cells: Iterable[Cell]) -> dict[str, str]:
    """Figure of the page -> the code of the function that draws it."""
    functions = {name: code for cell in cells for name, code in functions_of(cell.source).items()}
    return {fence.name: functions[f"figure_{fence.name}"] for fence in lesson.fences if fence.kind == "figure"}


def _writing(spoken: Language) -> dict[str, object]:
    """How a figure function of this language writes numbers: the fields of ``execute.writing.Writing``."""
    marks = spoken.marks
    return {
        "language": spoken.code,
        "decimal_mark": marks.decimal,
        "thousands_mark": marks.thousands[0],
        "grouped_from": marks.grouped_from,
    }


def shown_cells(snippet: Snippet | None, code: str, course: Course) -> tuple[Cell, ...]:
    """The cells of a lesson with the comments of its language."""
    cells = snippet.cells if snippet else ()
    return tuple(replace(cell, source=localised(cell.source, code, course.all_languages)) for cell in cells)


def lesson_data_path(parts: SiteParts, page: Page, ending: str = "json") -> str:
    """The address of a lesson's data from the root of the site."""
    from ..site import asset_path  # noqa: PLC0415 - see `aferir.build`

    return asset_path(parts.data.folder_name, f"{page.language}/lessons/{page.slug}.{ending}")
