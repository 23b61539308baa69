"""8xx: sources and terms."""

from __future__ import annotations

from .rule import Rule

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

RULES = (
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
)
