"""The warm process: how it starts, what its children find, and Matplotlib as it would be without us."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.errors import AferirError
from aferir.execute import Engine
from aferir.execute.processes import Warm, environment_in
from aferir.model import Cell, Work

PACKAGES = str(Path(__file__).parent.parent / "scripts")
DESCRIPTIONS = """
import inspect, json
from aferir.execute import figures, rehearsal
from matplotlib.artist import Artist
from matplotlib.axes import Axes

def below(kind):
    for own in kind.__subclasses__():
        yield own
        yield from below(own)

told = {f"{kind.__module__}.{kind.__qualname__}": [kind.set.__doc__, str(inspect.signature(kind.set))]
        for kind in (Artist, *below(Artist))}
told |= {name: inspect.getdoc(method) for name, method in inspect.getmembers(Axes, inspect.isfunction)}
print(json.dumps([told, inspect.cleandoc.__module__]))
"""


def told_by(code: str) -> object:
    return json.loads(subprocess.check_output([sys.executable, "-c", code], env={"PYTHONPATH": PACKAGES}, text=True))


def work(source: str) -> Work:
    return Work("x", "snippets/lessons/x.py", (Cell("one", source, 1),), "pt")


def test_matplotlib_describes_itself_as_it_does_without_us() -> None:
    alone = told_by(DESCRIPTIONS)
    warm = told_by(f"from aferir.execute import warm; warm.preload()\n{DESCRIPTIONS}")
    assert [name for name in alone[0] if warm[0].get(name) != alone[0][name]] == []
    assert warm == alone
    (told, _) = alone
    assert len(told) > 300
    assert "antialiased or aa" in told["matplotlib.patches.Rectangle"][0]
    assert "xdata=<UNSET>" in told["matplotlib.lines.Line2D"][1]


def test_what_is_done_meanwhile_comes_once_between_the_start_and_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class Told(Warm):
        def __init__(self, environment: dict[str, str]) -> None:
            super().__init__(environment)
            seen.append("started")

        def wait(self) -> None:
            super().wait()
            seen.append("ready")

    monkeypatch.setattr("aferir.execute.engine.Warm", Told)
    with Engine(meanwhile=lambda: seen.append("meanwhile")) as engine:
        for _ in range(2):
            made = engine.run(work("import gc\nprint(gc.isenabled(), gc.get_freeze_count() > 1000)"))
            assert made.outputs["one"].text == "True True\n"
    assert seen == ["started", "meanwhile", "ready"]


@pytest.mark.parametrize("never", [False, True])
def test_bytecode_is_kept_of_what_is_loaded_before_any_cell_and_of_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, never: bool
) -> None:
    module = tmp_path / "packages" / "sitecustomize.py"
    module.parent.mkdir()
    module.write_text("")
    (tmp_path / "own.py").write_text("x = 1\n")
    monkeypatch.setattr(sys, "dont_write_bytecode", never)
    monkeypatch.setattr(
        "aferir.execute.engine.environment_in",
        lambda *places: (own := environment_in(*places)) | {"PYTHONPATH": f"{own['PYTHONPATH']}:{module.parent}"},
    )
    with Engine() as engine:
        source = "import own, os, sys\nprint(sys.dont_write_bytecode, os.environ['PYTHONDONTWRITEBYTECODE'])"
        made = engine.run(replace(work(source), import_folder=str(tmp_path)))
    assert made.outputs["one"].text == "True 1\n"
    assert (module.parent / "__pycache__").exists() is not never
    assert not (tmp_path / "__pycache__").exists()


def test_what_fails_meanwhile_is_raised_and_leaves_an_engine_that_works() -> None:
    def meanwhile() -> None:
        raise AferirError("no room")

    with Engine(meanwhile=meanwhile) as engine:
        with pytest.raises(AferirError, match="no room"):
            engine.run(work("print(1)"))
        assert engine.run(work("print(1)")).outputs["one"].text == "1\n"
