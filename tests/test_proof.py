"""Proof: every binding of every lesson is corrupted, and each corruption of its meaning is caught in its place.

Kinds: the last digit up and down, the first digit, the sign, the decimal mark of another convention, a negated claim,
a negated key, a flipped box, a wrong word. Answers to numeric questions are numbers like any other. So is every numeral
of the ledger. A corruption that leaves the meaning as it was (the sign of a printed zero, the other neighbour of a
half-way value) is counted, not expected.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.build import Checked, check_course
from aferir.course import read_course
from aferir.languages import language
from aferir.ledger import Entry, Kept, ledger_findings
from aferir.model import Answer, Claim, Lesson, Number, Results, Word, Work
from aferir.printed import without_sign_of_zero
from aferir.references import read_bibliography
from aferir.scan import scan
from aferir.settings import Settings
from aferir.snippets import read_snippet
from aferir.values import value_findings, wanted_expressions

ROOT = Path(__file__).parent.parent
COURSE = read_course(Settings(root=ROOT))
SOURCES = tuple(read_bibliography((ROOT / "lessons/references.bib").read_bytes(), "references.bib")[0].entries)
LESSONS = [(code, slug) for code in COURSE.languages for slug in COURSE.lessons]
pytestmark = pytest.mark.slow


def text_of(code: str, slug: str) -> str:
    return (ROOT / "lessons" / code / f"{slug}.md").read_text(encoding="utf-8")


def read(text: str, code: str, slug: str) -> tuple[Lesson, list[tuple[int, int]]]:
    lesson, findings = scan(text, f"lessons/{code}/{slug}.md", language(code), slug)
    return lesson, [(item.line, item.column) for item in findings]


def work_of(lesson: Lesson) -> Work:
    """The lesson's cells and every expression that its prose is bound to; no figures."""
    shown = f"snippets/lessons/{lesson.snippet}.py"
    snippet, findings = read_snippet(ROOT / shown, shown, COURSE.languages)
    assert snippet, findings
    return Work(
        snippet=snippet.name,
        path=shown,
        cells=snippet.cells,
        language=lesson.language,
        expressions=wanted_expressions(lesson),
        import_folder=str(ROOT / "snippets"),
    )


@pytest.fixture(scope="module")
def results(engine) -> dict[tuple[str, str], Results]:
    """What the code really gives, for each lesson."""
    works = {place: work_of(read(text_of(*place), *place)[0]) for place in LESSONS}
    return {place: engine.run(work, keep=True) for place, work in works.items()}


# ── Corruptions of a literal: None where the kind does not apply ─────────────────────────────────────────────────────


def last_up(written: str) -> str | None:
    return turned(written, -1, lambda digit: (digit + 1) % 10)


def last_down(written: str) -> str | None:
    return turned(written, -1, lambda digit: (digit - 1) % 10)


def first(written: str) -> str | None:
    return turned(written, 0, lambda digit: digit % 9 + 1)


def turned(written: str, which: int, turn: Callable[[int], int]) -> str:
    places = [match.start() for match in re.finditer(r"\d", written)]
    place = places[which]
    return written[:place] + str(turn(int(written[place]))) + written[place + 1 :]


def sign(written: str) -> str | None:
    """The sign of the first number that stands in the literal."""
    start = re.search(r"[−-]?\d", written).start()
    if written[start] in "−-":
        return written[:start] + written[start + 1 :]
    return written[:start] + "−" + written[start:]


def other_mark(written: str) -> str | None:
    """The decimal mark of another convention."""
    changed = re.sub(r"(?<=\d)(\{,\}|,)(?=\d)", ".", written, count=1)
    return changed if changed != written else None


KINDS = (last_up, last_down, first, sign, other_mark)


def corrupted(text: str, numbers: list[Number], corrupt: Callable[[str], str | None]) -> tuple[str, list[Number]]:
    """The text with every number corrupted that the kind applies to, and those numbers."""
    lines = text.split("\n")
    done = []
    for number in sorted(numbers, key=lambda item: item.position, reverse=True):  # from the end: places stay right
        wrong = corrupt(number.written)
        if wrong is None:
            continue
        line, start = number.position.line - 1, number.position.column - 1
        assert lines[line][start:].startswith(number.written)
        lines[line] = lines[line][:start] + wrong + lines[line][start + len(number.written) :]
        done.append(number)
    return "\n".join(lines), done


def caught(text: str, code: str, slug: str, made: Results) -> list[tuple[int, int]]:
    lesson, places = read(text, code, slug)
    found = value_findings(lesson, made, language(code), SOURCES)
    return sorted({*places, *((item.line, item.column) for item in found)})


def said(lesson: Lesson, made: Results) -> list[tuple[str, int, int]]:
    """Code, line and column of what is wrong in a lesson."""
    found = value_findings(lesson, made, language(lesson.language), SOURCES)
    return [(item.code, item.line, item.column) for item in found]


def at(code: str, items: Iterable[Claim | Word | Answer]) -> list[tuple[str, int, int]]:
    """A finding for each of some items, at its place."""
    return sorted((code, item.position.line, item.position.column) for item in items)


def starts_with_zero(number: Number) -> bool:
    """The first number printed is zero, whose sign says nothing."""
    return not re.search(r"[1-9]", re.split(r"[;\]]", number.written.lstrip("[("))[0])


@pytest.mark.parametrize(("code", "slug"), LESSONS)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_number_corrupted_is_caught_on_its_line(kind, code, slug, results, capsys) -> None:
    text = text_of(code, slug)
    lesson, _ = read(text, code, slug)
    numbers = [item for item in lesson.bindings if isinstance(item, Number)]
    assert len(numbers) > 30
    wrong, changed = corrupted(text, numbers, kind)
    made = results[code, slug]
    same = [item for item in changed if kind is sign and starts_with_zero(item)]
    expected = Counter(item.position.line for item in changed) - Counter(item.position.line for item in same)
    found = Counter(line for line, _ in caught(wrong, code, slug, made))
    missed = {line: count - found[line] for line, count in expected.items() if found[line] < count}
    assert missed == {}
    with capsys.disabled():
        print(f"\n{code}/{slug} {kind.__name__}: {len(changed) - len(same)} caught, {len(same)} mean the same", end="")


@pytest.mark.parametrize(("code", "slug"), LESSONS)
def test_one_number_corrupted_alone_is_the_only_finding(code, slug, results) -> None:
    text = text_of(code, slug)
    lesson, _ = read(text, code, slug)
    numbers = [item for item in lesson.bindings if isinstance(item, Number)]
    for number in numbers[:: max(1, len(numbers) // 25)]:
        wrong, _ = corrupted(text, [number], last_up)
        assert caught(wrong, code, slug, results[code, slug]) == [(number.position.line, number.position.column)]


@pytest.mark.parametrize(("code", "slug"), LESSONS)
def test_every_negated_claim_is_caught_in_its_place(code, slug, engine, results, capsys) -> None:
    text = text_of(code, slug)
    lesson, _ = read(text, code, slug)
    claims = [item for item in lesson.bindings if isinstance(item, Claim)]
    assert len(claims) >= 10
    negated = tuple(f"not ({item.expression})" for item in claims)
    made = engine.resume(replace(work_of(lesson), expressions=negated), results[code, slug].snapshot)
    assert made, "the names of this lesson cannot be kept"
    wrong = replace(lesson, bindings=tuple(replace(item, expression=f"not ({item.expression})") for item in claims))
    found = said(wrong, made)
    assert found == at("AF306", claims)
    with capsys.disabled():
        print(f"\n{code}/{slug} negated claims: {len(found)} caught", end="")


@pytest.mark.parametrize(("code", "slug"), LESSONS)
def test_every_wrong_word_is_caught_in_its_place(code, slug, results, capsys) -> None:
    lesson, _ = read(text_of(code, slug), code, slug)
    words = [item for item in lesson.bindings if isinstance(item, Word)]
    wrong = replace(lesson, bindings=tuple(replace(item, written=f"{item.written}x") for item in words))
    found = said(wrong, results[code, slug])
    assert found == at("AF308", words)
    with capsys.disabled():
        print(f"\n{code}/{slug} wrong words: {len(found)} caught", end="")


@pytest.mark.parametrize(("code", "slug"), LESSONS)
def test_every_negated_key_is_caught_in_its_place(code, slug, engine, results) -> None:
    lesson, _ = read(text_of(code, slug), code, slug)
    negated = tuple(f"not ({key.expression})" for key in lesson.keys)
    made = engine.resume(replace(work_of(lesson), expressions=negated), results[code, slug].snapshot)
    assert made, "the names of this lesson cannot be kept"
    questions = tuple(
        replace(question, answers=tuple(negated_key(answer) for answer in question.answers))
        for question in lesson.questions
    )
    assert said(replace(lesson, bindings=(), questions=questions), made) == at("AF911", lesson.keys)


def negated_key(answer: Answer) -> Answer:
    return replace(answer, expression=f"not ({answer.expression})") if answer.expression else answer


@pytest.mark.parametrize(("code", "slug"), LESSONS)
def test_every_flipped_box_with_an_expression_is_caught_in_its_place(code, slug, results, capsys) -> None:
    text = text_of(code, slug)
    lesson, _ = read(text, code, slug)
    for key in lesson.keys:
        lines = text.split("\n")
        line, column = key.position.line - 1, key.position.column - 1
        box, other = ("[x]", "[ ]") if key.is_right else ("[ ]", "[x]")
        assert lines[line][column:].startswith(box)
        lines[line] = lines[line][:column] + other + lines[line][column + len(box) :]
        flipped, _ = read("\n".join(lines), code, slug)
        assert said(flipped, results[code, slug]) == at("AF911", [key])
    with capsys.disabled():
        print(f"\n{code}/{slug} flipped boxes: {len(lesson.keys)} caught", end="")


@pytest.mark.parametrize(("code", "slug"), LESSONS)
def test_every_numeric_answer_corrupted_alone_is_caught(code, slug, results) -> None:
    text = text_of(code, slug)
    lesson, _ = read(text, code, slug)
    tokens = {answer.number for question in lesson.questions for answer in question.answers}
    numbers = [item for item in lesson.bindings if isinstance(item, Number) and item.token in tokens]
    for number in numbers:
        for kind in (last_up, last_down, first, sign):
            wrong, _ = corrupted(text, [number], kind)
            assert (number.position.line, number.position.column) in caught(wrong, code, slug, results[code, slug])


def test_the_lesson_about_splitting_has_keys_and_numbers_to_corrupt() -> None:
    for code in COURSE.languages:
        lesson, _ = read(text_of(code, "split-then-sum"), code, "split-then-sum")
        assert len(lesson.keys) == 4 + 4 + 6 + 1
        assert sum(bool(answer.number) for question in lesson.questions for answer in question.answers) == 4


# ── The ledger ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def checked() -> Checked:
    """The course as it is built, figures and tables included."""
    made = check_course(Settings(root=ROOT), lambda _note: None)
    assert made.findings == ()
    assert made.ledger
    return made


def plain_sign(written: str) -> str:
    return written[1:] if written.startswith("-") else f"-{written}"


def spoiled(text: str, nth: int, corrupt: Callable[[str], str | None]) -> tuple[str, str, str] | None:
    """A text of the ledger with its n-th numeral corrupted, and that numeral before and after; None without one."""
    tokens = text.split(" ")
    numerals = [place for place, token in enumerate(tokens) if re.fullmatch(r"[-+]?[0-9][0-9.,e+-]*", token)]
    if nth >= len(numerals):
        return None
    old = tokens[numerals[nth]]
    new = corrupt(old)
    assert new is not None
    tokens[numerals[nth]] = new
    return " ".join(tokens), old, new


@pytest.mark.parametrize("corrupt", [last_up, last_down, first, plain_sign], ids=lambda kind: kind.__name__)
def test_every_numeral_of_the_ledger_corrupted_is_caught_at_its_place(corrupt, checked, capsys) -> None:
    halves: dict[tuple[str, str], dict[str, str]] = {}
    for item in checked.produced:
        halves.setdefault((item.lesson, item.thing), {}).update(item.halves)
    places = [
        (lesson, thing, place, entry)
        for lesson, things in checked.ledger.ledger.items()
        for thing, own in things.items()
        for place, entry in own.items()
    ]
    count = same = 0
    for nth in range(max(len(str(entry).split(" ")) for *_, entry in places)):
        wrong: dict[str, dict[str, dict[str, Entry]]] = {}
        expected = set()
        for lesson, thing, place, entry in places:
            texts = entry if isinstance(entry, dict) else {"": entry}
            changed = {code: spoiled(text, nth, corrupt) for code, text in texts.items()}
            new = {code: made[0] if made else texts[code] for code, made in changed.items()}
            wrong.setdefault(lesson, {}).setdefault(thing, {})[place] = new if isinstance(entry, dict) else new[""]
            for code, made in changed.items():
                meant = made and halves[lesson, thing].get(made[1]) != made[2] \
                    and without_sign_of_zero(made[1]) != without_sign_of_zero(made[2])  # fmt: skip
                same += made is not None and not meant
                if meant:
                    expected.add((lesson, thing, place, code))
        kept = Kept(checked.ledger.path, "", wrong)
        found = ledger_findings(checked.produced, kept, kept.path)
        for lesson, thing, place, code in expected:
            path = f"lessons/{code}/{lesson}.md" if code else f"/{lesson}.md"
            assert any(
                item.code == "AF703" and path in item.path and item.problem.startswith(f"{thing}, {place}: ")
                for item in found
            ), (lesson, thing, place, code)
        count += len(expected)
    assert count > 100
    with capsys.disabled():
        print(f"\nledger {corrupt.__name__}: {count} caught, {same} mean the same", end="")
