"""The schemas for editors say what the validators say, of the same good and broken files."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from click.testing import CliRunner

from aferir.__main__ import main
from aferir.course import KEYS, read_course
from aferir.errors import AferirError
from aferir.languages import language
from aferir.scan import scan
from aferir.scan.front_matter import KEYS as PAGE_KEYS
from aferir.schemas import course_schema, front_matter_schema
from aferir.settings import Settings

GOOD = "id: tiny\ntitle: {pt: Curso}\nlanguages: [pt]\nlessons: [one]\n"
COURSES = {
    "whole": (GOOD, True),
    "all keys": (GOOD + "sources: [a]\ncopyright: {pt: CC BY}\n", True),
    "a language begun": (GOOD + "begun: [es]\nsource: pt\n", True),
    "a language begun that is none": (GOOD + "begun: [es, E]\n", False),
    "a source that is a list": (GOOD + "source: [pt]\n", False),
    "a number as a title": (GOOD.replace("Curso", "2026"), True),
    "no lessons yet": (GOOD.replace("[one]", "[]"), True),
    "no id": (GOOD.replace("id: tiny\n", ""), False),
    "an id with a space": (GOOD.replace("tiny", "a course"), False),
    "an id that is a number": (GOOD.replace("tiny", "12"), False),
    "a title for nobody": (GOOD.replace("{pt: Curso}", "Curso"), False),
    "an empty title": (GOOD.replace("Curso", '""'), False),
    "no language": (GOOD.replace("[pt]", "[]"), False),
    "a language that is none": (GOOD.replace("[pt]", "[pt, 12]"), False),
    "a language twice": (GOOD.replace("[pt]", "[pt, pt]"), False),
    "lessons as a text": (GOOD.replace("[one]", "one"), False),
    "a lesson twice": (GOOD.replace("[one]", "[one, one]"), False),
    "a lesson that is a number": (GOOD.replace("[one]", "[1]"), False),
    "an unknown key": (GOOD + "titel: x\n", False),
}
PAGES = {
    "whole": ("title: Uma lição\ndescription: Curta.\nsnippet: tiny", True),
    "a title alone": ("title: Uma lição", True),
    "a number as a title": ("title: 7", True),
    "a title with a binding": ("title: Com 0,5{=w[2]}", True),
    "no title": ("description: x", False),
    "an empty title": ("title:", False),
    "a list": ("title: [a, b]", False),
    "a snippet with a dash": ("title: x\nsnippet: split-then-sum", False),
    "a snippet with its ending": ("title: x\nsnippet: tiny.py", False),
    "an unknown key": ("titel: x", False),
}


def is_valid(schema: dict, text: str) -> bool:
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema).is_valid(yaml.safe_load(text))


@pytest.mark.parametrize("name", list(COURSES))
def test_course_yml_is_judged_alike_by_the_schema_and_by_the_reader(tmp_path: Path, name: str) -> None:
    text, is_good = COURSES[name]
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "course.yml").write_text(text, encoding="utf-8")
    assert is_valid(course_schema(), text) is is_good
    if is_good:
        assert read_course(Settings(root=tmp_path)).id == "tiny"
    else:
        with pytest.raises(AferirError):
            read_course(Settings(root=tmp_path))


@pytest.mark.parametrize("name", list(PAGES))
def test_a_front_matter_is_judged_alike_by_the_schema_and_by_the_scanner(name: str) -> None:
    text, is_good = PAGES[name]
    assert is_valid(front_matter_schema(), text) is is_good
    _, findings = scan(f"---\n{text}\n---\nTexto.\n", "lessons/pt/one.md", language("pt"), "one")
    assert [item for item in findings if item.code in ("AF107", "AF108")] == [] if is_good else findings


def test_the_schemas_know_every_key() -> None:
    assert set(course_schema()["properties"]) == set(KEYS)
    assert set(front_matter_schema()["properties"]) == set(PAGE_KEYS)


def test_the_command_prints_them(root: Path) -> None:
    done = CliRunner().invoke(main, ["schema", "course"])
    assert json.loads(done.stdout) == course_schema()
    assert is_valid(json.loads(done.stdout), (root / "lessons" / "course.yml").read_text(encoding="utf-8"))
