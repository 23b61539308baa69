"""The pages of a built site: what their policy would refuse is found, and the policy names every script in place."""

from __future__ import annotations

import base64
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aferir.site import SiteFacts, finish, pages
from aferir.site.pages import SitePage, module_imports, style_faults
from aferir.site.policy import policy

PAGE = "<!doctype html>\n<html><head>\n<meta charset='utf-8'><title>x</title>{head}</head><body>{body}</body></html>"


def page(body: str, head: str = "") -> SitePage:
    return SitePage("pt/one/index.html", PAGE.format(head=head, body=body), "https://example.org/course/")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('<p onclick="go()">x</p>', 'the attribute onclick="…" holds a script'),
        ('<a href="javascript:go()">x</a>', 'href="javascript:…" is a script'),
        ('<a href=" JavaScript:go()">x</a>', 'href="javascript:…" is a script'),
        ('<img src="https://cdn.example/a.png">', "https://cdn.example/a.png is asked of another host"),
        ('<img src="//cdn.example/a.png">', "//cdn.example/a.png is asked of another host"),
        ('<img srcset="a.png 1x, http://cdn.example/b.png 2x">', "http://cdn.example/b.png is asked of another host"),
        ('<script src="https://cdn.example/a.js"></script>', "https://cdn.example/a.js is asked of another host"),
        ('<link rel="preconnect" href="https://cdn.example">', "https://cdn.example is asked of another host"),
        ('<iframe src="https://video.example/"></iframe>', "https://video.example/ is asked of another host"),
        ('<form action="https://cdn.example/"></form>', "https://cdn.example/ is asked of another host"),
        (
            '<svg><use href="https://cdn.example/a.svg#b"/></svg>',
            "https://cdn.example/a.svg#b is asked of another host",
        ),
        ('<object data="a.swf"></object>', "<object> is refused by the policy"),
        ("<embed src=a.pdf>", "<embed> is refused by the policy"),
    ],
)
def test_what_the_policy_refuses_is_a_fault_with_its_place(body: str, problem: str) -> None:
    (fault,) = page(f"\n  {body}").faults
    assert fault.problem == problem
    assert str(fault).startswith(f"pt/one/index.html:4:{fault.column}: {problem}; ")


@pytest.mark.parametrize(
    "body",
    [
        '<a href="https://example.com/">a link is the reader’s own choice</a>',
        '<link rel="canonical" href="https://example.com/">',
        '<link rel="alternate" hreflang="es" href="https://example.com/es/">',
        '<img src="data:image/png;base64,AAAA">',
        '<img src="https://example.org/course/a.png">',
        '<img src="../a.png" alt="onclick=1">',
        '<p data-on="x" on-off="3">x</p>',
        "<pre><code>&lt;p onclick=&quot;go()&quot;&gt;</code></pre>",
        "<script>let text = '<img src=https://cdn.example/a.png onload=go()>'</script>",
    ],
)
def test_what_the_policy_allows_is_no_fault(body: str) -> None:
    assert page(body).faults == ()


def test_scripts_in_place_are_those_that_run() -> None:
    body = (
        "<script>one()</script><script type=module>two()</script><script type='application/json'>{}</script>"
        "<script src=a.js></script><script type='text/javascript'>a < b && '&amp;'\r\n</script>"
        "<script type=importmap>{}</script>"
    )
    assert page(body).scripts == ("one()", "two()", "a < b && '&amp;'\n", "{}")


def test_the_policy_is_strict_and_the_same_whatever_the_order_of_the_scripts() -> None:
    text = policy(["b()", "a()", "b()"])
    assert text == policy(["a()", "b()"])
    rules = dict(rule.split(" ", 1) for rule in text.split("; "))
    expected = {f"'sha256-{base64.b64encode(hashlib.sha256(code).digest()).decode()}'" for code in (b"a()", b"b()")}
    assert set(rules["script-src"].split()) == {"'self'", "'wasm-unsafe-eval'", *expected}
    assert rules["default-src"] == "'self'"
    assert rules["object-src"] == "'none'"
    assert {"base-uri", "form-action", "worker-src"} <= {name for name, value in rules.items() if value == "'self'"}
    assert "unsafe-inline" not in rules["script-src"]
    assert "unsafe-eval'" not in rules["script-src"].replace("'wasm-unsafe-eval'", "")


def test_the_policy_comes_before_all_that_loads_and_the_charset_stays_first() -> None:
    text = page("x", '<link rel="stylesheet" href="a.css">').with_head("<POLICY>").text
    assert text.index("<meta charset") < text.index("<POLICY>") < text.index("<title>") < text.index("<link")
    assert text.replace("<POLICY>", "") == page("x", '<link rel="stylesheet" href="a.css">').text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<!doctype html><p>no head</p>", "<!doctype html>^<p>no head</p>"),
        ("<p>neither</p>", "^<p>neither</p>"),
        ("<head><link href=a.css></head>", "<head>^<link href=a.css></head>"),
        ("<!doctype html><header>x</header>", "<!doctype html>^<header>x</header>"),
    ],
)
def test_a_page_without_a_head_gets_the_policy_too(text: str, expected: str) -> None:
    assert SitePage("a.html", text).with_head("^").text == expected


def test_what_a_page_loads_of_the_site_itself() -> None:
    made = page(
        '<img src="../a.png"><img src="../a.png"><a href="../other/"></a><div data-lesson-url="../x.json"></div>'
        '<img src="https://example.org/course/b.png"><img src="data:image/png;base64,AA">',
        '<link rel="stylesheet" href="../s.css"><link rel="canonical" href="https://example.org/course/c/">',
    )
    assert made.loads == ("../s.css", "../a.png", "../x.json", "/course/b.png")


def test_style_sheets_ask_no_other_host() -> None:
    text = '@import "a.css";\n@font-face { src: url(https://cdn.example/f.woff2) }\na { background: url("data:x") }'
    (fault,) = style_faults("a.css", text)
    assert (fault.line, fault.column, fault.problem) == (2, 23, "https://cdn.example/f.woff2 is asked of another host")


def test_a_module_imports_what_it_names_statically() -> None:
    text = 'import { a } from "./a.js";\nimport "./b.js";\nexport { c } from "../c.js";\nimport(here("./d.js"));'
    assert module_imports(text) == ("./a.js", "./b.js", "../c.js")


def test_the_pass_writes_one_policy_into_every_page(tmp_path) -> None:
    texts = {"index.html": "<head></head><script>one()</script>", "a/b.html": "<script>two()</script>", "c.html": "x"}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert finish(tmp_path, SiteFacts("course", "")) == ()
    found = {(tmp_path / name).read_text().split('content="')[1].split('"')[0] for name in texts}
    assert found == {policy(["one()", "two()"])}


def test_the_pass_writes_nothing_while_there_is_a_fault(tmp_path) -> None:
    (tmp_path / "index.html").write_text('<p onclick="x()">')
    (tmp_path / "a.css").write_text("@import url(//cdn.example/a.css)")
    assert [fault.path for fault in finish(tmp_path, SiteFacts("course", ""))] == ["index.html", "a.css"]
    assert (tmp_path / "index.html").read_text() == '<p onclick="x()">'
    assert not (tmp_path / "aferir.json").exists()


@pytest.mark.property
@given(st.lists(st.text(alphabet="ab<>&\"'/!-\n\t é")), st.text())
def test_inserting_the_head_changes_nothing_else(scripts: list[str], other: str) -> None:
    text = "<head></head>" + other + "".join(f"<script>{script}</script>" for script in scripts)
    made = SitePage("a.html", text).with_head("\ufffe").text
    if "\ufffe" not in text:
        assert made.replace("\ufffe", "") == text


PIECES = (
    *(
        "<p>",
        '<a href="x.html">',
        '<span class="a" id="b">',
        "</span>",
        "</p>",
        "<script>",
        "</script>",
        "<script/>",
        "a(1)",
    ),
    *(
        "<!--",
        "-->",
        "<title>",
        "</title>",
        "<textarea>",
        "</textarea>",
        "<img src=a.png>",
        "<style>",
        "</style>",
        "=",
        "'",
    ),
    *(
        '<a href="javascript:x()">',
        '<p title="<b>',
        '"',
        "<p title=",
        "<p onclick=x>",
        '<div data-x-url="y">',
        "<",
        ">",
        " ",
        "&",
    ),
    *('<a href="//else/">', "<img src=//else/b.png>", "<p x", "</ p>", "<P CLASS=a>", '<li class="x" onclick="y()">'),
)


@pytest.mark.property
@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_a_page_is_read_as_the_parser_of_the_standard_library_reads_it(pieces: list[str]) -> None:
    """Tags that are passed over hold nothing that counts, whatever stands around them."""
    text = "".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("parse_starttag", "parse_endtag"):
            patch.delattr(pages._Reader, name)
        whole = SitePage("a.html", text)
        expected = (whole.scripts, whole.faults, whole.loads)
    read = SitePage("a.html", text)
    assert (read.scripts, read.faults, read.loads) == expected


def test_what_a_head_loads_counts_with_what_the_page_loads_without_reading_it_again() -> None:
    before = SitePage(
        "a.html", '<!doctype html><head><meta charset="utf-8"><script src="a.js"></script></head><img src="b">'
    )
    made = before.with_head('<link rel="manifest" href="app.json">')
    assert set(made.loads) == {"app.json", "a.js", "b"} == set(SitePage("a.html", made.text).loads)
