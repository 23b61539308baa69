"""Search: what is read of a page, and what lunr finds by our script in a language with a stemmer and in one without."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import material
import pytest

from aferir import search

from .search.asking import answers

THEME = Path(material.__file__).parent / "templates"
FORMULA = (
    '<p>Pak <span class="formula"><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mfrac>'
    "<mrow><mn>0,717</mn></mrow><mrow><mn>2,319</mn></mrow></mfrac><mo>=</mo><mn>0,309</mn></mrow>"
    '<annotation encoding="application/x-tex">\\frac{0{,}717}{2{,}319}</annotation></semantics></math></span>'
    '<span class="katex-html" aria-hidden="true"><span class="base"><span>2,319</span><span>0,717</span></span></span>'
    "</span></span> &lt; 1.</p>"
)


def text_of(html: str) -> str:
    from html.parser import HTMLParser

    parts: list[str] = []
    reader = HTMLParser()
    reader.handle_data = parts.append  # type: ignore[method-assign]
    reader.feed(html)
    return "".join(parts)


def test_a_formula_is_read_once_with_a_slash_for_its_bar() -> None:
    assert text_of(search.searchable(FORMULA)) == "Pak 0,717/2,319=0,309 < 1."


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("<p>a <em>b</em><br>c</p>", "<p>a <em>b</em><br>c</p>"),
        ("<p>a</p><div data-search-exclude><div>x</div>y</div><p>b</p>", "<p>a</p><p>b</p>"),
        ("<noscript><p>x</p></noscript><p>b</p>", "<p>b</p>"),
        ('<pre class="diagram"><code>flowchart</code></pre>b', "b"),
        (
            '<figure><p>Three bars.</p><div class="explorable-static"><div>0,644</div></div><p>b</p></figure>',
            "<figure><p>Three bars.</p><p>b</p></figure>",
        ),
        ("<tr><td>1</td><td>2</td></tr>", "<tr><td>1</td> <td>2</td> </tr>"),
        ("&amp; &#8212;", "&amp; &#8212;"),
    ],
)
def test_what_is_no_text_of_the_page_is_left_out_and_the_rest_stays(page, read) -> None:
    assert search.searchable(page) == read


def index_of(folder: Path, code: str, texts: dict[str, str]) -> Path:
    """A site of which only the search exists: a page per title."""
    for place in ("assets/javascripts/workers", search.FOLDER):
        (folder / place).mkdir(parents=True)
    (worker,) = (THEME / "assets/javascripts/workers").glob("search.*.min.js")
    shutil.copy(worker, folder / "assets/javascripts/workers")
    shutil.copy(THEME / search.SUPPORT, folder / search.FOLDER)
    theirs = THEME / search.theirs(code)
    script = search.search_script(code, theirs.read_text(encoding="utf-8") if theirs.is_file() else "")
    (folder / search.FILE).write_bytes(script)
    docs = [{"location": f"{title}/", "title": title, "text": text} for title, text in texts.items()]
    config = {"lang": [search.NAME], "separator": search.SEPARATOR, "pipeline": ["stemmer"], "fields": FIELDS}
    (folder / "search").mkdir()
    (folder / "search/search_index.json").write_text(json.dumps({"config": config, "docs": docs}), encoding="utf-8")
    return folder


FIELDS = {"title": {"boost": 1000.0}, "text": {"boost": 1.0}, "tags": {"boost": 1000000.0}}


def found(site: Path, *queries: str) -> dict[str, list[str]]:
    return {query: [hit.location.rstrip("/") for hit in hits] for query, hits in answers(site, list(queries)).items()}


@pytest.mark.node
def test_a_language_of_the_theme_keeps_its_stemmer_and_gains_folding(tmp_path) -> None:
    site = index_of(tmp_path, "fr", {"a": "<p>Les têtes attentives</p>", "b": "<p>Un repas</p>"})
    hits = found(site, "tête", "tete", "TÊTES", "attentif", "attentives", "repos")
    assert hits == {"tête": ["a"], "tete": ["a"], "TÊTES": ["a"], "attentif": ["a"], "attentives": ["a"], "repos": []}


@pytest.mark.node
def test_a_language_without_a_stemmer_folds(tmp_path) -> None:
    site = index_of(tmp_path, "pl", {"a": "<p>Łódź płynie</p>", "b": "<p>Zażółć gęślą jaźń, Straße d_model</p>"})
    queries = {"a": ("łódź", "lodz", "PŁY"), "b": ("zażółć", "zazolc", "gesla", "strasse", "d_model", "model", "jaźń")}
    hits = found(site, *queries["a"], *queries["b"], "płyną")
    assert hits == {query: [page] for page, asked in queries.items() for query in asked} | {"płyną": []}


@pytest.mark.node
def test_a_title_comes_first_and_stop_words_ask_for_nothing_beside_others(tmp_path) -> None:
    texts = {"Maska": "<p>nic</p>", "Jiné": "<p>maska maska maska a masky</p>", "Třetí": "<p>a aby ale</p>"}
    site = index_of(tmp_path, "cs", texts)
    assert found(site, "maska", "masek", "a maska") == {
        "maska": ["Maska", "Jiné"],
        "masek": ["Maska", "Jiné"],
        "a maska": ["Maska", "Jiné"],
    }


@pytest.mark.node
def test_a_word_found_by_its_stem_is_marked_once_and_not_called_missing(tmp_path) -> None:
    site = index_of(tmp_path, "cs", {"a": "<p>Násobí se maticí, ne maticemi.</p>"})
    ((hit,),) = answers(site, ["matice vektor"]).values()
    assert hit.text == "<p>Násobí se <mark>maticí</mark>, ne <mark>maticemi</mark>.</p>"
    assert (hit.found, hit.missing) == (("matice",), ("vektor",))


@pytest.mark.node
def test_a_query_takes_nothing_from_the_next(tmp_path) -> None:
    site = index_of(tmp_path, "cs", {"a": "<p>maska masky</p>"})
    first = answers(site, ["maska", "masek"])["masek"]
    assert first == answers(site, ["masek"])["masek"]


@pytest.mark.node
def test_operators_still_work_on_folded_words(tmp_path) -> None:
    site = index_of(tmp_path, "es", {"primera": "<p>máscara causal</p>", "otra": "<p>máscara de relleno</p>"})
    hits = found(site, "+mascara +causal", "mascara -causal", "title:primera", '"máscara causal"', "*cara")
    assert hits == {
        "+mascara +causal": ["primera"],
        "mascara -causal": ["otra"],
        "title:primera": ["primera"],
        '"máscara causal"': ["primera"],
        "*cara": ["primera", "otra"],
    }


def test_a_language_that_the_theme_cuts_into_words_is_left_to_it() -> None:
    assert not search.has_own_search("ja")
    assert search.has_own_search("cs")
