"""What each kind of fence becomes: a cell, a figure, a table, a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from markupsafe import Markup

from ..explorables import frame_of
from ..languages import Language
from ..markup import TOKEN
from ..model import Fence, Fragment, Output
from ..printed import plain_numerals
from ..tables import pieces
from .page_text import PageText
from .pictures import figure_files, shown_parts
from .templates import highlighted


def fence_fragment(fence: Fence, page: PageText) -> Fragment:
    """What a fence becomes. Raises KeyError when what it shows was not made."""
    return _KINDS[fence.kind](fence, page)


def _cell(fence: Fence, page: PageText) -> Fragment:
    cell = page.made.cells[fence.name]
    outputs = page.made.outputs
    output = outputs.get(fence.name, Output(fence.name, "")) if page.made.is_draft else outputs[fence.name]
    parts = shown_parts(fence, output, page)
    return page.filled("cell.html", cell=cell, code=highlighted(cell.source), parts=parts)


def _figure(fence: Fence, page: PageText) -> Fragment:
    drawing = page.made.drawings[fence.name]
    light, dark = figure_files(fence, page)
    return page.filled(
        "figure.html",
        text=page.alt(fence),
        name=fence.name,
        alt=page.alt(fence),
        caption=page.caption(fence),
        sources=_alt_tokens(fence),
        light=page.root + light,
        dark=page.root + dark,
        width=round(drawing.width),
        height=round(drawing.height),
        data=drawing.data if "data" in fence.options else (),
    )


def _diagram(fence: Fence, page: PageText) -> Fragment:
    return page.filled(
        "diagram.html",
        text=page.alt(fence),
        name=fence.name,
        alt=page.alt(fence),
        sources=_alt_tokens(fence),
        caption=page.caption(fence),
        drawing=Markup(page.made.diagrams[fence.token]),  # noqa: S704  tidied by `aferir.diagrams`
    )


def _table(fence: Fence, page: PageText) -> Fragment:
    table = page.made.tables[fence.name]
    columns = list(zip(*table.rows, strict=True))
    return page.filled(
        "table.html",
        name=fence.name,
        columns=[pieces(entry) for entry in table.columns],
        rows=[[pieces(entry) for entry in row] for row in table.rows],
        numeric=[all(_is_numeric(entry, page.language) for entry in column) for column in columns],
        formulas={tex: Markup(html) for tex, html in page.made.table_formulas.items()},  # noqa: S704  KaTeX's own
        caption=page.caption(fence),
    )


def _explorable(fence: Fence, page: PageText) -> Fragment:
    own = page.made.explorables[fence.name]
    linked = (link.settings for link in page.lesson.state_links if link.name == fence.name)
    settings = [(control.label, dict(control.options)[control.initial]) for control in own.controls]
    return page.filled(
        "explorable.html",
        name=fence.name,
        alt=page.alt(fence),
        sources=_alt_tokens(fence),
        caption=page.caption(fence),
        linked=tuple(dict.fromkeys(linked)),
        settings=settings,
        panels=[shown for panel in own.panels if panel.kind != "spoken" and (shown := frame_of(panel, own, {}))],
    )


def _references(_fence: Fence, page: PageText) -> Fragment:
    return page.filled("references.html", references=page.made.references)


def _lessons(_fence: Fence, page: PageText) -> Fragment:
    return page.filled("lessons.html", lessons=page.made.lessons)


def _glossary(_fence: Fence, page: PageText) -> Fragment:
    code = page.language.code
    codes = [other for other in page.made.language_names if other != "en"]
    terms = sorted(page.made.glossary.values(), key=lambda term: page.language.sort_key(term.words[code].term))
    shown = [{"key": term.key, "word": term.words[code], "others": term.others(code, codes)} for term in terms]
    return page.filled("glossary.html", terms=shown, names=page.made.language_names)


def _kept(_fence: Fence, page: PageText) -> Fragment:
    return page.filled("kept.html")


def _alt_tokens(fence: Fence) -> list[str]:
    """The numbers in what a fence says to who does not see it: their sources are shown beside it."""
    return TOKEN.findall(fence.options["alt"].text)


def _is_numeric(entry: str, language: Language) -> bool:
    """Whether an entry is a numeral and no more: a column of them is aligned at the right."""
    bare = entry.strip().rstrip("%\u00a0\u202f ")
    if not bare or bare in "—–":
        return True
    marks = f"{language.marks.decimal}{''.join(language.marks.thousands)}"
    return len(plain_numerals(bare, language.marks.decimal, language.marks.thousands[0])) == 1 and all(
        letter.isdigit() or letter in marks + "+-\u2212" for letter in bare
    )


_KINDS: Mapping[str, Callable[[Fence, PageText], Fragment]] = {
    "cell": _cell,
    "figure": _figure,
    "diagram": _diagram,
    "table": _table,
    "explorable": _explorable,
    "references": _references,
    "lessons": _lessons,
    "glossary": _glossary,
    "kept": _kept,
}
