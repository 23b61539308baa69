"""notebooks: a lesson's prose and code in an order that runs, with what it needs, without what is a page's."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup

from aferir.errors import AferirError
from aferir.execute.palette import LIGHT
from aferir.execute.text import Text as FigureText
from aferir.languages import language
from aferir.model import Cell, Drawing, Fence, Held, Lesson, Output, Snippet, Table
from aferir.notebooks import Made, companion, notebook_findings
from aferir.notebooks.carried import CarriedError, carried, own_imports
from aferir.notebooks.edits import without_remarks
from aferir.notebooks.formats import as_ipynb, as_page, as_script, house_code, texts_of
from aferir.notebooks.house import House, show_figure
from aferir.notebooks.prose import parts, tex
from aferir.notebooks.uses import Uses
from aferir.scan import scan

PT = language("pt")
COURSE = ("soft-lookup", "parallel-heads", "split-then-sum", "masks-and-two-heads", "whole-path")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10pt"><path d="M0 0"/></svg>'
REFERENCE = {
    "reference.softmax": '''\
"""Softmax."""

import numpy as np


# one row at a time
def softmax(scores):
    """Shares that sum to one."""
    # the largest becomes 0
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., n) and no overflow
    return raised / raised.sum(axis=-1, keepdims=True)


def unused():
    return 1
''',
    "reference.tables": "SIZE = 3\nROWS = tuple(range(SIZE))\n",
    "reference.toy": """\
from reference import tables
from reference.softmax import softmax as shares


def mean(values):
    return shares(values) @ values + tables.ROWS[0]
""",
}


def cells(text):
    """Cells of a percent script without a header."""
    pieces = re.split(r"^# %% (\w+)\n", text, flags=re.MULTILINE)[1:]
    return tuple(Cell(name, source.strip("\n"), 1) for name, source in zip(pieces[::2], pieces[1::2], strict=True))


def scanned(body):
    lesson, found = scan(f"---\ntitle: Título\nsnippet: tiny\n---\n{body}\n", "lessons/pt/x.md", PT, "x")
    assert not found, found
    return lesson


# ── What a cell needs ────────────────────────────────────────────────────────────────────────────────────────────────


def before(text, name):
    return Uses(cells(text)).before(name)


def test_a_cell_needs_those_whose_names_it_uses_directly_or_not():
    text = "# %% a\nx = 1\n# %% b\ny = x\n# %% c\nz = 2\n# %% d\nprint(y)\n"
    assert before(text, "d") == ("a", "b")
    assert before(text, "c") == ()


def test_what_a_function_uses_is_needed_by_whoever_calls_it():
    text = "# %% a\ndef f():\n    return G\n# %% b\nG = 3\n# %% c\nother = 1\n# %% d\nprint(f())\n"
    assert before(text, "d") == ("a", "b")


def test_names_that_each_cell_binds_for_itself_tie_none_to_another():
    text = "# %% a\nsay = 'one'\nprint(say)\n# %% b\nsay = 'two'\nprint(say)\n"
    assert before(text, "b") == ()


def test_arguments_and_variables_of_functions_and_comprehensions_are_their_own():
    text = "# %% a\nn = 3\n# %% b\ndef f(n):\n    return [n for n in range(n)]\nprint(f(2), [n for n in range(2)])\n"
    assert before(text, "b") == ()


@pytest.mark.parametrize("change", ["A[0] = 9", "A += 1", "A.sort()", "A.flat[0] = 3", "del A[0]"])
def test_a_change_in_place_keeps_its_place(change):
    """Whoever reads afterwards needs it; and it must not come before who read earlier."""
    text = f"# %% a\nA = list_of()\n# %% b\nprint(A)\n# %% c\n{change}\n# %% d\nprint(A)\n"
    assert before(text, "c") == ("a", "b")
    assert before(text, "d") == ("a", "b", "c")


def test_whoever_draws_random_numbers_comes_after_whoever_drew_before():
    own = (
        "# %% a\nrng = np.random.default_rng(0)\n# %% b\nx = rng.normal()\n# %% c\ny = 1\n# %% d\nprint(rng.normal())\n"
    )
    assert before(own, "d") == ("a", "b")
    shared = "# %% a\nx = np.random.random()\n# %% b\ny = 1\n# %% c\nprint(np.random.random())\n"
    assert before(shared, "c") == ("a",)
    library = "# %% a\nx = random.random()\n# %% b\nprint(random.choice([1, 2]))\n"
    assert before(library, "b") == ("a",)


def test_a_drawing_needs_the_last_value_of_each_of_its_names():
    text = "# %% a\nn = 1\n# %% b\nprint(n)\n# %% c\nn = 2\n"
    assert Uses(cells(text)).for_names(["n"]) == ("a", "b", "c")


# ── What is carried ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_only_what_is_used_is_carried_in_an_order_that_runs():
    found = carried(["reference.toy.mean"], REFERENCE)
    names = [node.name for text in found.definitions for node in ast.parse(text).body if hasattr(node, "name")]
    assert found.imports == ("import numpy as np",)
    assert "unused" not in names
    code = "\n\n".join([*found.imports, *found.definitions])
    space = {}
    exec(code, space)
    assert space["mean"](np.zeros(2)) == 0


def test_imports_of_the_reference_go_and_what_they_named_stays():
    imports = "import numpy as np\nfrom reference.softmax import softmax as s\nimport reference.tables\n"
    source = f"{imports}\nx = reference.tables.SIZE\n"
    bare, names, modules = own_imports(source)
    assert bare == "import numpy as np\n\nx = SIZE\n"
    assert (names, modules) == ({"s": "reference.softmax.softmax"}, {"reference.tables": "reference.tables"})


def test_two_things_of_one_name_are_a_finding():
    files = {
        "reference.a": "def f():\n    return 1\n",
        "reference.b": "def f():\n    return 2\n\n\ndef g():\n    return f()\n",
    }
    with pytest.raises(CarriedError, match=r"reference\.a and reference\.b both define f"):
        carried(["reference.a.f", "reference.b.g"], files)
    own = cells("# %% a\nfrom reference.b import g\nf = 3\n")
    (found,) = notebook_findings(Snippet("x", "snippets/lessons/x.py", own), files)
    assert (found.code, found.path) == ("AF222", "snippets/lessons/x.py")
    assert [*notebook_findings(Snippet("x", "x.py", cells("# %% a\nfrom reference.b import g\n")), files)] == []


def test_what_no_page_shows_is_carried_without_its_authors_words():
    bare = without_remarks(REFERENCE["reference.softmax"])
    assert "Shares" not in bare
    assert "one row" not in bare
    assert "overflow" not in bare
    assert "# (..., n)\n" in bare
    assert ast.dump(ast.parse(bare)) == ast.dump(_without_docstrings(REFERENCE["reference.softmax"]))
    assert without_remarks('def f():\n    """Nothing."""\n') == "def f():\n    ..."


def _without_docstrings(source):
    tree = ast.parse(source)
    tree.body = tree.body[1:]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:]
    return tree


# ── Prose ────────────────────────────────────────────────────────────────────────────────────────────────────────────

BODY = """\
O peso é 0,500{=w}, e [todos somam 1]{!True}; *0,25{=v}*{.mark-weight} segue $\\mark{weight}{a_i}$.

## Um [título](outra.md) {#titulo}

Veja [a casa](https://example.org/) e [a outra](#titulo).

/// theorem | De $x$
Vale $x = 1$.
///

//// exercise | Conta
Quanto?

/// answer
É 3.
///
////

//// quiz | q
/// question | true-false one
Sim?

* [x] true

    Porque sim.
///
////

```python
x = "/// answer"
```
"""


def texts(lesson):
    return [part.markdown for part in parts(lesson, PT) if not isinstance(part, Fence)]


def test_prose_keeps_what_is_read_and_leaves_to_the_page_what_only_it_can_do():
    lesson = scanned(BODY)
    first, second, answer, rest = texts(lesson)
    formula = lesson.formulas[0].token
    assert first == f"O peso é 0,500, e todos somam 1; *0,25* segue {formula}."
    assert second.startswith("## Um título\n\nVeja [a casa](https://example.org/) e a outra.\n\n**Teorema: De ")
    assert answer == "<details>\n<summary>Mostrar uma resposta</summary>\n\nÉ 3.\n\n</details>"
    assert "Sim?" not in rest
    assert "Porque sim" not in rest
    assert "As perguntas estão na página da lição." in rest
    assert 'x = "/// answer"' in rest


def test_a_mark_that_only_pages_know_leaves_the_formula():
    assert tex(r"\mark{query}{q} \cdot \mark{key}{k_i}") == r"{q} \cdot {k_i}"


# ── The whole ────────────────────────────────────────────────────────────────────────────────────────────────────────

SNIPPET = """\
# %% start
import numpy as np

from reference.toy import mean

language = globals().get("language", "pt")

# %% first
# uma conta
x = np.array([1.0, 2.0])
print(round(mean(x), 3))

# %% hidden
# authors only
label = {"pt": "peso"}[language]
y = x * 2

# %% second
print(y)
y.sum()


# %% figures
names = {"pt": ["a", "b"]}[language]


def draw(axes, values, text):
    axes.bar(names, values, color=text.heads[0])


def figure_bars(figure, text):
    \"\"\"Bars.\"\"\"
    axes = figure.subplots()
    draw(axes, x, text)
    axes.set_title(text.number(1234.5, 1))


def figure_more(figure, text):
    draw(figure.subplots(), y, text)
"""
WHOLE = """\
Começo com $a_1$.

```figure bars
alt: Barras.
```

## Depois

```cell second
```

```cell first
```

```figure more
alt: Mais barras.
```

```table sizes
```
"""


@pytest.fixture(scope="module")
def made():
    lesson = scanned(WHOLE)
    outputs = {
        "first": Output("first", "1.731\n"),
        "second": Output("second", "[2. 4.]\nnp.float64(6.0)\n"),
    }
    drawing = Drawing("bars", Held(SVG), Held(SVG), 1, 1)
    table = Table("sizes", ("n", "a|b"), (("1", "$x$"),))
    house = Path(sys.modules["aferir.notebooks.house"].__file__).read_text()
    values = {name: getattr(LIGHT, name) for name in ("paper", "ink", "muted", "grid", "accent", "heads")}
    code = house_code(
        without_remarks(house),
        "pt",
        {"decimal": ",", "thousands": ".", "grouped_from": 4, **values, "steps": LIGHT.shares},
    )
    what = Made(
        cells=cells(SNIPPET),
        shown=frozenset({"first", "second"}),
        title="Título",
        lead="Um resumo.",
        course="Curso",
        alts={"bars": "Barras.", "more": "Mais barras."},
        outputs=outputs,
        drawings={"bars": drawing, "more": drawing},
        tables={"sizes": table},
        reference=REFERENCE,
    )
    book = companion(lesson, what, PT, code)
    return book, texts_of(lesson, what.tables, {})


def test_each_cell_stands_where_the_lesson_shows_it_below_what_it_needs(made):
    book, _ = made
    order = [(entry.name, entry.is_aside) for entry in book.entries if entry.kind == "code"]
    assert order == [
        ("opening", True),
        ("house", True),
        ("start", True),
        ("first", False),
        ("figure_bars", True),
        ("hidden", True),
        ("second", False),
        ("figure_more", True),
    ]


def test_a_figure_brings_what_only_drawing_needs_once(made):
    book, _ = made
    code = {entry.name: entry.source for entry in book.entries}
    assert code["figure_bars"].startswith('names = {"pt"')
    assert code["figure_bars"].endswith("show_figure(figure_bars, house)")
    assert "def draw" in code["figure_bars"]
    assert "Bars." not in code["figure_bars"]
    assert "def draw" not in code["figure_more"]
    assert "authors only" not in code["hidden"]
    assert "# uma conta" in code["first"]


def test_the_file_is_a_notebook_with_our_outputs(made):
    data = as_ipynb(*made)
    document = nbformat.reads(data.decode(), as_version=4)
    nbformat.validate(document)
    assert data == as_ipynb(*made)
    by_name = {cell.metadata.name: cell for cell in document.cells if cell.cell_type == "code"}
    assert by_name["first"].outputs[0].text == "1.731\n"
    assert by_name["figure_bars"].outputs[0].data["text/plain"] == "Barras."
    assert "background" in by_name["figure_bars"].outputs[0].data["image/svg+xml"]
    assert by_name["hidden"].metadata.jupyter.source_hidden
    written = "\n".join(cell.source for cell in document.cells)
    assert "$a_1$" in written
    assert "| n | a\\|b |\n| --- | --- |\n| 1 | $x$ |" in written
    assert "\ue000" not in data.decode()
    assert "reference" not in {line.split()[1] for line in written.split("\n") if line.startswith(("from ", "import "))}


def test_the_script_runs_alone_and_prints_what_the_cells_print(made, tmp_path):
    place = tmp_path / "x.py"
    place.write_text(as_script(*made), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-I", str(place)],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"MPLBACKEND": "agg"},
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "1.731\n[2. 4.]\n"


def test_the_page_keeps_its_tokens_and_leaves_its_title_to_the_template(made):
    book, _ = made
    document = json.loads(as_page(book, {"aside": "Mais"}))
    assert document["metadata"]["labels"] == {"aside": "Mais"}
    assert "# Título" not in json.dumps(document, ensure_ascii=False)
    outputs = [item for cell in document["cells"] for item in cell.get("outputs", ())]
    shown = [item["data"] for item in outputs if "data" in item]
    figures = [entry.token for entry in book.entries if entry.drawing]
    assert shown == [{"text/html": token} for token in figures]


# ── What draws ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("code", ["pt", "es", "cs"])
def test_the_house_of_a_notebook_writes_and_colours_as_the_build_does(code):
    own = language(code).marks
    built = FigureText(code, own.decimal, own.thousands[0], own.grouped_from, theme=LIGHT)
    colours = (LIGHT.paper, LIGHT.ink, LIGHT.muted, LIGHT.grid, LIGHT.accent, LIGHT.heads, LIGHT.shares)
    house = House(code, own.decimal, own.thousands[0], own.grouped_from, *colours)
    for value in (0, -0.0004, 0.5, -1234.5, 1048576, 12345.678, -9999.995, 2.5):
        assert house.number(value, 2) == built.number(value, 2)
        assert house.number(value, 0) == built.number(value, 0)
    assert house.integer(1048576) == built.integer(1048576)
    with pytest.raises(ValueError, match="no whole number"):
        house.integer(0.5)
    for share in np.linspace(-0.1, 1.1, 61):
        assert house.on(share) == built.on(share)
    assert (house.heads, house.ink, house.accent) == (built.heads, built.ink, built.accent)


def test_the_house_draws_in_the_theme_of_the_build():
    """Settings that both name have one value; the notebook stands on paper, since it has no page of its own."""
    from aferir.execute.figures import _style

    source = Path(sys.modules["aferir.notebooks.house"].__file__).read_text(encoding="utf-8")
    own = dict(re.findall(r'"([a-z._]+)": ([^,\n]+|\([^)]*\)),\n', source))
    built = _style(FigureText("pt", ",", theme=LIGHT), ["DejaVu Sans"], "x")
    shared = {name: value for name, value in own.items() if name in built and "facecolor" not in name}
    assert len(shared) > 20
    for name, value in shared.items():
        expected = built[name]
        read = getattr(LIGHT, value.removeprefix("house."), None) if value.startswith("house.") else None
        if value.startswith("cycler"):
            assert [item["color"] for item in expected] == list(LIGHT.heads)
        else:
            assert (read or ast.literal_eval(value)) == expected, name


def test_the_house_shows_a_figure_that_is_returned_as_the_build_does(monkeypatch):
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    monkeypatch.setattr(plt, "show", lambda: None)
    monkeypatch.setattr(mpl, "rcParams", mpl.rcParams.copy())
    plt.switch_backend("agg")
    returned = mpl.figure.Figure(figsize=(1, 2))
    house = House("pt", ",", ".", 4, "#ffffff", "#000000", "#000000", "#000000", "#000000", ("#000000",), ("#ffffff",))
    show_figure(lambda figure, text: returned, house)
    assert plt.get_current_fig_manager().canvas.figure is returned
    plt.close("all")


def test_a_lesson_without_a_figure_carries_no_house():
    lesson = Lesson("x", "x", "pt", "T", "", "tiny", "Nada.")
    made = Made(cells("# %% a\nprint(1)\n"), frozenset({"a"}), "T", "", "Curso", {})
    book = companion(lesson, made, PT, "house")
    assert [entry.name for entry in book.entries if entry.kind == "code"] == ["opening", "a"]


# ── Its page ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def page(made):
    """The page of the notebook as mkdocs-jupyter renders it, in a process of its own."""
    from aferir.notebook_pages import rendered

    kept = {}
    store = SimpleNamespace(get=kept.get, put=kept.__setitem__)
    names = [entry.name for entry in made[0].entries if entry.kind == "code"]
    document = as_page(made[0], {"aside": "Código à parte", "code": names, "output": [f"de {name}" for name in names]})
    first = rendered({"x": document}, store)["x"]
    assert len(kept) == 1
    store.put = None  # what is kept is not rendered again
    assert rendered({"x": document}, store)["x"] == first
    return first


@pytest.mark.slow
def test_a_page_has_no_style_no_script_no_host_and_no_second_copy_of_the_code(page):
    assert not re.search(r"<style|<script|style=|https?://|<svg|clipboard|mathjax", page.html, re.IGNORECASE)
    assert page.html.count("np.float64(6.0)") == 1
    assert len(page.html) < 60_000


@pytest.mark.slow
def test_a_page_shows_what_the_lesson_does_not_show_in_folds(page):
    soup = BeautifulSoup(page.html, "html.parser")
    folds = soup.select("details.notebook-aside")
    assert [fold.summary.text for fold in folds] == ["Código à parte"] * 5
    assert [len(fold.select("figure.cell")) for fold in folds] == [2, 1, 1, 1, 1]
    assert len(soup.select(".notebook > .notebook-shown")) == 2
    shown = [figure for figure in soup.select("figure.cell") if not figure.find_parent("details")]
    assert [figure.select_one(".cell-output pre").text for figure in shown] == ["1.731\n", "[2. 4.]\nnp.float64(6.0)\n"]
    assert shown[0].select_one(".cell-code pre")["aria-label"] == "first"
    assert "uma conta" in shown[0].select_one(".cell-code .c1").text


@pytest.mark.slow
def test_tokens_become_what_the_lesson_shows(page, made):
    tokens = re.findall("\ue000\\d+\ue001", page.html)
    assert len(tokens) == 4  # a formula, two figures, a table
    html = page.filled({token: f"<figure>{number}</figure>" for number, token in enumerate(tokens)})
    assert "\ue000" not in html
    assert "<p><figure>" not in html
    assert page.headings == ((2, "depois", "Depois"),)


@pytest.mark.slow
def test_what_cannot_be_rendered_is_said():
    from aferir.notebook_pages import rendered

    store = SimpleNamespace(get=lambda _: None, put=lambda *_: None)
    with pytest.raises(AferirError, match="mkdocs-jupyter could not render"):
        rendered({"x": b'{"metadata": {"labels": {}}, "cells": 3}'}, store)


@pytest.mark.slow
def test_a_notebook_runs_in_jupyter_without_us_and_gives_the_outputs_of_the_build(made, tmp_path, monkeypatch):
    ran = run_in_jupyter(as_ipynb(*made), tmp_path, monkeypatch)
    ours = nbformat.reads(as_ipynb(*made).decode(), as_version=4)
    assert shown_by(ran) == shown_by(ours)


def run_in_jupyter(data, folder, monkeypatch):
    """The notebook executed by nbclient in a clean folder, where neither Aferir nor the course can be imported."""
    from nbclient import NotebookClient

    for name in ("PYTHONPATH", "PYTHONSTARTUP"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(folder))
    document = nbformat.reads(data.decode(), as_version=4)
    first = nbformat.v4.new_code_cell("import sys\nsys.modules['aferir'] = sys.modules['reference'] = None")
    document.cells.insert(0, first)
    NotebookClient(document, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    del document.cells[0]
    return document


def shown_by(document):
    """By cell: what it printed and answered, and how many pictures it showed."""
    found = []
    for cell in document.cells:
        if cell.cell_type == "code":
            texts = [_text_of(item) for item in cell.outputs]
            pictures = sum(any(kind.startswith("image/") for kind in item.get("data", {})) for item in cell.outputs)
            found.append((cell.metadata.name, "".join(texts), pictures))
    return found


def _text_of(item):
    if item.output_type == "execute_result":
        return item.data["text/plain"] + "\n"
    return item.text if item.output_type == "stream" else ""


# ── The course's own ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def course_books():
    """Every notebook of the course by language and path, as its site offers it."""
    from aferir.build import build_site, check_course
    from aferir.settings import Settings

    settings = Settings(root=Path(__file__).parent.parent)
    parts = build_site(check_course(settings, print), settings, print)
    return {
        (edition.language.code, path): file.text.encode()
        for edition in parts.editions
        for book in edition.notebooks.values()
        for path, file in book.files.items()
        if path.endswith(".ipynb")
    }


@pytest.mark.audit
@pytest.mark.parametrize("code", ["pt", "es", "cs"])
@pytest.mark.parametrize("slug", COURSE)
def test_each_notebook_of_the_course_runs_and_gives_what_the_lesson_shows(
    course_books, code, slug, tmp_path, monkeypatch
):
    data = course_books[code, f"notebooks/{slug}.ipynb"]
    document = nbformat.reads(data.decode(), as_version=4)
    nbformat.validate(document)
    assert len(data) < 1_500_000
    assert shown_by(run_in_jupyter(data, tmp_path, monkeypatch)) == shown_by(document)
