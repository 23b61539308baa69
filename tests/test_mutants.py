"""Mutants of a solution: which there are, that the checks kill them, and that an excuse has to be true."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from aferir.__main__ import main
from aferir.challenges import read_challenge
from aferir.errors import AferirError
from aferir.model import ChallengeFiles, Equivalent
from aferir.mutants import mutants_of, score
from aferir.reports import mutants_json, mutants_row, mutants_text

from .tiny import write_course
from .tiny_challenge import write_challenges

ROOT = Path(__file__).parent.parent
SNIPPETS = ROOT / "snippets"
FOLDERS = sorted(path.parent for path in (SNIPPETS / "challenges").glob("*/checks.py"))


@pytest.fixture
def snippets(tmp_path: Path) -> Path:
    return write_challenges(tmp_path / "snippets").parent


def challenge(snippets: Path, name: str = "shares") -> ChallengeFiles:
    found, findings = read_challenge(snippets / "challenges" / name, f"snippets/challenges/{name}", ("pt", "es"))
    assert findings == ()
    assert found is not None
    return found


def lines(source: str, operator: str) -> list[str]:
    return [mutant.line for mutant in mutants_of(source) if mutant.operator.startswith(operator)]


@pytest.mark.slow
def test_numbers_operators_booleans_and_loops_are_mutated_one_place_at_a_time() -> None:
    source = "def f(x):\n    for i in range(3):\n        x = x - (i + 1)\n    return x.sum(keepdims=True)\n"
    assert lines(source, "NumberReplacer") == [
        *("for i in range(2):", "for i in range(4):"),
        *("x = x - (i + 0)", "x = x - (i + 2)"),
    ]
    assert "x = x + (i + 1)" in lines(source, "ReplaceBinaryOperator_Sub")
    assert lines(source, "ReplaceTrueWithFalse") == ["return x.sum(keepdims=False)"]
    assert lines(source, "ZeroIterationForLoop") == ["for i in []:"]
    for mutant in mutants_of(source):
        changed = [
            pair for pair in zip(source.splitlines(), mutant.source.splitlines(), strict=True) if len({*pair}) > 1
        ]
        assert [" ".join(after.split()) for _, after in changed] == [mutant.line]
        assert source.splitlines()[mutant.number - 1] == changed[0][0]


def test_a_mutant_is_told_once_and_is_python_other_than_the_solution() -> None:
    source = "def f(x, y):\n    return x + y if not x == y else x - 1\n"
    sources = [mutant.source for mutant in mutants_of(source)]
    assert len(sources) == len(set(sources)) > 20
    assert source not in sources
    for each in sources:
        compile(each, "mutant", "exec")


def test_checks_that_see_everything_kill_every_mutant(snippets: Path) -> None:
    found = score(challenge(snippets), snippets)
    assert found.is_whole
    # x / total: 11 other operators; axis=1: 0 and 2; keepdims=False
    assert (found.killed, found.mutants) == (14, 14)
    assert (found.misconceptions_killed, found.misconceptions) == (1, 1)
    assert mutants_text([found]) == "shares: killed 14 of 14 mutants, 1 of 1 misconceptions"


def test_a_check_that_looks_at_the_shape_only_lets_mutants_live(snippets: Path) -> None:
    own = challenge(snippets)
    weak = replace(own, checks=own.checks.replace('attempt.precise("two_rows", "y")', 'attempt.array("two_rows", "y")'))
    found = score(weak, snippets)
    assert not found.is_whole
    living = {survivor.line for survivor in found.survivors}
    assert {"return x + total # (n, m)", "def shares_columns"} <= living
    assert (found.killed + len(found.survivors), found.mutants) == (15, 14)
    assert "\n  lives: line 6, ReplaceBinaryOperator_Div_Add: return x + total # (n, m)" in mutants_text([found])


@pytest.mark.slow
def test_a_mutant_that_never_ends_is_killed_and_costs_no_other(snippets: Path) -> None:
    own = challenge(snippets, "sums")
    loop = "def sums(x):\n    while True:\n        break\n    return x.sum(axis=1, keepdims=True)\n"
    assert "continue" in lines(loop, "ReplaceBreakWithContinue")
    found = score(replace(own, solution=loop), snippets, seconds=1)
    assert {survivor.line for survivor in found.survivors} == {"while False:", "while not True:"}


@pytest.mark.slow
def test_an_equivalent_mutant_with_its_reason_does_not_count(snippets: Path) -> None:
    own = challenge(snippets, "sums")
    solution = own.solution.replace("axis=1", "axis=1 * 1")
    entry = Equivalent(
        "ReplaceBinaryOperator_Mul_Div", "return x.sum(axis=1 / 1, keepdims=True) # (n, 1)", "1 / 1 is 1"
    )
    twin = Equivalent("ReplaceBinaryOperator_Mul_Pow", "return x.sum(axis=1 ** 1, keepdims=True)  # (n, 1)", "so is 1")
    without = score(replace(own, solution=solution), snippets)
    assert twin.line.replace("  #", " #") in {survivor.line for survivor in without.survivors}
    found = score(replace(own, solution=solution, equivalent=(twin,)), snippets)
    assert found.equivalent == (twin,)
    assert found.mutants == without.mutants - 1
    assert len(found.survivors) == len(without.survivors) - 1
    assert "equivalent: 1" in mutants_text([found])
    killed = score(replace(own, solution=solution, equivalent=(entry,)), snippets)  # a float is no axis
    assert [fault.partition(": ")[2] for fault in killed.faults] == [
        f"the checks tell this mutant from the solution, so it is not equivalent: {entry.line}"
    ]
    assert not killed.is_whole


def test_an_excuse_for_no_mutant_is_a_fault(snippets: Path) -> None:
    entry = Equivalent("NumberReplacer", "return x / total  # (n, m)", "there is no number in it")
    found = score(replace(challenge(snippets), equivalent=(entry,)), snippets)
    assert found.faults == (
        "snippets/challenges/shares/equivalent.toml: no mutant is NumberReplacer: return x / total  # (n, m)",
    )
    assert not found.is_whole
    assert "\n  wrong: snippets/challenges/shares/equivalent.toml: no mutant" in mutants_text([found])


def test_a_mutant_that_the_checks_cannot_judge_is_not_killed(snippets: Path) -> None:
    own = challenge(snippets)
    fragile = "    if abs(attempt.call('two_rows').array).max() > 2:\n        1 / 0\n"
    checks = own.checks.replace("    attempt.precise", fragile + "    attempt.precise")
    found = score(replace(own, checks=checks), snippets)
    assert "ZeroDivisionError: division by zero" in {survivor.fault for survivor in found.survivors}
    assert "(cannot be judged: ZeroDivisionError: division by zero)" in mutants_text([found])


def test_a_solution_that_fails_has_no_score(snippets: Path) -> None:
    own = challenge(snippets)
    with pytest.raises(AferirError, match="challenge shares: its solution does not pass its checks"):
        score(replace(own, solution=own.solution.replace("axis=1", "axis=0")), snippets)


@pytest.mark.parametrize(
    "text",
    [
        "[[equivalent]]\noperator = 'A'\nline = 'x'\n",
        "[[equivalent]]\noperator = 'A'\nline = 'x'\nreason = ' '\n",
        "equivalent = 3\n",
        "[[equivalents]]\noperator = 'A'\nline = 'x'\nreason = 'r'\n",
    ],
)
def test_a_list_of_equivalents_that_is_malformed_is_a_finding(snippets: Path, text: str) -> None:
    folder = snippets / "challenges" / "shares"
    (folder / "equivalent.toml").write_text(text, encoding="utf-8")
    _, findings = read_challenge(folder, "shown", ("pt", "es"))
    problem = 'equivalent.toml: each [[equivalent]] has operator, line and reason, all "…"'
    assert [str(item) for item in findings] == [f"shown/equivalent.toml:1:1: AF501 {problem}"]


@pytest.mark.slow
def test_the_command_prints_one_line_per_challenge_or_data(tmp_path: Path) -> None:
    root = write_course(tmp_path)
    folder = write_challenges(root / "snippets")
    run = CliRunner().invoke
    done = run(main, ["--config", str(root / "mkdocs.yml"), "mutants"])
    assert (done.exit_code, len(done.stdout.splitlines())) == (0, 2)
    one = run(main, ["--config", str(root / "mkdocs.yml"), "mutants", "sums", "--format", "json"])
    (data,) = json.loads(one.stdout)
    assert (data["challenge"], data["killed"], data["survivors"]) == ("sums", data["mutants"], [])
    excuse = '[[equivalent]]\noperator = "A"\nline = "x"\nreason = "none"\n'
    (folder / "sums" / "equivalent.toml").write_text(excuse, encoding="utf-8")
    assert run(main, ["--config", str(root / "mkdocs.yml"), "mutants", "sums"]).exit_code == 1
    unknown = run(main, ["--config", str(root / "mkdocs.yml"), "mutants", "sum"])
    assert (unknown.exit_code, "known challenges: shares, sums" in unknown.stderr) == (2, True)


def test_without_cosmic_ray_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cosmic_ray.mutating", None)
    with pytest.raises(AferirError, match=r"pip install 'aferir\[mutants\]'"):
        mutants_of("x = 1\n")


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_mutant_of_every_challenge_is_killed_or_explained(folder: Path) -> None:
    languages = tuple(path.name.split(".")[1] for path in folder.glob("texts.*.toml"))
    own, _ = read_challenge(folder, f"snippets/challenges/{folder.name}", languages)
    assert own is not None
    found = score(own, SNIPPETS)
    assert found.is_whole, mutants_text([found])
    assert json.loads(mutants_json([found]))[0]["mutants"] == found.killed
    shown = (ROOT / "docs/authors/scores.md").read_text(encoding="utf-8")
    assert mutants_row(found) in shown.splitlines(), "docs/authors/scores.md is old: make scores"
    assert all(item.reason in shown for item in found.equivalent)
