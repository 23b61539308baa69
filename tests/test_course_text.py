"""How the course is written: the parts of each lesson, its links, its sentences, typography and spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from aferir.scan.blocks import BLOCKS

from .prose import rules
from .prose.reader import Paragraph, Written, by_section, read, sentences, words

ROOT = Path(__file__).parent.parent
LANGUAGES = ("pt", "es", "cs")
COURSE = yaml.safe_load((ROOT / "lessons" / "course.yml").read_text(encoding="utf-8"))
GLOSSARY = yaml.safe_load((ROOT / "lessons" / "glossary.yml").read_text(encoding="utf-8"))

# What each lesson holds at least: exercises and questions by their number, challenges by their names.
PARTS = {
    "soft-lookup": {"exercise": 6, "question": 7, "check-yourself": 1, "project": 1},
    "parallel-heads": {"exercise": 5, "question": 6, "check-yourself": 1, "project": 1},
    "split-then-sum": {"question": 5, "check-yourself": 1},
    "masks-and-two-heads": {"exercise": 5, "question": 7, "check-yourself": 1, "project": 1},
    "whole-path": {"exercise": 5, "question": 7, "check-yourself": 1, "project": 1},
}
CHALLENGES = {
    "soft-lookup": ("softmax", "attention_one", "self_attention"),
    "parallel-heads": ("split_heads", "join_heads"),
    "split-then-sum": ("multi_head",),
    "masks-and-two-heads": ("masked_softmax", "causal_mask"),
    "whole-path": ("layer_norm", "next_token"),
}


def read_file(path: Path, language: str) -> Written:
    return read(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix(), language)


def edition(language: str) -> dict[str, Written]:
    """The pages of a language by the names of their files: lessons and docs lie side by side on the site."""
    paths = [*(ROOT / "docs" / language).glob("*.md"), *(ROOT / "lessons" / language).glob("*.md")]
    return {path.name: read_file(path, language) for path in sorted(paths)}


def glossary_page(language: str) -> Written:
    """The texts of the glossary as a page."""
    shown = [Paragraph(0, entry[language][key]) for entry in GLOSSARY.values() for key in ("term", "text")]
    return Written("lessons/glossary.yml", language, shown)


def prose(language: str) -> Iterator[Written]:
    """Everything that the course says in a language."""
    yield from edition(language).values()
    yield glossary_page(language)


def lessons(language: str) -> dict[str, Written]:
    return {
        name.removesuffix(".md"): page for name, page in edition(language).items() if page.path.startswith("lessons/")
    }


def own_words(language: str) -> list[str]:
    return (ROOT / "lessons" / f"words.{language}.txt").read_text(encoding="utf-8").splitlines()


def listed(faults: Iterator[str]) -> str:
    return "\n".join(faults)


# ── The course ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_parts(language) -> None:
    for slug, page in lessons(language).items():
        wanted = {kind: count for kind, count in PARTS.get(slug, {}).items() if kind in BLOCKS}
        assert listed(rules.missing_parts(page, wanted, CHALLENGES.get(slug, ()))) == ""


def test_every_lesson_is_in_each_language_and_on_the_path() -> None:
    for language in LANGUAGES:
        assert set(lessons(language)) == set(COURSE["lessons"])
    assert len(set(COURSE["lessons"])) == len(COURSE["lessons"])
    known = [slug for slug in PARTS if slug in COURSE["lessons"]]
    assert [slug for slug in COURSE["lessons"] if slug in PARTS] == known


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_headings_and_the_parts_below_them_correspond(language) -> None:
    for slug, page in lessons(language).items():
        other = lessons("pt")[slug]
        assert [heading.level for heading in page.headings] == [heading.level for heading in other.headings], slug
        for heading, here, there in zip(["", *page.headings], by_section(page), by_section(other), strict=True):
            assert sorted(here) == sorted(there), (slug, heading)


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_somewhere(language) -> None:
    pages = edition(language)
    for page in pages.values():
        assert listed(rules.broken_links(page, pages, GLOSSARY)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_too_long(language) -> None:
    for page in prose(language):
        assert listed(rules.long_sentences(page)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_in_another_language(language) -> None:
    for page in prose(language):
        assert listed(rules.foreign_sentences(page)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography_is_that_of_the_language(language) -> None:
    for page in prose(language):
        assert listed(rules.typography(page)) == ""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_spelled_as_the_dictionary_or_the_list_has_them(language) -> None:
    known = set(own_words(language))
    for page in prose(language):
        assert listed(rules.misspelled(page, known)) == ""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_words_is_in_order_and_holds_none_that_the_dictionary_knows(language) -> None:
    own = own_words(language)
    assert own == sorted(set(own), key=str.casefold)
    assert rules.unknown_words(own, language) == set(own)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_is_explained_in_one_sentence_without_numbers_to_check(language) -> None:
    for key, entry in GLOSSARY.items():
        text = entry[language]["text"]
        assert len(list(sentences(Paragraph(1, text)))) == 1, key
        assert text.endswith("."), key
        assert not re.search(r"\d\d|\d[.,]\d", text), key


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forms_of_a_term_are_words_of_the_language(language) -> None:
    forms = {
        form for entry in GLOSSARY.values() for form in (entry[language]["term"], *entry[language].get("also", ()))
    }
    found = {word for form in forms for word in re.findall(r"[^\W\d_]+", form)}
    assert rules.unknown_words(found, language) - set(own_words(language)) == set()


# ── Each rule sees what breaks it ────────────────────────────────────────────────────────────────────────────────────


def page_of(body: str, language: str = "pt") -> Written:
    return read(f"---\ntitle: 1\ndescription: 2\n---\n{body}", "x.md", language)


LESSON = """\
Abertura.

## O que vem

Você vai:

* um;
* dois;
* três.

Precisa saber contar.

```cell heads
```

//// exercise | Conta
Quanto?

/// answer
Tanto.
///
////

/// challenge | multi_head
Escreva.
///

## Para ler

* Um artigo.

### Referências

```references
```
"""


KNOWN = LESSON[LESSON.index("Precisa") : LESSON.index("## Para ler")]


def test_a_whole_lesson_lacks_nothing() -> None:
    assert list(rules.missing_parts(page_of(LESSON), {"exercise": 1}, ["multi_head"])) == []


@pytest.mark.parametrize(
    ("found", "put", "message"),
    [
        ("Abertura.\n", "", "x.md:1: nothing opens the lesson before its first heading"),
        ("* três.\n", "", "the first section lists no goals (three at least)"),
        (KNOWN, "", "what the reader should know"),
        ("```cell heads\n```\n", "", "x.md:1: 0 of 1 cell"),
        ("/// answer\nTanto.\n///\n", "", "x.md:20: the exercise “Conta” has no answer"),
        ("| multi_head", "| softmax", "x.md:1: the challenge multi_head is missing"),
        ("```references\n```\n", "", "x.md:1: the lesson does not end with its references"),
        ("* Um artigo.\n", "", "x.md:1: the last section lists nothing to read next"),
    ],
)
def test_each_missing_part_is_seen(found, put, message) -> None:
    assert found in LESSON
    broken = page_of(LESSON.replace(found, put))
    assert message in listed(rules.missing_parts(broken, {}, ["multi_head"]))


def test_too_few_exercises_are_seen() -> None:
    assert "x.md:1: 1 of 2 exercise" in rules.missing_parts(page_of(LESSON), {"exercise": 2}, [])


def test_parts_are_compared_below_each_heading() -> None:
    assert by_section(page_of(LESSON)) == [
        [],
        ["cell heads", "exercise", "answer", "challenge multi_head"],
        [],
        ["references"],
    ]


def test_links_to_pages_headings_and_terms_are_followed() -> None:
    pages = {
        "a.md": page_of(
            "[b](b.md#uma-frase-e-quatro) [c](#aqui) [d](glossary.md#term-key) [e](https://x.org)\n\n## Aqui"
        ),
        "b.md": page_of("## Uma frase e *quatro*\n"),
        "glossary.md": page_of("```glossary\n```"),
    }
    assert list(rules.broken_links(pages["a.md"], pages, ["key"])) == []
    broken = page_of("[b](z.md)\n[b](b.md#duas) [c](#la)\n[d](glossary.md#term-query) [e](b.md#term-key)")
    assert list(rules.broken_links(broken, pages, ["key"])) == [
        "x.md:5: no page z.md in this language",
        "x.md:6: no heading #duas in x.md",
        "x.md:6: no heading #la in x.md",
        "x.md:7: no heading #term-query in x.md",
        "x.md:7: no heading #term-key in x.md",
    ]


def test_a_sentence_of_sixty_words_passes_and_one_more_does_not() -> None:
    assert list(rules.long_sentences(page_of("Um " * 59 + "fim."))) == []
    found = list(rules.long_sentences(page_of("Curta.\n" + "Um " * 60 + "fim.")))
    assert found == [f"x.md:6: a sentence of 61 words: {('Um ' * 60)[:60]!r}"]


def test_bindings_formulas_and_vectors_count_as_one_word_each() -> None:
    body = (
        'São [0,5; 0,25]{=w["a } c", {"d": 1}["d"]]} e $a + b + c$ em `x y z`, '
        "[a cabeça]{!len(set(w)) == 2}, 1\u00a0048\u202f576."
    )
    (paragraph,) = [item for item in page_of(body).paragraphs if item.kind == "text"]
    assert len(words(paragraph.text)) == 9


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Clark et al. Mostram isso. E mais.", 2),
        ("Ver p. ex. Vaswani. Fim.", 2),
        ("Pesa 1.048.576 parâmetros. Tudo.", 2),
        ("“Quem dorme?”, perguntou. Ele.", 2),
        ("Ele disse “não.” Ela, sim.", 2),
        ("É o fim… ou não. Sim!", 2),
        ("De [1; 2]{=a}. A conta.", 2),
        ("Vem de Ashish N. Gomez. Fim.", 2),
        ("¿Quién? ¡Tú! Sí.", 3),
        ("Platí $x$. Řádek. Čtvrtý.", 3),
    ],
)
def test_sentences_are_divided_where_a_reader_would(text, count) -> None:
    (paragraph,) = [item for item in page_of(text).paragraphs if item.kind == "text"]
    assert len(list(sentences(paragraph))) == count


@pytest.mark.parametrize(
    ("language", "text", "other"),
    [
        ("pt", "Cada una de las cabezas lee la frase y no pierde lo que otra ya ha leído.", "es"),
        ("es", "Cada uma das cabeças lê a frase e não perde o que a outra já leu.", "pt"),
        ("cs", "Each of the heads reads the sentence and is not told what the other has read.", "en"),
        ("es", "Každá hlava čte celou větu a to, co se v ní stalo, už nikomu neřekne.", "cs"),
        ("pt", "The heads are not told what to look for in the sentence.", "en"),
    ],
)
def test_a_sentence_of_another_language_is_seen(language, text, other) -> None:
    assert f"x.md:5: this reads as {other}: " in listed(rules.foreign_sentences(page_of(text, language)))
    assert list(rules.foreign_sentences(page_of(text, other) if other != "en" else page_of(""))) == []


def test_titles_in_quotes_or_italics_may_be_in_another_language() -> None:
    for title in ("*What is the use of the heads in a model that has many?*", "“The heads are not what they are for”"):
        assert list(rules.foreign_sentences(page_of(f"O artigo {title} mostra isso."))) == []


@pytest.mark.parametrize(
    ("language", "text", "message"),
    [
        ("pt", "Pois é...", "three full stops are written …"),
        ("pt", "Vale -3 pontos.", "a minus is written U+2212"),
        ("pt", "Vale  muito.", "two spaces in a row"),
        ("pt", 'Diz "sim".', "a straight quotation mark"),
        ("pt", "Diz «sim».", "« does not belong here, quotations are “”"),
        ("es", "Dice “sí”.", "“ does not belong here, quotations are «»"),
        ("cs", "Říká “ano”.", "“ does not belong here, quotations are „“"),
        ("cs", "Říká „ano”.", "” does not belong here"),
        ("es", "Dice «sí.", "a quotation is not closed with »"),
        ("es", "Quién es?", "¿ and ? do not pair"),
        ("es", "Anda!", "¡ and ! do not pair"),
        ("cs", "Je v tom.", "a no-break space (U+00A0) belongs after a short preposition"),
        ("cs", "Je to\nz toho.", "a no-break space (U+00A0) belongs"),
        ("cs", "Je to u\nnás.", "a no-break space (U+00A0) belongs"),
        ("cs", "## O tom", "a no-break space (U+00A0) belongs"),
        ("cs", "| a | K čemu |\n|---|---|\n| 1 | b |", "a no-break space (U+00A0) belongs"),
    ],
)
def test_each_slip_of_typography_is_seen(language, text, message) -> None:
    assert message in listed(rules.typography(page_of(text, language)))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pt", "Ele disse: “ela disse ‘não’ e foi”… −3 pontos, pré-2017, GPT-2 e d’água."),
        ("es", "«Dijo “sí” y se fue»: ¿quién?, ¡tú! De 3-4."),
        ("cs", "„Řekl ‚ano‘ a\u00a0šel“ v\u00a0domě, z\u00a0toho; vektor $v$ je malý."),
        ("pt", "`a  ...  -1` e $x -1$ e ```x```"),
    ],
)
def test_good_typography_passes(language, text) -> None:
    assert list(rules.typography(page_of(text, language))) == []


def test_the_keywords_of_a_question_are_no_words_of_the_language() -> None:
    page = page_of("Ano?\n\n* [x]{!ok} false\n\n    Ne.\n", "cs")
    assert [item.text for item in page.paragraphs if item.kind == "text"] == ["Ano?", "Ne."]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("pt", "A cabeca dorme no *softmax*.", "cabeca"),
        ("es", "La atencion duerme en el *softmax*.", "atencion"),
        ("cs", "Pozornozt dřímá v\u00a0*softmax*.", "Pozornozt"),
    ],
)
def test_a_misspelled_word_is_seen_at_its_line(language, text, wrong) -> None:
    assert list(rules.misspelled(page_of(f"`abcd`\n{text}", language), {"softmax"})) == [
        f"x.md:6: {wrong!r} is in no dictionary; a term or a name goes to lessons/words.{language}.txt"
    ]


def test_without_hunspell_one_is_told_how_to_get_it(monkeypatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(AssertionError, match="apt-get install hunspell hunspell-pt-br hunspell-es hunspell-cs"):
        rules.unknown_words(["a"], "pt")


def test_without_a_dictionary_one_is_told_too(monkeypatch) -> None:
    monkeypatch.setitem(rules.DICTIONARIES, "pt", "xx_XX")
    with pytest.raises(AssertionError, match="apt-get install"):
        rules.unknown_words(["a"], "pt")
