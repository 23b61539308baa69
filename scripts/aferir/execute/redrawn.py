"""A figure drawn again in the reader's browser, by the code that draws it when the site is built.

Loaded there once Matplotlib is: the wheel carries this module and what it imports.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..interpreter import Problem, problem_of
from ..mistakes import mistake_of
from ..runtime import Emit, Runtime, cell_result
from .figures import drawing
from .writing import Writing


def redrawn(runtime: Runtime, figure_json: str, language: str, lesson: str, emit: Emit) -> str:
    """Define the figure's function in the lesson's names and draw it, in light and in dark.

    ``figure_json``: ``{"name", "source", "writing", "fonts"}``, the source that of ``figure_<name>``, ``writing`` how
    the language writes numbers, ``fonts`` paths. The answer, as JSON: ``{"problem", "remarks", "drawing"}``, the
    drawing ``{"light", "dark", "width", "height"}`` or None.
    """
    figure = json.loads(figure_json)
    names = runtime.names(lesson, language)
    function = f"figure_{figure['name']}"
    defined = cell_result({"name": function, "source": figure["source"]}, names, emit, runtime.mend)
    problem, made = defined["problem"], None
    if not problem:
        try:
            made = _drawn(figure, names)
        except BaseException as error:  # noqa: BLE001 - whatever the reader's code raises is theirs to read
            runtime.mend()
            problem = asdict(_problem(error, f"{function}.py"))
    return json.dumps({"problem": problem, "remarks": defined["remarks"], "drawing": made})


def _drawn(figure: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, object]:
    function = f"figure_{figure['name']}"
    if function not in names:
        raise NameError(f"name '{function}' is not defined", name=function)
    made = drawing(figure["name"], names[function], Writing(**figure["writing"]), figure["fonts"])
    return {"light": made.light.text, "dark": made.dark.text, "width": made.width, "height": made.height}


def _problem(error: BaseException, filename: str) -> Problem:
    return problem_of("exit" if isinstance(error, SystemExit) else "raised", error, filename, 0, mistake_of)
