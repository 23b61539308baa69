"""The catalogue of findings: one rule per code, each with its message, a wrong example and a right one.

Codes are stable: they appear in reports, in editors and in documentation, and are never given a second meaning.
1xx what the scanner sees, 2xx snippets and execution, 3xx values, 4xx languages, 5xx challenges, 6xx formulas
and diagrams, 7xx the ledger, 8xx sources and terms, 9xx quizzes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .model import Finding, Position


class AferirError(Exception):
    """Something that stops a command, said in one sentence for whoever started it. Never a traceback."""


class LessonError(AferirError):
    """Raised by a stage that cannot go on; carries the finding that says where and why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding. ``message`` is filled with ``str.format``; ``wrong`` breaks the rule, ``right`` keeps it."""

    code: str
    name: str
    message: str
    wrong: str
    right: str


_SINGLE = """\
/// question | single heads
Quantos softmax?

* [x] vários

    Cada cabeça tem o seu.

* [ ] um

    Assim haveria uma só cabeça.
///"""
_NUMERIC = """\
/// question | numeric width
Quantas colunas?

* [x] 64{=d_k}

    A largura dividida pelas cabeças.
///"""
_ORDER = """\
/// question | order steps
Ordene os passos.

1. Calcular as pontuações.
2. Aplicar o softmax.
3. Multiplicar os valores.

Os pesos vêm das pontuações.
///"""


_LEDGER = '{"split-then-sum": {"cell heads": {"line 1": "0.591 0.271"}}}'
_SOURCE = """\
@misc{ba2016layernorm,
  author = {Ba, Jimmy Lei and Kiros, Jamie Ryan and Hinton, Geoffrey E.},
  title = {Layer Normalization},
  year = {2016}
}"""
_TERM = """\
query:
  en: query
  pt: {term: consulta, text: O que uma posição procura nas outras.}
  es: {term: consulta, also: [consultas], text: Lo que una posición busca en las demás.}
  cs: {term: dotaz, also: [dotazu, dotazy], text: Co pozice hledá v ostatních.}"""
_OTHER_TERM = _TERM.replace("query:\n  en: query", "question:\n  en: question").replace("consulta", "pergunta")


def _shown(html: str) -> str:
    method = f"    def _repr_html_(self):\n        return {html!r}"
    return f"# %% curve\nclass Table:\n{method}\n\n\nTable()"


def _quiz(questions: str) -> str:
    return f"//// quiz | widths\n{questions}\n////"


def _foreseen(number: str) -> str:
    return _quiz(_NUMERIC.replace("\n///", f"\n\n* [ ] {number}\n\n    Faltou dividir.\n///"))


_TRANSLATED = "split-then-sum es a25663304254 Aula\nsplit-then-sum cs a25663304254 Aula"

_CATALOGUE = (
    # 1xx: the scanner
    Rule(
        "AF101",
        "binding without a literal",
        "{binding} follows nothing: {needed} must stand directly before it",
        "o peso {=A[0,0]}",
        "o peso 0,591{=A[0,0]}",
    ),
    Rule(
        "AF102",
        "expression that is not Python",
        "the expression of {binding} does not end on this line or is not a Python expression",
        "0,591{=A[0,0}",
        "0,591{=A[0,0]}",
    ),
    Rule(
        "AF103",
        "plain space inside a numeral",
        "{written} holds a plain space, which a line break may cut: write {correct}{how}",
        "1 048 576{=n}",
        "1\u00a0048\u00a0576{=n}",
    ),
    Rule(
        "AF104",
        "malformed literal",
        "{written} is not a number as this language writes it: {reason}",
        "0.591{=A[0,0]}",
        "0,591{=A[0,0]}",
    ),
    Rule(
        "AF105",
        "claim or word where none can stand",
        "{binding} stands inside {place}, where a statement cannot be marked: move it into the text",
        "## [As linhas somam 1]{!ok}",
        "[As linhas somam 1]{!ok}.",
    ),
    Rule(
        "AF106",
        "expression that is not allowed",
        "{binding} holds {what}, which an expression may not",
        "2{=(n := 2)}",
        "2{=n}",
    ),
    Rule(
        "AF107",
        "unknown key in the front matter",
        "unknown key “{key}”{hint} in the front matter; known keys: {known}",
        "titel: Atenção",
        "title: Atenção",
    ),
    Rule("AF108", "front matter that cannot be read", "{reason}", "# Atenção", "---\ntitle: Atenção\n---"),
    Rule(
        "AF109",
        "unknown fence",
        "unknown fence “{kind}”{hint}; known fences: {known}, or the name of a programming language",
        "```cel heads\n```",
        "```cell heads\n```",
    ),
    Rule(
        "AF110",
        "malformed fence",
        "{reason}",
        "```figure maps\n```",
        "```figure maps\nalt: Quatro mapas de atenção.\n```",
    ),
    Rule(
        "AF111", "fence without an end", "the fence opened here is never closed", "```cell heads", "```cell heads\n```"
    ),
    Rule(
        "AF112",
        "unknown block",
        "unknown block “{kind}”{hint}; known blocks: {known}",
        "/// chalenge | multi_head\n///",
        "/// challenge | multi_head\n///",
    ),
    Rule("AF113", "malformed block", "{reason}", "/// challenge\n///", "/// challenge | multi_head\n///"),
    Rule(
        "AF114",
        "block without an end, or an end without a block",
        "{reason}",
        "/// theorem\nEnunciado.",
        "/// theorem\nEnunciado.\n///",
    ),
    Rule(
        "AF115",
        "raw HTML",
        "{written} is raw HTML, which lessons do not hold: write Markdown, or put it in a code span",
        "<b>peso</b>",
        "**peso**",
    ),
    Rule("AF116", "reserved character", "the character U+{point} is reserved: take it out", "\ue000", ""),
    Rule(
        "AF117",
        "formula without an end",
        "the formula opened here with {mark} is never closed; for a dollar sign write \\$",
        "$d_k = 64",
        "$d_k = 64$",
    ),
    Rule(
        "AF118",
        "binding that did not reach the page",
        "{binding} did not reach the page: Markdown took it for something else (a link's address, attributes, a table"
        " cell, a comment)",
        "[texto](8{=h}.html)",
        "[texto](pagina.html) 8{=h}",
    ),
    Rule(
        "AF119",
        "indented code",
        "four spaces make code in other Markdown, not here: use a fence, or indent less",
        "    x = 1",
        "```python\nx = 1\n```",
    ),
    Rule(
        "AF120",
        "reference without a definition",
        "{written} points to “{label}”, which nothing here defines: write [{label}]: and {what} on a line of their own",
        "veja [o artigo][vaswani]",
        "veja [o artigo][vaswani]\n\n[vaswani]: https://arxiv.org/abs/1706.03762",
    ),
    Rule(
        "AF121",
        "formula in marks that are not read here",
        "{marks} opens no formula here: write $…$ within a sentence, or $$…$$ on lines of its own",
        "seja \\(d_k\\)",
        "seja $d_k$",
    ),
    # 2xx: snippets and execution
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
        "cell {cell} ran longer than {seconds:g} s and was stopped",
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
    # 3xx: values
    Rule(
        "AF301",
        "wrong number",
        "{written} is written, {expression} is {value}, write {correct}",
        "0,592{=A[0,0,0]}",
        "0,591{=A[0,0,0]}",
    ),
    Rule("AF302", "expression that fails", "{expression} raises {message}", "0,591{=A[9,0,0]}", "0,591{=A[0,0,0]}"),
    Rule(
        "AF303",
        "name that no cell or several cells assign",
        "{expression} uses {name}, which {reason}",
        "0,591{=B[0,0,0]}",
        "0,591{=A[0,0,0]}",
    ),
    Rule(
        "AF304",
        "wrong shape",
        "{written} has {wrote}, {expression} has {has}",
        "[0,591; 0,271]{=A[0,0]}",
        "[0,591; 0,271; …]{=A[0,0]}",
    ),
    Rule(
        "AF305",
        "value that is no number",
        "{written} is a number, {expression} is {value}",
        "0,591{=A}",
        "0,591{=A[0,0,0]}",
    ),
    Rule(
        "AF306",
        "false claim",
        "“{written}” is claimed, {expression} is False",
        "[as linhas somam 2]{!allclose(A.sum(-1), 2)}",
        "[as linhas somam 1]{!allclose(A.sum(-1), 1)}",
    ),
    Rule(
        "AF307",
        "claim that is neither true nor false",
        "a claim needs True or False, {expression} is {value}",
        "[as linhas somam 1]{!A.sum(-1)}",
        "[as linhas somam 1]{!allclose(A.sum(-1), 1)}",
    ),
    Rule(
        "AF308",
        "wrong word",
        "“{written}” is written, {expression} is “{value}”",
        "[␣muro]{=token[p.argmax()]}",
        "[␣telhado]{=token[p.argmax()]}",
    ),
    Rule(
        "AF309",
        "unknown source",
        "there is no source “{key}”{hint} in the course's bibliography or list of sources",
        "2017{@vaswani2071attention}",
        "2017{@vaswani2017attention}",
    ),
    Rule(
        "AF310",
        "number without a source",
        "{written} is bound to nothing: write {written}{{=expression}}, or {written}{{@key}} with its source",
        "o peso 0,591 cabe à primeira",
        "o peso 0,591{=A[0,0,0]} cabe à primeira",
    ),
    # 4xx: languages
    Rule(
        "AF401",
        "what other languages have is missing here",
        "section “{section}” lacks {what}, which stands at {places}",
        "pt: o peso\nes: el peso 0,591{=A[0,0,0]}",
        "pt: o peso 0,591{=A[0,0,0]}\nes: el peso 0,591{=A[0,0,0]}",
    ),
    Rule(
        "AF402",
        "missing page",
        "{what} is not written in {language}: there is no file {expected}",
        "lessons/pt/x.md",
        "lessons/pt/x.md, lessons/es/x.md, lessons/cs/x.md",
    ),
    Rule(
        "AF403",
        "sections that do not correspond",
        "{language} has {here} sections, {other} has {there}: the lessons part at “{section}”",
        "## Um",
        "## Um\n## Dois",
    ),
    Rule(
        "AF404",
        "two pages with one address",
        "two pages would have the same address, {address}: this one and {other}; rename one of them",
        "docs/pt/split-then-sum.md, lessons/pt/split-then-sum.md",
        "docs/pt/about.md, lessons/pt/split-then-sum.md",
    ),
    Rule(
        "AF405",
        "page that is left out",
        "this page is left out of the course: {reason}",
        "lessons: [split-then-sum]",
        "lessons: [split-then-sum, second-lesson]",
    ),
    Rule(
        "AF406",
        "translation behind its source",
        "section “{section}”: its source, {source}, {reason}; when both say the same, run “{command}”",
        _TRANSLATED.replace("a25663304254", "000000000000"),
        _TRANSLATED,
    ),
    Rule(
        "AF407",
        "line that is no state of a translation",
        "“{written}” is not a lesson, a language, a fingerprint of twelve digits and a title: remove it, or run"
        " “aferir translated --all”",
        "split-then-sum es Aula",
        _TRANSLATED,
    ),
    Rule(
        "AF408",
        "text of the interface that does not fit",
        "“{message}”: {problem}",
        'msgid "Cell {name}"\nmsgstr "Célula {nome}"',
        'msgid "Cell {name}"\nmsgstr "Célula {name}"',
    ),
    # 5xx: challenges
    Rule("AF501", "challenge that cannot be read", "{reason}", 'FUNCTON = "multi_head"', 'FUNCTION = "multi_head"'),
    Rule(
        "AF502",
        "missing text of a challenge",
        "challenge {challenge} has no text “{key}” in {language}",
        "[checks.pair] only in texts.pt.toml",
        "[checks.pair] in texts.pt.toml, texts.es.toml, texts.cs.toml",
    ),
    Rule(
        "AF503",
        "solution that its own checks refuse",
        "the solution of {challenge} fails the check {check}",
        "return A, output",
        "return output, A",
    ),
    Rule(
        "AF504",
        "misconception that passes or is not recognised",
        "the misconception {name} of {challenge} {reason}",
        "def right_after_all(...)",
        "def scale_d_k(...)",
    ),
    Rule(
        "AF505",
        "step that is no other challenge",
        "the step “{name}” of {challenge} {reason}",
        'STEPS = ["spilt_heads"]',
        'STEPS = ["split_heads"]',
    ),
    # 6xx: formulas
    Rule("AF601", "formula that TeX does not understand", "{message}", "$\\frac{1}{2$", "$\\frac{1}{2}$"),
    Rule(
        "AF602",
        "printed equality that is false",
        "{written} is false: {left} is {left_value}, {right} is {right_value}",
        "$0{,}717/2{,}319 = 0{,}319$",
        "$0{,}717/2{,}319 = 0{,}309$",
    ),
    Rule(
        "AF603",
        "diagram that cannot be drawn",
        "{message}",
        "```diagram path\nalt: From a to b.\n\ndigraph { a -> [ }\n```",
        "```diagram path\nalt: From a to b.\n\ndigraph { a -> b }\n```",
    ),
    # 7xx: the ledger
    Rule(
        "AF701",
        "course without a ledger",
        "this course writes numbers at {places} and has no ledger yet: look at them, then run “aferir accept”",
        "(no file)",
        _LEDGER,
    ),
    Rule("AF702", "ledger that cannot be read", "{reason}", _LEDGER.replace('"0.591 0.271"', "0.591"), _LEDGER),
    Rule(
        "AF703",
        "produced number that has changed",
        "{place}: the ledger has {old}, the build gives {new}; if that is right, run “aferir accept”",
        _LEDGER.replace("0.271", "0.272"),
        _LEDGER,
    ),
    Rule(
        "AF704",
        "produced number that is not in the ledger",
        "{place}: not in the ledger yet ({new}); if that is right, run “aferir accept”",
        '{"split-then-sum": {}}',
        _LEDGER,
    ),
    Rule(
        "AF705",
        "entry of the ledger that nothing produces",
        "no page shows {place} any more; if that is right, run “aferir accept”",
        _LEDGER.replace('{"cell heads"', '{"cell head": {"line 1": "0.5"}, "cell heads"'),
        _LEDGER,
    ),
    # 8xx: sources and terms
    Rule("AF801", "bibliography that cannot be read", "{reason}", _SOURCE.removesuffix("}"), _SOURCE),
    Rule(
        "AF802",
        "source that is not complete",
        "the source {key} {reason}",
        _SOURCE.replace(",\n  year = {2016}", ""),
        _SOURCE,
    ),
    Rule(
        "AF803",
        "source that no page cites",
        "no page cites {key}: cite it, name it in a list of sources, or take it out",
        "```references\n```",
        "```references\nalso: ba2016layernorm\n```",
    ),
    Rule("AF811", "glossary that cannot be read", "{reason}", "query: {en: query, pt: consulta}", _TERM),
    Rule(
        "AF812",
        "form that two terms share",
        "“{form}” ({language}) is a form of {key} and of {other}: a page could not tell which is meant",
        f"{_TERM}\n{_OTHER_TERM}",
        f"{_TERM}\n{_OTHER_TERM.replace('dotaz', 'otázk')}",
    ),
    # 9xx: quizzes
    Rule("AF901", "part of a quiz out of place", "{reason}", _SINGLE, _quiz(_SINGLE)),
    Rule(
        "AF902",
        "unknown kind of question",
        "unknown kind of question “{kind}”{hint}; known kinds: {known}",
        _quiz(_SINGLE.replace("single", "choice")),
        _quiz(_SINGLE),
    ),
    Rule(
        "AF903",
        "name that is taken",
        "{what} “{name}” has the name of the one on line {line}: readers' answers are kept by it",
        _quiz(f"{_SINGLE}\n\n{_SINGLE}"),
        _quiz(f"{_SINGLE}\n\n{_SINGLE.replace('heads', 'widths')}"),
    ),
    Rule(
        "AF904",
        "question that has no answer, or too many",
        "{reason}",
        _quiz(_SINGLE.replace("[x]", "[ ]")),
        _quiz(_SINGLE),
    ),
    Rule(
        "AF905",
        "answer without an explanation",
        "{what} has no explanation: write one below it{how}",
        _quiz(_SINGLE.replace("\n\n    Cada cabeça tem o seu.", "")),
        _quiz(_SINGLE),
    ),
    Rule(
        "AF906",
        "numeric answer that is no bound number",
        "{written} is no answer to a numeric question: write one number and its binding, such as {correct}",
        _quiz(_NUMERIC.replace("{=d_k}", "")),
        _quiz(_NUMERIC),
    ),
    Rule("AF907", "malformed item", "{reason}", _quiz(_SINGLE.replace("[ ] um", "um")), _quiz(_SINGLE)),
    Rule(
        "AF908",
        "steps that cannot be put in order",
        "{reason}",
        _quiz(_ORDER.replace("\n3. Multiplicar os valores.", "")),
        _quiz(_ORDER),
    ),
    Rule(
        "AF909",
        "two answers that read the same",
        "“{written}” reads like the {what} on line {line}: nobody could tell them apart",
        _quiz(_SINGLE.replace("[ ] um", "[ ] vários")),
        _quiz(_SINGLE),
    ),
    Rule(
        "AF910",
        "malformed setting",
        "{reason}",
        _quiz(_NUMERIC.replace("\nQuantas", "\nmargin: 0,5\nQuantas")),
        _quiz(_NUMERIC.replace("\nQuantas", "\nmargin: 0.5\nQuantas")),
    ),
    Rule(
        "AF911",
        "key that the code contradicts",
        "the box says {says}, {expression} is {value}: {written} needs an expression that is {needed}",
        _quiz(_SINGLE.replace("[x] vários", "[x]{!h == 1} vários")),
        _quiz(_SINGLE.replace("[x] vários", "[x]{!h > 1} vários")),
    ),
    Rule(
        "AF912",
        "key that is neither true nor false",
        "a key needs True or False, {expression} is {value}",
        _quiz(_SINGLE.replace("[x] vários", "[x]{!h} vários")),
        _quiz(_SINGLE.replace("[x] vários", "[x]{!h > 1} vários")),
    ),
    Rule(
        "AF913",
        "foreseen number that cannot be told apart",
        "{written} lies {how} from {other} on line {line}: {why}",
        _foreseen("64{=8 * h}"),
        _foreseen("512{=h * d_k}"),
    ),
    Rule(
        "AF914",
        "answer that the code's own value would miss",
        "{written} is the answer and {expression} is {value}: whoever answers that would be wrong; {advice}",
        _quiz(_NUMERIC.replace("64{=d_k}", "0,59{=A[0,0,0]}")),
        _quiz(_NUMERIC.replace("64{=d_k}", "0,59{=A[0,0,0]}").replace("\nQuantas", "\ndecimals: 2\nQuantas")),
    ),
)

RULES = {rule.code: rule for rule in _CATALOGUE}


def finding(code: str, path: str, position: Position, **details: object) -> Finding:
    """A finding of rule ``code``, its message filled with ``details``. KeyError for an unknown code or detail."""
    rule = RULES[code]
    return Finding(path, position.line, position.column, code, rule.message.format(**details), rule.right)


def hint(word: str, known: Iterable[str]) -> str:
    """`` (did you mean “x”?)`` for a word close to a known one, else nothing."""
    import difflib  # noqa: PLC0415 - most runs have nothing to suggest

    close = difflib.get_close_matches(word, list(known), 1)
    return f" (did you mean “{close[0]}”?)" if close else ""
