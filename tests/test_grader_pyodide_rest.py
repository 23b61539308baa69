"""The same verdicts in the reader's browser as in CPython: the rest of the challenges."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from .in_pyodide import assert_quick, compare, graded, verdicts_of

pytestmark = pytest.mark.node
HALF = 1


@pytest.fixture(scope="module")
def verdicts(shared_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    return verdicts_of(HALF, shared_cache, tmp_path_factory.mktemp("worker"))


@pytest.mark.parametrize(("id_", "name"), graded(HALF))
def test_pyodide_and_cpython_give_the_same_verdict(verdicts: Mapping[str, Any], id_: str, name: str) -> None:
    compare(verdicts, id_, name)


def test_a_verdict_takes_about_a_second_at_most(verdicts: Mapping[str, Any]) -> None:
    assert_quick(verdicts)
