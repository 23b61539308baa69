"""A process of its own that lets mkdocs-jupyter render notebooks: ``python -m aferir.notebook_html FOLDER``.

Of what it makes, the rendered text, the highlighted code and the outputs are kept, in the elements that the pages of
lessons have; its 570 KB of styles a page, its scripts, its icons and its second copy of each cell are not. For each
``NAME.ipynb`` of the folder there is a ``NAME.json`` afterwards: the HTML and its headings.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Labels = dict[str, Any]
Element = Any
"""Of Beautiful Soup, which has no types of its own."""


def main(folder: Path) -> None:
    """Render each notebook of ``folder``."""
    with tempfile.TemporaryDirectory() as empty:
        # Nobody's own configuration of Jupyter decides how a site looks.
        os.environ.update(JUPYTER_CONFIG_DIR=empty, JUPYTER_CONFIG_PATH=empty, JUPYTER_NO_CONFIG="1", HOME=empty)
        for path in sorted(folder.glob("*.ipynb")):
            document = json.loads(path.read_text(encoding="utf-8"))
            made = cleaned(_rendered(path), document["metadata"]["labels"])
            path.with_suffix(".json").write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")


def _rendered(path: Path) -> str:
    from mkdocs_jupyter.convert import nb2html  # noqa: PLC0415 - a second, which only a changed notebook costs

    return str(nb2html(str(path), execute=False, allow_errors=False, include_requirejs=False, custom_mathjax_url=""))


def cleaned(html: str, labels: Labels) -> dict[str, object]:
    """What is kept of a rendered notebook, and its headings as level, id and text.

    ``labels``: ``aside`` heads folded code; ``code`` and ``output`` name what can be scrolled, cell by cell.
    """
    from bs4 import BeautifulSoup  # noqa: PLC0415 - see above

    soup = BeautifulSoup(html, "html.parser")
    page = soup.new_tag("div", attrs={"class": "notebook"})
    names = zip(labels["code"], labels["output"], strict=True)
    for cell in soup.select(".jp-Notebook > .jp-Cell"):
        for element in _text(cell) if "jp-MarkdownCell" in cell["class"] else _code(soup, cell, *next(names)):
            is_folded = "celltag_aside" in cell["class"] and element.name == "figure"  # what it draws is shown
            _place(soup, page, element, labels, is_folded=is_folded)
    for element in page.find_all(style=True):
        if "right" in element["style"]:
            element["class"] = "numeric"
        del element["style"]
    headings = list(_headings(page))
    return {"html": page.decode(formatter="minimal"), "headings": headings}


def _place(soup: Element, page: Element, element: Element, labels: Labels, *, is_folded: bool) -> None:
    """Put an element on the page; code that the lesson does not show goes into a fold, neighbours into the same."""
    if not is_folded:
        page.append(element)
        return
    last = page.contents[-1] if page.contents else None
    if last is None or last.name != "details" or "notebook-aside" not in last["class"]:
        last = soup.new_tag("details", attrs={"class": "fold notebook-aside"})
        summary = soup.new_tag("summary")
        summary.string = labels["aside"]
        last.append(summary)
        page.append(last)
    last.append(element)


def _text(cell: Element) -> Iterator[Element]:
    for text in cell.select(".jp-RenderedMarkdown"):
        text.attrs = {"class": "notebook-text"}
        yield text.extract()


def _code(soup: Element, cell: Element, of_code: str, of_output: str) -> Iterator[Element]:
    cell = cell.select_one(".jp-Cell") or cell
    figure = soup.new_tag("figure", attrs={"class": "cell"})
    for code in cell.select(".highlight-ipynb pre"):
        box = soup.new_tag("div", attrs={"class": "cell-code highlight"})
        code.attrs = {"tabindex": "0", "aria-label": of_code}
        code.name = "pre"
        inner = soup.new_tag("code")
        inner.extend([child.extract() for child in list(code.contents)])
        code.append(inner)
        box.append(code.extract())
        figure.append(box)
    printed = [item.extract() for item in cell.select(".jp-RenderedText pre")]
    if printed:
        output = soup.new_tag("div", attrs={"class": "cell-output"})
        for text in printed:
            text.attrs = {"tabindex": "0", "aria-label": of_output}
            output.append(text)
        figure.append(output)
    yield figure
    for shown in cell.select(".jp-RenderedHTML, .jp-RenderedMarkdown, .jp-RenderedSVG"):
        shown.attrs = {"class": "notebook-shown"}
        yield shown.extract()


def _headings(page: Element) -> Iterator[tuple[int, str, str]]:
    seen: set[str] = set()
    for heading in page.find_all(["h2", "h3"]):
        for anchor in heading.select("a.anchor-link"):
            anchor.extract()
        name = heading.get("id", "") or "section"
        while name in seen:
            name += "-2"
        seen.add(name)
        heading["id"] = name
        yield int(heading.name[1]), name, heading.get_text().strip()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
