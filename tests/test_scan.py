"""The scanner: what it finds, where, what its Markdown becomes, and what it says of all that Markdown misreads."""

from __future__ import annotations

import os
import re
import time
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import Markdown
from pymdownx.blocks import BlocksExtension
from pymdownx.blocks.block import Block as MarkdownBlock

from aferir.errors import RULES
from aferir.languages import _MARKS as MARKS
from aferir.languages import Catalogue, Language
from aferir.model import Answer, Claim, Fence, Finding, Formula, Given, Lesson, Number, Position, Question, Task, Word
from aferir.scan import scan
from aferir.scan.blocks import BLOCKS

GOLDENS = Path(__file__).parent / "goldens" / "scan"
CASES = sorted(GOLDENS.glob("*.yml"))
NBSP = "\u00a0"


def language(code: str) -> Language:
    """A language with its number marks and without texts, which the scanner does not need."""
    return Language(code, code, MARKS[code], Catalogue(code, {}))


def scanned(text: str, code: str = "pt") -> tuple[Lesson, tuple[Finding, ...]]:
    return scan(text, "x.md", language(code), "x")


def body(text: str, code: str = "pt") -> tuple[Lesson, tuple[Finding, ...]]:
    """A scan of ``text`` as the body of a lesson: its first line is line 4."""
    return scanned(f"---\ntitle: T\n---\n{text}", code)


def shown(text: str) -> str:
    """Tokens as ⟦0⟧ and ⟦/0⟧."""
    return re.sub("\ue002(\\d+)\ue001", r"⟦/\1⟧", re.sub("\ue000(\\d+)\ue001", r"⟦\1⟧", text))


# ── Goldens: language, input, and what is made of it ─────────────────────────────────────────────────────────────────


def described(item) -> str:
    """One item of a lesson on one line."""
    at = f"{shown(item.token)} {item.position.line}:{item.position.column}"
    if isinstance(item, Formula):
        return f"{at} {'display ' if item.display else ''}formula {item.tex}"
    if isinstance(item, Fence):
        options = [f"{key} {o.position.line}:{o.position.column} {shown(o.text)}" for key, o in item.options.items()]
        return " / ".join([f"{at} fence {item.kind} {item.name}".rstrip(), *options])
    if isinstance(item, Answer):
        box = f"[{'x' if item.is_right else ' '}] {item.expression} {shown(item.number)}".rstrip()
        return f"{at} answer {box}: {item.text}"
    if isinstance(item, Task):
        return f"{at} task of {shown(item.project)}"
    if not isinstance(item, (Number, Word, Claim, Given)):
        return f"{at} block {item.kind} {shown(item.argument)}".rstrip()
    kind = type(item).__name__.lower()
    source = item.key if isinstance(item, Given) else item.expression
    return f"{at} {kind} in {item.place}: {item.written} <- {source}"


def asked(question: Question) -> str:
    """One question on one line."""
    settings = f" margin {question.margin} decimals {question.decimals}" if question.kind == "numeric" else ""
    answers = ", ".join(shown(answer.token) for answer in question.answers)
    at = f"{shown(question.token)} {question.position.line}:{question.position.column}"
    return f"{at} {question.kind} {question.quiz}.{question.name}{settings}: {answers}"


def read(case: dict) -> dict:
    lesson, findings = scanned(case["input"], case["language"])
    answers = [answer for question in lesson.questions for answer in question.answers]
    items = [*lesson.bindings, *lesson.formulas, *lesson.fences, *lesson.blocks, *answers, *lesson.tasks]
    return {
        "language": case["language"],
        "input": case["input"],
        "title": shown(lesson.title),
        "markdown": shown(lesson.markdown),
        "items": [described(item) for item in sorted(items, key=lambda item: int(item.token[1:-1]))],
        "sections": [
            f"{own.position.line}:{own.position.column} {own.level} {own.title} {[text for text, _ in own.contents]}"
            for own in lesson.sections
        ],
        **({"questions": [asked(question) for question in lesson.questions]} if lesson.questions else {}),
        "findings": [f"{f.line}:{f.column} {f.code} {f.problem}" for f in findings],
    }


class _Dumper(yaml.SafeDumper):
    """Multi-line texts as they are."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text and not re.search(r"[\r\t\ufeff\u0080-\u009f]|[ \u00a0]\n", text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_goldens(path):
    """Each file holds a text and everything the scanner makes of it; AFERIR_ACCEPT=1 writes what it makes now."""
    case = yaml.safe_load(path.read_text(encoding="utf-8"))
    made = read(case)
    if os.environ.get("AFERIR_ACCEPT"):
        path.write_text(yaml.dump(made, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1000), "utf-8")
    assert made == case


def test_every_kind_of_thing_has_a_golden():
    stems = {path.stem for path in CASES}
    assert stems >= {"lesson", "bindings", "formulas", "fences", "blocks", "tables", "links", "mistakes", "windows"}


# ── One test for each rule: the mistake, and exactly that message at its place ───────────────────────────────────────

MISTAKES = yaml.safe_load((GOLDENS.parent / "scan_mistakes.yml").read_text(encoding="utf-8"))


def said(findings: tuple[Finding, ...]) -> list[dict]:
    return [{"rule": f.code, "at": f"{f.line}:{f.column}", "says": f.problem} for f in findings]


@pytest.mark.parametrize(
    "mistake", MISTAKES["bodies"], ids=lambda mistake: f"{mistake['rule']} {mistake['text'][:20]!a}"
)
def test_a_mistake_in_the_body_is_one_finding_at_its_place(mistake):
    _, findings = body(mistake["text"])
    assert [mistake] == [{"text": mistake["text"], **found} for found in said(findings)]


@pytest.mark.parametrize(
    "mistake", MISTAKES["files"], ids=lambda mistake: f"{mistake['rule']} {mistake['text'][:30]!a}"
)
def test_a_mistake_in_the_front_matter_is_found_at_its_place(mistake):
    _, findings = scanned(mistake["text"])
    assert [mistake] == [{"text": mistake["text"], **found} for found in said(findings)]


OWN_RULES = [code for code in RULES if code.startswith(("AF1", "AF90")) or code == "AF910"]


def test_every_rule_of_the_scanner_has_its_case():
    tested = {mistake["rule"] for mistake in [*MISTAKES["bodies"], *MISTAKES["files"]]}
    assert tested == {*OWN_RULES}


@pytest.mark.parametrize("code", OWN_RULES)
def test_the_catalogue_shows_a_wrong_example_that_is_found_and_a_right_one_that_is_not(code):
    rule = RULES[code]
    if code in ("AF107", "AF108"):
        wrong, right = (
            (rule.wrong, rule.right) if code == "AF108" else (f"---\n{t}\n---\n" for t in (rule.wrong, rule.right))
        )
        assert code in {f.code for f in scanned(wrong)[1]}
        assert scanned(right)[1] == ()
    else:
        assert {f.code for f in body(rule.wrong)[1]} == {code}
        assert body(rule.right, "es" if code == "AF103" else "pt")[1] == ()


def test_blocks_inside_each_other_without_an_end_are_reported_where_they_open():
    _, findings = body("* a\n\n    //// theorem\n    /// proof\n    x\n\n///\n")
    assert [(f.code, f.line) for f in findings] == [("AF114", 6), ("AF114", 7)]


def test_tex_in_a_display_formula_without_an_end_is_no_second_mistake():
    _, findings = body("$$\n\\begin{align}\n\n5")
    assert [(f.code, f.line) for f in findings] == [("AF117", 4)]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("1 048 576{=n}", "number n"),
        ("0.5{=A[0,0]}", "number A[0, 0]"),
        ("$0,5{=a}$", "number a"),
        ("[muitos]{@key}", "given key"),
        ("## [a]{!ok}", "claim ok"),
        ("[ver [a]{=w}](u)", "word w"),
        ("$x{!ok}$", "claim ok"),
    ],
)
def test_a_binding_that_is_refused_still_counts_among_what_its_section_holds(text, content):
    lesson, findings = body(text)
    assert len(findings) == 1
    assert [own for section in lesson.sections for own, _ in section.contents] == [content]


# ── What is right stays without findings ─────────────────────────────────────────────────────────────────────────────

FINE = [
    "custa $5, depois $6 e US$ 7, R$ 8 ou 9$.",
    "a < b, a<b, a < b > c, x <- y, <https://x.y/z>, <a@b.c>",
    "```\n{=x}\n```",
    "```python title=\"a b\" hl_lines=\"1 3-4\" linenums=\"1\"\nx = {1: '{=x}'}\n```",
    "~~~text\n```cell heads\n~~~",
    "````markdown\n```cell heads\n```\n````",
    "* item\n\n    ```python\n    x\n    ```\n\n    mais\n\n    * dois\n\n        três\n",
    "> cita\n>\n> ```python\n> x\n> ```\n",
    "nota[^1]\n\n[^1]: um\n\n    dois\n",
    "!!! note \"Título\"\n    corpo\n\n    mais\n",
    "Termo\n:   definição\n\n    mais\n",
    "texto\n    continua\n",
    "//// theorem\n/// proof\nP\n///\n////",
    "`` `{=x}` `` e `{=y}` e `<b>`",
    "\\{=x} \\$5 \\<b>",
    "<!-- <b> {=x} $ ``` -->",
    "$a\\{=b$ $n{!}$ $a{=}b$",
    "# Título {#id}\n\n[link](a){: .c}\n",
    "```diagram a_b\nalt: Duas caixas.\n\ndigraph { a -> b }\n```",
    "```Python\nx\n```",
    "[o artigo][Um  dois] e [um dois][] e x[^n] e ![alt][um dois]\n\n[um dois]: x.md\n\n[^n]: pé",
    "`[a b][nope] [^9] \\(x\\)` $[ab][cd]$ A[linha][coluna] [i][j] [1; 2][…] [nota] \\[^9] \\[a\\] [a]\\(b\\) \\(",
    "$$\n\\begin{align}x\\end{align}\n$$\n\n`\\begin{align}` e \\\\begin{a}",
    "o conjunto {1{=a}, 2{=b}} e ${x}$ {a}",
    "## Título {: .wide data-x=\"y\" }\n\n*a*{.b} **c**{: #d }\n\ntexto\n{: .e }",
    '??? note "Título"\n    corpo\n\n    mais\n\n???+ tip\n    a\n\n??? "Só título"\n    b\n',
    "/// theorem\n* a\n///",
    "/// theorem\n* a\n    * b\n\n    c\n///\n* d",
    "* a\n/// theorem\nx\n///\n",
    "* a\n\n    /// theorem\n    * b\n    ///\n\n    c\n",
    "* a\n    * b\n\n        /// theorem\n        x\n///\n",
    '/// theorem\n!!! note "T"\n    a\n///',
]  # fmt: skip


@pytest.mark.parametrize("text", FINE)
def test_markdown_that_means_what_it_says_has_no_findings(text):
    assert body(text)[1] == ()


def test_all_mistakes_are_found_at_once():
    text = "0.5{=A} e {=B}\n\n```cel x\n```\n\n/// teorem\n///\n\n<b>x</b> 1{=(}\n"
    assert [f.code for f in body(text)[1]] == ["AF104", "AF101", "AF109", "AF112", "AF115", "AF102"]


def test_no_mistake_leaves_a_binding_in_the_markdown():
    for mistake in MISTAKES["bodies"]:
        markdown = body(mistake["text"])[0].markdown
        outside_code = re.sub(r"```.*?```|`[^`]*`", "", markdown, flags=re.DOTALL)
        assert not re.search(r"\{[=!@]", outside_code), mistake


def test_positions_count_characters_and_survive_a_byte_order_mark_and_windows_line_ends():
    lesson, findings = scanned("\ufeff---\r\ntitle: T\r\n---\r\n😀e\u0301\t0,5{=a}\r\n1{=b}\r2{=c}")
    assert [item.position for item in lesson.bindings] == [Position(4, 5), Position(5, 1), Position(6, 1)]
    assert findings == ()


def test_expressions_may_hold_braces_strings_and_pipes():
    expressions = ['{"a": 1}["a"]', '"}"', "f'{x}'", "{1, 2}", "x | y", "A[{0: 1}[0]]", '"\\"}"', "[i for i in (1, 2)]"]
    for expression in expressions:
        lesson, findings = body(f"5{{={expression}}} fim")
        assert findings == ()
        assert lesson.bindings[0].expression == expression
        assert shown(lesson.markdown) == "⟦0⟧ fim"


def test_an_expression_has_at_most_300_characters():
    fits, too_long = "1+" * 149 + "11", "1+" * 149 + "111"
    assert body(f"5{{={fits}}}")[1] == ()
    assert [f.code for f in body(f"5{{={too_long}}}")[1]] == ["AF106"]


def test_bindings_that_differ_only_in_spacing_count_as_the_same():
    lesson, _ = body("1{=A[0,0]} 1{= A[0, 0] }")
    assert [content for content, _ in lesson.sections[0].contents] == ["number A[0, 0]", "number A[0, 0]"]


def test_a_word_is_read_without_the_marks_around_it():
    lesson, _ = body("[`␣telhado`]{=w} [**muro**]{=w} [*o* muro]{=w}")
    assert [item.written for item in lesson.bindings] == ["␣telhado", "muro", "*o* muro"]


def test_the_texts_of_the_front_matter_may_hold_numbers():
    lesson, findings = scanned(
        '---\ntitle: "Com 8{=h} cabeças: 64{=d}"\ndescription: \\{=x} e 2{=n}\nsnippet: a_b\n---\n'
    )
    assert findings == ()
    assert shown(lesson.title) == "Com ⟦0⟧ cabeças: ⟦1⟧"
    assert shown(lesson.description) == "{=x} e ⟦2⟧"
    assert lesson.sections[0].title == "Com 8 cabeças: 64"
    assert [item.position for item in lesson.bindings] == [Position(2, 13), Position(2, 28), Position(3, 22)]
    assert (lesson.snippet, lesson.snippet_position) == ("a_b", Position(4, 10))


def test_an_unclosed_fence_costs_its_paragraph_only():
    lesson, findings = body("```python\nx = 1\n\ndepois 5{=h}\n\n```cell a\n\n```cell b\n```\n")
    assert [(f.code, f.line) for f in findings] == [("AF111", 4), ("AF111", 9)]
    assert [fence.name for fence in lesson.fences] == ["a", "b"]
    assert [item.expression for item in lesson.bindings] == ["h"]


# ── Python-Markdown and its extensions leave the tokens alone ────────────────────────────────────────────────────────


class _Blocks(BlocksExtension):
    """Our kinds of block, with the argument as text."""

    def extendMarkdownBlocks(self, md, block_mgr):
        for kind in BLOCKS:
            block_mgr.register(_block(kind), {})


def _block(kind: str) -> type[MarkdownBlock]:
    class Own(MarkdownBlock):
        NAME = kind
        ARGUMENT = True

        def on_create(self, parent):
            section = ElementTree.SubElement(parent, "section")
            ElementTree.SubElement(section, "p").text = self.argument
            return section

    return Own


def html(markdown: str) -> str:
    extensions = ["tables", "attr_list", "footnotes", "def_list", "admonition"]
    extensions += ["pymdownx.details", "pymdownx.superfences", "pymdownx.highlight", _Blocks()]
    return unescape(Markdown(extensions=extensions).convert(markdown))


PLACES = {
    "bold": ("**0,309{=A}**", "<strong>⟦0⟧</strong>"),
    "bold twice": ("**a 0,309{=A}** e **0,3{=B}**", "<strong>a ⟦0⟧</strong> e <strong>⟦1⟧</strong>"),
    "underscore": ("_0,309{=A}_", "<em>⟦0⟧</em>"),
    "star": ("*0,309{=A}*", "<em>⟦0⟧</em>"),
    "both": ("***0,309{=A}***", "<strong><em>⟦0⟧</em></strong>"),
    "cell": ("|a|b|\n|-|-|\n|0,5{=x|y}|**1{=z}**|", "<td>⟦0⟧</td>\n<td><strong>⟦1⟧</strong></td>"),
    "heading": ("# Com 8{=h} cabeças", "<h1>Com ⟦0⟧ cabeças</h1>"),
    "heading with id": ("## Com 8{=h} {#id}", '<h2 id="id">Com ⟦0⟧</h2>'),
    "underlined heading": ("Com 8{=h}\n===", "<h1>Com ⟦0⟧</h1>"),
    "link text": ("[8{=h} cabeças](http://x.y/a_b_c)", '<a href="http://x.y/a_b_c">⟦0⟧ cabeças</a>'),
    "alt text": ("![mapa de 8{=h}](m.png)", '<img alt="mapa de ⟦0⟧" src="m.png" />'),
    "link title": ('[a](b "c")', '<a href="b" title="c">a</a>'),
    "list item": ("* um 8{=h}\n* 2{=n}", "<li>um ⟦0⟧</li>\n<li>⟦1⟧</li>"),
    "number at the start of a line": ("−0,5{=x}\n2017{@k}. Fim", "<p>⟦0⟧\n⟦1⟧. Fim</p>"),
    "quote": ("> cita 8{=h}", "<p>cita ⟦0⟧</p>"),
    "claim": ("[as *linhas* somam 1{=x}]{!ok}", "<p>⟦0⟧as <em>linhas</em> somam ⟦1⟧⟦/0⟧</p>"),
    "claim in bold": ("**[as linhas]{!ok}**", "<strong>⟦0⟧as linhas⟦/0⟧</strong>"),
    "word in code": ("[`␣a`]{=w}", "⟦0⟧<code>␣a</code>⟦/0⟧"),
    "formula": ("seja $a_1 * b_2 * c$ e $d_k$", "seja ⟦0⟧ e ⟦1⟧"),
    "display formula": ("a\n\n$$\nx_1 = 0{,}5{=x}\n$$\n\nb", "<p>⟦0⟧</p>"),
    "fence": ("a\n```cell heads\n```\nb", "<p>a</p>\n<p>⟦0⟧</p>\n<p>b</p>"),
    "block": ("/// theorem | Um 8{=h}\nb\n///", "<section>\n<p>⟦0⟧</p>\n<p>b</p>\n</section>"),
    "footnote": ("a[^1]\n\n[^1]: pé 8{=h}", "<p>pé ⟦0⟧"),
    "definition": ("Termo 1{=a}\n:   def 2{=b}", "<dt>Termo ⟦0⟧</dt>\n<dd>def ⟦1⟧</dd>"),
    "admonition": ('!!! note "T 1{=a}"\n    b 2{=b}', '<p class="admonition-title">T ⟦0⟧</p>\n<p>b ⟦1⟧</p>'),
    "details": ('??? note "T 1{=a}"\n    b 2{=b}', "<summary>T ⟦0⟧</summary>\n<p>b ⟦1⟧</p>"),
    "list in a block": (
        "/// theorem\n* a 1{=a}\n///\nb",
        "<p>⟦0⟧</p>\n<ul>\n<li>a ⟦1⟧</li>\n</ul>\n</section>\n<p>b</p>",
    ),
    "block below a list": ("* a\n/// theorem\nb 1{=a}\n///", "</ul>\n<section>\n<p>⟦0⟧</p>\n<p>b ⟦1⟧</p>\n</section>"),
    "escape": ("\\{=x} e \\$5 <!-- 5{=y} --> a<b", "<p>{=x} e $5  a<b</p>"),
    "code": ("`{=x}` e 5{=y}", "<code>{=x}</code> e ⟦0⟧"),
}


@pytest.mark.parametrize(("text", "expected"), PLACES.values(), ids=PLACES)
def test_tokens_survive_markdown_wherever_a_binding_may_stand(text, expected):
    lesson, findings = body(text)
    assert findings == ()
    assert expected in shown(html(lesson.markdown))


PIECES = [
    "0,5{=A}", "−2{=A[0,0]}", "(2; 1){=q}", "[0,5; 0,3]{=v}", "[palavra]{=w}", "[as *linhas* 1{=x}]{!ok}", "2017{@k}",
    "$a_1 = 2{=x}$", "`a {=a}`", " **0,3{=A}** ", " _0,3{=b}_ ", " *0,3{=b|c}* ", "[link 8{=h}](http://x.y/a_b)",
    "![alt 3{=k}](s.png)", "texto", "ção 😀", " ", ", ", "\n", "\n\n", "\n\n# Tit 3{=a}\n", "\n\n## [x](y) {#id}\n\n",
    "\n\n* item ", "\n\n1. um ", "\n\n> cita ", "\n\n| a | b |\n|---|---|\n| 1{=x|y} | `|` |\n\n",
    "\n\n```cell heads\n```\n\n", "\n\n```python\nx = {=1}\n```\n\n", "\n\n/// theorem | T 2{=t}\na 1{=z}\n///\n\n",
    '\n\n!!! note "T 3{=c}"\n    corpo 2{=d}\n\n', "\n\n$$\nx = 1{=y}\n$$\n\n", "\n\nTermo\n:   def 5{=f}\n\n",
    "<https://a.b>", "a < b", "<!-- c 9{=q} -->", "\\{=x}", "\\$", "\n\nTit\n---\n", '"', "$5", "…", "\n\n***\n\n",
    "\n\n/// proof\n* a 6{=g}\n///\n", "\n\n* a\n/// proof\nb 7{=j}\n///\n\n",
    '\n\n??? note "T 3{=c}"\n    b 2{=d}\n\n',
]  # fmt: skip


@pytest.mark.property
@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_tokens_survive_markdown_in_any_order_of_things(text):
    lesson, findings = body(text)
    if findings:
        return
    page = html(lesson.markdown)
    tokens = re.compile("[\ue000\ue002]\\d+\ue001")
    assert sorted(tokens.findall(page)) == sorted(tokens.findall(lesson.markdown))
    outside_code = re.sub(r"<code.*?</code>", "", page, flags=re.DOTALL).replace("{=x}", "")
    assert not re.search(r"\{[=!@]", outside_code)


# ── Any text at all ──────────────────────────────────────────────────────────────────────────────────────────────────

ATOMS = [
    "{=A}", "{=A[0,0]}", "{!ok}", "{@k}", "{=", "{!", "{@", "}", "0,5", "1 048", "1.048", "−2", "(2; 1)", "[0,5; 0,3]",
    "[", "](x)", "]", "(", ")", "$", "$$", "$a$", "`", "``", "```", "```cell heads", "```figure maps", "alt: x",
    "caption: y 1{=z}", "~~~", "/// challenge | mh", "/// theorem", "//// quiz | q\n",
    "/// question | single s\n", "/// question | numeric n\n", "/// question | order o\n", "margin: 1\n", "* [x] ",
    "* [ ]{!ok} ", "\n\n    ", "/// project\n", "///", "////", "<!--", "-->", "<b>", "</b>",
    "<https://a.b>", "\\", "\\$", "\\{=", "{#id}", "# ", "===", "---", "- ", "1. ", "    ", "\t", "> ", "|", "|---|",
    "[^1]: ", '!!! note "x"', "\n", "\n\n", "\r\n", "\r", " ", "x", "ção", "e\u0301", "😀", "\ue000", "\ue002", "\x02",
    "\ufeff", '"', "'", "#", '{"a": 1}', "\u2028", "[a]: b", "![", "**", "_", "title: a", "…", "\\frac{1{=a}}{2}",
    "{=}", "\\begin{pmatrix}", "\\end{pmatrix}", "{: ", "[um][dois]", "[^2]", '??? note "x"', "* ```cell x\n",
    "\\(", "\\)",
]  # fmt: skip


def lines_of(text: str) -> list[str]:
    """The lines of a file as positions count them."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


@pytest.mark.property
@settings(max_examples=400, deadline=None)
@given(
    st.one_of(st.lists(st.sampled_from(ATOMS), max_size=40).map("".join), st.text(max_size=200)),
    st.booleans(),
    st.sampled_from(list(MARKS)),
)
def test_any_text_is_scanned_and_every_position_is_right(text, with_front_matter, code):
    whole = f"---\ntitle: T 8{{=h}}\n---\n{text}" if with_front_matter else text
    lesson, findings = scanned(whole, code)
    lines = lines_of(whole)
    for item in lesson.bindings:
        there = lines[item.position.line - 1][item.position.column - 1 :]
        first_line = item.written.split("\n")[0] if isinstance(item, (Number, Given)) else "["
        assert there.startswith(first_line)
    for finding in findings:
        assert 1 <= finding.line <= len(lines)
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1


@pytest.mark.property
@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(ATOMS), max_size=40).map("".join))
def test_ids_count_up_and_every_token_belongs_to_something(text):
    lesson, _ = body(text)
    answers = [answer for question in lesson.questions for answer in question.answers]
    items = [*lesson.bindings, *lesson.formulas, *lesson.fences, *lesson.blocks, *answers, *lesson.tasks]
    ordered = sorted(items, key=lambda item: int(item.token[1:-1]))
    assert [item.token for item in ordered] == [f"\ue000{number}\ue001" for number in range(len(items))]
    assert [item.position for item in ordered] == sorted(item.position for item in items)
    options = [option.text for fence in lesson.fences for option in fence.options.values()]
    texts = "".join([lesson.markdown, lesson.title, *options, *(block.argument for block in lesson.blocks)])
    tokens = re.findall("\ue000\\d+\ue001", texts)
    assert len(tokens) == len(set(tokens))
    in_math = {item.token for item in lesson.bindings if item.place == "math"}
    assert {item.token for item in items} - in_math >= set(tokens)


LONG = [
    "0,5{=A} ",
    "{=(",
    "[x]{!a} ",
    "[x](",
    "$a$ ",
    "$ ",
    "<a ",
    "`` ` ",
    "<!-- --> ",
    "1{=a}",
    "palavra ",
    "/// theorem\n",
    "/// quiz | a\n",
    "//// quiz | a\n/// question | single b\n* [x] c\n\n    d\n///\n////\n",
    "* [x] 5{=a}\n",
    "[1;",
    "{a ",
    "{: ",
    "{#a{=b} ",
    "\\(",
    "[ab][cd] ",
    "* ```x\n",
    "* a\n///\n",
]


def _fastest(text: str) -> float:
    times = []
    for _ in range(2):
        start = time.process_time()
        body(text)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.audit
@pytest.mark.parametrize("piece", LONG)
def test_time_grows_with_the_length_of_a_line_and_not_with_its_square(piece):
    short, long = (_fastest(piece * (size // len(piece))) for size in (100_000, 1_000_000))
    assert long < 40 * max(short, 0.01)
