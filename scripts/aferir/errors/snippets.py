"""2xx: snippets, and what comes of running them."""

from __future__ import annotations

from .rule import Rule


def _shown(html: str) -> str:
    method = f"    def _repr_html_(self):\n        return {html!r}"
    return f"# %% curve\nclass Table:\n{method}\n\n\nTable()"


RULES = (
    Rule(
        "AF201",
        "unknown snippet",
        "there is no snippet “{name}”{hint}: {folder}/{name}.py does not exist",
        "snippet: split_then_som",
        "snippet: split_then_sum",
    ),
    Rule(
        "AF202",
        "unknown cell",
        "snippet {snippet} has no cell “{name}”{hint}; its cells: {known}",
        "```cell haeds\n```",
        "```cell heads\n```",
    ),
    Rule(
        "AF203",
        "unknown figure",
        "snippet {snippet} has no function figure_{name}{hint}; its figures: {known}",
        "```figure map\nalt: Um mapa.\n```",
        "```figure maps\nalt: Quatro mapas.\n```",
    ),
    Rule(
        "AF204",
        "unknown challenge",
        "there is no challenge “{name}”{hint}; known challenges: {known}",
        "/// challenge | multihead\n///",
        "/// challenge | multi_head\n///",
    ),
    Rule("AF205", "cell that raises", "cell {cell} raises {message}", "# %% heads\n1 / 0", "# %% heads\n1 / 2"),
    Rule(
        "AF206",
        "cell past its time limit",
        "cell {cell} ran {message} and was stopped",
        "# %% heads\nwhile True:\n    pass",
        "# %% heads\nfor step in range(10):\n    pass",
    ),
    Rule(
        "AF207",
        "cell whose process died",
        "cell {cell} ended its process: {message}",
        "# %% heads\nimport os\nos._exit(1)",
        "# %% heads\nprint('ok')",
    ),
    Rule(
        "AF208",
        "localised comment that is incomplete or out of place",
        "{reason}",
        "# pt: quatro cabeças",
        "# pt: quatro cabeças\n# es: cuatro cabezas\n# cs: čtyři hlavy",
    ),
    Rule("AF209", "malformed cell", "{reason}", "# %% Heads", "# %% heads"),
    Rule("AF210", "snippet that is not Python", "{message}", "def f(:\n    pass", "def f():\n    pass"),
    Rule(
        "AF211",
        "figure that cannot be drawn",
        "figure {name} raises {message}",
        "def figure_maps(figure, text):\n    1 / 0",
        "def figure_maps(figure, text):\n    figure.subplots()",
    ),
    Rule(
        "AF212",
        "code whose result differs between machines",
        "{reason}",
        "total = sum(weights)",
        "total = np.sum(weights)",
    ),
    Rule(
        "AF213",
        "no snippet",
        "{what} needs a snippet: name it in the front matter",
        "---\ntitle: Atenção\n---\n```cell heads\n```",
        "---\ntitle: Atenção\nsnippet: split_then_sum\n---\n```cell heads\n```",
    ),
    Rule(
        "AF214",
        "output that is too long",
        "cell {cell} prints more than {limit} bytes: the rest is cut",
        "# %% heads\nfor step in range(100_000):\n    print(step)",
        "# %% heads\nfor step in range(100):\n    print(step)",
    ),
    Rule(
        "AF215",
        "unknown table",
        "{snippet} has no table “{name}”{hint}; its tables: {known}",
        "```table weight\n```",
        "```table weights\n```",
    ),
    Rule(
        "AF216",
        "table that cannot be made",
        "table_{name} raises {message}",
        'return ["h"], [[8]]',
        'return ["h"], [[text.integer(8)]]',
    ),
    Rule(
        "AF217",
        "shown HTML that no page may hold",
        "cell {cell} shows {what}: of HTML a page holds text, tables and lists, no scripts, frames or pictures",
        _shown("<script>draw()</script>"),
        _shown("<table><tr><td>half</td></tr></table>"),
    ),
    Rule(
        "AF218",
        "picture of a cell without its text",
        "cell {cell} shows a picture that nobody describes: write {option}: followed by what it shows",
        "```cell curve\n```",
        "```cell curve\nalt: Uma curva que sobe.\n```",
    ),
    Rule(
        "AF219",
        "text of a picture that a cell does not show",
        "{option} describes no picture: cell {cell} shows {count}",
        "```cell heads\nalt: Uma curva que sobe.\n```",
        "```cell heads\n```",
    ),
    Rule(
        "AF220",
        "output that differs in every run",
        "cell {cell} prints where an object lies in memory ({what}): no two runs agree; give it a __repr__, or a name",
        "# %% curve\nobject()",
        "# %% curve\nfound = object()",
    ),
    Rule(
        "AF231",
        "unknown explorable",
        "{snippet} has no function states_{name}{hint}; its explorables: {known}",
        "```explorable rule\nalt: As regras.\n```",
        "```explorable rules\nalt: As regras.\n```",
    ),
    Rule(
        "AF232",
        "explorable that cannot be made",
        "states_{name} raises {message}",
        'return {"controls": [], "state": state}',
        'return {"controls": [{"name": "head", "label": "cabeça", "kind": "buttons", '
        '"options": {"1": "1", "2": "2"}}], "state": state}',
    ),
    Rule(
        "AF233",
        "explorables that weigh too much",
        "the states of this page's explorables have {total} bytes, compressed; at most {limit} are allowed ({sizes}): "
        "give fewer options, decimals or panels",
        '"options": {str(step): str(step) for step in range(2000)}',
        '"options": {str(step): str(step) for step in range(0, 2000, 100)}',
    ),
    Rule(
        "AF234",
        "link to a state that is not there",
        "{written} sets nothing: {reason}",
        "[ligue a máscara](#rules:mask=casual)",
        "[ligue a máscara](#rules:mask=causal)",
    ),
    Rule(
        "AF235",
        "explorable that no page shows",
        "states_{name} is shown nowhere: a lesson shows it with ```explorable {name}, or it goes",
        "def states_rules(text): ...  # and no lesson has ```explorable rules",
        "```explorable rules\nalt: As regras.\n```",
    ),
    Rule(
        "AF221",
        "figure that is too large",
        "figure {name} weighs {size} kB and a page is read on a telephone: draw fewer points or cells (the limit is "
        "{limit} kB, figure_kilobytes in mkdocs.yml)",
        "def figure_maps(figure, text):\n    figure.subplots().imshow(np.random.default_rng(0).random((300, 300)))",
        "def figure_maps(figure, text):\n    figure.subplots().imshow(np.random.default_rng(0).random((5, 5)))",
    ),
    Rule(
        "AF222",
        "snippet that no notebook can carry",
        "{reason}: rename one of them, since a notebook holds both in one place",
        "from reference.softmax import softmax\n\nsoftmax = 1",
        "from reference.softmax import softmax\n\nscale = 1",
    ),
)
