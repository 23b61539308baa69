"""What a cell shows besides text: in order, fit for a page, described, and the same words in the reader's browser."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from aferir.build import build_site, check_course
from aferir.execute import Engine
from aferir.execute.order import MARK_SIZE, sections, unmarked
from aferir.markup import to_html
from aferir.model import Cell, Failure, Held, Output, Part, Work
from aferir.rich import rich, words_of_html
from aferir.runtime import Runtime
from aferir.settings import Settings
from aferir.shown_html import Fit, fit_html, svg_size

from .tiny import SNIPPET, write_course

PATH = "snippets/lessons/x.py"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text>0.25</text></svg>'
TABLE = """
class Table:
    def _repr_html_(self):
        return "<table border='1'><tr><th>n</th><td>0.5</td></tr><tr><th>m</th><td>0.75</td></tr></table>"

Table()
"""


def outputs(engine: Engine, *sources: str, folder: str = "") -> list[Output]:
    cells = tuple(Cell(f"c{n}", textwrap.dedent(source).strip(), 10 * n + 1) for n, source in enumerate(sources))
    found = engine.run(Work("x", PATH, cells, "pt", import_folder=folder)).outputs.values()
    assert not [item for item in found if isinstance(item, Failure)], found
    return [item for item in found if isinstance(item, Output)]


def pieces(engine: Engine, source: str) -> list[tuple[str, str]]:
    return [(part.kind, part.data) for part in outputs(engine, source)[0].parts]


# ── Order ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_output_errors_and_warnings_stand_in_the_order_in_which_they_came(either):
    source = """
        import sys, warnings
        print("a")
        print("b", file=sys.stderr)
        sys.stdout.write("c\\n")
        sys.stdout.buffer.write(b"d\\n")
        warnings.warn("careful")
        print("e", end="", sep="-", file=sys.stdout)
        sys.stderr.write("f")
        "g"
    """
    warning = f'{PATH}:6: UserWarning: careful\n  warnings.warn("careful")\n'
    assert pieces(either, source) == [
        *[("text", "a\n"), ("errors", "b\n"), ("text", "c\nd\n"), ("errors", warning)],
        *[("text", "e"), ("errors", "f"), ("text", "'g'\n")],
    ]


@pytest.mark.slow
def test_what_c_code_and_child_processes_write_stays_between_what_python_writes(engine):
    source = """
        import os, subprocess, sys
        print("one", file=sys.stderr)
        print("two")
        os.write(1, b"three\\n")
        subprocess.run(["echo", "four"])
        print("five", file=sys.stderr)
    """
    assert pieces(engine, source) == [("errors", "one\n"), ("text", "two\nthree\nfour\n"), ("errors", "five\n")]


def test_order_begins_anew_in_each_cell_and_after_streams_were_closed(engine):
    first = "import os, sys\nprint('a', file=sys.stderr)\nos.close(1)\nos.close(2)"
    found = outputs(engine, first, "import sys\nprint('b', file=sys.stderr)\nprint('c')")
    assert [[(part.kind, part.data) for part in output.parts] for output in found] == [
        [("errors", "a\n")],
        [("errors", "b\n"), ("text", "c\n")],
    ]


def test_a_process_that_a_cell_forks_leaves_no_mark(engine):
    source = """
        import os, sys
        if os.fork() == 0:
            print("child", file=sys.stderr, flush=True)
            print("child out")
            os._exit(0)
        os.wait()
        print("parent")
    """
    assert pieces(engine, source) == [("text", "child out\nparent\n"), ("errors", "child\n")]


def test_threads_may_write_to_both_streams_at_once(engine):
    source = """
        import sys, threading
        def write(stream):
            for n in range(300):
                print("x" * 10, file=stream)
        threads = [threading.Thread(target=write, args=(stream,)) for stream in (sys.stdout, sys.stderr) * 2]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
    """
    (output,) = outputs(engine, source)
    assert output.text.count("x") == output.errors.count("x") == 6000
    assert set(output.text + output.errors) == {"x", "\n"}


def test_streams_are_cut_at_their_marks_wherever_they_end():
    mark = bytes(range(MARK_SIZE))
    data = b"a" + mark + b"\0\0\0\1" + b"b" + mark + b"\0\0\0\3" + b"c"
    assert sections(data, mark) == {0: b"a", 1: b"b", 3: b"c"}
    assert unmarked(data, mark) == b"abc"
    assert unmarked(b"a" + mark[:5], mark) == b"a"
    assert unmarked(b"a", b"") == b"a"


# ── Rich values and figures ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("method", "given", "kind", "words"),
    [
        ("_repr_html_", "<p>a <b>0.5</b></p><ul><li>b</li></ul>", "html", "a 0.5\nb"),
        ("_repr_markdown_", "**0.5**\n", "markdown", "**0.5**"),
        ("_repr_svg_", SVG, "svg", "0.25"),
    ],
)
def test_the_last_expression_shows_its_rich_form_after_what_was_printed(either, method, given, kind, words):
    source = f"class T:\n    def {method}(self):\n        return {given!r}\n\nprint('first')\nT()"
    (output,) = outputs(either, source)
    assert output.parts == (Part("text", Held("first\n")), Part(kind, Held(given), words))
    assert output.text == "first\n"


def test_notebooks_order_of_preference_holds_and_none_means_the_next():
    class Both:
        def _repr_html_(self):
            return None

        def _repr_svg_(self):
            return SVG

        def _repr_markdown_(self):
            return "*x*"

    assert rich(Both()).kind == "markdown"
    assert rich(Both) is None
    assert rich(3) is None


def test_an_object_whose_rich_form_raises_is_a_failing_cell(engine):
    source = "class T:\n    def _repr_html_(self):\n        return 1 / 0\n\nT()"
    (found,) = engine.run(Work("x", PATH, (Cell("one", source, 1),), "pt")).outputs.values()
    assert (found.kind, found.line, found.message) == ("raised", 3, "ZeroDivisionError: division by zero")


def test_several_figures_of_a_cell_stand_where_they_are_shown_and_open_ones_below(either):
    source = """
        import matplotlib.pyplot as plt
        print("before")
        plt.plot([1, 2, 3])
        plt.show()
        print("between")
        plt.figure()
        bars = plt.bar([1, 2], [3, 4.5])
        other, axes = plt.subplots()
        axes.plot([0, 1], [0.125, 1])
        print("after")
        other
    """
    (output,) = outputs(either, source)
    assert [part.kind for part in output.parts] == ["text", "svg", "text", "svg", "svg"]
    line, other, bars = (part for part in output.parts if part.kind == "svg")
    assert line.places["axes 1 line 1 y"] == "1.000 2.000 3.000"
    assert bars.places["axes 1 bars height"] == "3.000 4.500"
    assert other.places["axes 1 line 1 y"] == "0.125 1.000"
    assert len({ET.fromstring(part.data).get("viewBox") for part in (line, other, bars)}) == 1
    assert output.text == "before\nbetween\nafter\n"


@pytest.mark.slow
def test_a_figure_of_a_cell_is_the_same_bytes_in_every_process(engine, tmp_path):
    source = "import matplotlib.pyplot as plt\n_ = plt.plot([0.1, 0.7])"
    with Engine(tmp_path, fork=False) as other:
        assert outputs(engine, source) == outputs(other, source)


def test_figures_of_one_cell_are_not_those_of_the_next_nor_of_another_lesson(engine):
    draw = "import matplotlib.pyplot as plt\n_ = plt.plot([1, 2])"
    found = outputs(engine, draw, "print('next')", draw)
    assert [[part.kind for part in output.parts] for output in found] == [["svg"], ["text"], ["svg"]]
    assert [part.kind for part in outputs(engine, "print('other')")[0].parts] == ["text"]


def test_style_of_an_author_stays_and_a_missing_letter_is_a_failing_cell(engine):
    styled = "import matplotlib\nmatplotlib.rcParams['lines.linewidth'] = 7\nimport matplotlib.pyplot as plt\n"
    (output,) = outputs(engine, styled + "_ = plt.plot([1, 2])")
    assert "stroke-width:7" in output.parts[0].data.replace(" ", "") or 'stroke-width="7"' in output.parts[0].data
    source = "import matplotlib.pyplot as plt\n_ = plt.title('\\u4e00')"
    (found,) = engine.run(Work("x", PATH, (Cell("one", source, 1),), "pt")).outputs.values()
    assert isinstance(found, Failure)
    assert "Glyph" in found.message


def test_a_warning_of_a_module_of_the_course_names_no_folder_of_this_machine(engine, tmp_path):
    (tmp_path / "snippets").mkdir()
    (tmp_path / "snippets" / "helper.py").write_text("import warnings\n\ndef f():\n    warnings.warn('careful')\n")
    (output,) = outputs(engine, "from helper import f\nf()", folder=str(tmp_path / "snippets"))
    assert output.errors == "snippets/helper.py:4: UserWarning: careful\n  warnings.warn('careful')\n"


# ── Fit for a page ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<script>alert(1)</script>", "<script>"),
        ("<p onclick='alert(1)'>x</p>", 'onclick="alert(1)" of <p>'),
        ("<img src=x onerror=alert(1)>", "<img>"),
        ("<iframe srcdoc='<p>'></iframe>", "<iframe>"),
        ("<a href='javascript:alert(1)'>x</a>", 'href="javascript:alert(1)" of <a>'),
        ("<a href=' java&#10;script:alert(1)'>x</a>", 'href=" java\nscript:alert(1)" of <a>'),
        ("<form action='/x'><input></form>", "<form>"),
        ("<svg><circle/></svg>", "<svg>"),
        ("<link rel=stylesheet href=//x>", "<link>"),
        ("<table background='http://x'></table>", 'background="http://x" of <table>'),
    ],
)
def test_what_does_more_than_show_is_a_fault(html, fault):
    assert fault in fit_html(Part("html", Held(html))).faults


def test_what_only_decorates_is_left_out_and_everything_else_is_written_anew():
    row = "<tr style='x'><td colspan=2>a &lt; b<br>é</td>"
    html = f"<style>p{{color:red}}</style><table border='1' class='dataframe'>{row}</table>"
    written = '<div class="cell-shown"><table><tr><td colspan="2">a &lt; b<br>é</td></tr></table></div>'
    assert fit_html(Part("html", Held(html))) == Fit(written, ())


def test_markdown_becomes_html_and_is_judged_like_it():
    assert "<strong>0.5</strong>" in fit_html(Part("markdown", Held("**0.5**\n\n| a |\n|---|\n| 1 |"))).html
    assert "<td>1</td>" in fit_html(Part("markdown", Held("| a |\n|---|\n| 1 |"))).html
    assert fit_html(Part("markdown", Held("<script>x</script>"))).faults == ("<script>",)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (SVG, (40.0, 20.0)),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8.5 4"/>', (8.5, 4.0)),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', None),
        ("<svg", None),
        ("<p/>", None),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg width="1" height="1">&a;</svg>', None),
    ],
)
def test_a_picture_says_how_large_it_is(data, size):
    assert svg_size(Part("svg", Held(data))) == size


# ── On the page ──────────────────────────────────────────────────────────────────────────────────────────────────────

SHOWING = f"""

# %% shown
def draw():
    import matplotlib.pyplot as plt

    plt.plot([0.5, 1.5])
    plt.show()


print("a")
draw()
{TABLE}"""


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    root = write_course(tmp_path_factory.mktemp("rich") / "course")
    (root / "snippets/lessons/tiny.py").write_text(SNIPPET.replace("\n\n# %% figures", f"{SHOWING}\n\n# %% figures"))
    for code in ("pt", "es"):
        page = root / f"lessons/{code}/one.md"
        page.write_text(page.read_text() + "\n```cell shown\nalt: Uma curva sobe até 1,5{=1.5}.\n```\n")
    return root


def findings(root: Path, shared_cache: Path) -> list[str]:
    settings = Settings(root=root, cache=str(shared_cache))
    return [str(item) for item in check_course(settings, lambda _: None).findings]


@pytest.mark.slow
def test_the_ledger_holds_what_a_cell_shows(course, shared_cache):
    said = findings(course, shared_cache)
    assert any("AF70" in item and "cell shown" in item for item in said), said


def test_the_page_shows_everything_in_order_with_its_text(course, shared_cache):
    from aferir.ledger import ledger_of, written

    settings = Settings(root=course, cache=str(shared_cache))
    ledger = written(ledger_of(check_course(settings, lambda _: None).produced))
    kept = json.loads(ledger)["one"]["cell shown"]
    assert kept["shown 1 axes 1 line 1 y"] == "0.500 1.500"
    assert (kept["shown 2 line 1"], kept["shown 2 line 2"]) == ("0.5", "0.75")
    (course / "lessons/ledger.json").write_text(ledger)
    checked = check_course(settings, lambda _: None)
    assert checked.findings == ()
    page = build_site(checked, settings, lambda _: None).editions[0].pages["one.md"]
    html = to_html(page)[0].split('id="cell-shown"')[1]
    assert html.index(">a\n</pre>") < html.index("<img") < html.index("<table>")
    assert 'alt="Uma curva sobe até 1,5."' in html
    assert "<table><tr><th>n</th>" in html
    source = html.split('<img src="../')[1].split('"')[0]
    assert page.files[source].text.startswith("<svg")


def test_the_words_of_the_page_are_what_the_browser_prints(course):
    """The page holds, hidden, what a reader's own run prints, so that the two can be compared."""
    cells = json.dumps([{"name": "table", "source": TABLE}])
    ran = json.loads(Runtime().run(cells, "pt", "lesson"))["cells"][0]
    assert (
        ran["stdout"]
        == words_of_html("<table><tr><th>n</th><td>0.5</td></tr><tr><th>m</th><td>0.75</td></tr></table>") + "\n"
    )
    assert ran["stdout"] == "n  0.5\nm  0.75\n"


@pytest.mark.slow
def test_a_failing_cell_shows_the_author_s_lines_in_the_report_and_on_the_page(course, shared_cache, tmp_path):
    from aferir.reports import as_text

    root = write_course(tmp_path / "course")
    code = root / "snippets/lessons/tiny.py"
    code.write_text(code.read_text().replace("print(w.sum())", "def wrong():\n    return 1 / 0\n\n\nwrong()"))
    settings = Settings(root=root, cache=str(shared_cache), languages=("pt",))
    (root / "lessons/pt/one.md").write_text((root / "lessons/pt/one.md").read_text() + "\n```cell more\n```\n")
    checked = check_course(settings, lambda _: None)
    failing = next(item for item in checked.findings if item.code == "AF205")
    lines = 'File "snippets/lessons/tiny.py", line 17, in wrong\n'
    assert f"{failing.path}:{failing.line}" == "snippets/lessons/tiny.py:17"
    assert lines in as_text([failing])
    html = to_html(build_site(checked, settings, lambda _: None).editions[0].pages["one.md"])[0]
    assert "line 17, in wrong" in html
    assert "return 1 / 0" in html
