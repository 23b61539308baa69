"""The cache from outside: each kind of input is edited in turn, and exactly what depends on it runs again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from aferir import cache
from aferir.build import check_course
from aferir.execute import Engine
from aferir.settings import Settings

pytestmark = pytest.mark.usefixtures("one_process")
COURSE = "id: two\ntitle: {pt: A, es: B}\nlanguages: [pt, es]\nlessons: [one, two]\n"
PAGE = "---\ntitle: Lição\nsnippet: %s\n---\nVale 3{=n}.\n\n```cell first\n```\n"
LEDGER = '{"one": {"cell first": {"line 1": "3"}}, "two": {"cell first": {"line 1": "3"}}}'
FILES = {
    "lessons/course.yml": COURSE,
    "lessons/ledger.json": LEDGER,
    "snippets/lessons/one.py": "# %% first\nfrom near import three\n\nn = three()\nprint(n)\n",
    "snippets/lessons/two.py": "# %% first\nn = 3\nprint(n)\n",
    "snippets/near.py": "from far import value\n\n\ndef three():\n    return value\n",
    "snippets/far.py": "value = 3\n",
    "snippets/apart.py": "value = 3\n",
    **{f"lessons/{code}/{name}.md": PAGE % name for code in ("pt", "es") for name in ("one", "two")},
    **{f"docs/{code}/index.md": "---\ntitle: Início\n---\n" for code in ("pt", "es")},
}
ONE = {("one", "pt"), ("one", "es")}
ALL = ONE | {("two", "pt"), ("two", "es")}


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A course and the cache that its first check has filled."""
    root = tmp_path_factory.mktemp("two")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    waited: list[str] = []
    assert check_course(settings(root), pytest.fail, meanwhile=lambda: waited.append("once")).findings == ()
    assert waited == ["once"]
    return root


def settings(root: Path) -> Settings:
    return Settings(root=root, cache=str(root / "cache"))


def edited(path: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(root: Path) -> None:
        text = (root / path).read_text()
        assert old in text
        (root / path).write_text(text.replace(old, new))

    return edit


def damaged(root: Path) -> None:
    """Every entry of the cache is cut."""
    for path in (root / "cache" / "outputs").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-1])


NUMBER = {f"lessons/{code}/one.md": ("Vale 3{=n}.", "Vale 3{=n} e 6{=2*n}.") for code in ("pt", "es")}


def another_number(root: Path) -> None:
    for path, (old, new) in NUMBER.items():
        edited(path, old, new)(root)


EDITS = [
    ("nothing", lambda _root: None, {}, set(), set()),
    ("the snippet", edited("snippets/lessons/one.py", "n = three()", "n = three() + 0"), {}, ONE, set()),
    ("a comment of the snippet", edited("snippets/lessons/two.py", "n = 3", "n = 3  # three"), {}, ALL - ONE, set()),
    ("a module that it imports", edited("snippets/near.py", "return value", "return value + 0"), {}, ONE, set()),
    ("a module that this one imports", edited("snippets/far.py", "3", "1 + 2"), {}, ONE, set()),
    ("a module that nobody imports", edited("snippets/apart.py", "3", "4"), {}, set(), set()),
    ("prose", edited("lessons/pt/one.md", "Vale", "Dá"), {}, set(), set()),
    ("another number", another_number, {}, set(), ONE),
    ("the time limit", lambda _root: None, {"cell_seconds": 19.0}, ALL, set()),
    ("the memory limit", lambda _root: None, {"memory_megabytes": 4000}, ALL, set()),
    ("reading speed", lambda _root: None, {"words_per_minute": 100}, set(), set()),
    ("no cache", lambda _root: None, {"use_cache": False}, ALL, set()),
    ("damaged entries", damaged, {}, ALL, set()),
]


@pytest.fixture
def runs(monkeypatch) -> dict[str, set[tuple[str, str]]]:
    """Which lessons ran their cells, and which took up what they had left."""
    seen: dict[str, set[tuple[str, str]]] = {"run": set(), "resume": set()}
    run, resume = Engine.run, Engine.resume

    def ran(self, work, **named):
        seen["run"].add((work.snippet, work.language))
        return run(self, work, **named)

    def resumed(self, work, snapshot):
        seen["resume"].add((work.snippet, work.language))
        return resume(self, work, snapshot)

    monkeypatch.setattr(Engine, "run", ran)
    monkeypatch.setattr(Engine, "resume", resumed)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(("edit", "changes", "ran", "resumed"), [item[1:] for item in EDITS], ids=[e[0] for e in EDITS])
def test_an_edit_runs_what_depends_on_it_and_nothing_else(built, tmp_path, runs, edit, changes, ran, resumed):
    root = shutil.copytree(built, tmp_path / "course")
    edit(root)
    notes: list[str] = []
    assert check_course(replace(settings(root), **changes), notes.append).findings == ()
    assert runs == {"run": ran, "resume": resumed}
    assert bool(notes) == (edit is damaged), notes


@pytest.mark.slow
@pytest.mark.parametrize("package", ["aferir", "engine", "python", "numpy", "matplotlib"])
def test_another_version_runs_everything(built, tmp_path, runs, monkeypatch, package):
    root = shutil.copytree(built, tmp_path / "course")
    other = {**cache.versions(), package: "another"}
    monkeypatch.setattr(cache, "versions", lambda: other)
    assert check_course(settings(root), pytest.fail).findings == ()
    assert runs == {"run": ALL, "resume": set()}


def test_when_everything_is_kept_no_process_starts(built, monkeypatch):
    monkeypatch.setattr("aferir.execute.engine.Warm", lambda _: pytest.fail("a process starts"))
    assert check_course(settings(built), pytest.fail, meanwhile=lambda: pytest.fail("waits")).findings == ()


def test_a_language_more_runs_that_language_alone(built, tmp_path, runs):
    root = shutil.copytree(built, tmp_path / "course")
    (root / "lessons/course.yml").write_text(
        COURSE.replace("es: B}", "es: B, cs: C}").replace("[pt, es]", "[pt, es, cs]")
    )
    for name in ("one", "two"):
        page = root / f"lessons/cs/{name}.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text(PAGE % name)
    (root / "docs/cs").mkdir()
    (root / "docs/cs/index.md").write_text("---\ntitle: Úvod\n---\n")
    assert check_course(settings(root), pytest.fail).findings == ()
    assert runs == {"run": {("one", "cs"), ("two", "cs")}, "resume": set()}
