"""The catalogue of findings: codes are unique, and every rule shows a wrong and a right example."""

import re
import string

import pytest

from aferir.errors import RULES, finding
from aferir.model import Position


def test_codes_are_unique_and_grouped() -> None:
    assert len(RULES) == len({rule.name for rule in RULES.values()})
    assert all(re.fullmatch(r"AF[1-9]\d\d", code) for code in RULES)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.code)
def test_every_rule_has_a_message_and_a_wrong_and_a_right_example(rule) -> None:
    assert rule.message
    assert rule.wrong
    assert rule.wrong != rule.right


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.code)
def test_a_finding_reads_path_line_column_code_problem(rule) -> None:
    names = {name.split(".")[0] for _, name, _, _ in string.Formatter().parse(rule.message) if name}
    made = finding(rule.code, "a.md", Position(3, 5), **dict.fromkeys(names, 1.0))
    assert str(made).startswith(f"a.md:3:5: {rule.code} ")
    assert "{" not in re.sub(r"\{[=!@]", "", made.problem) or rule.code in {"AF101", "AF102"}


def test_a_finding_without_its_details_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        finding("AF301", "a.md", Position(1, 1))
