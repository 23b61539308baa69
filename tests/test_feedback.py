"""From codes to words: numbers as each language writes them, every message in every language."""

from __future__ import annotations

import string
import tomllib

import pytest

from aferir import feedback, grader
from aferir.languages import language
from aferir.scan.strings import scan_strings
from aferir.worlds import Worlds

from .multi_head import CHALLENGE, FOLDER, MISCONCEPTIONS, SNIPPETS, SOLUTION, WRONG

LANGUAGES = ("pt", "es", "cs")


def texts_in(code: str) -> dict[str, object]:
    """The texts of the challenge as a learner reads them."""
    raw = (FOLDER / f"texts.{code}.toml").read_text(encoding="utf-8")
    return scan_strings(raw, tomllib.loads(raw), f"texts.{code}.toml", language(code), "multi_head").texts


TEXTS = {code: texts_in(code) for code in LANGUAGES}


def challenge_in(code: str) -> dict[str, object]:
    words = language(code)
    messages = {message: words.catalogue.text(message) for message in feedback.MESSAGES.values()}
    marks = {"decimal": words.marks.decimal, "thousands": words.marks.thousands[0]}
    return {**CHALLENGE, "texts": TEXTS[code], "messages": messages, **marks}


def described(code: str, words: str) -> dict[str, object]:
    verdict = grader.as_data(grader.grade(CHALLENGE, code, Worlds([str(SNIPPETS)])))
    return feedback.described(verdict, challenge_in(words))


def placeholders(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_is_translated_with_the_same_placeholders(code: str) -> None:
    for message in feedback.MESSAGES.values():
        translated = language(code).catalogue.text(message)
        assert placeholders(translated) == placeholders(message)
        assert translated != message or message.startswith("{")


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_whoever_has_a_misconception_reads_its_message_in_their_language(name: str) -> None:
    verdict = grader.as_data(
        grader.grade(CHALLENGE, f"{CHALLENGE['misconceptions']}\nmulti_head = {name}\n", Worlds([str(SNIPPETS)]))
    )
    wanted = MISCONCEPTIONS.name_shown(name)
    for code in LANGUAGES:
        shown = feedback.described(verdict, challenge_in(code))
        assert shown["misconception"] == {"name": wanted, "message": TEXTS[code]["misconceptions"][wanted]["message"]}
        failed = next(check for check in shown["checks"] if check["status"] == "failed")
        assert failed["message"]
        assert "{" not in failed["message"] + shown["summary"]


def test_two_misconceptions_never_share_a_message_by_accident() -> None:
    for texts in TEXTS.values():
        messages = [entry["message"] for entry in texts["misconceptions"].values()]
        assert len(messages) == len(set(messages))


def test_a_failed_check_says_what_where_and_why_in_spanish() -> None:
    shown = described(SOLUTION.replace("np.sqrt(d_k)", "np.sqrt(X.shape[1])"), "es")
    check = next(check for check in shown["checks"] if check["name"] == "scale_is_sqrt_dk")
    assert check["title"] == "Las puntuaciones se dividen por √d_k"
    assert (
        check["message"] == "Por lo que dicen tus mapas, el divisor ha sido 3,464; aquí d_k = 4. ¿Cuál tendría que ser?"
    )
    assert check["why"].startswith("Cada cabeza compara en d_k coordenadas")
    assert check["call"].endswith("multi_head(X, Wq, Wk, Wv, Wo, 3)")


def test_numbers_in_prose_have_the_languages_marks_and_code_keeps_points() -> None:
    code = SOLUTION + "\nright = multi_head\ndef multi_head(*a):\n    o, A = right(*a)\n    return -o, A\n"
    check = next(check for check in described(code, "cs")["checks"] if check["status"] == "failed")
    assert check["message"].startswith("output[0, 0] je ")
    assert "−" in check["message"]
    assert "," in check["message"].split("je ")[1].split(";")[0]
    assert check["got"].startswith("output[0] = [")
    assert "−" not in check["got"]


def test_a_check_s_own_sentence_follows_the_numbers_it_explains() -> None:
    code = SOLUTION + "\nright = multi_head\ndef multi_head(X, *a):\n    return right(X + (X.dtype != float), *a)\n"
    check = next(check for check in described(code, "pt")["checks"] if check["status"] == "failed")
    assert check["message"].endswith("O número esperado aqui é o que a sua função dá com os mesmos valores em float.")


def test_passing_is_said_once_with_what_was_proved() -> None:
    shown = described(SOLUTION, "pt")
    assert (shown["status"], shown["summary"]) == ("passed", TEXTS["pt"]["passed"])
    assert {check["message"] for check in shown["checks"]} == {""}
    assert shown["misconception"] is None


def test_a_fault_of_the_grader_says_that_it_is_not_the_learners() -> None:
    verdict = grader.as_data(grader.Verdict("error", fault="KeyError: 'x'"))
    shown = feedback.described(verdict, challenge_in("es"))
    assert shown["summary"].startswith("Lo que ha fallado es el propio corrector")
    assert "KeyError: 'x'" in shown["summary"]
    assert shown["checks"] == []


def test_code_that_had_to_be_stopped_has_a_verdict_ready() -> None:
    shown = feedback.stopped(challenge_in("pt"), 30.0)
    assert shown["summary"] == "O seu código foi interrompido depois de 30 s. Há algum laço que nunca termina?"
    assert [check["status"] for check in shown["checks"]][:2] == ["failed", "skipped"]
    assert set(shown) == {"status", "summary", "checks", "misconception", "printed"}


def test_much_printed_text_ends_with_how_much_there_was() -> None:
    shown = described(SOLUTION + "print('x' * 99_999)\n", "pt")
    assert shown["printed"].endswith("x\n… (caracteres ao todo: 100.000)")


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (0.30901, 4, "0,309"),
        (-0.5773, 3, "−0,577"),
        (0.0, 4, "0"),
        (-0.0, 4, "0"),
        (1.0, 4, "1"),
        (12345.678, 4, "12.346"),
        (12345.678, 7, "12.345,68"),
        (1.2345e-7, 3, "1,23 · 10⁻⁷"),
        (-2e12, 4, "−2 · 10¹²"),
        (0.99996, 4, "1"),
        (1234.5, 5, "1234,5"),
        (float("nan"), 4, "nan"),
        (float("-inf"), 4, "−inf"),
    ],
)
def test_a_number_is_written_as_the_language_writes_it(value: float, digits: int, written: str) -> None:
    assert feedback.number(value, digits, {"decimal": ",", "thousands": "."}) == written


def test_numbers_that_should_differ_are_shown_with_enough_digits() -> None:
    marks = {"decimal": ",", "thousands": "."}
    words = feedback.in_words({"got": 0.12345678, "expected": 0.12345677, "count": 12345}, marks)
    assert words == {"got": "0,12345678", "expected": "0,12345677", "count": "12.345"}
