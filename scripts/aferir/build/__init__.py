"""The conductor: a visible list of passes from the files of a course to the pages of its editions.

    reading -> running -> formulas, diagrams -> judging       (`check_course`; `check_page` for one page)
    checked course -> pages, data, folders                    (`build_site`)

The only room that knows every stage. Each pass takes values and returns values.

Checking one page takes less time than it takes to load what only challenges and finished pages need (NumPy, Jinja,
Markdown, Pygments: 0.5 s). So those rooms are entered in the functions that use them, and a pass is loaded when
somebody asks this room for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .checking import check_course
    from .data import course_data, lesson_data_path
    from .diagrams import diagram_fence
    from .judging import shape_of
    from .one_page import check_page
    from .pages import build_site, editions, load_rooms
    from .parts import Checked, Edition, NotebookPage, SiteParts
    from .translating import held_against_source

__all__ = [
    "Checked",
    "Edition",
    "NotebookPage",
    "SiteParts",
    "build_site",
    "check_course",
    "check_page",
    "course_data",
    "diagram_fence",
    "editions",
    "held_against_source",
    "lesson_data_path",
    "load_rooms",
    "shape_of",
]

_MODULES = {
    "checking": ("check_course",),
    "data": ("course_data", "lesson_data_path"),
    "diagrams": ("diagram_fence",),
    "judging": ("shape_of",),
    "one_page": ("check_page",),
    "pages": ("build_site", "editions", "load_rooms"),
    "parts": ("Checked", "Edition", "NotebookPage", "SiteParts"),
    "translating": ("held_against_source",),
}
"""Where each of them stands."""


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
