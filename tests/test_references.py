"""Sources: a BibTeX file with positions, lists in the style of each language, keys that exist and are cited."""

from __future__ import annotations

from pathlib import Path

import pytest

from aferir.languages import language
from aferir.references import cited_keys, read_bibliography, reference_list, unused_findings
from aferir.scan import scan

ROOT = Path(__file__).parent.parent
PATH = "lessons/references.bib"
GOOD = """\
@inproceedings{li2020title,
  author = {Li, Ana and de Jong, Michiel and O'Neil, <b>},
  title = {A {BERT} & {\\"u}ber Title},
  booktitle = {Proceedings of X},
  volume = {3}, pages = {5--12}, year = {2020}, eprint = {2001.00001}
}

@misc{abe2019blog, author = {Abe, Bo}, title = {A Blog}, year = {2019}, url = {https://example.org/a}}
@article{cruz2018doi, author = {Cruz, C.}, title = {T}, journal = {J}, year = {2018}, doi = {10.1/x}}
"""


def listed(code, keys=("li2020title", "abe2019blog"), text=GOOD):
    bibliography, findings = read_bibliography(text.encode(), PATH)
    assert findings == ()
    return reference_list(keys, bibliography, language(code))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pt", "e O&#39;Neil &lt;b&gt;. “A BERT &amp; über Title”. <i>Proceedings of X</i> 3, 2020, p. 5–12."),
        ("es", "y O&#39;Neil &lt;b&gt;. «A BERT &amp; über Title». <i>Proceedings of X</i> 3, 2020, pp. 5–12."),
        ("cs", "a O&#39;Neil &lt;b&gt;. „A BERT &amp; über Title“. <i>Proceedings of X</i> 3, 2020, s. 5–12."),
        ("en", "and O&#39;Neil &lt;b&gt;. “A BERT &amp; über Title”. <i>Proceedings of X</i> 3, 2020, pp. 5–12."),
    ],
)
def test_each_language_writes_a_source_in_its_own_way(code, expected) -> None:
    text = GOOD.replace("O'Neil, <b>", "{<b>}, O'Neil")
    (_, reference) = listed(code, text=text)
    assert reference.html.replace("’", "&#39;") == f"Ana Li, Michiel de Jong {expected}"


def test_a_list_goes_by_author_and_year_and_names_each_source_once() -> None:
    keys = [item.key for item in listed("pt", ("li2020title", "abe2019blog", "li2020title", "nobody"))]
    assert keys == ["abe2019blog", "li2020title"]
    assert listed("pt", ()) == ()


def test_a_source_says_its_number_and_leads_to_it() -> None:
    made = {item.key: item for item in listed("pt", ("li2020title", "abe2019blog", "cruz2018doi"))}
    assert (made["li2020title"].number, made["li2020title"].link) == (
        "arXiv:2001.00001",
        "https://arxiv.org/abs/2001.00001",
    )
    assert (made["cruz2018doi"].number, made["cruz2018doi"].link) == ("doi:10.1/x", "https://doi.org/10.1/x")
    assert (made["abe2019blog"].number, made["abe2019blog"].link) == ("", "https://example.org/a")
    assert made["cruz2018doi"].text == "C. Cruz. “T”. J, 2018. doi:10.1/x."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\xff", ["1:1: AF801 it is not UTF-8 text"]),
        (b"@misc{a, title = {x}", ["1:1: AF801 premature end of file"]),
        (b"\n@misc{a title}", ["2:1: AF801 "]),
        (
            b"@misc{a, author={B, C}, title={x}, year={2000}}\n\n@misc{a, author={B, C}, title={y}, year={2000}}",
            ["3:1: AF801 repeated bibliography entry: a"],
        ),
        (b"\n@misc{a, title = {x}, year = {2000}}", ["2:1: AF802 the source a has no author"]),
        (b"@misc{a, author = {B, C}, year = {2000}}", ["1:1: AF802 the source a has no title"]),
        (b"@misc{a, author = {B, C}, title = {x}}", ["1:1: AF802 the source a has no year"]),
        (
            b"@misc{a, author = {B, C}, title = {x}, year = {soon}}",
            ["1:1: AF802 the source a has the year “soon”, which is no number"],
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_line(text, expected) -> None:
    _, findings = read_bibliography(text, PATH)
    assert [str(item)[: len(f"{PATH}:{end}")] for item, end in zip(findings, expected, strict=True)] == [
        f"{PATH}:{end}" for end in expected
    ]


def page(text):
    lesson, findings = scan(f"---\ntitle: T\n---\n{text}", "lessons/pt/x.md", language("pt"), "x")
    assert findings == ()
    return lesson


def test_a_page_cites_what_its_numbers_come_from_and_what_its_list_names_besides() -> None:
    lesson = page("Em 2020{@li2020title}, 28{@li2020title}.\n\n```references\nalso: abe2019blog, cruz2018doi\n```\n")
    assert cited_keys(lesson) == ("li2020title", "abe2019blog", "cruz2018doi")
    assert cited_keys(page("Nada.")) == ()


def test_a_source_that_no_page_cites_is_a_finding_at_its_line() -> None:
    bibliography, _ = read_bibliography(GOOD.encode(), PATH)
    pages = [page("Em 2020{@li2020title}."), page("```references\nalso: cruz2018doi\n```\n")]
    assert [str(item) for item in unused_findings(bibliography, pages)] == [
        f"{PATH}:8:1: AF803 no page cites abe2019blog: cite it, name it in a list of sources, or take it out"
    ]


@pytest.mark.slow
def test_the_course_s_own_sources_are_whole() -> None:
    bibliography, findings = read_bibliography((ROOT / PATH).read_bytes(), PATH)
    assert findings == ()
    assert bibliography.entries
    for code in ("pt", "es", "cs"):
        made = reference_list(bibliography.entries, bibliography, language(code))
        assert all(item.link or item.key == "radford2019gpt2" for item in made)
