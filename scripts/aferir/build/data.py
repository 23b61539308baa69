"""What the reader's browser needs of a course beside its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..explorables import explorables_of, lesson_states
from ..glossary import glossary_data
from ..model import Cell, ChallengeFiles, Course, Lesson, Page, Results, Snippet
from ..provenance import sources
from ..settings import Settings
from ..snippets import functions_of, localised
from .common import json_bytes, reference_files
from .parts import Checked, SiteParts

if TYPE_CHECKING:
    from ..languages import Language
    from ..site import ContentFolder


def course_data(checked: Checked, settings: Settings) -> ContentFolder:
    """What the reader's browser needs of the course: the reference, each lesson's cells, each challenge."""
    from ..guidance import solution_data  # noqa: PLC0415 - see `aferir.build`
    from ..site import ContentFolder  # noqa: PLC0415 - see `aferir.build`

    files: dict[str, bytes] = {"python.json": json_bytes(reference_files(settings))}
    for lesson in checked.lessons:
        if lesson.snippet in checked.snippets:
            files[f"{lesson.language}/lessons/{lesson.slug}.json"] = json_bytes(_lesson_data(checked, lesson))
        if made := explorables_of(lesson, checked.results.get(lesson.path, Results())):
            files[f"{lesson.language}/lessons/{lesson.slug}.explorables.json"] = lesson_states(made)
        if lesson.bindings:
            own = sources(
                lesson,
                checked.snippets.get(lesson.snippet),
                checked.results.get(lesson.path, Results()),
                {reference.key: reference.text for reference in checked.references[lesson.path]},
            )
            files[f"{lesson.language}/lessons/{lesson.slug}.sources.json"] = json_bytes(own)
    for code in checked.languages:
        if checked.glossary and code in checked.course.languages:
            files[f"{code}/glossary.json"] = json_bytes(glossary_data(checked.glossary, code, checked.course.languages))
        for name, challenge in checked.challenges.items():
            if code not in challenge.texts:  # of a language that is only begun
                continue
            files[f"{code}/challenges/{name}.json"] = json_bytes(_challenge_data(checked, challenge, code))
            solution = localised(challenge.solution, code, checked.course.all_languages)
            files[f"{code}/challenges/{name}.solution.json"] = json_bytes(
                solution_data(solution, challenge.texts[code])
            )
    return ContentFolder("course", files)


def _challenge_data(checked: Checked, challenge: ChallengeFiles, code: str) -> dict[str, object]:
    from ..grading import challenge_data  # noqa: PLC0415 - see `aferir.build`

    adapted = replace(challenge, starter=localised(challenge.starter, code, checked.course.all_languages))
    steps = [{"id": name, "title": title} for name, title in _step_titles(checked, challenge, code)]
    return {**challenge_data(adapted, checked.spoken[code]), "steps": steps}


def _step_titles(checked: Checked, challenge: ChallengeFiles, code: str) -> list[tuple[str, object]]:
    """The smaller challenges that lead to one, as far as their texts are translated."""
    texts = [(name, checked.challenges[name].texts.get(code)) for name in challenge.steps]
    return [(name, own["title"]) for name, own in texts if own]


def _lesson_data(checked: Checked, lesson: Lesson) -> dict[str, object]:
    shown = {fence.name for fence in lesson.fences if fence.kind == "cell"}
    cells = shown_cells(checked.snippets[lesson.snippet], lesson.language, checked.course)
    names = [block.argument for block in lesson.blocks if block.kind == "challenge"]
    names += [step for name in names for step in checked.challenges[name].steps]
    return {
        "cells": [{"name": cell.name, "source": cell.source, "shown": cell.name in shown} for cell in cells],
        "figures": _figure_sources(lesson, cells),
        "writing": _writing(checked.spoken[lesson.language]),
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
