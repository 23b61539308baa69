"""What a worker practises: ordinary work, without a trace in what a reader does."""

from __future__ import annotations

import pytest

from aferir import runtime
from aferir.practice import CELLS
from aferir.runtime import Runtime, cell_result


@pytest.mark.parametrize("source", CELLS, ids=("objects", "text", "arrays"))
def test_each_cell_comes_to_its_end_and_says_something_or_nothing_wrong(source: str) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    result = cell_result({"name": "practice", "source": source}, names, lambda *_: None, lambda: None)
    assert (result["problem"], result["remarks"], result["stderr"]) == (None, [], "")


def test_practice_leaves_no_names_in_any_lesson() -> None:
    own = Runtime()
    own.practise()
    assert own.listed("", "practice") == own.listed("pt", "split-then-sum") == "[]"


def test_practice_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "CELLS", ("1 / 0",))
    with pytest.raises(RuntimeError, match="division by zero"):
        Runtime().practise()
