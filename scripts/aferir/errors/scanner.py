"""1xx: what the scanner sees."""

from __future__ import annotations

from .rule import Rule

RULES = (
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
)
