"""Numbers in the texts of challenges: bound to what checks.py defines, in each language, and gone from what is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from aferir.__main__ import main
from aferir.build import check_course
from aferir.settings import Settings

from .tiny import write_course

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_process")]
FOLDER = "snippets/challenges/double"
FILES = {
    "starter.py": "def double(x):\n    return x\n",
    "solution.py": "def double(x):\n    return 2 * x\n",
    "checks.py": """\
import numpy as np

FUNCTION = "double"
PARTS = ("result",)


def REFERENCE(x):
    return 2 * x


def case_quarter():
    return (np.array([0.25]),)


def check_values(attempt):
    attempt.values("quarter", "result")
""",
    "misconceptions.py": "import numpy as np\n\n\ndef squares(x):\n    return x * x\n",
}
TEXTS = """\
title = "Dobro"
passed = "Certo: de 0,25{=case_quarter()[0][0]} sai 0,5{=REFERENCE(*case_quarter())[0]}."
hints = ["Some."]

[checks.values]
title = "Valores"
why = "[O dobro é maior]{!REFERENCE(*case_quarter())[0] > case_quarter()[0][0]}."

[misconceptions.squares]
message = "Ao quadrado? Veja `0.25`."
"""


@pytest.fixture
def course(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    root = write_course(tmp_path)
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    for name, text in {**FILES, "texts.pt.toml": TEXTS, "texts.es.toml": TEXTS}.items():
        file = root / FOLDER / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return Settings(root=root, cache=str(shared_cache), use_cache=False)


def broken(course: Settings, old: str, new: str, name: str = "texts.pt.toml") -> list[str]:
    file = course.root / FOLDER / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return [str(item) for item in check_course(course, lambda _: None).findings]


def test_a_sound_challenge_is_read_without_its_bindings(course) -> None:
    checked = check_course(course, lambda _: None)
    assert [str(item) for item in checked.findings] == []
    texts = checked.challenges["double"].texts["pt"]
    assert texts["passed"] == "Certo: de 0,25 sai 0,5."
    assert texts["checks"]["values"]["why"] == "O dobro é maior."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("sai 0,5{", "sai 0,6{", "2:53: AF301 0,6 is written, REFERENCE(*case_quarter())[0] is 0.5, write 0,5"),
        ("[0] > case", "[0] < case", "7:8: AF306 “O dobro é maior” is claimed"),
        ("Some.", "Some 12.", "3:16: AF310 12 is bound to nothing"),
        ("{=case_quarter()[0][0]}", "{=case_half()[0]}", "2:21: AF302 case_half()[0] raises NameError"),
        ("0,25{=case", "0.25{=case", "2:21: AF"),
    ],
)
def test_what_is_wrong_in_a_text_is_found_at_its_place_in_the_file(course, old, new, expected) -> None:
    assert any(line.startswith(f"{FOLDER}/texts.pt.toml:{expected}") for line in broken(course, old, new)), expected


def test_the_languages_of_a_text_are_bound_to_the_same(course) -> None:
    found = broken(course, " sai 0,5{=REFERENCE(*case_quarter())[0]}", "", "texts.es.toml")
    assert len(found) == 1
    assert "AF401" in found[0]
    assert "section “passed” lacks" in found[0]


def test_a_language_checked_alone_asks_nothing_of_the_others(course) -> None:
    pt = replace(course, languages=("pt",))
    assert broken(pt, " sai 0,5{=REFERENCE(*case_quarter())[0]}", "", "texts.es.toml") == []


def test_accept_follows_in_the_texts_of_a_challenge(course) -> None:
    file = course.root / FOLDER / "checks.py"
    file.write_text(file.read_text("utf-8").replace("np.array([0.25])", "np.array([0.75])"), "utf-8")
    done = CliRunner().invoke(main, ["--config", str(course.root / "mkdocs.yml"), "accept"])
    assert done.exit_code == 0, done.output
    for code in ("pt", "es"):
        text = (course.root / FOLDER / f"texts.{code}.toml").read_text("utf-8")
        assert "de 0,75{=case_quarter()[0][0]} sai 1,5{=REFERENCE(*case_quarter())[0]}." in text


def test_the_command_line_grades_in_plain_words(course) -> None:
    arguments = ["grade", "double", str(course.root / FOLDER / "solution.py")]
    done = CliRunner().invoke(main, ["--config", str(course.root / "mkdocs.yml"), *arguments])
    assert done.exit_code == 0, done.output
    assert "Certo: de 0,25 sai 0,5." in done.output
