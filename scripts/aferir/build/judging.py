"""What a lesson says against its code, its formulas, itself and its translations: one list of passes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..arithmetic import equality_findings
from ..cache import installed_version
from ..course import Source
from ..coverage import coverage_findings
from ..errors import finding, hint
from ..explorables import too_large, unknown_states
from ..languages import Language
from ..memory import Memory
from ..model import Claim, Finding, Lesson, Results, Word
from ..parity import compare_languages
from ..quizzes import quiz_findings
from ..references import keys_besides
from ..settings import Settings
from ..shown_html import shown_findings
from ..values import value_findings
from .common import Item, json_bytes, kept, shown_as_written


@dataclass(frozen=True, slots=True)
class Facts:
    """What a lesson is judged by once its code ran."""

    lesson: Lesson
    results: Results
    language: Language
    sources: Collection[str]
    """The keys that a number may name as its source."""
    refused: Sequence[Finding] = ()
    """Its formulas that TeX refuses."""
    states: bytes = b""
    """The data of its explorables."""


Pass = Callable[[Facts, Sequence[Finding]], Iterable[Finding]]
"""Facts, and what has been found so far (so that nothing is said twice) -> what else is wrong."""

PASSES: tuple[Pass, ...] = (
    lambda of, found: value_findings(of.lesson, of.results, of.language, of.sources, besides=found),
    lambda of, found: quiz_findings(of.lesson, of.results, of.language.marks, besides=found),
    lambda of, _: _unknown_sources(of.lesson, of.sources),
    lambda of, _: shown_findings(of.lesson, of.results),
    lambda of, _: of.refused,
    lambda of, _: equality_findings(of.lesson, of.language),
    lambda of, found: coverage_findings(of.lesson, besides=found),
    lambda of, _: unknown_states(of.lesson, of.results),
    lambda of, _: too_large(of.lesson, of.results, of.states),
)


def judged(facts: Facts, besides: Iterable[Finding]) -> list[Finding]:
    """What the passes find, each knowing ``besides`` and what those before it found."""
    known = list(besides)
    start = len(known)
    for judge in PASSES:
        known += judge(facts, known)
    return known[start:]


def judged_again(facts: Facts, besides: Iterable[Finding], memory: Memory) -> list[Finding]:
    """The same; from ``memory`` for facts that are as they were. No pass looks at findings of other pages."""
    own = [item for item in besides if item.path == facts.lesson.path]
    return memory.of(("judged", facts.lesson.path), judged, facts, own)


def _unknown_sources(lesson: Lesson, known: Collection[str]) -> Iterable[Finding]:
    """AF309 for each key that a list of sources names besides those cited."""
    for fence in lesson.fences:
        for key in keys_besides(fence.options) if fence.kind == "references" else ():
            if key not in known:
                yield finding("AF309", lesson.path, fence.options["also"].position, key=key, hint=hint(key, known))


def parity(lessons: Sequence[Lesson], sources: Mapping[str, Source]) -> list[Finding]:
    """What the languages of each lesson do not have in common."""
    slugs = dict.fromkeys(lesson.slug for lesson in lessons if sources[lesson.path].is_lesson)
    found: list[Finding] = []
    for slug in slugs:
        found += compare_languages({lesson.language: lesson for lesson in lessons if lesson.slug == slug})
    return found


def lost(lessons: Iterable[Lesson], settings: Settings, besides: Iterable[Finding]) -> list[Finding]:
    """AF118: bindings that Markdown takes for something else, on pages of which ``besides`` has nothing to say."""
    spoilt = {item.path for item in besides}
    return [item for lesson in lessons if lesson.path not in spoilt for item in _lost_of(lesson, settings)]


def _lost_of(lesson: Lesson, settings: Settings) -> Sequence[Finding]:
    """A page from which nothing is lost is remembered as such, by the shape of its Markdown and its tokens."""
    proofs = kept(settings, "markdown")
    wrapped = [item.token for item in lesson.bindings if isinstance(item, Word | Claim)]
    key = hashlib.sha256(json_bytes([shape_of(lesson.markdown), wrapped, *_markdown_versions()])).hexdigest()
    if settings.use_cache and proofs.get(key) is not None:
        return ()
    from ..markup import tokens_that_survive  # noqa: PLC0415 - see `aferir.build`

    there = tokens_that_survive(lesson)
    answers = [answer for question in lesson.questions for answer in question.answers]
    every: list[Item] = [*lesson.bindings, *lesson.fences, *lesson.blocks, *answers, *lesson.tasks]
    lost = [item for item in every if item.token in lesson.markdown and item.token not in there]
    if not lost:
        proofs.put(key, b"whole")
    return [finding("AF118", lesson.path, item.position, binding=shown_as_written(item)) for item in lost]


_KEPT_LINE = re.compile(r"\s*(?:`{3}|~{3}|/{3}|!{3}|\?{3}|\[)|.*[<&]")
_WORD = re.compile(r"[^\W\d_]+")


def shape_of(markdown: str) -> str:
    """Markdown with every word of its prose alike: which word it is decides nothing about what becomes of a token.

    So an editor asks Markdown nothing for another word. Lines whose words are syntax (fences, blocks, labels) stay.
    """
    lines = markdown.split("\n")
    return "\n".join(line if _KEPT_LINE.match(line) else _WORD.sub("w", line) for line in lines)


def _markdown_versions() -> list[str]:
    return [installed_version(name) for name in ("aferir", "markdown", "pymdown-extensions")]
