"""The same course for each generator: lessons of a paragraph, six NumPy cells and two figures, no two alike."""

from __future__ import annotations

import json
from pathlib import Path

CELLS = (
    "import numpy as np\n\nrng = np.random.default_rng({seed})\nX = rng.normal(size=(8, 6))\nprint(X.shape)",
    "W = rng.normal(size=(6, 6))\nQ = X @ W\nprint(np.round(Q[0], 3))",
    "scores = Q @ X.T / np.sqrt(6)\nprint(np.round(scores[0], 3))",
    "A = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)\nprint(np.round(A[0], 3))",
    "Z = A @ X\nprint(Z.shape, round(float(np.linalg.norm(Z)), 3))",
    "order = np.argsort(-A, axis=1)\nprint(order[:2])",
)
FIGURES = {
    "shares": 'axes = figure.subplots()\naxes.imshow(A, vmin=0, vmax=1)\naxes.set_title("shares")',
    "norms": 'axes = figure.subplots()\naxes.bar(range(8), np.linalg.norm(Z, axis=1))\naxes.set_title("norms")',
}
PROSE = (
    "Attention shares out the values by the weights that a softmax makes of scaled products. Every row of the map sums "
    "to one, whatever the scores are, and a row that is nearly even passes on a mean of all values.\n"
)
EDITED = "One sentence more, which changes no cell.\n"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def cells_of(lesson: int, edited: bool) -> list[str]:
    first = CELLS[0].format(seed=lesson)
    return [first, *CELLS[1:4], CELLS[4] + ("\nprint(Z.min() < 0)" if edited else ""), CELLS[5]]


def prose_of(edited: bool) -> str:
    return PROSE + (EDITED if edited else "")


# ── One function per generator: lesson number, whether its prose and its cell are edited -> files ────────────────────


def plain(lesson: int, prose: bool, cell: bool) -> dict[str, str]:
    """MkDocs and Material alone: the code is shown, nothing runs."""
    code = "\n\n".join(f"```python\n{source}\n```" for source in cells_of(lesson, cell))
    return {f"docs/lesson-{lesson}.md": f"# Lesson {lesson}\n\n{prose_of(prose)}\n{code}\n"}


def aferir(lesson: int, prose: bool, cell: bool) -> dict[str, str]:
    cells = cells_of(lesson, cell)
    marked = "\n\n".join(f"# %% step_{number}\n{source}" for number, source in enumerate(cells))
    drawing = "\n\n\n".join(
        f"def figure_{name}(figure, text):\n" + "\n".join(f"    {line}" for line in body.split("\n"))
        for name, body in FIGURES.items()
    )
    shown = "\n\n".join(f"```cell step_{number}\n```" for number in range(len(cells)))
    drawn = "\n\n".join(f"```figure {name}\nalt: A figure of {name}.\n```" for name in FIGURES)
    head = f"---\ntitle: Lesson\ndescription: One lesson.\nsnippet: lesson_{lesson}\n---\n"
    return {
        f"lessons/en/lesson-{lesson}.md": f"{head}{prose_of(prose)}\n{shown}\n\n{drawn}\n",
        f"snippets/lessons/lesson_{lesson}.py": f"{marked}\n\n\n# %% figures\n{drawing}\n",
    }


def notebook(lesson: int, prose: bool, cell: bool) -> dict[str, str]:
    """For mkdocs-jupyter."""
    drawn = [
        f"import matplotlib.pyplot as plt\n\nfigure = plt.figure()\n{body}\nplt.show()" for body in FIGURES.values()
    ]
    texts = [
        {"cell_type": "markdown", "id": "text", "metadata": {}, "source": f"# Lesson {lesson}\n\n{prose_of(prose)}"}
    ]
    code = [
        {
            "cell_type": "code",
            "id": f"c{number}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source,
        }
        for number, source in enumerate([*cells_of(lesson, cell), *drawn])
    ]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    document = {"cells": texts + code, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    return {f"docs/lesson-{lesson}.ipynb": json.dumps(document)}


def exec_fences(lesson: int, prose: bool, cell: bool) -> dict[str, str]:
    """For markdown-exec."""
    head = f'```python exec="1" source="above" session="lesson-{lesson}"'
    code = "\n\n".join(f'{head} result="text"\n{source}\n```' for source in cells_of(lesson, cell))
    drawn = "\n\n".join(
        f'{head} html="1"\nimport io\nfrom matplotlib.figure import Figure\n\nfigure = Figure()\n{body}\n'
        f'out = io.StringIO()\nfigure.savefig(out, format="svg")\nprint(out.getvalue())\n```'
        for body in FIGURES.values()
    )
    return {f"docs/lesson-{lesson}.md": f"# Lesson {lesson}\n\n{prose_of(prose)}\n{code}\n\n{drawn}\n"}


def myst(lesson: int, prose: bool, cell: bool) -> dict[str, str]:
    head = "---\nkernelspec:\n  name: python3\n  display_name: Python 3\n---\n"
    drawn = [
        f"import matplotlib.pyplot as plt\n\nfigure = plt.figure()\n{body}\nplt.show()" for body in FIGURES.values()
    ]
    code = "\n\n".join(f"```{{code-cell}} python\n{source}\n```" for source in [*cells_of(lesson, cell), *drawn])
    return {f"lesson-{lesson}.md": f"{head}# Lesson {lesson}\n\n{prose_of(prose)}\n{code}\n"}


# ── What a course needs besides its lessons ──────────────────────────────────────────────────────────────────────────

_NO_THEME = "myst: v1\nkind: site\ntitle: None\nbuild:\n  install: 'true'\n  start: 'true'\n"
_MKDOCS_JUPYTER = '  - mkdocs-jupyter:\n      include: ["*.ipynb"]\n      execute: true\n      allow_errors: false\n'
_SITE = "site_name: Course\nsite_url: https://example.org/\n"
_THEME = "theme:\n  name: material\n  font: false\n"


def frame(kind: str, lessons: int) -> dict[str, str]:
    """The configuration of a course of one kind, and its first page."""
    index = {"docs/index.md": "# Course\n\nThe lessons.\n"}
    if kind == "aferir":
        listed = "".join(f"  - lesson-{number}\n" for number in range(lessons))
        return {
            "mkdocs.yml": f"{_SITE}{_THEME}plugins:\n  - aferir:\n      notebooks: false\n  - search\n",
            "lessons/course.yml": f"id: course\ntitle: {{en: Course}}\nlanguages: [en]\nlessons:\n{listed}",
            "docs/en/index.md": "---\ntitle: Course\n---\n```lessons\n```\n",
            "snippets/reference/__init__.py": "",
        }
    if kind == "myst":
        toc = "".join(f"    - file: lesson-{number}.md\n" for number in range(lessons))
        return {
            "myst.yml": f"version: 1\nproject:\n  title: Course\n  toc:\n    - file: index.md\n{toc}"
            "site:\n  template: ./template\n",
            "index.md": "# Course\n",
            # MyST's own themes need a network; its content is whole before it asks for one.
            "template/template.yml": _NO_THEME,
            "jupyter/jupyter_server_config.json": '{"ServerApp": {"allow_root": true}}',
        }
    plugins = {
        "plain": "",
        "mkdocs-jupyter": _MKDOCS_JUPYTER,
        "markdown-exec": "  - markdown-exec\n",
    }[kind]
    fences = "markdown_extensions:\n  - pymdownx.highlight\n  - pymdownx.superfences\n"
    return index | {"mkdocs.yml": f"{_SITE}{_THEME}plugins:\n  - search\n{plugins}{fences}"}


LESSON = {
    "plain": plain,
    "aferir": aferir,
    "mkdocs-jupyter": notebook,
    "markdown-exec": exec_fences,
    "myst": myst,
}


def write_course(root: Path, kind: str, lessons: int) -> None:
    for name, text in frame(kind, lessons).items():
        write(root / name, text)
    for number in range(lessons):
        write_lesson(root, kind, number)


def write_lesson(root: Path, kind: str, number: int, *, prose: bool = False, cell: bool = False) -> None:
    for name, text in LESSON[kind](number, prose, cell).items():
        write(root / name, text)
