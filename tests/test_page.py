"""check_page: one page in an editor gets the findings that the check of the whole course has for it, in less time."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aferir.build import check_course, check_page, shape_of
from aferir.course import Source
from aferir.languages import language
from aferir.markup import to_html
from aferir.model import Finding, Fragment, Page
from aferir.readings import imports_of, outline, snippet_of
from aferir.scan import scan
from aferir.settings import Settings
from aferir.snippets import imported_files, read_snippet
from aferir.stores import NoCache

from .test_build import BREAKS, CODE, ES, PT
from .tiny import write_course

ROOT = Path(__file__).parent.parent


@pytest.fixture
def course(tmp_path: Path, shared_cache: Path) -> Settings:
    return Settings(root=write_course(tmp_path), cache=str(shared_cache), cell_seconds=2.0)


def silent(_: str) -> None:
    pass


def of_course(settings: Settings, path: str) -> list[Finding]:
    return [item for item in check_course(settings, silent).findings if item.path == path]


def of_page(settings: Settings, path: str) -> list[Finding]:
    return list(check_page(settings, path, (settings.root / path).read_text(encoding="utf-8"), silent))


MORE = [
    (ES, "## En código", "### En código", "AF403"),
    (PT, "## Em código", "| a |\n|---|\n| 1 | [os pesos|somam 1]{!allclose(w.sum(), 1)} |\n\n## Em código", "AF118"),
    (PT, "Veja", "Ou 0,125{=w[0]}. Veja", "AF401"),
    (PT, "Veja", "0,3{=w.mean()}; 0,3333{=w.mean()}. Veja", "AF401"),
]


@pytest.mark.audit
@pytest.mark.parametrize(("path", "old", "new", "code"), [*BREAKS, *MORE])
def test_a_page_gets_the_findings_that_the_whole_check_has_for_it(course, path, old, new, code) -> None:
    file = course.root / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    for page in (PT, ES, "docs/pt/index.md"):
        expected = of_course(course, page)
        assert of_page(course, page) == expected
        assert of_page(course, page) == expected, "the second time, from what was kept"
        assert of_page(replace(course, use_cache=False), page) == expected
    assert path == CODE or of_page(course, path) or of_page(course, ES if path == PT else PT)


@pytest.mark.slow
def test_the_text_comes_from_the_editor_not_from_the_disk(course) -> None:
    broken = (course.root / PT).read_text(encoding="utf-8").replace("0,500{", "0,501{")
    assert [item.code for item in check_page(course, PT, broken, silent)] == ["AF301"]
    assert of_page(course, PT) == []


def test_pages_that_clash_or_are_left_out_are_found_as_well(course) -> None:
    for name in ("docs/pt/one.md", "lessons/pt/two.md"):
        (course.root / name).write_text("---\ntitle: A\n---\n", encoding="utf-8")
        assert of_page(course, name) == of_course(course, name) != []


@pytest.mark.slow
def test_every_page_of_the_course_agrees(shared_cache) -> None:
    settings = Settings(root=ROOT, cache=str(shared_cache))
    found = check_course(settings, silent).findings
    for path in sorted(ROOT.glob("lessons/*/*.md")):
        shown = path.relative_to(ROOT).as_posix()
        assert of_page(settings, shown) == [item for item in found if item.path == shown]


_ALONE = """
import sys
from pathlib import Path
import aferir.__main__, aferir.commands.check
from aferir.build import check_page
from aferir.settings import Settings
settings = Settings(root=Path(sys.argv[1]), cache=sys.argv[2])
path = "lessons/pt/one.md"
text = (settings.root / path).read_text(encoding="utf-8")
def refuse(event, arguments):
    if event in ("subprocess.Popen", "os.fork", "os.posix_spawn"):
        raise RuntimeError("a process was started")
if sys.argv[3] == "warm":
    sys.addaudithook(refuse)
print([str(item) for item in check_page(settings, path, text.replace("0,500{", "0,501{"), print)])
heavy = ["numpy", "matplotlib", "markdown", "jinja2", "babel", "pygments", "requests", "fontTools", "subprocess"]
heavy += ["tempfile", "difflib", "aferir.build.checking", "aferir.notebooks", "aferir.glossary", "aferir.translations"]
print([name for name in heavy if name in sys.modules])
"""


@pytest.mark.slow
def test_with_a_warm_cache_no_process_starts_and_nothing_heavy_is_loaded(course) -> None:
    formula = "Veja $x^2$"
    for page in (PT, ES):
        file = course.root / page
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("Veja", formula).replace("Véase", formula), encoding="utf-8")
    arguments = [sys.executable, "-c", _ALONE, str(course.root), str(course.cache_folder)]
    subprocess.run([*arguments, "cold"], check=True, capture_output=True)
    done = subprocess.run([*arguments, "warm"], check=True, capture_output=True, text=True)
    findings, loaded = done.stdout.splitlines()
    assert "AF301 0,501 is written" in findings
    assert loaded == "[]"


# ── Readings ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Memory(NoCache):
    def __init__(self) -> None:
        self.entries: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self.entries.get(key)

    def put(self, key: str, data: bytes) -> None:
        self.entries[key] = data


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(ROOT.glob("lessons/*/*.md")), ids=lambda path: path.parent.name)
def test_an_outline_that_was_kept_has_the_sections_of_the_page(path) -> None:
    text = path.read_text(encoding="utf-8")
    source = Source(path.as_posix(), path.stem, path.parent.name, text, is_lesson=True)
    store = Memory()
    expected = scan(text, source.path, language(source.language), source.slug)[0].sections
    assert [outline(source, store).sections for _ in range(2)] == [expected] * 2
    assert len(store.entries) == 1
    changed = replace(source, text=text + "\n## More\n")
    assert len(outline(changed, store).sections) == len(expected) + 1


def test_a_snippet_that_was_kept_is_the_snippet(tmp_path) -> None:
    path, languages = ROOT / "snippets/lessons/split_then_sum.py", ("pt", "es", "cs")
    expected = read_snippet(path, "x.py", languages)[0]
    store = Memory()
    assert [snippet_of(path, "x.py", languages, store) for _ in range(2)] == [expected] * 2
    assert list(snippet_of(path, "x.py", languages, store).assigned) == list(expected.assigned)
    assert len(store.entries) == 1
    edited = tmp_path / "x.py"
    edited.write_text("# %% one\nx = 1\n")
    assert snippet_of(edited, "x.py", languages, store) == read_snippet(edited, "x.py", languages)[0]
    edited.write_text("# %% one\nx = (\n")
    assert snippet_of(edited, "x.py", languages, store) is None
    assert snippet_of(tmp_path / "none.py", "x.py", languages, store) is None


def test_imports_that_were_kept_are_found_anew_when_a_module_changes(tmp_path) -> None:
    (tmp_path / "reference").mkdir()
    for name, text in {"lesson.py": "import reference.a", "reference/a.py": "", "reference/b.py": ""}.items():
        (tmp_path / name).write_text(text)
    store, path = Memory(), tmp_path / "lesson.py"
    assert [imports_of(path, tmp_path, store) for _ in range(2)] == [imported_files(path, tmp_path)] * 2
    (tmp_path / "reference/a.py").write_text("import reference.b")
    assert imports_of(path, tmp_path, store) == (tmp_path / "reference/a.py", tmp_path / "reference/b.py")


# ── What Markdown loses ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_word_more_or_less_leaves_the_shape_of_a_page_and_a_mark_does_not() -> None:
    shape = shape_of("O *peso* \ue0001\ue001 cabe.\n\n```cell heads\n```\n| a_b | 3 |")
    assert shape == shape_of("Um *outro* \ue0001\ue001 vale.\n\n```cell heads\n```\n| c_d | 3 |")
    assert shape != shape_of("O **peso* \ue0001\ue001 cabe.\n\n```cell heads\n```\n| a_b | 3 |")
    assert shape_of("```cell heads") != shape_of("```cell maps")
    assert shape_of("a &amp; b") != shape_of("a &lt; b")


MARKS = [
    "*",
    "**",
    "_",
    "`",
    "[",
    "]",
    "(",
    ")",
    "|",
    "\n",
    "\n\n",
    "# ",
    "* ",
    "1. ",
    "> ",
    " ",
    "\\",
    "{",
    "}",
    "!",
    ":",
]


@pytest.mark.property
@given(st.lists(st.sampled_from([*MARKS, "word", "outra", "TOKEN"]), max_size=30))
def test_which_words_stand_on_a_page_decides_nothing_about_its_tokens(pieces) -> None:
    """Two pages of one shape keep the same tokens, whatever their words."""
    numbers = iter(range(100))
    text = "".join(f"\ue000{next(numbers)}\ue001" if piece == "TOKEN" else piece for piece in pieces)
    count = next(numbers)
    fragments = {f"\ue000{number}\ue001": Fragment("<b>1</b>", "1") for number in range(count)}
    other = text.replace("word", "palavra").replace("outra", "x")
    assume(shape_of(text) == shape_of(other))  # where a word is syntax, the line stays as it is
    kept = [to_html(Page("", "", "pt", "", "", each, fragments))[1] for each in (text, other)]
    assert kept[0] == kept[1]
