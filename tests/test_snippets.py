"""snippets: a percent script is read into cells, names and functions; what is wrong is said with its place."""

import ast
import io
import tokenize
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aferir.names import bound_names, used_names
from aferir.snippets import imported_files, load_snippets, localised, read_snippet

LANGUAGES = ("pt", "es", "cs")
ROOT = Path(__file__).parent.parent


@pytest.fixture
def read(tmp_path):
    """Read a source as a snippet: the snippet and its findings as text."""

    def read(source):
        path = tmp_path / "x.py"
        path.write_text(source, encoding="utf-8")
        snippet, findings = read_snippet(path, "snippets/lessons/x.py", LANGUAGES)
        return snippet, [str(finding) for finding in findings]

    return read


def findings(read, source):
    return [text.removeprefix("snippets/lessons/x.py:") for text in read(source)[1]]


# ── Cells ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cells_have_names_sources_and_first_lines(read):
    snippet, found = read('"""Doc."""\n\nimport numpy as np\n\n# %% one\n\nx = 1\n\n\n# %% two\ny = 2\n')
    assert found == []
    assert [(cell.name, cell.line, cell.source) for cell in snippet.cells] == [
        ("setup", 1, '"""Doc."""\n\nimport numpy as np'),
        ("one", 7, "x = 1"),
        ("two", 11, "y = 2"),
    ]


def test_a_docstring_alone_before_the_first_marker_is_no_cell(read):
    snippet, _ = read('"""Doc."""\n# A remark.\n\n# %% one\nx = 1\n')
    assert [cell.name for cell in snippet.cells] == ["one"]


def test_a_file_without_markers_is_one_cell(read):
    assert [cell.name for cell in read("x = 1\n")[0].cells] == ["setup"]


def test_an_empty_cell_is_a_cell(read):
    snippet, found = read("# %% one\n# %% two\nx = 1\n")
    assert [(cell.name, cell.source) for cell in snippet.cells] == [("one", ""), ("two", "x = 1")]
    assert found == []


def test_an_empty_file_has_no_cells(read):
    snippet, found = read("")
    assert (snippet.cells, found) == ((), [])


def test_a_marker_inside_a_string_is_no_marker(read):
    assert [cell.name for cell in read('x = """\n# %% no\n"""\n')[0].cells] == ["setup"]


def test_a_marker_that_is_indented_is_no_marker(read):
    assert [cell.name for cell in read("if True:\n    # %% no\n    x = 1\n")[0].cells] == ["setup"]


def test_functions_are_listed_by_prefix(read):
    snippet, _ = read(
        "def figure_a(figure, text): ...\ndef table_b(text): ...\ndef states_c(text): ...\ndef other(): ...\n"
    )
    assert (snippet.figures, snippet.tables, snippet.states) == (("a",), ("b",), ("c",))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("# %% Heads\n", "1:6: AF209 “Heads” cannot name a cell: small letters a to z, digits and _, a letter first"),
        (
            "# %% two words\n",
            "1:6: AF209 “two words” cannot name a cell: small letters a to z, digits and _, a letter first",
        ),
        ("# %% ação\n", "1:6: AF209 “ação” cannot name a cell: small letters a to z, digits and _, a letter first"),
        ("# %%\n", "1:5: AF209 a cell needs a name, for example # %% heads"),
        ("#%% heads\n", "1:5: AF209 a cell begins with “# %% heads”, here stands “#%% heads”"),
        ("# %% a\n# %% b\n# %% a\n", "3:6: AF209 there is already a cell “a”: it begins on line 1"),
        ("x = 1\n# %% setup\n", "2:6: AF209 there is already a cell “setup”: it begins on line 1"),
        ("x = (\n# %% a\n1)\n", "2:6: AF209 cell “a” begins inside the statement of line 1"),
        ("@d\ndef f():\n    x = 1\n# %% a\n    y = 2\n", "4:6: AF209 cell “a” begins inside the statement of line 1"),
    ],
)
def test_a_malformed_cell_is_found_with_its_place(read, source, message):
    assert findings(read, source) == [message]


def test_names_of_cells_stay_unique_whatever_was_written(read):
    snippet, _ = read("# %% a\nx = 1\n# %% a\ny = 2\n# %% B\nz = 3\n")
    assert [cell.name for cell in snippet.cells] == ["a", "at_line_3", "at_line_5"]


def test_a_snippet_that_is_not_python_is_a_finding_and_nothing_else(read):
    assert read("x = 1\n# %% A\ndef f(:\n") == (None, ["snippets/lessons/x.py:3:7: AF210 invalid syntax"])


def test_a_snippet_that_is_not_utf_8_is_a_finding(tmp_path):
    path = tmp_path / "x.py"
    path.write_bytes(b"x = '\xe9'\n")
    snippet, found = read_snippet(path, "x.py", LANGUAGES)
    assert (snippet, [str(item) for item in found]) == (None, ["x.py:1:1: AF210 this file is not UTF-8 text"])


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path):
    path = tmp_path / "x.py"
    path.write_bytes(b"\xef\xbb\xbf# %% a\r\nx = 1\r\ny = 2\r\n")
    snippet, found = read_snippet(path, "x.py", LANGUAGES)
    assert [(cell.name, cell.source) for cell in snippet.cells] == [("a", "x = 1\ny = 2")]
    assert found == ()


def test_a_folder_of_snippets_is_read_by_name(tmp_path):
    (tmp_path / "one.py").write_text("x = 1\n")
    (tmp_path / "two.py").write_text("x = (\n")
    loaded = load_snippets(tmp_path, "snippets/lessons", LANGUAGES)
    assert [(name, snippet is None) for name, (snippet, _) in loaded.items()] == [("one", False), ("two", True)]
    assert loaded["two"][1][0].path == "snippets/lessons/two.py"


def test_the_lesson_of_this_course_is_read_without_findings():
    path = ROOT / "snippets/lessons/split_then_sum.py"
    snippet, found = read_snippet(path, "snippets/lessons/split_then_sum.py", LANGUAGES)
    assert found == ()
    assert {"setup", "widths", "heads", "equal_heads", "gradients"} <= {cell.name for cell in snippet.cells}
    assert snippet.figures == ("maps",)
    assert snippet.assigned["A"] == ("heads",)
    lines = path.read_text().split("\n")
    for cell in snippet.cells:
        assert cell.source.split("\n")[0] == lines[cell.line - 1]


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("a = b = 1", "a b"),
        ("a, (b, *c) = x", "a b c"),
        ("a[0] = 1; b.c = 2", ""),
        ("a += 1", "a"),
        ("a: int = 1\nb: int", "a"),
        ("for a, b in x:\n    c = 1", "a b c"),
        ("with f() as a, g() as (b, c):\n    d = 1", "a b c d"),
        ("import a.b, c.d as e", "a e"),
        ("from x import a, b as c", "a c"),
        ("def f(x):\n    inside = 1", "f"),
        ("async def f():\n    inside = 1", "f"),
        ("class C:\n    inside = 1", "C"),
        ("if (a := 1):\n    b = 1\nelse:\n    c = 1", "a b c"),
        ("[(a := i) for i in x]", "a"),
        ("[i for i in x]\n{k: v for k, v in x}\n(i for i in x)\n{i for i in x}", ""),
        ("f = lambda x: (y := x)", "f"),
        ("try:\n    a = 1\nexcept E as error:\n    b = 1\nfinally:\n    c = 1", "a b c"),
        ("while x:\n    a = 1", "a"),
        (
            "match x:\n    case [a, *b]:\n        1\n    case {'k': c, **d}:\n        1\n    case E() as e:\n        1",
            "a b c d e",
        ),
        ("del a", ""),
        ("def f():\n    global a\n    a = 1", "f a"),
    ],
)
def test_the_names_that_a_statement_binds(source, names):
    found = [name for statement in ast.parse(source).body for name in bound_names(statement)]
    assert sorted(found) == sorted(names.split())


def test_the_names_that_a_statement_binds_are_those_that_running_it_makes():
    """An oracle: the interpreter itself."""
    source = (
        "import os.path as p, json\nfrom math import pi\nx = [1, 2]\nfor i, j in enumerate(x):\n    k = i\n"
        "with open(os_null := p.devnull) as f:\n    pass\ndef g(): inner = 1\nclass C: inner = 2\n"
        "if (w := 3) > 2:\n    v = [(last := n) for n in x]\nmatch x:\n    case [one, *rest]: pass\n"
    )
    namespace = {}
    exec(source, namespace)
    found = {name for statement in ast.parse(source).body for name in bound_names(statement)}
    assert found == set(namespace) - {"__builtins__"}


def test_each_name_knows_the_cells_that_assign_it(read):
    snippet, _ = read("a = 0\n# %% one\na = 1\nb = 1\n# %% two\na += 1\nb[0] = 1\n")
    assert snippet.assigned == {"a": ("setup", "one", "two"), "b": ("one",)}


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("A[i, 0] + b.c", "A i b"),
        ("[x for x in xs if x > limit]", "xs limit"),
        ("[x for x in x]", "x"),
        ("[y for x in xs for y in x]", "xs"),
        ("{k: v for k, v in pairs}", "pairs"),
        ("sum(n for n in range(3)) + n", "sum range n"),
        ("(lambda a, *b, c=d, **e: a + b + c + e + f)(g)", "d f g"),
        ("f(x=1)", "f"),
        ("f'{a:{b}}'", "a b"),
        (" 8 * 1000**2 ", ""),
    ],
)
def test_the_names_that_an_expression_takes_from_outside(expression, names):
    assert list(used_names(expression)) == names.split()


# ── Localised comments ───────────────────────────────────────────────────────────────────────────────────────────────

GROUP = "# pt: quatro\n# es: cuatro\n# cs: čtyři\n"


def test_a_reader_sees_only_comments_in_their_own_language():
    source = f"x = 1  # pt: stays, it has no line of its own\n{GROUP}# for all\ny = 2"
    assert localised(source, "es", LANGUAGES) == (
        "x = 1  # pt: stays, it has no line of its own\n# cuatro\n# for all\ny = 2"
    )


def test_localised_comments_keep_their_indentation():
    source = "for i in x:\n    # pt: um\n    # es: uno\n    # cs: jedna\n    y = (\n        # pt: a\n        1\n    )"
    assert localised(source, "pt", LANGUAGES) == "for i in x:\n    # um\n    y = (\n        # a\n        1\n    )"
    assert localised(source, "cs", LANGUAGES) == "for i in x:\n    # jedna\n    y = (\n        1\n    )"


def test_a_language_may_need_several_lines():
    source = "# pt: um\n# pt: dois\n# es: uno\n# cs: jedna"
    assert localised(source, "pt", LANGUAGES) == "# um\n# dois"


def test_what_looks_like_a_localised_comment_inside_a_string_stays():
    source = 'x = """\n# pt: text\n"""'
    assert localised(source, "es", LANGUAGES) == source


def test_text_that_is_not_python_is_left_alone():
    assert localised("# pt: a\nx = (", "es", LANGUAGES) == "# pt: a\nx = ("


def test_an_incomplete_group_is_found_where_it_begins(read):
    assert findings(read, "x = 1\n# pt: um\n# cs: jedna\n") == [
        "2:1: AF208 this comment is written in pt, cs but not in es"
    ]


def test_groups_end_at_any_other_line_and_at_another_indentation(read):
    assert findings(read, "# pt: a\n\n# es: b\n# cs: c\n") == [
        "1:1: AF208 this comment is written in pt but not in es, cs",
        "3:1: AF208 this comment is written in es, cs but not in pt",
    ]
    source = "if True:\n    x = 1\n    # pt: a\n    # es: a\n    # cs: a\n# pt: b\n"
    assert findings(read, source) == ["6:1: AF208 this comment is written in pt but not in es, cs"]


def test_comments_in_strings_make_no_group(read):
    assert findings(read, 'x = """\n# pt: a\n"""  # b: c\n') == []


def test_a_localised_comment_behind_code_would_reach_everyone(read):
    assert findings(read, 'n = 1  # pt: só\nx = """\n"""  # en: b\n') == [
        "1:8: AF208 a comment for one language stands on a line of its own: move “# pt:”",
        "3:6: AF208 a comment for one language stands on a line of its own: move “# en:”",
    ]


def test_a_localised_comment_in_a_language_that_the_course_lacks_would_reach_everyone(read):
    source = "# pt: a\n# en: b\n# es: c\n# cs: d\n\n    # en: e\n# fr: f\n"
    assert findings(read, source) == [
        "2:1: AF208 “en” is no language of this course, which has pt, es, cs",
        "6:5: AF208 “en” is no language of this course, which has pt, es, cs",
        "7:1: AF208 “fr” is no language of this course, which has pt, es, cs",
    ]


def code_of(source):
    """Everything but comments and blank lines, as the tokenizer sees it."""
    skipped = {tokenize.COMMENT, tokenize.NL}
    tokens = tokenize.generate_tokens(io.StringIO(source + "\n").readline)
    return [(token.type, token.string) for token in tokens if token.type not in skipped]


LINES = st.sampled_from(
    [
        "x = 1",
        "# pt: a",
        "# es: b",
        "# cs: c",
        "# all",
        'y = """\n# pt: s\n"""',
        "f(\n    # es: d\n    1,\n)",
        "",
        "z = '# pt: q'",
    ]
)


@pytest.mark.property
@given(st.lists(LINES, max_size=12), st.sampled_from(LANGUAGES))
def test_localising_never_changes_the_code(lines, language):
    source = "\n".join(lines)
    result = localised(source, language, LANGUAGES)
    assert ast.dump(ast.parse(result)) == ast.dump(ast.parse(source))
    assert code_of(result) == code_of(source)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_of_this_course_stays_the_same_code_in_each_language(language):
    for path in (ROOT / "snippets/lessons").glob("*.py"):
        for cell in read_snippet(path, path.name, LANGUAGES)[0].cells:
            shown = localised(cell.source, language, LANGUAGES)
            assert ast.dump(ast.parse(shown)) == ast.dump(ast.parse(cell.source))
            assert not any(f"# {code}:" in shown for code in LANGUAGES)


# ── What differs between machines ────────────────────────────────────────────────────────────────────────────────────

SUM = "the built-in sum adds floats in another way since Python 3.12: use np.sum or math.fsum"
DIGITS = "prints more than 9 significant digits, the last of which differ"
LAZY = "Matplotlib is imported inside a figure function only: readers load it only when they draw"
GENERATOR = "a snippet never imports the generator: its functions are given what they need as arguments"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("é = 1; x = sum([0.1, 0.2])\n", f"1:12: AF212 {SUM}"),
        ("def f():\n    return sum(a)\n", f"2:12: AF212 {SUM}"),
        ("print('%.12f' % x)\n", f"1:7: AF212 “%.12f” {DIGITS}"),
        ("print(f'{x:.12f}')\n", f"1:7: AF212 “:.12f” {DIGITS}"),
        ("print(f'{x:>20.9e}')\n", f"1:7: AF212 “:>20.9e” {DIGITS}"),
        ("print('{:.10g}'.format(x))\n", f"1:7: AF212 “:.10g” {DIGITS}"),
        ("print(format(x, '.17'))\n", f"1:7: AF212 “:.17” {DIGITS}"),
        ("import matplotlib.pyplot as plt\n", f"1:1: AF212 {LAZY}"),
        ("if True:\n    from matplotlib import figure\n", f"2:5: AF212 {LAZY}"),
        ("import aferir\n", f"1:1: AF212 {GENERATOR}"),
        ("def f():\n    from aferir.model import Cell\n", f"2:5: AF212 {GENERATOR}"),
        (
            "rng = np.random.default_rng()\n",
            "1:7: AF212 default_rng() without a seed draws other numbers each time: write default_rng(0)",
        ),
    ],
)
def test_what_differs_between_machines_is_found(read, source, message):
    assert findings(read, source) == [message]


@pytest.mark.parametrize(
    "source",
    [
        "x = np.sum(a)\n",
        "x = a.sum()\n",
        "from numpy import sum\nx = sum(a)\n",
        "x = math.fsum(a)\n",
        "print(f'{x:.9f} {x:.8e} {x:3d} {x:{w}.{p}f}')\n",
        "x = '%.3f' % 2 + '100 %' + 'a.12f'\n",
        "def figure_a(figure, text):\n    from matplotlib.patches import Circle\n",
        "rng = np.random.default_rng(5)\nnp.random.default_rng(seed=3)\n",
    ],
)
def test_what_is_the_same_everywhere_is_not(read, source):
    assert findings(read, source) == []


# ── Imports ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def course(tmp_path):
    """A course's Python by path -> source; asks for what its lesson imports."""

    def imports(files):
        for name, source in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source)
        found = imported_files(tmp_path / "lessons/x.py", tmp_path)
        return [path.relative_to(tmp_path).as_posix() for path in found]

    return imports


def test_imports_are_followed_through_modules_and_packages(course):
    files = {
        "lessons/x.py": "import numpy\nfrom reference.b import f\n",
        "reference/__init__.py": "",
        "reference/b.py": "from reference import c\n",
        "reference/c.py": "from . import d\nfrom .inner.e import g\n",
        "reference/d.py": "",
        "reference/inner/__init__.py": "from ..z import h\n",
        "reference/inner/e.py": "",
        "reference/z.py": "",
        "reference/unused.py": "",
    }
    assert course(files) == [
        "reference/__init__.py",
        "reference/b.py",
        "reference/c.py",
        "reference/d.py",
        "reference/inner/__init__.py",
        "reference/inner/e.py",
        "reference/z.py",
    ]


def test_imports_in_a_circle_end(course):
    assert course({"lessons/x.py": "import a\n", "a.py": "import b\n", "b.py": "import a\n"}) == ["a.py", "b.py"]


def test_imports_inside_functions_and_by_name_as_text_count(course):
    files = {
        "lessons/x.py": "def f():\n    import a\nimport importlib\nimportlib.import_module('b')\n",
        "a.py": "",
        "b.py": "",
    }
    assert course(files) == ["a.py", "b.py"]


def test_a_module_of_the_course_that_hides_a_library_counts(course):
    assert course({"lessons/x.py": "import numpy\n", "numpy.py": ""}) == ["numpy.py"]


def test_modules_that_are_missing_or_broken_import_nothing(course):
    assert course(
        {"lessons/x.py": "import nowhere\nimport broken\n", "broken.py": "x = (\nimport a\n", "a.py": ""}
    ) == ["broken.py"]


def test_the_lesson_of_this_course_depends_on_three_modules_of_the_reference():
    found = imported_files(ROOT / "snippets/lessons/split_then_sum.py", ROOT / "snippets")
    assert [path.name for path in found] == ["__init__.py", "attention.py", "multi_head.py", "softmax.py"]
