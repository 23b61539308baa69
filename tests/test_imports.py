"""Import direction: each room may import only from the rooms before it, and no two rooms import each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "scripts" / "aferir"
SNIPPETS = ROOT / "snippets"
FINAL = ("__main__", "commands", "mkdocs_plugin", "served")
# What the reader's browser runs as well, and the plain nouns that everything else stands on.
FIRST = (
    *("__init__", "model", "errors", "interpreter", "observed", "shown", "attempt", "recognition", "worlds"),
    *("exam", "learner", "grader"),
    *("misfits", "misspelt", "scene", "mistakes", "overflow", "practice"),
    *("feedback", "runtime", "plain", "records", "names", "printed", "rich", "yaml_file", "labels"),
)
SHARED = (
    "languages",
    "memory",
    "shelf",
    "digests",
    "literals",
    "cache",
    "compiled",
    "stores",
    "assets",
    "messages",
    "limited",
    "grading",
    "guidance",
    "asked",
)
STAGES = (
    *("course", "scan", "snippets", "execute", "values", "parity", "challenges", "tex", "arithmetic", "provenance"),
    *("coverage", "accept", "ledger", "figures", "notebooks", "translations", "shown_html", "tables", "references"),
    *("glossary", "mutants", "quizzes", "explorables", "diagrams"),
)
VIEWS = (
    *("question_tree", "question_frames", "drafts", "explained", "passages", "markup", "readings", "render", "reports"),
    *("statements", "challenge_texts", "scaffold", "search", "schemas", "handbook", "notebook_html", "notebook_pages"),
    "shades",
    *("new_course", "appearance", "history", "new_language", "texts_report", "unchanged"),
)
RANKS = (FIRST, ("settings", "configuration"), SHARED, STAGES, VIEWS, ("site",), ("build",), FINAL)


def imported(path: Path) -> set[str]:
    """The rooms of our package that a file imports, at any depth of its code; its own room does not count."""
    found: set[str] = set()
    depth = len(path.relative_to(PACKAGE).parts)  # 1 at the top, 2 inside a room
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            found |= set(_named(node))
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] == "aferir":
            found |= set(_named(node))
        if isinstance(node, ast.Import):
            found |= {item.name.split(".")[1] for item in node.names if item.name.startswith("aferir.")}
    return found


def _named(node: ast.ImportFrom) -> Iterator[str]:
    module = (node.module or "").removeprefix("aferir").strip(".")
    if module:
        yield module.split(".")[0]
    else:
        yield from (item.name for item in node.names if not item.name.startswith("_"))


def graph() -> dict[str, set[str]]:
    modules = {path.stem for path in PACKAGE.glob("*.py")} | {
        path.parent.name for path in PACKAGE.glob("*/__init__.py")
    }
    edges: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        own = {name for name in imported(path) if name in modules and name != room}
        edges[room] = edges.get(room, set()) | own
    return edges


def test_no_import_goes_round_in_a_circle() -> None:
    edges = graph()

    def reachable(start: str) -> set[str]:
        seen: set[str] = set()
        todo = list(edges.get(start, ()))
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += edges.get(name, ())
        return seen

    assert [name for name in edges if name in reachable(name)] == []


def test_each_room_imports_only_from_the_ranks_before_it_and_stages_never_from_each_other() -> None:
    rank = {room: number for number, rooms in enumerate(RANKS) for room in rooms}
    edges = graph()
    assert set(edges) == set(rank), "say in RANKS where the room belongs"
    for room, uses in edges.items():
        for used in uses:
            same = rank[used] == rank[room] and RANKS[rank[room]] is not STAGES
            assert rank[used] < rank[room] or same, f"{room} imports {used}"


@pytest.mark.slow
def test_only_the_last_rooms_import_the_conductor_and_mkdocs() -> None:
    edges = graph()
    assert {name for name, uses in edges.items() if "build" in uses} <= set(FINAL)
    assert {name for name, uses in edges.items() if "site" in uses} <= {*FINAL, "build"}
    users = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^\s*(from|import) mkdocs\b", path.read_text(), re.MULTILINE)
    }
    assert users == {"mkdocs_plugin"}


def test_no_file_holds_more_than_300_lines_but_one_that_is_known() -> None:
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in PACKAGE.rglob("*.py")}
    long = {path.relative_to(PACKAGE).as_posix() for path, count in lines.items() if count > 300}
    assert long <= {"execute/sandbox.py"}


def test_what_runs_in_the_browser_needs_only_the_standard_library_and_numpy() -> None:
    from aferir.runtime import MODULES

    allowed = {"numpy", "reference", "aferir"}
    for name in MODULES:
        path = PACKAGE / f"{name}.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                tops = {item.name.split(".")[0] for item in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                tops = {(node.module or "").split(".")[0]}
            else:
                continue
            assert all(top in allowed or top in _standard() for top in tops), (name, tops)
        assert imported(path) <= set(MODULES), name


def _standard() -> frozenset[str]:
    import sys

    return sys.stdlib_module_names


def test_snippets_import_numpy_and_reference_only_and_never_the_generator() -> None:
    for path in SNIPPETS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            names = [item.name for item in node.names] if isinstance(node, ast.Import) else [module] if module else []
            for name in names:
                assert name.split(".")[0] != "aferir", path
                if path.is_relative_to(SNIPPETS / "reference"):
                    assert name.split(".")[0] in ("numpy", "reference"), path
