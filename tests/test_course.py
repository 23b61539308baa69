"""``course.yml``: what is wrong is said with its place and an example."""

import pytest

from aferir.course import chosen_languages, layout_findings, page_paths, read_course, read_sources
from aferir.errors import AferirError
from aferir.model import Finding
from aferir.settings import Settings

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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id: [", "lessons/course.yml:1:6: not YAML"),
        ("- a\n", "lessons/course.yml:1:1: expected a mapping"),
        (
            GOOD + "lesons: []\n",
            "lessons/course.yml:5:1: unknown key 'lesons' (did you mean “lessons”?); known keys: id, ",
        ),
        (
            GOOD.replace("[pt, es]", "[pt, xx]"),
            "lessons/course.yml:3:17: unknown language 'xx': languages have the short codes of ISO 639",
        ),
        (GOOD.replace("[pt, es]", "[pt, PT]"), "lessons/course.yml:3:17: unknown language 'PT'"),
        (GOOD + "begun: [it, es]\n", "lessons/course.yml:5:8: 'es' stands among languages too"),
        (GOOD + "source: it\n", "lessons/course.yml:5:9: source is the language that the others are translated from"),
        (GOOD.replace(", es: B", ""), "title needs one text per language (pt, es)"),
        (GOOD.replace("tiny", "a b"), "lessons/course.yml:1:5: id needs a short name"),
        (GOOD.replace("[one]", "one"), "lessons/course.yml:4:10: lessons needs a list of names"),
        (GOOD.replace("[pt, es]", "[]"), "lessons/course.yml:3:12: languages needs at least one language; example:"),
        (GOOD.replace("[pt, es]", "[pt, pt]"), "lessons/course.yml:3:17: languages names 'pt' twice"),
        (GOOD.replace("[one]", "[one, two, one]"), "lessons/course.yml:4:21: lessons names 'one' twice"),
        (GOOD.replace("es: B", "es: "), "lessons/course.yml:2:8: title needs one text per language (pt, es)"),
        (GOOD.replace("es: B", "es: [B]"), "lessons/course.yml:2:8: title needs one text per language (pt, es)"),
        ("id: tiny\ntitle: {pt: A\x07}", "lessons/course.yml:2:14: the character U+0007 is not allowed in YAML"),
        ("[" * 5000, "lessons/course.yml:1:1: nested too deeply"),
        ("id: 2026-99-99", "lessons/course.yml:1:1: not YAML: month must be in 1..12"),
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
        "lessons/es/one.md:1:1: AF402 lesson “one” is not written in es: there is no file lessons/es/one.md"
    ]


def test_a_file_that_is_not_utf_8_is_said_with_its_line(tmp_path) -> None:
    own = settings(tmp_path)
    (tmp_path / "lessons" / "pt" / "one.md").write_bytes(b"---\ntitle: A\n\xff")
    (tmp_path / "lessons" / "es" / "one.md").write_bytes("---\ntitle: Sé\xa0 ".encode() + b"\xff")
    assert [str(item) for item in read_sources(own, read_course(own), ("pt", "es"))] == [
        "lessons/pt/one.md:3:1: AF108 the file is not UTF-8: byte 13 cannot be read; save it as UTF-8",
        "lessons/es/one.md:2:12: AF108 the file is not UTF-8: byte 17 cannot be read; save it as UTF-8",
    ]


def test_a_course_file_that_is_not_utf_8_is_said_with_its_place(tmp_path) -> None:
    own = settings(tmp_path)
    (tmp_path / "lessons" / "course.yml").write_bytes(b"id: a\ntitle: {pt: \xff}")
    with pytest.raises(AferirError, match=r"^lessons/course.yml:2:13: the file is not UTF-8: byte 18 cannot be read"):
        read_course(own)


def test_a_course_file_that_is_a_folder_is_no_course_file(tmp_path) -> None:
    (tmp_path / "lessons" / "course.yml").mkdir(parents=True)
    with pytest.raises(AferirError, match=r"^lessons/course.yml: there is no such file; example:"):
        read_course(Settings(root=tmp_path))


def test_a_lesson_that_is_a_folder_is_missing(tmp_path) -> None:
    own = settings(tmp_path)
    (tmp_path / "lessons" / "pt" / "one.md").mkdir()
    assert [str(item) for item in read_sources(own, read_course(own), ("pt",))] == [
        "lessons/pt/one.md:1:1: AF402 lesson “one” is not written in pt: there is no file lessons/pt/one.md"
    ]


def write(tmp_path, *names: str) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("---\ntitle: A\n---\n", encoding="utf-8")


def test_files_where_no_page_can_come_of_them_are_found(tmp_path) -> None:
    own = settings(tmp_path)
    write(tmp_path, "docs/pt/index.md", "docs/pt/one.md", "docs/pt/sub/x.md", "lessons/pt/one.md", "lessons/pt/two.md")
    found = [str(item) for item in layout_findings(own, read_course(own), ("pt", "es"))]
    assert found == [
        (
            "docs/pt/one.md:1:1: AF404 two pages would have the same address, pt/one/: this one and lessons/pt/one.md; "
            "rename one of them"
        ),
        (
            "docs/pt/sub/x.md:1:1: AF405 this page is left out of the course: pages stand in docs/pt itself, folders "
            "inside it are not read"
        ),
        (
            "lessons/pt/two.md:1:1: AF405 this page is left out of the course: lessons/course.yml does not name “two” "
            "among its lessons"
        ),
        "docs/es/index.md:1:1: AF402 the first page is not written in es: there is no file docs/es/index.md",
    ]
    assert page_paths(own, read_course(own)) == (
        "docs/pt/index.md",
        "docs/pt/one.md",
        "lessons/pt/one.md",
        "lessons/es/one.md",
    )


def test_languages_are_the_ones_asked_for_and_only_the_courses_own(tmp_path) -> None:
    course = read_course(settings(tmp_path))
    assert chosen_languages(course, ()) == ("pt", "es")
    assert chosen_languages(course, ("es", "es")) == ("es",)
    with pytest.raises(AferirError, match=r"^this course has no language 'xx'; its languages: pt, es$"):
        chosen_languages(course, ("xx",))
