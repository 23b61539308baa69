"""An item of the navigation is the theme's, rendered once for each address; an author's own templates come first."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from mkdocs.theme import Theme
from mkdocs.utils import get_relative_url

from aferir.mkdocs_plugin.alike import Alike
from aferir.mkdocs_plugin.configured import prepare_templates, use_theme
from aferir.settings import Settings

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
    prepare_templates(env, config, Settings(use_cache=False))
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


def test_a_step_is_rendered_once_for_all_pages_beside_it_and_anew_where_it_is_the_current_one() -> None:
    asked: list[tuple[str, int, bool]] = []

    def render(step: str, number: int, *, is_current: bool) -> str:
        asked.append((step, number, is_current))
        return f"[{number} {step}{'!' * is_current}]"

    alike, pages = Alike(), [SimpleNamespace(url=f"{name}/") for name in "abc"]
    shown = [alike.steps(render, "abc", at, page) for at, page in enumerate(pages)]
    assert shown == ["[1 a!][2 b][3 c]", "[1 a][2 b!][3 c]", "[1 a][2 b][3 c!]"]
    assert len(asked) == 3 + 3


def test_an_item_below_its_page_or_seen_from_another_folder_is_rendered_for_that_page() -> None:
    """MkDocs' own rule for addresses is the oracle: whatever is taken from another page is what it would give here."""
    alike = Alike()
    addresses = ["./", "a/", "b/", "a/c/", "a/d/", "b/c/", "ab/", "a.html", "a/e.html"]
    for here in addresses:
        render = alike.item(lambda item, *_: get_relative_url(item.url, here), SimpleNamespace(url=here), "")  # noqa: B023 - asked at once
        for there in addresses:
            shown = render(SimpleNamespace(url=there, children=(), active=here == there), "__nav_1", 1)
            assert shown == get_relative_url(there, here), (here, there)
