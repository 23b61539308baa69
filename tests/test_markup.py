"""Tokens find their place in the element tree, wherever Markdown carried them."""

from xml.etree import ElementTree

import pytest

from aferir.markup import EXTENSIONS, to_html
from aferir.model import Fragment, Page

OPEN, CLOSE, END = "\ue000", "\ue001", "\ue002"


def token(number: int) -> str:
    return f"{OPEN}{number}{CLOSE}"


def page(markdown: str, **more: object) -> Page:
    fragments = {token(n): Fragment(f"<b>{n}</b>", str(n)) for n in range(10)}
    return Page("x.md", "x", "pt", "T", "", markdown, fragments, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        (f"a {token(1)} b", "<p>a <b>1</b> b</p>"),
        (f"**{token(1)}**", "<strong><b>1</b></strong>"),
        (f"_{token(1)}_", "<em><b>1</b></em>"),
        (f"[x {token(1)}](y.md)", '<a href="y.md">x <b>1</b></a>'),
        (f"- {token(1)}", "<li><b>1</b></li>"),
        (f"> {token(1)}", "<p><b>1</b></p>"),
        (f"| a |\n|---|\n| {token(1)} |", "<td><b>1</b></td>"),
        (f"## A {token(1)}", "A <b>1</b><a"),
    ],
)
def test_a_token_becomes_its_fragment_in(markdown: str, expected: str) -> None:
    html, restored = to_html(page(markdown))
    assert expected in html
    assert restored == {token(1)}


def test_in_an_attribute_a_token_becomes_plain_text() -> None:
    html, _ = to_html(page(f'![alt {token(1)}](a.png "title {token(2)}")'))
    assert 'alt="alt 1"' in html
    assert 'title="title 2"' in html


def test_a_wrapper_keeps_its_markdown_inside_a_span() -> None:
    markdown = f"{token(1)}a *b* `c` {token(2)}{END}1{CLOSE}."
    html, restored = to_html(page(markdown, wrappers={token(1): "claim"}))
    assert html == '<p><span class="claim" data-source="1">a <em>b</em> <code>c</code> <b>2</b></span>.</p>'
    assert restored == {token(1), token(2)}


def test_a_wrapper_that_a_table_cell_cuts_keeps_its_token_so_that_its_loss_is_seen() -> None:
    markdown = f"| x | y |\n|---|---|\n| {token(11)}a|b{END}11{CLOSE} | {token(2)} |\n"
    html, restored = to_html(page(markdown, wrappers={token(11): "claim"}))
    assert f"<td>{token(11)}a</td>" in html
    assert token(11) not in restored


def test_a_closed_admonition_holds_its_text_and_its_tokens() -> None:
    html, restored = to_html(page(f'??? note "T {token(1)}"\n    a\n\n    b {token(2)}\n'))
    assert html.replace("\n", "") == (
        '<details class="note"><summary>T <b>1</b></summary><p>a</p><p>b <b>2</b></p></details>'
    )
    assert restored == {token(1), token(2)}


def test_a_block_has_a_head_its_markdown_and_a_tail() -> None:
    html, _ = to_html(
        page(
            f"/// challenge | {token(1)}\nEscreva **f**.\n///\n",
            block_attributes={token(1): {"class": "block challenge", "data-challenge": "f"}},
            tails={token(1): Fragment("<div>tail</div>")},
        )
    )
    head, text, tail = html.index("<b>1</b>"), html.index("<strong>f</strong>"), html.index("<div>tail</div>")
    assert html.startswith('<section class="block challenge" data-challenge="f">')
    assert head < text < tail


def test_code_is_left_alone_and_indentation_makes_no_code() -> None:
    html, _ = to_html(page("    x = 1\n\n```python\ny = 0\n```\n"))
    assert "<p>x = 1</p>" in html or "<p>    x = 1</p>" in html
    assert 'class="highlight"' in html


def test_every_extension_named_is_one_that_markdown_loads() -> None:
    assert to_html(page("text"))[0] == "<p>text</p>"
    assert len(set(EXTENSIONS)) == len(EXTENSIONS)


def test_what_stands_between_two_headings_is_a_passage_that_knows_its_blocks_and_letters() -> None:
    html, _ = to_html(page(f"before\n\n## One\n\na {token(7)}\n\n- bc\n\n### Two\n## Three\nc"))
    root = ElementTree.fromstring(f"<article>{html.replace('&para;', '')}</article>")
    parts = [(part.tag, [child.tag for child in part], part.get("style")) for part in root if part.tag == "div"]
    assert parts == [
        ("div", ["p"], "--blocks: 1; --letters: 6"),
        ("div", ["p", "ul"], "--blocks: 2; --letters: 7"),  # "a 7", and "bc" between two ends of lines
        ("div", ["p"], "--blocks: 1; --letters: 1"),
    ]
    assert [part.tag for part in root] == ["div", "h2", "div", "h3", "h2", "div"]


@pytest.mark.parametrize("markdown", ["only text", "a\n\n- b", ""])
def test_a_page_without_headings_has_no_passages(markdown: str) -> None:
    assert "passage" not in to_html(page(markdown))[0]


def test_a_heading_inside_a_block_begins_no_passage() -> None:
    html, _ = to_html(page("## One\n\n> ## Inside\n>\n> a\n\nb"))
    assert html.count('class="passage"') == 1
