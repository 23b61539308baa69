"""A tiny course that a test can write anywhere and break: one lesson in two languages, no challenge."""

from __future__ import annotations

from pathlib import Path

COURSE = """\
id: tiny
title: {pt: Curso, es: Curso}
languages: [pt, es]
lessons: [one]
sources: [vaswani2017attention]
"""

SNIPPET = """\
\"\"\"A tiny lesson.\"\"\"

import numpy as np

language = globals().get("language", "pt")

# %% data
# pt: três pesos
# es: tres pesos
w = np.array([0.125, 0.375, 0.5])
n = 1048576
name = {"pt": "telhado", "es": "tejado"}[language]
print(w, n)

# %% more
print(w.sum())


# %% figures
def figure_bars(figure, text):
    axes = figure.subplots()
    axes.bar(range(3), w, color=text.heads[0])
"""

LESSONS = {
    "pt": """\
---
title: Uma lição
description: Só para testes.
snippet: tiny
---
O maior peso é 0,500{=w.max()}, ou 50%{=w.max()}, e são 1.048.576{=n} casos: [0,125; …]{=w}.
[Os pesos somam 1]{!allclose(w.sum(), 1)}; a palavra é [telhado]{=name}. Veja 2017{@vaswani2017attention}.

## Em código

```cell data
```

```figure bars
alt: Três barras; a maior vale 0,5{=w[2]}.
```
""",
    "es": """\
---
title: Una lección
description: Solo para pruebas.
snippet: tiny
---
El mayor peso es 0,500{=w.max()}, o 50\u00a0%{=w.max()}, y hay 1\u00a0048\u00a0576{=n} casos: [0,125; …]{=w}.
[Los pesos suman 1]{!allclose(w.sum(), 1)}; la palabra es [tejado]{=name}. Véase 2017{@vaswani2017attention}.

## En código

```cell data
```

```figure bars
alt: Tres barras; la mayor vale 0,5{=w[2]}.
```
""",
}

HOME = {
    "pt": "---\ntitle: Início\n---\n```lessons\n```\n",
    "es": "---\ntitle: Inicio\n---\n```lessons\n```\n",
}

LEDGER = """\
{
 "one": {
  "cell data": {
   "line 1": "0.125 0.375 0.5 1048576"
  },
  "figure bars": {
   "axes 1 bars height": "0.1250 0.3750 0.5000",
   "axes 1 bars width": "0.8000 0.8000 0.8000",
   "axes 1 bars x": "-0.400 0.600 1.600",
   "axes 1 bars y": "0 0 0",
   "axes 1 ticks x": "-0.5 0.0 0.5 1.0 1.5 2.0 2.5",
   "axes 1 ticks y": "0.0 0.1 0.2 0.3 0.4 0.5"
  }
 }
}
"""

MKDOCS = """\
site_name: Tiny
site_url: http://127.0.0.1/
theme:
  name: material
  font: false
  palette: []
  features: [content.action.edit]
plugins:
  - aferir
  - search
"""


def write_course(root: Path) -> Path:
    """Write the course below ``root``, and give it back."""
    files = {
        "mkdocs.yml": MKDOCS,
        "lessons/course.yml": COURSE,
        "lessons/ledger.json": LEDGER,
        "snippets/lessons/tiny.py": SNIPPET,
        "snippets/reference/__init__.py": "",
        **{f"lessons/{code}/one.md": text for code, text in LESSONS.items()},
        **{f"docs/{code}/index.md": text for code, text in HOME.items()},
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
