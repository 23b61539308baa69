"""A course, read, run and judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..challenge_texts import checks_snippet, text_lessons
from ..explorables import states_of, unused_states
from ..figures import size_findings
from ..languages import language
from ..ledger import Produced, ledger_findings, produced, stale_findings
from ..memory import Memory
from ..model import ChallengeFiles, Finding, Lesson, Results
from ..parity import compare_languages
from ..references import cited_keys, reference_list, unused_findings
from ..settings import Settings
from ..values import wanted_expressions
from .common import Meanwhile, Say, nothing
from .diagrams import drawn_diagrams
from .formulas import rendered_formulas
from .judging import Facts, judged_again, lost, parity
from .notebooks import uncarried
from .parts import Checked
from .reading import Read, read_all
from .running import executed
from .static import broken_paths
from .translating import refused_translations, translations_behind


def check_course(
    settings: Settings,
    say: Say,
    texts: Mapping[str, str] | None = None,
    memory: Memory | None = None,
    meanwhile: Meanwhile = nothing,
) -> Checked:
    """Verify a whole course. ``texts`` replaces the text of files by path (an editor's unsaved buffer).

    With the ``memory`` of an earlier call only what has changed since is computed. ``meanwhile`` is what the caller
    may do where it would wait: it is called once if a lesson must run, never if none must.

    Raises AferirError only for what keeps the course from being read at all; everything else is a finding.
    """
    memory = memory or Memory()
    read = read_all(settings, say, texts, memory)
    broken = broken_paths(read.findings)
    results, failures = executed(settings, read.lessons, read.snippets, broken, say, memory, meanwhile)
    formulas = rendered_formulas(settings, read.lessons, results, say, memory)
    diagrams = drawn_diagrams(settings, read.lessons, say)
    found = [*read.findings, *failures, *diagrams.findings]
    found += _judged_lessons(read, results, formulas.findings, found, memory)
    found += uncarried(settings, read.snippets, memory) if settings.notebooks else ()
    found += _large_figures(read.lessons, results, settings.figure_kilobytes)
    bound, bound_results, text_findings = _challenge_texts(settings, read, say, memory)
    statements, statement_findings = _statements(settings, read.challenges.values(), say)
    found += [*text_findings, *statement_findings, *parity(read.lessons, read.sources)]
    found += unused_states(read.snippets, read.lessons)
    things = _produced(read.lessons, results)
    found += _ledger_findings(settings, read, things)
    told = text_lessons(read.challenge_texts)
    behind, state_findings = translations_behind(settings, read.course, [*read.lessons, *told], read.sources)
    found += [*state_findings, *refused_translations(settings, behind)]
    found += unused_findings(read.bibliography, read.lessons) if read.languages == read.course.all_languages else ()
    found += lost(read.lessons, settings, found)
    return Checked(
        course=read.course,
        languages=read.languages,
        spoken=read.spoken,
        lessons=read.lessons,
        sources=read.sources,
        snippets=read.snippets,
        results=results,
        formulas=formulas.by_lesson,
        table_formulas=formulas.in_tables,
        diagrams=diagrams.by_lesson,
        produced=things,
        bibliography=read.bibliography,
        references={
            lesson.path: memory.of(
                ("references", lesson.path),
                reference_list,
                *(cited_keys(lesson), read.bibliography, read.spoken[lesson.language]),
            )
            for lesson in read.lessons
        },
        glossary=read.glossary,
        ledger=read.ledger,
        challenges=read.challenges,
        challenge_texts=bound,
        challenge_results=bound_results,
        statements=statements,
        behind=behind,
        findings=tuple(sorted(set(found))),
    )


def _judged_lessons(
    read: Read, results: Mapping[str, Results], refused: Iterable[Finding], besides: Iterable[Finding], memory: Memory
) -> list[Finding]:
    known = list(besides)
    start = len(known)
    for lesson in read.lessons:
        own = [item for item in refused if item.path == lesson.path]
        made = results.get(lesson.path, Results())
        states = memory.of(("states", lesson.path), states_of, lesson, made)
        facts = Facts(lesson, made, language(lesson.language), read.source_keys, own, states)
        known += judged_again(facts, known, memory)
    return known[start:]


def _large_figures(lessons: Iterable[Lesson], results: Mapping[str, Results], kilobytes: int) -> list[Finding]:
    made = ((lesson, results.get(lesson.path, Results())) for lesson in lessons)
    return [item for lesson, own in made for item in size_findings(lesson, own, kilobytes)]


def _challenge_texts(
    settings: Settings, read: Read, say: Say, memory: Memory
) -> tuple[tuple[Lesson, ...], dict[str, Results], list[Finding]]:
    """The texts of the challenges as lessons, what their expressions came to, and what is wrong with them."""
    own = [item for item in read.challenge_texts if item.lesson.language in read.languages]
    lessons = text_lessons(own)
    snippets = {made.name: made for made in map(checks_snippet, read.challenges.values())}
    needing = [lesson for lesson in lessons if wanted_expressions(lesson)]
    # What checks.py itself does wrong is said elsewhere.
    results, _ = executed(settings, needing, snippets, (), say, memory)
    found = [item for one in own for item in one.findings]
    for lesson in lessons:
        made = results.get(lesson.path, Results())
        facts = Facts(lesson, made, language(lesson.language), read.source_keys)
        found += judged_again(facts, found, memory)
    for name in read.challenges:
        found += compare_languages({lesson.language: lesson for lesson in lessons if lesson.slug == name})
    return lessons, results, found


def _statements(
    settings: Settings, challenges: Iterable[ChallengeFiles], say: Say
) -> tuple[dict[str, dict[str, str]], list[Finding]]:
    stated = [item for item in challenges if any("statement" in texts for texts in item.texts.values())]
    if not stated:
        return {}, []
    from ..assets import katex_package  # noqa: PLC0415 - see `aferir.build`
    from ..statements import render_statements  # noqa: PLC0415 - see `aferir.build`

    return render_statements(stated, katex_package(settings.cache_folder, say), settings.cache_folder)


def _produced(lessons: Iterable[Lesson], results: Mapping[str, Results]) -> tuple[Produced, ...]:
    """What the pages produce, lesson by lesson."""
    made = (produced(item, results.get(item.path, Results()), language(item.language)) for item in lessons)
    return tuple(thing for things in made for thing in things)


def _ledger_findings(settings: Settings, read: Read, things: Sequence[Produced]) -> list[Finding]:
    """How what the pages produce and the committed ledger disagree; nothing where the ledger cannot be read."""
    shown = f"{settings.lessons}/{settings.ledger_file.name}"
    if any(item.path == shown for item in read.findings):
        return []
    found = list(ledger_findings(things, read.ledger, shown))
    if read.ledger and read.languages == read.course.all_languages:
        found += stale_findings(things, read.ledger, read.lessons)
    return found
