"""The glossary: terms read with their places, linked at their first mention, listed as each language lists them."""

from __future__ import annotations

import re

import pytest

from aferir.glossary import glossary_data, read_glossary, term_links
from aferir.languages import language
from aferir.markup import to_html
from aferir.model import Page, TermLink

PATH = "lessons/glossary.yml"
GOOD = """\
query:
  en: query
  pt: {term: consulta, also: [consultas], text: O que uma posição procura.}
  cs: {term: dotaz, also: [dotazu, dotazy], text: Co pozice hledá.}
attention:
  en: attention
  pt: {term: atenção, text: Média ponderada.}
  cs: {term: pozornost, also: [pozornosti], text: Vážený průměr.}
multi-head:
  en: multi-head attention
  pt: {term: atenção multi-cabeça, text: Várias atenções.}
  cs: {term: vícehlavá pozornost, also: [vícehlavé pozornosti], text: Několik pozorností.}
"""
CODES = ("pt", "cs")


def glossary(text: str = GOOD):
    found, findings = read_glossary(text.encode(), PATH, CODES)
    assert findings == ()
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\xff", "1:1: AF811 it is not UTF-8 text"),
        (b"a: [", "1:5: AF811 it is not YAML: "),
        (b"- a", "1:1: AF811 it should hold terms by their keys, for example query: {en: query"),
        (b"Query: {en: q}", "1:1: AF811 Query: a key is small letters, digits and hyphens, such as dot-product"),
        (b"\nquery: consulta", "2:1: AF811 query: a term has its English name under en"),
        (b"query: {en: q, pt: consulta, cs: {term: d, text: t}}", "1:1: AF811 query: pt needs a term and a text"),
        (
            b"query: {en: q, pt: {term: c, also: x, text: t}, cs: {term: d, text: t}}",
            "1:1: AF811 query: also of pt should be a list of forms",
        ),
        (
            b"query: {en: q, pt: {term: c, txt: x, text: t}, cs: {term: d, text: t}}",
            "1:1: AF811 query: pt has txt, which nothing shows",
        ),
        (
            b"query: {en: q, pt: {term: c, ordinary: sim, text: t}, cs: {term: d, text: t}}",
            "1:1: AF811 query: ordinary of pt should be true or false",
        ),
        (
            b"query: {en: q, fr: x, pt: {term: c, text: t}, cs: {term: d, text: t}}",
            "1:1: AF811 query: fr is no language of this course",
        ),
        (
            b"""a: {en: q, pt: {term: c, text: t}, cs: {term: d, text: t}}
b: {en: q, pt: {term: x, also: [C], text: t}, cs: {term: e, text: t}}""",
            "2:1: AF812 “c” (pt) is a form of b and of a",
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_place(text, expected) -> None:
    _, findings = read_glossary(text, PATH, CODES)
    assert len(findings) == 1
    assert str(findings[0]).startswith(f"{PATH}:{expected}")


def linked(markdown: str, code: str = "pt") -> str:
    terms = term_links(glossary(), code, "../glossary/")
    html, _ = to_html(Page("", "", code, "", "", markdown, {}, terms=terms))
    return re.sub(r'<a class="term" data-term="([^"]+)" href="../glossary/#term-\1">([^<]*)</a>', r"[\2→\1]", html)


def test_the_first_mention_of_each_term_is_linked_and_no_other() -> None:
    assert linked("Uma Consulta, duas consultas; atenção, *atenção*.") == (
        "<p>Uma [Consulta→query], duas consultas; [atenção→attention], <em>atenção</em>.</p>"
    )


def test_the_longest_form_wins_and_a_part_of_a_word_is_no_mention() -> None:
    assert linked("Na atenção multi-cabeça, desatenção.") == "<p>Na [atenção multi-cabeça→multi-head], desatenção.</p>"


def test_other_forms_count_also_across_a_line_break_or_a_no_break_space() -> None:
    assert linked("bez vícehlavé\npozornosti, dotazu", "cs") == (
        "<p>bez [vícehlavé\npozornosti→multi-head], [dotazu→query]</p>"
    )
    assert "vícehlavé\u00a0pozornosti→multi-head" in linked("bez vícehlavé\u00a0pozornosti", "cs")


@pytest.mark.parametrize(
    "markdown",
    ["## A consulta", "[consulta](x.md)", "`consulta`", "| consulta |\n|---|\n| consulta |", "```\nconsulta\n```"],
)
def test_headings_links_code_and_tables_are_left_alone(markdown) -> None:
    assert "→" not in linked(markdown)


def test_a_mention_after_them_and_inside_emphasis_a_list_or_a_quote_is_linked() -> None:
    assert linked("`consulta` e **consulta**").endswith("<strong>[consulta→query]</strong></p>")
    assert "<li>[consulta→query]</li>" in linked("* consulta\n* consulta")
    assert "[consulta→query]" in linked("> consulta")


def test_order_is_that_of_reading_also_behind_an_inner_element() -> None:
    assert linked("a *b* consulta *c* atenção consulta") == (
        "<p>a <em>b</em> [consulta→query] <em>c</em> [atenção→attention] consulta</p>"
    )


def test_of_an_everyday_word_only_the_other_forms_are_linked() -> None:
    text = GOOD.replace("term: consulta,", "term: consulta, ordinary: true,")
    links = {link.key: link.forms for link in term_links(glossary(text), "pt", "../glossary/")}
    assert links["query"] == ("consultas",)
    assert "attention" not in {
        link.key
        for link in term_links(glossary(text.replace("term: atenção,", "term: atenção, ordinary: true,")), "pt", "x")
    }
    assert glossary_data(glossary(text), "pt", CODES)["query"]["term"] == "consulta"


def test_a_page_without_terms_is_as_it_was() -> None:
    html, _ = to_html(Page("", "", "pt", "", "", "Uma consulta.", {}))
    assert html == "<p>Uma consulta.</p>"


def test_the_browser_is_given_the_text_and_the_other_languages_english_first() -> None:
    assert glossary_data(glossary(), "cs", CODES)["query"] == {
        "term": "dotaz",
        "text": "Co pozice hledá.",
        "others": [{"code": "en", "term": "query"}, {"code": "pt", "term": "consulta"}],
    }
    assert term_links(glossary(), "cs", "../g/")[0] == TermLink(
        "query", ("dotaz", "dotazu", "dotazy"), "../g/#term-query"
    )


@pytest.mark.parametrize(
    ("code", "ordered"),
    [
        ("cs", ["cena", "čas", "dotaz", "hlava", "chyba", "indukce", "řada", "směr", "šířka"]),
        ("es", ["año", "atención", "nada", "ñandú", "ocho"]),
        ("pt", ["ação", "atenção", "média", "modelo"]),
    ],
)
def test_words_are_listed_in_the_order_of_their_language(code, ordered) -> None:
    backwards = ordered[::-1]
    assert sorted(backwards, key=language(code).sort_key) == ordered
