"""9xx: quizzes."""

from __future__ import annotations

from .rule import Rule

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


def _quiz(questions: str) -> str:
    return f"//// quiz | widths\n{questions}\n////"


def _foreseen(number: str) -> str:
    return _quiz(_NUMERIC.replace("\n///", f"\n\n* [ ] {number}\n\n    Faltou dividir.\n///"))


RULES = (
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
