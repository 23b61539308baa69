"""Reading challenges: each thing that can be wrong with one is a finding with its file and line."""

from __future__ import annotations

import re
import shutil
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from aferir import grader
from aferir.challenges import challenge_findings, load_challenges, read_challenge
from aferir.exam import exam_of
from aferir.grading import sources
from aferir.model import ChallengeFiles
from aferir.observed import alike_seen, opened, seen
from aferir.recognition import misconceptions_of
from aferir.worlds import Worlds

ROOT = Path(__file__).parent.parent
SNIPPETS = ROOT / "snippets"
LANGUAGES = ("pt", "es", "cs")
SHOWN = "snippets/challenges/multi_head"
IDS = sorted(path.parent.name for path in (SNIPPETS / "challenges").glob("*/checks.py"))
RIGHT = sorted((ROOT / "tests" / "challenges").glob("*/right/*.py"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the challenge that a test may break."""
    return Path(shutil.copytree(SNIPPETS / "challenges" / "multi_head", tmp_path / "multi_head"))


def edited(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def read_findings(folder: Path) -> list[str]:
    return [str(item) for item in read_challenge(folder, SHOWN, LANGUAGES)[1]]


@pytest.mark.slow
def test_every_challenge_of_the_course_reads_without_findings() -> None:
    read = load_challenges(SNIPPETS / "challenges", "snippets/challenges", LANGUAGES)
    assert "multi_head" in read
    for challenge, findings in read.values():
        assert challenge is not None
        assert findings == ()
    challenge = read["multi_head"][0]
    assert challenge is not None
    assert (challenge.id, challenge.folder) == ("multi_head", SHOWN)
    assert set(challenge.texts) == set(LANGUAGES)


def test_a_folder_without_challenges_is_fine(tmp_path: Path) -> None:
    assert load_challenges(tmp_path / "nothing", "snippets/challenges", LANGUAGES) == {}


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("starter.py", "challenge multi_head has no starter.py"),
        ("texts.es.toml", "challenge multi_head has no texts in es: texts.es.toml is missing"),
    ],
)
def test_a_missing_file_is_a_finding_and_there_is_no_challenge(folder: Path, file: str, problem: str) -> None:
    (folder / file).unlink()
    challenge, findings = read_challenge(folder, SHOWN, LANGUAGES)
    assert challenge is None
    assert [str(item) for item in findings] == [f"{SHOWN}/{file}:1:1: AF501 {problem}"]


MISTAKES = [
    ("solution.py", "d_k = X", "d_k = = X", r"solution\.py:5:1: AF501 invalid syntax"),
    ("solution.py", "def multi_head", "def multihead", r"solution\.py:1:1: AF501 .* does not define multi_head"),
    ("checks.py", 'FUNCTION = "multi_head"', "", r"checks\.py:1:1: AF501 .*which function is judged"),
    ("checks.py", "PARTS =", "PART =", r"checks\.py:1:1: AF501 checks\.py does not assign PARTS"),
    ("checks.py", '"output_shape": [', '"output_shap": [', r"AF501 NEEDS names “output_shap”, which is no check"),
    ("checks.py", "def case_two_heads():", "def case_two_heads():\n    pass\n\n\ndef other():",
     r"checks\.py:\d+:1: AF501 case_two_heads must end with return and the arguments"),
    ("misconceptions.py", '"divides_twice": "scale_d_k"', '"divides_twice": "scale_dk"',
     r"misconceptions\.py:1:1: AF501 SHARED names “scale_dk”, which is no misconception"),
    ("texts.es.toml", "[checks.returns_pair]", "[checks.returns_pair", r"texts\.es\.toml:9:1: AF501 .*not TOML"),
    ("texts.es.toml", "[misconceptions.scale_d_k]", "[misconceptions.scale_dk]",
     r"texts\.es\.toml:1:1: AF502 challenge multi_head has no text “misconceptions\.scale_d_k\.message” in es"),
    ("texts.es.toml", "[misconceptions.scale_d_k]", "[misconceptions.scale_dk]",
     r"AF501 .*has a text “misconceptions\.scale_dk\.message”, which nothing shows"),
    ("texts.cs.toml", 'title = "Vrací', 'titel = "Vrací', r"AF502 .* “checks\.returns_pair\.title” in cs"),
    ("texts.pt.toml", 'fail = "Pelos', 'fial = "Pelos', r"AF502 .* “checks\.scale_is_sqrt_dk\.fail” in pt"),
    ("texts.cs.toml", "{divisor};", "{delitel};", r"AF501 .*does not have the same placeholders in every language"),
    ("texts.cs.toml", "{divisor};", "{divisor;", r"AF501 .*“checks\.scale_is_sqrt_dk\.fail”: "),
    ("texts.pt.toml", "hints = [", "hints = 3\nother = [", r"AF501 texts\.pt\.toml: hints is a list of texts"),
    ("texts.pt.toml", 'title = "Atenção em várias cabeças"', "title = 3", r"AF501 .*“title” is no text"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("file", "old", "new", "expected"), MISTAKES)
def test_each_thing_that_is_wrong_is_a_finding_with_its_place(
    folder: Path, file: str, old: str, new: str, expected: str
) -> None:
    edited(folder, file, old, new)
    findings = read_findings(folder)
    assert any(re.search(expected, item) for item in findings), findings
    assert all(item.startswith(SHOWN) for item in findings)


@pytest.mark.slow
@pytest.mark.parametrize("id_", IDS)
def test_the_solution_passes_and_every_misconception_is_recognised(id_: str) -> None:
    assert challenge_findings(read(id_), SNIPPETS) == ()


# ── Each challenge of the course, judged in this process ─────────────────────────────────────────────────────────────


@lru_cache
def read(id_: str) -> ChallengeFiles:
    challenge, _ = read_challenge(SNIPPETS / "challenges" / id_, f"snippets/challenges/{id_}", LANGUAGES)
    assert challenge is not None
    return challenge


def graded(id_: str, code: str) -> grader.Verdict:
    return grader.grade(sources(read(id_)), code, Worlds([str(SNIPPETS)]))


def failures(verdict: grader.Verdict) -> dict[str, str]:
    return {check.name: check.failure.code for check in verdict.checks if check.failure}


@pytest.mark.slow
@pytest.mark.parametrize("file", RIGHT, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_a_right_solution_passes_in_whatever_style_it_is_written(file: Path) -> None:
    verdict = graded(file.parent.parent.name, file.read_text(encoding="utf-8"))
    assert (verdict.status, failures(verdict), verdict.misconception) == ("passed", {}, "")


@pytest.mark.parametrize("id_", IDS)
def test_there_are_fifteen_styles_of_right_solutions_and_eight_misconceptions_at_least(id_: str) -> None:
    assert len([file for file in RIGHT if file.parent.parent.name == id_]) >= 15
    assert len(misconceptions_of(read(id_).misconceptions).lines) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("id_", IDS)
def test_the_starter_fails_without_being_taken_for_a_misconception(id_: str) -> None:
    verdict = graded(id_, read(id_).starter)
    assert (verdict.status, verdict.misconception) == ("failed", "")
    first = next(check for check in verdict.checks if check.failure)
    assert first.name not in ("defined", "runs")


@pytest.mark.parametrize("id_", IDS)
def test_the_call_of_every_case_can_be_copied_into_a_cell(id_: str) -> None:
    exam = exam_of(sources(read(id_)))
    for case in exam.cases.values():
        names: dict[str, object] = {}
        exec(read(id_).solution, names)
        names["np"] = np
        *setup, call = case.call.splitlines()
        exec("\n".join(setup), names)
        with np.errstate(all="ignore"):
            assert alike_seen(seen(eval(call, names)), opened(case.expected)), case.name


def few_misconceptions(folder: Path, more: str) -> None:
    """Leave only a few, so that running them is quick."""
    edited(folder, "misconceptions.py", "# ── The same, written otherwise", "# ──\n" + more + "\n_END = '''")
    with (folder / "misconceptions.py").open("a", encoding="utf-8") as file:
        file.write("'''\n")
    edited(folder, "misconceptions.py", "SHARED = {", "SHARED = {}\n_OTHER = {")


def run_findings(folder: Path) -> list[str]:
    challenge, _ = read_challenge(folder, SHOWN, LANGUAGES)
    assert challenge is not None
    return [str(item) for item in challenge_findings(challenge, SNIPPETS)]


def test_a_solution_that_its_checks_refuse_is_a_finding(folder: Path) -> None:
    few_misconceptions(folder, "")
    edited(folder, "solution.py", "/ np.sqrt(d_k)", "/ d_k")
    problem = "the solution of multi_head fails the check single_head_is_plain_attention"
    assert run_findings(folder) == [f"{SHOWN}/solution.py:4:1: AF503 {problem}"]


@pytest.mark.slow
def test_a_misconception_that_passes_or_is_taken_for_another_is_a_finding(folder: Path) -> None:
    signature = "(X, Wq, Wk, Wv, Wo, h):\n    return "
    right = f"def right_after_all{signature}_layer(X, Wq, Wk, Wv, Wo, h)\n"
    twin = f"def twin{signature}_layer(X, Wk, Wq, Wv, Wo, h)\n"
    few_misconceptions(folder, right + twin)
    passing, taken = run_findings(folder)
    place = rf"{SHOWN}/misconceptions\.py:\d+:1: AF504 the misconception"
    assert re.match(f"{place} right_after_all of multi_head passes every check", passing)
    assert re.match(f"{place} twin of multi_head is taken for keys_ask_queries: declare it in SHARED", taken)


def test_checks_that_cannot_judge_are_one_finding_with_the_line(folder: Path) -> None:
    edited(folder, "checks.py", "REFERENCE = multi_head", "REFERENCE = multi_head\n1 / 0")
    line = (folder / "checks.py").read_text(encoding="utf-8").splitlines().index("1 / 0") + 1
    problem = "checks.py cannot judge the solution: ZeroDivisionError: division by zero"
    assert run_findings(folder) == [f"{SHOWN}/checks.py:{line}:1: AF501 {problem}"]


def test_a_check_that_raises_is_one_finding_with_the_line(folder: Path) -> None:
    edited(folder, "checks.py", "def check_output_shape(attempt):", "def check_output_shape(attempt):\n    undefined()")
    line = (folder / "checks.py").read_text(encoding="utf-8").splitlines().index("    undefined()") + 1
    problem = "checks.py cannot judge the solution: NameError: name 'undefined' is not defined"
    assert run_findings(folder) == [f"{SHOWN}/checks.py:{line}:1: AF501 {problem}"]


def test_a_solution_that_raises_is_one_finding_with_the_line_and_the_exception(folder: Path) -> None:
    edited(folder, "solution.py", "    d_k =", "    1 / 0\n    d_k =")
    problem = "the solution of multi_head fails the check runs (ZeroDivisionError: division by zero)"
    assert run_findings(folder) == [f"{SHOWN}/solution.py:5:1: AF503 {problem}"]


@pytest.mark.slow
def test_misconceptions_that_do_not_run_are_one_finding_with_the_line(folder: Path) -> None:
    edited(folder, "misconceptions.py", "def _softmax", "1 / 0\n\n\ndef _softmax")
    line = (folder / "misconceptions.py").read_text(encoding="utf-8").splitlines().index("1 / 0") + 1
    problem = "misconceptions.py does not run: ZeroDivisionError: division by zero"
    assert run_findings(folder) == [f"{SHOWN}/misconceptions.py:{line}:1: AF501 {problem}"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("checks.py", 'FUNCTION = "multi_head"', 'FUNCTION = "multi_hed"', r"solution\.py:1:1: AF501 .* multi_hed"),
        ("checks.py", 'FUNCTION = "multi_head"', "FUNCTION = str(3)", r"checks\.py:1:1: AF501 .*which function"),
        ("checks.py", 'FUNCTION = "multi_head"', "", r"checks\.py:1:1: AF501 .*which function is judged"),
        ("checks.py", "NEEDS = {", "NEEDS = dict() or {", r"checks\.py:\d\d:1: AF501 NEEDS is written out as a dict"),
        ("misconceptions.py", "SHARED = {", "SHARED = dict() or {", r"py:9:1: AF501 SHARED is written out as a dict"),
    ],
)  # fmt: skip
def test_a_challenge_that_does_not_read_is_not_run(folder: Path, file: str, old: str, new: str, expected: str) -> None:
    edited(folder, file, old, new)
    findings = read_findings(folder)
    assert any(re.search(expected, item) for item in findings), findings
    assert run_findings(folder) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["lambda", "class", "import", "unpacked"])
def test_a_function_may_be_defined_by_other_means_than_def(folder: Path, kind: str) -> None:
    few_misconceptions(folder, "")
    sources = {
        "lambda": "multi_head = lambda *a: _layer(*a)",
        "class": "class multi_head:\n    def __new__(cls, *a): return _layer(*a)",
        "import": "from functools import partial as multi_head",
        "unpacked": "multi_head, other = _layer, 3",
    }
    path = folder / "solution.py"
    solution = path.read_text(encoding="utf-8").replace("def multi_head", "def _layer")
    path.write_text(f"{solution}\n\n{sources[kind]}\n", encoding="utf-8")
    assert not [item for item in read_findings(folder) if "texts." not in item]
    found = run_findings(folder)
    line = len(solution.splitlines()) + 3
    if kind == "import":
        assert [item.partition(" AF503 ")[0] for item in found] == [f"{SHOWN}/solution.py:{line}:1:"]
    else:
        assert found == []
