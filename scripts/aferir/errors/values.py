"""3xx: what is written against what the code gives."""

from __future__ import annotations

from .rule import Rule

RULES = (
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
)
