"""Compiled templates: kept from one build to the next, and made anew when source, syntax or a package has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from aferir import compiled
from aferir.cache import installed_versions
from aferir.compiled import Compiled, compile_ahead
from aferir.stores import Cache


class Counting(Environment):
    """Counts what it compiles."""

    compilings = 0

    def _generate(self, *arguments, **named):  # type: ignore[no-untyped-def]
        self.compilings += 1
        return super()._generate(*arguments, **named)


def filled(folder: Path, source: str = "{% if yes %}<{{ x }}>{% endif %}", **options: object) -> tuple[str, int]:
    """The template filled by a new environment, and how many templates that has compiled."""
    environment = Counting(loader=DictLoader({"a.html": source}), **options)  # type: ignore[arg-type]
    environment.bytecode_cache = Compiled(Cache(folder, pytest.fail), environment)
    return environment.get_template("a.html").render(yes=True, x="&"), environment.compilings


def test_a_template_is_compiled_once(tmp_path) -> None:
    assert filled(tmp_path) == ("<&>", 1)
    assert filled(tmp_path) == ("<&>", 0)


def test_another_source_another_syntax_and_another_version_are_compiled(tmp_path, monkeypatch) -> None:
    filled(tmp_path)
    assert filled(tmp_path, "{{ x }}!") == ("&!", 1)
    assert filled(tmp_path, "{{ x }}!", autoescape=True) == ("&amp;!", 1)
    assert filled(tmp_path, "{{ x }}!", extensions=["jinja2.ext.i18n"]) == ("&!", 1)
    assert filled(tmp_path, "{{ x }}!") == ("&!", 0)
    monkeypatch.setattr(compiled, "installed_versions", lambda: {**installed_versions(), "jinja2": "99"})
    assert filled(tmp_path, "{{ x }}!") == ("&!", 1)


def test_a_damaged_entry_is_reported_and_compiled_again(tmp_path) -> None:
    filled(tmp_path)
    (entry,) = (path for path in tmp_path.rglob("*") if path.is_file())
    entry.write_bytes(entry.read_bytes()[:-3])
    said: list[str] = []
    environment = Counting(loader=DictLoader({"a.html": "{% if yes %}<{{ x }}>{% endif %}"}))
    environment.bytecode_cache = Compiled(Cache(tmp_path, said.append), environment)
    assert environment.get_template("a.html").render(yes=True, x="&") == "<&>"
    assert environment.compilings == 1
    assert len(said) == 1


def test_what_a_page_will_need_for_certain_is_compiled_ahead(tmp_path) -> None:
    sources = {
        "page.html": "{% extends 'base.html' %}{% block a %}{% import 'names.html' as n %}{{ n.x }}{% endblock %}",
        "base.html": "<{% block a %}{% endblock %}{% if far %}{% include 'far.html' %}{% endif %}>",
        "names.html": "{% set x = 1 %}{% include 'gone.html' ignore missing %}{% include y or 'no' ignore missing %}",
        "far.html": "far",
        "wrong.html": "{% if %}",
    }

    def environment() -> Counting:
        made = Counting(loader=DictLoader(sources))
        made.bytecode_cache = Compiled(Cache(tmp_path, pytest.fail), made)
        return made

    for compilings in (3, 0):
        first = environment()
        compile_ahead(first, first.bytecode_cache, ["page.html", "wrong.html", "nowhere.html"])
        assert first.compilings == compilings
    second = environment()
    assert second.get_template("page.html").render() == "<1>"
    assert second.compilings == 0
    assert second.get_template("page.html").render(far=True) == "<1far>"
    assert second.compilings == 1
