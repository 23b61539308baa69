"""``course.yml``: what is wrong is said with its place and an example."""

import pytest

from aferir.course import read_course, read_sources
from aferir.errors import AferirError, LessonError
from aferir.model import Finding
from aferir.settings import Settings, settings_from

GOOD = "id: tiny\ntitle: {pt: A, es: B}\nlanguages: [pt, es]\nlessons: [one]\n"


def settings(tmp_path, text=GOOD):
    (tmp_path / "lessons" / "pt").mkdir(parents=True)
    (tmp_path / "lessons" / "es").mkdir()
    (tmp_path / "lessons" / "course.yml").write_text(text, encoding="utf-8")
    return Settings(root=tmp_path)


def test_a_course_has_identity_titles_languages_and_lessons(tmp_path) -> None:
    course = read_course(settings(tmp_path))
    assert (course.id, course.languages, course.lessons) == ("tiny", ("pt", "es"), ("one",))
    assert course.titles == {"pt": "A", "es": "B"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id: [", "lessons/course.yml:1:6: not YAML"),
        ("- a\n", "lessons/course.yml:1:1: expected a mapping"),
        (GOOD + "lesons: []\n", "lessons/course.yml: unknown key 'lesons'; known keys: id, title"),
        (GOOD.replace("[pt, es]", "[pt, xx]"), "unknown language 'xx'; known: pt, es, cs, en"),
        (GOOD.replace(", es: B", ""), "title needs one text per language (pt, es)"),
        (GOOD.replace("tiny", "a b"), "id needs a short name"),
        (GOOD.replace("[one]", "one"), "lessons needs a list of names"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, text, message) -> None:
    with pytest.raises(AferirError) as caught:
        read_course(settings(tmp_path, text))
    assert message in str(caught.value)


def test_a_course_that_is_not_there_is_said_with_an_example(tmp_path) -> None:
    with pytest.raises(AferirError, match=r"lessons/course.yml: there is no such file; example"):
        read_course(Settings(root=tmp_path))


def test_a_lesson_missing_in_a_language_is_a_finding(tmp_path) -> None:
    own = settings(tmp_path)
    (tmp_path / "lessons" / "pt" / "one.md").write_text("---\ntitle: A\n---\n", encoding="utf-8")
    read = list(read_sources(own, read_course(own), ("pt", "es")))
    missing = [item for item in read if isinstance(item, Finding)]
    assert [str(item) for item in missing] == [
        "lessons/es/one.md:1:1: AF402 lesson “one” is not written in es: lessons/es/one.md does not exist"
    ]


def test_a_file_that_is_not_utf_8_is_said_with_its_line(tmp_path) -> None:
    own = settings(tmp_path)
    (tmp_path / "lessons" / "pt" / "one.md").write_bytes(b"---\ntitle: A\n\xff")
    with pytest.raises(LessonError, match=r"lessons/pt/one.md:3:1: AF108 the file is not UTF-8"):
        list(read_sources(own, read_course(own), ("pt",)))


def test_settings_name_what_is_unknown_or_of_the_wrong_type(tmp_path) -> None:
    assert settings_from({"cell_seconds": 5, "languages": ["pt"]}, tmp_path).cell_seconds == 5.0
    with pytest.raises(AferirError, match=r"unknown setting aferir.cell_second; known settings: lessons"):
        settings_from({"cell_second": 5}, tmp_path)
    with pytest.raises(AferirError, match=r"aferir.cell_seconds needs a float, got 'slow'; example: 20.0"):
        settings_from({"cell_seconds": "slow"}, tmp_path)
