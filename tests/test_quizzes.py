"""Quizzes against the code: keys, numeric answers, what languages share, and the page that asks."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from aferir.languages import language
from aferir.markup import to_html
from aferir.model import Failure, Finding, Lesson, Results, Value
from aferir.parity import compare_languages
from aferir.question_frames import number_marks, shuffled
from aferir.quizzes import plain_decimal, question_marks, quiz_findings, quiz_mark, tolerance
from aferir.render import Ingredients, render_page
from aferir.scan import scan
from aferir.values import name_findings, value_findings, wanted_expressions

CHOICE = """\
/// question | single heads
Quantos softmax?

* [x]{!several} vários

    Cada cabeça tem o seu.

* [ ]{!one} um

    Assim haveria uma só.

* [ ] nenhum

    Sem softmax não há pesos.

Isto vale para qualquer camada.
///
"""
NUMBER = """\
/// question | numeric width
Quantas colunas?

* [x] 64{=width}

    A largura dividida.

* [ ] 512{=whole}

    Faltou dividir.
///
"""


def lesson_of(*questions: str, code: str = "pt") -> Lesson:
    text = "---\ntitle: T\nsnippet: s\n---\n//// quiz | widths\n" + "\n".join(questions) + "////\n"
    lesson, findings = scan(text, f"{code}/x.md", language(code), "x")
    assert findings == ()
    return lesson


def plain(data: object) -> Value:
    return Value(type(data).__name__, (), data)


def results(**values: object) -> Results:
    made = {name: value if isinstance(value, Value | Failure) else plain(value) for name, value in values.items()}
    return Results(values=made)


def said(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{item.line}:{item.column} {item.code} {item.problem}" for item in findings]


def judged(lesson: Lesson, made: Results) -> list[str]:
    return said(value_findings(lesson, made, language("pt"), ()))


def told_apart(question: str, made: Results) -> list[str]:
    lesson = lesson_of(question)
    return said(quiz_findings(lesson, made, language("pt").marks))


# ── Keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_keys_are_evaluated_with_everything_else() -> None:
    assert wanted_expressions(lesson_of(CHOICE, NUMBER)) == ("width", "whole", "several", "one")


def test_a_key_that_agrees_says_nothing() -> None:
    assert judged(lesson_of(CHOICE), results(several=True, one=False)) == []


def test_a_right_answer_must_be_true_and_a_wrong_one_false() -> None:
    assert judged(lesson_of(CHOICE), results(several=False, one=True)) == [
        "9:3 AF911 the box says that this is right, several is False: [x] needs an expression that is True",
        "13:3 AF911 the box says that this is wrong, one is True: [ ] needs an expression that is False",
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1, "1"),
        (0, "0"),
        ("True", "'True'"),
        (None, "None"),
        (Value("bool", (2,), (True, True)), "an array of shape (2,)"),
    ],
)
def test_a_key_that_is_no_truth_value_is_a_mistake_of_its_own(value, shown) -> None:
    assert judged(lesson_of(CHOICE), results(several=value, one=False)) == [
        f"9:3 AF912 a key needs True or False, several is {shown}"
    ]


def test_a_key_that_fails_says_how() -> None:
    made = results(several=Failure("raised", "IndexError: too far"), one=False)
    assert judged(lesson_of(CHOICE), made) == ["9:3 AF302 several raises IndexError: too far"]


def test_a_key_uses_only_names_that_one_cell_assigns() -> None:
    from aferir.model import Snippet

    snippet = Snippet("s", "s.py", (), assigned={"several": ("a",), "one": ("a", "b")})
    found = said(name_findings(lesson_of(CHOICE), snippet))
    assert [item.split(" ", 3)[:2] for item in found] == [["13:3", "AF303"]]


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def with_numbers(right: str, wrong: str, *more: str, setting: str = "") -> str:
    text = NUMBER.replace("64", right).replace("512", wrong)
    text = text.replace("Quantas", f"{setting}\nQuantas") if setting else text
    for index, number in enumerate(more):
        text = text.removesuffix("///\n") + f"\n* [ ] {number}{{=more{index}}}\n\n    Não.\n///\n"
    return text


def test_numbers_that_differ_say_nothing() -> None:
    assert told_apart(NUMBER, results(width=64, whole=512)) == []


def test_a_foreseen_number_is_not_the_right_one() -> None:
    assert told_apart(with_numbers("64", "64"), results(width=64, whole=64)) == [
        (
            "13:7 AF913 64 lies no distance at all from the right answer 64 on line 9: "
            "whoever answers it would be told they are right"
        )
    ]


def test_a_foreseen_number_lies_outside_the_margin() -> None:
    found = told_apart(with_numbers("64", "66", setting="margin: 2"), results(width=64, whole=66))
    assert found == [
        (
            "14:7 AF913 66 lies no further than the margin from the right answer 64 on line 10: "
            "whoever answers it would be told they are right"
        )
    ]
    assert told_apart(with_numbers("64", "67", setting="margin: 2"), results(width=64, whole=67)) == []


def test_two_foreseen_numbers_differ_from_each_other() -> None:
    found = told_apart(with_numbers("64", "512", "512"), results(width=64, whole=512, more0=512))
    assert found == [
        (
            "17:7 AF913 512 lies no distance at all from the foreseen number 512 on line 13: "
            "one explanation would do for both"
        )
    ]


@pytest.mark.parametrize("value", [0.59128, 0.5949])
def test_a_rounded_answer_is_not_asked_for_exactly(value: float) -> None:
    found = told_apart(with_numbers("0,59", "0,5"), results(width=value, whole=0.5))
    assert found == [
        (
            f"9:7 AF914 0,59 is the answer and width is {value}: whoever answers that would be wrong; "
            "write decimals: 2 as the first line of the question, or a margin that reaches it"
        )
    ]
    asked = with_numbers("0,59", "0,5", setting="decimals: 2")
    assert told_apart(asked, results(width=value, whole=0.5)) == []
    assert told_apart(with_numbers("0,59", "0,5", setting="margin: 0.01"), results(width=value, whole=0.5)) == []


def test_an_answer_has_as_many_decimals_as_are_asked_for() -> None:
    (found,) = told_apart(with_numbers("0,59", "0,5", setting="decimals: 3"), results(width=0.59, whole=0.5))
    assert found.startswith("10:7 AF914 ")
    assert found.endswith("it is asked to 3 decimals: write it with so many")


def test_a_number_that_is_exact_but_for_a_processor_is_exact() -> None:
    assert told_apart(with_numbers("0,3", "0,5"), results(width=0.1 + 0.2, whole=0.5)) == []


def test_what_is_found_before_is_not_said_again() -> None:
    lesson = lesson_of(with_numbers("64", "64"))
    made = results(width=64, whole=64)
    (first,) = quiz_findings(lesson, made, language("pt").marks)
    assert quiz_findings(lesson, made, language("pt").marks, besides=[first]) == ()


def test_a_stale_numeric_answer_is_a_wrong_number_like_any_other() -> None:
    assert judged(lesson_of(NUMBER), results(width=65, whole=512)) == ["9:7 AF301 64 is written, width is 65, write 65"]


@pytest.mark.parametrize(("setting", "allowed"), [("", "0"), ("margin: 0.5", "1/2"), ("decimals: 3", "1/2000")])
def test_how_far_an_answer_may_lie(setting: str, allowed: str) -> None:
    question = lesson_of(with_numbers("64", "512", setting=setting)).questions[0]
    assert tolerance(question) == Fraction(allowed)


@pytest.mark.parametrize(
    ("value", "text"), [("0", "0"), ("36", "36"), ("-0.309", "-0.309"), ("1/2000", "0.0005"), ("1000000", "1000000")]
)
def test_numbers_travel_to_the_browser_in_plain_notation(value: str, text: str) -> None:
    assert plain_decimal(Fraction(value)) == text


def test_a_number_without_an_end_has_no_plain_notation() -> None:
    with pytest.raises(ValueError, match="no end"):
        plain_decimal(Fraction(1, 3))


# ── What languages share ─────────────────────────────────────────────────────────────────────────────────────────────


def compared(pt: str, es: str) -> list[str]:
    return [str(item).split(" AF401 ")[1] for item in compare_languages({"pt": lesson_of(pt), "es": lesson_of(es)})]


def test_the_same_questions_are_the_same_lesson() -> None:
    assert compared(CHOICE + NUMBER, CHOICE.replace("vários", "varios").replace("several", " several ") + NUMBER) == []


@pytest.mark.parametrize(
    ("old", "new", "lacks"),
    [
        ("single heads", "multiple heads", "the question /// question | single heads"),
        ("heads", "softmaxes", "the question /// question | single heads"),
        ("{!several}", "", "item 1 of the question widths.heads: [x]{!several}"),
        ("{!one}", "{!other}", "item 2 of the question widths.heads: [ ]{!one}"),
    ],
)
def test_another_kind_name_or_key_is_another_question(old: str, new: str, lacks: str) -> None:
    found = compared(CHOICE, CHOICE.replace(old, new))
    assert any(item.startswith(f"section “T” lacks {lacks}, which stands at pt/x.md:") for item in found), found


def test_another_mark_is_another_question() -> None:
    flipped = CHOICE.replace("[x]{!several}", "[ ]{!several}").replace("[ ]{!one}", "[x]{!one}")
    assert len(compared(CHOICE, flipped)) == 4


def test_another_margin_or_another_right_number_is_another_question() -> None:
    assert len(compared(NUMBER, NUMBER.replace("Quantas", "margin: 1\nQuantas"))) == 2
    swapped = NUMBER.replace("[x] 64{=width}", "[ ] 64{=width}").replace("[ ] 512", "[x] 512")
    assert len(compared(NUMBER, swapped)) == 4


def test_a_question_is_known_by_its_source_in_all_languages() -> None:
    first = question_marks([lesson_of(CHOICE), lesson_of(CHOICE, code="es")])
    assert first == question_marks([lesson_of(CHOICE, code="es"), lesson_of(CHOICE)])
    changed = question_marks([lesson_of(CHOICE), lesson_of(CHOICE.replace("uma só", "só uma"), code="es")])
    assert first.keys() == changed.keys() == {"widths.heads"}
    assert first != changed
    assert quiz_mark(first) != quiz_mark(changed)
    assert quiz_mark({}) == ""


# ── The page ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def page_of(*questions: str, code: str = "pt") -> ElementTree.Element:
    lesson = lesson_of(*questions, code=code)
    made = Ingredients(language(code), question_marks=question_marks([lesson]))
    html, restored = to_html(render_page(lesson, made))
    answers = {answer.token for question in lesson.questions for answer in question.answers}
    assert answers <= restored
    return ElementTree.fromstring(f"<body>{html}</body>")


def texts(root: ElementTree.Element, path: str) -> list[str]:
    return ["".join(item.itertext()).strip() for item in root.findall(path)]


def test_a_choice_is_a_list_with_its_answers_folded_below_in_the_same_order() -> None:
    page = page_of(CHOICE)
    section = page.find(".//section[@data-question='heads']")
    assert section is not None
    assert section.get("data-kind") == "single"
    assert len(section.get("data-mark") or "") == 12
    options = [item.get("data-answer") for item in section.findall("ol/li")]
    assert sorted(options) == ["0", "1", "2"]
    assert options != ["0", "1", "2"]
    answers = section.findall("details/ol/li")
    assert [item.get("data-answer") for item in answers] == options
    assert [item.get("data-answer") for item in answers if item.get("data-right") is not None] == ["0"]
    explanations = dict(zip(options, texts(section, "details/ol/li/div"), strict=True))
    assert explanations["1"] == "Assim haveria uma só."
    assert texts(section, "details/div[@class='answers-more']") == ["Isto vale para qualquer camada."]
    folded = section.find("details")
    assert folded is not None
    assert folded.get("data-search-exclude") is not None
    assert folded.get("open") is None


def test_outside_the_folded_answers_nothing_tells_the_key() -> None:
    (section,) = page_of(CHOICE).findall(".//section[@data-question]")
    folded = section.find("details")
    assert folded is not None
    section.remove(folded)
    kept = ElementTree.tostring(section, encoding="unicode")
    assert "data-right" not in kept
    assert "Cada cabeça" not in kept
    assert "Isto vale" not in kept


@pytest.mark.parametrize(
    ("code", "setting", "note"),
    [
        ("pt", "", "O número exato."),
        ("cs", "margin: 0.5", "Uzná se odchylka nejvýše 0,5."),
        ("es", "decimals: 1", "Con 1 decimal."),
        ("cs", "decimals: 2", "Na 2 desetinná místa."),
        ("cs", "decimals: 5", "Na 5 desetinných míst."),
        ("pt", "decimals: 0", "Arredondado ao inteiro mais próximo."),
    ],
)
def test_how_exact_a_number_must_be_is_said_in_the_language_of_the_page(code: str, setting: str, note: str) -> None:
    page = page_of(with_numbers("64", "512", setting=setting), code=code)
    assert texts(page, ".//p[@class='question-note']") == [note]


def test_a_numeric_question_carries_its_numbers_to_the_browser() -> None:
    page = page_of(with_numbers("0,59", "50%", setting="decimals: 2"))
    section = page.find(".//section[@data-question]")
    assert section is not None
    assert (section.get("data-tolerance"), section.get("data-decimals")) == ("0.005", "2")
    values = {item.get("data-value"): item.get("data-percent") for item in section.findall("details/ol/li")}
    assert values == {"0.59": None, "0.5": ""}


def test_true_and_false_are_options_in_the_language_of_the_page() -> None:
    truth = "/// question | true-false mean\nÉ assim.\n\n* [x]{!ok} false\n\n    Não é.\n///\n"
    page = page_of(truth, code="cs")
    assert texts(page, ".//ol[@class='question-options']/li") == ["Pravda", "Nepravda"]
    assert [item.get("data-answer") for item in page.findall(".//details/ol/li")] == ["false"]


def test_steps_stand_in_disorder_above_and_in_order_in_the_answer() -> None:
    order = "/// question | order steps\nOrdene:\n\n1. um\n2. dois\n3. três\n4. quatro\n\nPorque sim.\n///\n"
    page = page_of(order)
    assert texts(page, ".//details/ol/li") == ["um", "dois", "três", "quatro"]
    shown = texts(page, ".//ul[@class='question-steps']/li")
    assert sorted(shown) == ["dois", "quatro", "três", "um"]
    assert shown != ["um", "dois", "três", "quatro"]


def test_a_list_in_the_text_right_above_the_options_stays_text() -> None:
    listed = CHOICE.replace("Quantos softmax?", "Considere:\n\n1. isto\n2. aquilo")
    section = page_of(listed).find(".//section[@data-question]")
    assert section is not None
    assert texts(section, "div[@class='question-text']//li") == ["isto", "aquilo"]
    assert len(section.findall("ol/li")) == 3


def test_no_order_is_the_authors_own() -> None:
    for count in range(2, 8):
        for name in ("a", "b", "c", "d", "e"):
            order = shuffled(count, name)
            assert sorted(order) == [*range(count)]
            assert order != tuple(range(count))


def html_of(text: str, code: str = "cs") -> str:
    lesson, findings = scan(f"---\ntitle: T\n---\n{text}", "x.md", language(code), "x")
    assert findings == ()
    return to_html(render_page(lesson, Ingredients(language(code))))[0]


def test_an_answer_in_an_exercise_is_folded_away() -> None:
    html = html_of("//// exercise | První\nKolik?\n/// answer\nOsm.\n///\n////\n")
    body = ElementTree.fromstring(f"<body>{html}</body>")
    folded = body.find("section/details")
    assert folded is not None
    assert texts(folded, "summary") == ["Ukázat odpověď"]
    assert texts(folded, "p") == ["Osm."]
    assert folded.get("data-search-exclude") is not None


def test_blocks_of_a_kind_are_numbered_where_there_are_several() -> None:
    several = html_of("/// theorem | A\nx\n///\n\n/// theorem\ny\n///\n\n/// proof\nz\n///\n")
    assert re.findall(r'block-kind">([^<]*)<', several) == ["Věta 1", "Věta 2", "Důkaz"]
    assert re.findall(r'block-kind">([^<]*)<', html_of("/// theorem | A\nx\n///\n")) == ["Věta"]


def test_what_a_project_needs_is_a_list_that_can_be_ticked() -> None:
    html = html_of("/// project | Velký\nHotovo, když:\n\n* [ ] platí **jedno**\n* [ ] i druhé\n///\n")
    body = ElementTree.fromstring(f"<body>{html}</body>")
    listed = body.find("section/ul")
    assert listed is not None
    assert (listed.get("class"), listed.get("data-tasks")) == ("done-when", "1.2")
    assert texts(listed, "li") == ["platí jedno", "i druhé"]
    assert [item.get("data-task") for item in listed] == ["0", "1"]


def test_the_marks_of_the_language_travel_with_the_quiz() -> None:
    (quiz,) = page_of(NUMBER, code="cs").findall("section")
    assert quiz.get("data-marks") == number_marks(language("cs"))
    assert '"decimal": ","' in (quiz.get("data-marks") or "")
