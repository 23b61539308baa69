"""Diagrams: what Graphviz draws, as a page holds it, and what a page cannot hold."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from aferir.assets import graphviz_package
from aferir.assets.nodejs import Node
from aferir.build import diagram_fence
from aferir.diagrams import DiagramError, graphviz_version, kept_diagrams, render_diagrams
from aferir.errors import AferirError
from aferir.languages import language
from aferir.scan import scan
from aferir.settings import Settings

NO_NODE = Node(Path("/nowhere/node"), {})
GRAPH = 'digraph {\n  a [label="první\\nřádek" class=accent]\n  a -> b [label="<b>" style=dashed]\n}'


@pytest.fixture(scope="module")
def viz(shared_cache: Path) -> Path:
    return graphviz_package(shared_cache)


def drawn(viz: Path, cache: Path, graph: str) -> ET.Element:
    (svg,) = render_diagrams([graph], viz, cache)
    assert isinstance(svg, str)
    return ET.fromstring(svg)


def refused(viz: Path, cache: Path, graph: str) -> DiagramError:
    (error,) = render_diagrams([graph], viz, cache)
    assert isinstance(error, DiagramError)
    return error


def test_a_graph_is_a_drawing_in_the_colour_of_the_text_around_it(viz: Path, tmp_path: Path) -> None:
    root = drawn(viz, tmp_path, GRAPH)
    assert [text.text for text in root.iter("text")] == ["první", "řádek", "b", "<b>"]
    colours = {element.get(name) for element in root.iter() for name in ("fill", "stroke")}
    assert colours == {None, "none", "currentColor"}
    assert [group.get("class") for group in root.iter("g")] == ["graph", "node accent", "node", "edge"]
    assert not [element for element in root.iter() if "id" in element.attrib or element.tag == "title"]
    assert float(root.get("width", "")) == float(root.get("viewBox", "").split()[2])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("graph", "message", "line"),
    [
        ("digraph {\n a -> [\n}", "syntax error near '['", 2),
        ("flowchart TB\n a --> b", "syntax error near 'flowchart'", 1),
        ("digraph { a [shape=bux] }", "using box for unknown shape bux", 1),
        ('digraph { a [href="javascript:alert(1)"] }', "no links and no pictures (<a>)", 1),
        ("digraph { a [color=red] }", "the colour “red” would be the same on light and on dark paper", 1),
        (
            'digraph { a [style=filled fillcolor="red:blue"] }',
            "a gradient would be the same on light and on dark paper",
            1,
        ),
        ("digraph { a [class=loud] }", "unknown class “loud”: write class=accent or class=muted", 1),
    ],
)
def test_what_is_no_diagram_says_what_is_wrong(viz: Path, tmp_path: Path, graph: str, message: str, line: int) -> None:
    error = refused(viz, tmp_path, graph)
    assert message in error.message
    assert error.line == line


def test_what_was_drawn_once_starts_no_node_again(viz: Path, tmp_path: Path) -> None:
    graphs = [GRAPH, "digraph {"]
    assert kept_diagrams(graphs, graphviz_version(viz), tmp_path) is None
    first = render_diagrams(graphs, viz, tmp_path)
    assert render_diagrams(graphs, viz, tmp_path, NO_NODE) == first
    assert kept_diagrams(graphs, graphviz_version(viz), tmp_path) == first
    assert render_diagrams([], viz, tmp_path, NO_NODE) == ()
    with pytest.raises(AferirError, match="cannot be started"):
        render_diagrams(["graph { a }"], viz, tmp_path, NO_NODE)


@pytest.mark.parametrize(
    ("fence", "message"),
    [
        ("```diagram\nalt: a\n\ngraph { a }\n```", "the fence “diagram” needs a name: write ```diagram heads"),
        ("```diagram a\ngraph { a }\n```", "“graph { a }” is no option"),
        ("```diagram a\n\ngraph { a }\n```", "the fence “diagram” needs the option “alt”"),
        (
            "```diagram a\nalt: a\n```",
            "the fence “diagram” needs its graph: write it below the options and an empty line",
        ),
        ("```diagram a\nalt: a\n\n\n```", "the fence “diagram” needs its graph"),
        ("```diagram a\nalt: a\ndata: yes\n\ngraph { a }\n```", "“diagram” has no option “data”"),
    ],
)
def test_a_fence_that_lacks_something_says_what(fence: str, message: str) -> None:
    _, found = scan(f"---\ntitle: T\ndescription: D\n---\n\n{fence}\n", "a.md", language("en"), "a")
    assert any(message in item.problem for item in found), found


def test_what_stands_in_the_graph_is_no_binding_and_no_markdown() -> None:
    text = (
        '---\ntitle: T\ndescription: D\n---\n\n```diagram a\nalt: A.\n\ngraph {\n\n  a [label="*5{=x}* $y$"]\n}\n```\n'
    )
    lesson, found = scan(text, "a.md", language("en"), "a")
    assert not found
    (fence,) = lesson.fences
    assert fence.body
    assert fence.body.text == 'graph {\n\n  a [label="*5{=x}* $y$"]\n}'
    assert (fence.body.position.line, fence.body.position.column) == (9, 1)
    assert lesson.bindings == lesson.formulas == ()


def test_a_page_that_is_no_lesson_has_diagrams_too(shared_cache: Path) -> None:
    html = diagram_fence("alt: Two “boxes” & an arrow.\n\ndigraph { a -> b }", Settings())
    assert 'aria-label="Two “boxes” &amp; an arrow."' in html
    assert "<svg" in html
    for source, message in (
        ("digraph { a -> b }", "no option"),
        ("alt: a", "its graph"),
        ("alt: a\n\ndigraph {", "line 1 of the graph: syntax error"),
    ):
        with pytest.raises(AferirError, match=message):
            diagram_fence(source, Settings())
