"""An item of the navigation is the theme's, rendered once for each address; an author's own templates come first."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from mkdocs.theme import Theme

from aferir.mkdocs_plugin.configured import prepare_templates, use_theme

ASKED = """{%- import name as item with context -%}
{%- for one in items -%}{{ item.render(one, "__nav_" ~ loop.index, 1) }}{%- endfor -%}"""


def item(title: str, *, active: bool = False, children: tuple[object, ...] = ()) -> SimpleNamespace:
    own = SimpleNamespace(title=title, url=f"pt/{title}/", active=active, children=children, is_page=not children)
    own.is_index, own.meta, own.toc, own.is_section = False, {}, (), bool(children)
    return own


def environment():
    config = SimpleNamespace(theme=Theme(name="material"))
    use_theme(config)
    env = config.theme.get_env()
    env.filters["url"] = lambda address: f"../{address}"
    prepare_templates(env, config)
    return env


def rendered(env, name: str, items: list[SimpleNamespace]) -> str:
    page = SimpleNamespace(ancestors=(), meta={}, toc=(), url="pt/one/")
    shown = {"name": name, "items": items, "page": page, "config": SimpleNamespace(extra={}), "features": ()}
    return env.from_string(ASKED).render(**shown, lang=SimpleNamespace(t=str), nav=SimpleNamespace(homepage=None))


def test_each_item_is_byte_for_byte_the_theme_s_and_those_of_other_pages_are_rendered_once() -> None:
    env = environment()
    items = [item("one", active=True), item("two"), item("three")]
    theirs = rendered(env, "theirs/partials/nav-item.html", items)
    assert "pt/two/" in theirs
    assert rendered(env, "partials/nav-item.html", items) == theirs
    items[0].title, items[1].title = "now", "never seen"
    again = rendered(env, "partials/nav-item.html", items)
    assert "now" in again
    assert again.replace("now", "one") == theirs


@pytest.mark.parametrize("own", [None, "/course/overrides"])
def test_an_author_s_own_templates_come_before_ours_for_an_item(own: str | None) -> None:
    theme = SimpleNamespace(dirs=[*([own] if own else []), "/material"], custom_dir=own, static_templates=set())
    use_theme(SimpleNamespace(theme=theme))
    names = [Path(folder).name for folder in theme.dirs]
    assert names == ["theme", *(["overrides"] if own else []), "below", "material"]
