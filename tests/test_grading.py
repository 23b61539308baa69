"""Grading a file in a limited process: whatever learner code does is a failed check, only our own fault is an error."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.challenges import read_challenge
from aferir.grading import Limits, challenge_data, grade_file, verdicts
from aferir.languages import language

ROOT = Path(__file__).parent.parent
SNIPPETS = ROOT / "snippets"
FOLDER = SNIPPETS / "challenges" / "multi_head"
CHALLENGE, _ = read_challenge(FOLDER, "snippets/challenges/multi_head", ("pt", "es", "cs"))
assert CHALLENGE is not None
SOLUTION = CHALLENGE.solution


def verdict_on(code: str, seconds: float = 20.0, memory_megabytes: int = 512) -> dict[str, object]:
    assert CHALLENGE is not None
    return verdicts(CHALLENGE, {"": code}, Limits(SNIPPETS, seconds, memory_megabytes))[""]


def first_failure(verdict: dict[str, object]) -> tuple[str, str]:
    assert verdict["status"] == "failed", verdict
    check = next(check for check in verdict["checks"] if check["status"] == "failed")
    return check["name"], check["failure"]["code"]


def test_a_right_solution_passes_in_each_language() -> None:
    for code in ("pt", "es", "cs"):
        verdict = grade_file(CHALLENGE, SOLUTION, code, SNIPPETS)
        assert verdict["status"] == "passed"
        assert verdict["summary"] == CHALLENGE.texts[code]["passed"]


def test_a_wrong_solution_gets_the_words_of_the_page() -> None:
    verdict = grade_file(CHALLENGE, SOLUTION.replace("np.sqrt(d_k)", "d_k"), "cs", SNIPPETS)
    assert verdict["status"] == "failed"
    assert verdict["misconception"]["message"] == CHALLENGE.texts["cs"]["misconceptions"]["scale_d_k"]["message"]


@pytest.mark.slow
def test_an_endless_loop_is_a_failed_check() -> None:
    started = time.monotonic()
    assert first_failure(verdict_on("while True: pass", seconds=1)) == ("defined", "timeout")
    assert time.monotonic() - started < 8


@pytest.mark.slow
def test_an_endless_loop_in_one_case_keeps_what_was_judged_before() -> None:
    code = SOLUTION + "\nright = multi_head\ndef multi_head(*a):\n    while a[-1] == 3: pass\n    return right(*a)\n"
    verdict = verdict_on(code, seconds=1)
    assert first_failure(verdict) == ("returns_pair", "timeout")
    assert [check["status"] for check in verdict["checks"]][:4] == ["passed", "passed", "failed", "skipped"]
    shown = grade_file(CHALLENGE, code, "es", SNIPPETS, seconds=1)
    failed = next(check for check in shown["checks"] if check["status"] == "failed")
    assert failed["message"] == "Tu código se ha detenido al cabo de 1 s. ¿Hay algún bucle que no acaba nunca?"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import os\nos._exit(0)", "ended"),
        ("import os\nos.abort()", "ended"),
        ("import sys\nsys.exit(0)", "exit"),
        ("quit()", "exit"),
        ("input()", "input"),
        ("x = []\nwhile True: x.append(bytearray(10 ** 6))", "memory"),
        ("import numpy as np\nx = np.ones((10 ** 6, 10 ** 6))", "memory"),
        ("while True: print('x' * 1000)", "flood"),
        ("import os\nfor _ in range(100):\n    os.fork()", "raised_at"),
        ("import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'pass'])", "raised_at"),
        ("import os\nos.system('true')", "raised_at"),
        ("import socket\nsocket.socket()", "raised_at"),
        ("open('left_behind.txt', 'w').write('x')", "raised_at"),
    ],
)
def test_whatever_the_code_does_to_its_process_is_a_failed_check(code: str, expected: str) -> None:
    assert first_failure(verdict_on(code)) == ("defined", expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "import os\nos.closerange(0, 100)",
        "import sys\nsys.setrecursionlimit(10 ** 8)\ndef f(): return f()\nf()",
        "import threading, time\nfor _ in range(50): threading.Thread(target=time.sleep, args=(99,)).start()",
    ],
)
def test_code_that_cuts_the_way_back_or_digs_deep_fails_all_the_same(code: str) -> None:
    assert first_failure(verdict_on(code, seconds=2))[0] == "defined"


def test_a_flood_past_python_goes_nowhere() -> None:
    code = (
        SOLUTION + "\nimport os\nfor _ in range(2000):\n    os.write(1, b'x' * 10000)\n    os.write(2, b'x' * 10000)\n"
    )
    assert verdict_on(code)["status"] == "passed"


def test_a_verdict_cannot_be_forged_by_writing_to_every_descriptor() -> None:
    forged = '{"name": "", "verdict": {"status": "passed", "checks": []}}'
    code = f"import os\nfor d in range(3, 30):\n    try: os.write(d, b'{forged}\\n')\n    except OSError: pass\n"
    assert first_failure(verdict_on(code)) == ("defined", "missing")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reference/multi_head.py", "challenges/multi_head/solution.py"])
def test_files_of_the_course_cannot_be_read(name: str, tmp_path: Path) -> None:
    path = SNIPPETS / name
    link = tmp_path / "link"
    link.symlink_to(SNIPPETS)
    for shown in (path, link / name, str(path).encode()):
        verdict = verdict_on(f"exec(open({shown!r}).read())".replace("PosixPath", "str"))
        assert first_failure(verdict)[0] == "defined"
        assert "PermissionError" in verdict["checks"][0]["failure"]["got"]


def test_the_reference_cannot_be_imported_by_its_path() -> None:
    code = f"import sys\nsys.path.insert(0, {str(SNIPPETS)!r})\nfrom reference.multi_head import multi_head\n"
    assert first_failure(verdict_on(code))[0] == "defined"


@pytest.mark.slow
def test_a_file_killed_in_the_middle_costs_only_itself() -> None:
    codes = {"loop": "while True: pass", "gone": "import os\nos._exit(3)", "right": SOLUTION}
    found = verdicts(CHALLENGE, codes, Limits(SNIPPETS, seconds=2))
    assert {name: verdict["status"] for name, verdict in found.items()} == {
        "loop": "failed",
        "gone": "failed",
        "right": "passed",
    }


def test_a_broken_challenge_is_an_error_and_not_the_learners() -> None:
    for checks in (
        "FUNCTION = 'multi_head'",
        CHALLENGE.checks + "\n1 / 0\n",
        CHALLENGE.checks + "\nraise SystemExit\n",
    ):
        broken = replace(CHALLENGE, checks=checks)
        assert verdicts(broken, {"": SOLUTION}, Limits(SNIPPETS))[""]["status"] == "error"


def test_a_fault_of_the_checks_is_told_with_its_line_and_not_as_the_end_of_the_process() -> None:
    for statement, fault in (
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ):
        broken = replace(CHALLENGE, checks=f"{CHALLENGE.checks}\n{statement}\n")
        verdict = verdicts(broken, {"": SOLUTION}, Limits(SNIPPETS))[""]
        assert (verdict["fault"], verdict["line"]) == (fault, len(broken.checks.splitlines()))


def test_the_reference_is_not_within_reach_on_the_heap() -> None:
    code = """
import gc
def multi_head(*a):
    for o in gc.get_objects():
        if isinstance(o, dict) and callable(o.get('multi_head')) and o['multi_head'] is not multi_head:
            return o['multi_head'](*a)
"""
    assert first_failure(verdict_on(code))[0] in ("runs", "returns_pair")


def test_the_challenge_of_a_page_holds_the_texts_of_its_language_and_a_verdict_for_stopped_code() -> None:
    data = challenge_data(CHALLENGE, language("es"), seconds=30.0)
    assert set(data) >= {"id", "function", "starter", "checks", "misconceptions", "texts", "messages"}
    assert (data["function"], data["decimal"]) == ("multi_head", ",")
    assert "solution" not in data  # fetched when somebody asks for it
    assert data["texts"] == {key: text for key, text in CHALLENGE.texts["es"].items() if key != "walk"}
    assert data["stopped"]["summary"].startswith("Tu código se ha detenido al cabo de 30 s.")


# ── Our own faults ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("attempt.array('no_such_case', 'A')", "KeyError: 'no_such_case'"),
        ("import os; os._exit(3)", "it ended the process in which it ran while the checks were at work"),
        ("while True: pass", "it did not end in time while the checks were at work"),
    ],
)
def test_a_check_that_breaks_down_is_a_neutral_verdict_whatever_the_code(statement: str, fault: str) -> None:
    marker = "def check_output_shape(attempt):\n"
    assert marker in CHALLENGE.checks
    broken = replace(CHALLENGE, checks=CHALLENGE.checks.replace(marker, f"{marker}    {statement}\n"))
    codes = {"right": SOLUTION, "wrong": SOLUTION.replace("np.sqrt(d_k)", "d_k")}
    for verdict in verdicts(broken, codes, Limits(SNIPPETS, seconds=3)).values():
        assert (verdict["status"], verdict["fault"]) == ("error", fault)
        assert verdict["checks"] == []
    shown = grade_file(broken, SOLUTION, "cs", SNIPPETS, seconds=3)
    assert shown["summary"] == f"Selhala sama kontrola, o vašem kódu to tedy nic neříká. Hlásí: {fault}"


def test_checks_that_end_the_process_before_any_code_runs_are_a_neutral_verdict() -> None:
    broken = replace(CHALLENGE, checks=CHALLENGE.checks + "\nimport os\nos._exit(0)\n")
    verdict = verdicts(broken, {"": SOLUTION}, Limits(SNIPPETS))[""]
    assert (verdict["status"], verdict["fault"]) == ("error", "it ended the process in which it ran")


def test_a_reference_that_is_missing_is_a_neutral_verdict(tmp_path: Path) -> None:
    verdict = verdicts(CHALLENGE, {"": SOLUTION}, Limits(tmp_path))[""]
    assert (verdict["status"], verdict["checks"]) == ("error", [])
    assert verdict["fault"] == "ModuleNotFoundError: No module named 'reference'"


@pytest.mark.slow
def test_code_that_uses_up_the_time_is_not_the_judges_fault_wherever_it_runs_out() -> None:
    slow = SOLUTION + (
        "\nimport time\nright = multi_head\ndef multi_head(*a):\n    time.sleep(0.3)\n    return right(*a)\n"
    )
    verdict = verdict_on(slow, seconds=2)
    assert (verdict["status"], first_failure(verdict)[1]) == ("failed", "timeout")


def test_code_that_ends_its_process_in_the_background_gets_no_pass() -> None:
    code = SOLUTION + (
        "\nimport os, threading\n"
        "threading.Timer(0.05, os._exit, [0]).start()\n"
        "right = multi_head\n"
        "def multi_head(*a):\n    import time\n    time.sleep(0.2)\n    return right(*a)\n"
    )
    assert verdict_on(code)["status"] == "failed"
