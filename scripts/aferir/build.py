"""The conductor: a visible list of passes from the files of a course to the pages of its editions.

    read -> scan -> snippets -> execute -> values -> formulas -> challenges -> parity   (`check_course`)
    checked course -> pages, data for the browser, folders of the site                  (`build_site`)

The only module that knows every stage. Each pass takes values and returns values.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .arithmetic import equality_findings
from .cache import Cache, NoCache, Store, installed_version, numpy_names, run_cached, values_cached, versions
from .challenge_texts import checks_snippet, scanned_texts, text_lessons, with_plain_texts
from .course import Source, chosen_languages, layout_findings, read_course, read_sources
from .coverage import coverage_findings
from .errors import RULES, finding, hint
from .glossary import Glossary, glossary_data, read_glossary, term_links
from .languages import Language, language
from .ledger import PRODUCING, Kept, Produced, ledger_findings, produced, read_ledger, stale_findings
from .model import (
    Answer,
    Binding,
    Block,
    Cell,
    ChallengeFiles,
    Claim,
    Course,
    Drawing,
    Failure,
    Fence,
    Finding,
    Lesson,
    Number,
    Output,
    Page,
    Position,
    Results,
    Snippet,
    Table,
    Task,
    TermLink,
    Value,
    Word,
    Work,
)
from .parity import compare_languages
from .provenance import sources
from .quizzes import question_marks, quiz_findings
from .readings import imports_of, last_version, outline, readings, remember_version, snippet_of, source_keys
from .references import (
    Bibliography,
    cited_keys,
    keys_besides,
    read_bibliography,
    reference_list,
    unused_findings,
)
from .scan import scan
from .scan.strings import Scanned
from .settings import Settings, challenge_folders
from .snippets import imported_files, localised, read_snippet
from .tables import table_formulas
from .tex import TexError, katex_version, kept_formulas, render_formulas
from .values import failure_findings, name_findings, value_findings, wanted_expressions

# Checking one page takes less time than it takes to load what only challenges and finished pages need (NumPy, Jinja,
# Markdown, Pygments: 0.5 s). So those rooms are entered in the functions that use them.
if TYPE_CHECKING:
    from .assets import AssetFolder
    from .execute import Engine
    from .render import Ingredients, LessonLink, Step
    from .site import ContentFolder
    from .statements import Statements

Say = Callable[[str], None]
_THREADS = 2
_NO_SNIPPET = Snippet("", "", ())


@dataclass(frozen=True, slots=True)
class Checked:
    """A course, read and executed: what every page will need, and everything found wrong."""

    course: Course
    languages: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    sources: Mapping[str, Source]
    """By path."""
    snippets: Mapping[str, Snippet]
    results: Mapping[str, Results]
    """By path of the lesson."""
    formulas: Mapping[str, Mapping[str, str]]
    """By path of the lesson: token -> HTML."""
    table_formulas: Mapping[str, str]
    """TeX -> HTML, for all tables."""
    produced: tuple[Produced, ...]
    bibliography: Bibliography
    glossary: Glossary
    ledger: Kept | None
    """The one that is committed; None when there is none, or none that can be read."""
    challenges: Mapping[str, ChallengeFiles]
    challenge_texts: tuple[Lesson, ...]
    """The texts of the challenges, read as lessons."""
    challenge_results: Mapping[str, Results]
    """By path of such a text."""
    statements: Statements
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """The course in one language: its pages by their path in the edition, in the order of the navigation."""

    language: Language
    title: str
    description: str
    copyright: str
    pages: Mapping[str, Page]
    files: Mapping[str, bytes]
    sources: Mapping[str, str]
    """Path in the edition -> path of the source in the repository."""


@dataclass(frozen=True, slots=True)
class SiteParts:
    """Everything that a finished site is made of, beside what MkDocs adds."""

    course: Course
    editions: tuple[Edition, ...]
    assets: Mapping[str, AssetFolder]
    modules: ContentFolder
    data: ContentFolder
    is_draft: bool
    """Whether its pages show findings: then nobody but their author may see them."""


# ── Checking ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_course(settings: Settings, say: Say, texts: Mapping[str, str] | None = None) -> Checked:
    """Verify a whole course. ``texts`` replaces the text of files by path (an editor's unsaved buffer).

    Raises AferirError only for what keeps the course from being read at all; everything else is a finding.
    """
    course = read_course(settings)
    chosen = chosen_languages(course, settings.languages)
    read = list(read_sources(settings, course, chosen, texts))
    sources = {item.path: item for item in read if isinstance(item, Source)}
    found = [item for item in read if isinstance(item, Finding)]
    found += layout_findings(settings, course, chosen)
    scanned = [scan(item.text, item.path, language(item.language), item.slug) for item in sources.values()]
    lessons = tuple(lesson for lesson, _ in scanned)
    snippets, snippet_findings = _snippets(settings, course, lessons)
    challenges, unproved = _challenges(settings, course, say)
    known = {name: challenge for name, challenge in challenges.items() if challenge}
    found += [item for _, findings in scanned for item in findings]
    broken = {item.path for item in found if item.code in ("AF107", "AF108")}
    found += snippet_findings
    found += unproved
    found += [item for lesson in lessons for item in _static_findings(lesson, settings, snippets, challenges, broken)]
    results, execution_findings = _executed(settings, lessons, snippets, broken, say)
    found += execution_findings
    known, texts_of_challenges = _plain_challenges(settings, known)
    glossary, glossary_findings = _glossary(settings, course)
    found += glossary_findings
    bibliography, bibliography_findings = _bibliography(settings)
    found += bibliography_findings
    known_sources = (*bibliography.entries, *course.sources)
    for lesson in lessons:
        own = results.get(lesson.path, Results())
        found += value_findings(lesson, own, language(lesson.language), known_sources, besides=found)
        found += quiz_findings(lesson, own, language(lesson.language).marks, besides=found)
        found += _unknown_sources(lesson, known_sources)
    formulas, table_html, formula_findings = _formulas(settings, lessons, results)
    found += formula_findings
    found += [item for lesson in lessons for item in equality_findings(lesson, language(lesson.language))]
    found += [item for lesson in lessons for item in coverage_findings(lesson, besides=found)]
    bound, bound_results, text_findings = _challenge_texts(settings, known, texts_of_challenges, known_sources, say)
    found += text_findings
    statements, statement_findings = _statements(settings, known.values())
    found += statement_findings
    found += _parity(lessons, sources)
    things, ledger, ledger_found = _ledger(settings, lessons, results)
    found += ledger_found
    if chosen == course.languages:
        found += stale_findings(things, ledger, lessons) if ledger else ()
        found += unused_findings(bibliography, lessons)
    found += _lost(lessons, settings, found)
    return Checked(
        course,
        chosen,
        lessons,
        sources,
        snippets,
        results,
        formulas,
        table_html,
        things,
        bibliography,
        glossary,
        ledger,
        known,
        bound,
        bound_results,
        statements,
        tuple(sorted(set(found))),
    )


def check_page(settings: Settings, path: str, text: str, say: Say) -> tuple[Finding, ...]:
    """What ``check_course`` finds at ``path`` when ``text`` stands there.

    Reads that page and its translations, runs nothing whose value is known, and knows of challenges only the names.
    """
    course = read_course(settings)
    chosen = chosen_languages(course, settings.languages)
    found = [item for item in layout_findings(settings, course, chosen) if item.path == path]
    slug = Path(path).stem
    alike = replace(course, lessons=tuple(name for name in course.lessons if name == slug))
    sources: dict[str, Source] = {}
    for item in read_sources(settings, alike, chosen, {path: text}):
        if isinstance(item, Source) and item.slug == slug:
            sources[item.path] = item
        elif isinstance(item, Finding) and item.path == path:
            found.append(item)
    own = sources.get(path)
    if own is None:
        return tuple(sorted(set(found)))
    lesson, own_findings = scan(own.text, path, language(own.language), slug)
    found += own_findings
    found = _page_findings(lesson, settings, course, found, say)
    store = readings(settings.cache_folder) if settings.use_cache else NoCache()
    alike_in_all = [lesson if item is own else outline(item, store) for item in sources.values() if item.is_lesson]
    found += [item for item in _parity(alike_in_all, sources) if item.path == path and own.is_lesson]
    found += _lost([lesson], settings, found)
    return tuple(sorted(set(found)))


def _page_findings(
    lesson: Lesson, settings: Settings, course: Course, besides: Iterable[Finding], say: Say
) -> list[Finding]:
    """``besides``, and what one page says against its code, its formulas and itself."""
    found = list(besides)
    store = readings(settings.cache_folder) if settings.use_cache else NoCache()
    place = _snippet_path(settings, lesson.snippet) if lesson.snippet else None
    shown = place.relative_to(settings.root).as_posix() if place else ""
    snippet = snippet_of(place, shown, course.languages, store) if place and place.exists() else None
    snippets = {lesson.snippet: snippet} if snippet else {}
    challenges = [folder.name for folder in challenge_folders(settings.snippets_folder / "challenges")]
    broken = {item.path for item in found if item.code in ("AF107", "AF108")}
    found += _static_findings(lesson, settings, snippets, challenges, broken)
    work = _work(replace(lesson, fences=()), snippet, broken, settings)
    files = (place, *imports_of(place, settings.snippets_folder, store)) if place and work.cells else ()
    values = _values(work, settings, files, say) if work.expressions else {}
    spoken = language(lesson.language)
    known_sources = (*source_keys(settings.bibliography_file, store), *course.sources)
    found += value_findings(lesson, Results(values=values), spoken, known_sources, besides=found)
    found += quiz_findings(lesson, Results(values=values), spoken.marks, besides=found)
    found += _unknown_sources(lesson, known_sources)
    found += _formulas(settings, [lesson], {})[2]
    found += equality_findings(lesson, spoken)
    found += coverage_findings(lesson, besides=found)
    return found


def _values(work: Work, settings: Settings, files: Sequence[Path], say: Say) -> Mapping[str, Value | Failure]:
    run, resume = partial(_run_alone, settings=settings), partial(_resume_alone, settings=settings)
    if not settings.use_cache:
        return run(work).values
    return values_cached(work, _kept(settings, "outputs", say), run, files, resume)


def _run_alone(work: Work, settings: Settings) -> Results:
    """One work in a process of its own, which loads only what the work needs."""
    from .execute import Engine  # noqa: PLC0415 - see above

    with Engine(settings.cache_folder, fork=False) as engine:
        return engine.run(work, keep=settings.use_cache)


def _resume_alone(work: Work, snapshot: bytes, settings: Settings) -> Results | None:
    from .execute import Engine  # noqa: PLC0415 - see above

    with Engine(settings.cache_folder, fork=False) as engine:
        return engine.resume(work, snapshot)


def _lost(lessons: Iterable[Lesson], settings: Settings, besides: Iterable[Finding]) -> list[Finding]:
    """AF118: bindings that Markdown takes for something else, on pages of which ``besides`` has nothing to say."""
    spoilt = {item.path for item in besides}
    return [item for lesson in lessons if lesson.path not in spoilt for item in _lost_of(lesson, settings)]


def _lost_of(lesson: Lesson, settings: Settings) -> Sequence[Finding]:
    """A page from which nothing is lost is remembered as such, by the shape of its Markdown and its tokens."""
    proofs = _kept(settings, "markdown")
    wrapped = [item.token for item in lesson.bindings if isinstance(item, Word | Claim)]
    key = hashlib.sha256(_json([shape_of(lesson.markdown), wrapped, *_markdown_versions()])).hexdigest()
    if settings.use_cache and proofs.get(key) is not None:
        return ()
    from .markup import tokens_that_survive  # noqa: PLC0415 - see above

    there = tokens_that_survive(lesson)
    answers = [answer for question in lesson.questions for answer in question.answers]
    every: list[_Item] = [*lesson.bindings, *lesson.fences, *lesson.blocks, *answers, *lesson.tasks]
    lost = [item for item in every if item.token in lesson.markdown and item.token not in there]
    if not lost:
        proofs.put(key, b"whole")
    return [finding("AF118", lesson.path, item.position, binding=_shown(item)) for item in lost]


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


def _kept(settings: Settings, name: str, say: Say = lambda _note: None) -> Cache:
    return Cache(settings.cache_folder / name, report=say)


def _snippets(
    settings: Settings, course: Course, lessons: Iterable[Lesson]
) -> tuple[dict[str, Snippet], list[Finding]]:
    snippets: dict[str, Snippet] = {}
    found: list[Finding] = []
    for name in sorted({lesson.snippet for lesson in lessons if lesson.snippet}):
        path = _snippet_path(settings, name)
        if not path.exists():
            continue
        shown = path.relative_to(settings.root).as_posix()
        snippet, findings = read_snippet(path, shown, course.languages)
        found += findings
        if snippet:
            snippets[name] = snippet
    return snippets, found


def _snippet_path(settings: Settings, name: str) -> Path:
    return settings.snippets_folder / "lessons" / f"{name}.py"


def _challenges(settings: Settings, course: Course, say: Say) -> tuple[dict[str, ChallengeFiles | None], list[Finding]]:
    """Every challenge that has a folder, None for one that cannot be read, and what is wrong with them."""
    from .challenges import load_challenges  # noqa: PLC0415 - see above

    shown = f"{settings.snippets}/challenges"
    read = load_challenges(settings.snippets_folder / "challenges", shown, course.languages)
    challenges = {name: challenge for name, (challenge, _) in read.items()}
    found = [item for _, findings in read.values() for item in findings]
    found += [item for challenge in challenges.values() if challenge for item in _unproved(challenge, settings, say)]
    return challenges, found


def _unproved(challenge: ChallengeFiles, settings: Settings, say: Say) -> tuple[Finding, ...]:
    """What the solution and the misconceptions of a challenge show of its checks. A proof is kept, a failure never."""
    from .challenges import challenge_findings  # noqa: PLC0415 - see above

    proofs = _kept(settings, "challenges", say)
    key = _challenge_key(challenge, settings)
    if settings.use_cache and proofs.get(key) is not None:
        return ()
    found = challenge_findings(challenge, settings.snippets_folder)
    if not found:
        proofs.put(key, b"proved")
    return found


def _challenge_key(challenge: ChallengeFiles, settings: Settings) -> str:
    """Hash of everything that the proof of a challenge depends on."""
    from .runtime import MODULES  # noqa: PLC0415 - see above

    package = Path(__file__).parent
    graders = {
        name: (package / f"{name}.py").read_text(encoding="utf-8")
        for name in (*MODULES, "challenges", "grading", "guidance")
    }
    parts = [asdict(challenge), _reference(settings), graders, dict(versions())]
    return hashlib.sha256(_json(parts)).hexdigest()


def _static_findings(
    lesson: Lesson,
    settings: Settings,
    snippets: Mapping[str, Snippet],
    challenges: Collection[str],
    broken: Collection[str],
) -> list[Finding]:
    """What is wrong with a lesson before anything runs. ``broken``: lessons whose front matter has findings."""
    found = [*_block_findings(lesson, challenges), *_repeated(lesson)]
    snippet = snippets.get(lesson.snippet)
    if snippet:
        known = partial(numpy_names, _kept(settings, "outputs")) if settings.use_cache else None
        return [*found, *_fence_findings(lesson, snippet), *name_findings(lesson, snippet, known)]
    if lesson.snippet and not _snippet_path(settings, lesson.snippet).exists():
        folder = f"{settings.snippets}/lessons"
        names = [path.stem for path in (settings.snippets_folder / "lessons").glob("*.py")]
        close = hint(lesson.snippet, names)
        details = {"name": lesson.snippet, "hint": close, "folder": folder}
        return [*found, finding("AF201", lesson.path, lesson.snippet_position, **details)]
    return [*found, *(_no_snippet(lesson) if not lesson.snippet and lesson.path not in broken else ())]


def _no_snippet(lesson: Lesson) -> Iterable[Finding]:
    for fault in name_findings(lesson, _NO_SNIPPET)[:1]:
        place = Position(fault.line, fault.column)
        needing = next(_shown(item) for item in (*lesson.bindings, *lesson.keys) if item.position == place)
        yield finding("AF213", lesson.path, place, what=needing)
    for fence in lesson.fences:
        if fence.kind in PRODUCING:
            yield finding("AF213", lesson.path, fence.position, what=f"the fence “{fence.kind} {fence.name}”")


def _fence_findings(lesson: Lesson, snippet: Snippet) -> Iterable[Finding]:
    cells = [cell.name for cell in snippet.cells]
    known = {
        "cell": (cells, "AF202"),
        "figure": (list(snippet.figures), "AF203"),
        "table": (list(snippet.tables), "AF215"),
    }
    for fence in lesson.fences:
        names, code = known.get(fence.kind, ([fence.name], ""))
        if fence.name not in names:
            details = {"snippet": snippet.name, "name": fence.name, "hint": hint(fence.name, names)}
            yield finding(code, lesson.path, fence.position, **details, known=", ".join(names) or "none")


def _repeated(lesson: Lesson) -> Iterable[Finding]:
    """Whatever a page shows twice, of that which addresses lead to and by which a reader's work is kept."""
    first: dict[tuple[str, str], int] = {}
    fences = [(item.kind, item.name, item.position) for item in lesson.fences if item.kind in PRODUCING]
    blocks = [(item.kind, item.argument, item.position) for item in lesson.blocks if item.kind == "challenge"]
    for kind, name, place in (*fences, *blocks):
        line = first.setdefault((kind, name), place.line)
        if line != place.line:
            reason = f"{kind} “{name}” is shown twice: a page shows it once, as line {line} does"
            yield finding("AF113" if kind == "challenge" else "AF110", lesson.path, place, reason=reason)


def _block_findings(lesson: Lesson, challenges: Collection[str]) -> Iterable[Finding]:
    for block in lesson.blocks:
        if block.kind == "challenge" and block.argument not in challenges:
            details = {"name": block.argument, "hint": hint(block.argument, challenges)}
            yield finding("AF204", lesson.path, block.position, **details, known=", ".join(challenges) or "none")


# ── Executing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _executed(
    settings: Settings,
    lessons: Sequence[Lesson],
    snippets: Mapping[str, Snippet],
    broken: Collection[str],
    say: Say,
) -> tuple[dict[str, Results], list[Finding]]:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - see above

    from .execute import Engine  # noqa: PLC0415 - see above

    works = {lesson.path: _work(lesson, snippets.get(lesson.snippet), broken, settings) for lesson in lessons}
    wanted = {path: work for path, work in works.items() if work.cells or work.expressions}
    # Read here and not in the threads: two of them must not be in Python's parser at once (SystemError in 3.11, 3.12).
    files = [_files(work, settings) if settings.use_cache else () for work in wanted.values()]
    with Engine(settings.cache_folder) as engine, ThreadPoolExecutor(_THREADS) as pool:
        cache = _kept(settings, "outputs", say) if settings.use_cache else NoCache()
        run = partial(_run, engine=engine, cache=cache)
        results = dict(zip(wanted, pool.map(run, wanted.values(), files), strict=True))
    found = [item for path, work in wanted.items() for item in failure_findings(work, results[path])]
    return results, found


def _run(work: Work, files: Sequence[Path], *, engine: Engine, cache: Store) -> Results:
    if isinstance(cache, NoCache):
        return engine.run(work)
    return run_cached(work, cache, partial(engine.run, keep=True), files, engine.resume)


def _files(work: Work, settings: Settings) -> tuple[Path, ...]:
    """The files that decide what a work's cells do: the snippet and what it imports of the course."""
    path = settings.root / work.path
    return (path, *imported_files(path, settings.snippets_folder)) if work.cells else ()


def _work(lesson: Lesson, snippet: Snippet | None, broken: Collection[str], settings: Settings) -> Work:
    wanted = {(fence.kind, fence.name): None for fence in lesson.fences} if snippet else {}
    drawn = tuple(name for kind, name in wanted if kind == "figure" and snippet and name in snippet.figures)
    tables = tuple(name for kind, name in wanted if kind == "table" and snippet and name in snippet.tables)
    marks = language(lesson.language).marks
    return Work(
        snippet=lesson.snippet,
        path=snippet.path if snippet else lesson.path,
        cells=snippet.cells if snippet else (),
        language=lesson.language,
        expressions=wanted_expressions(lesson) if _can_evaluate(lesson, snippet, broken) else (),
        figures=drawn,
        tables=tables,
        import_folder=str(settings.snippets_folder.resolve()),
        cell_seconds=settings.cell_seconds,
        memory_megabytes=settings.memory_megabytes,
        fonts=_fonts(settings) if drawn else (),
        decimal_mark=marks.decimal,
        thousands_mark=marks.thousands[0],
        grouped_from=marks.grouped_from,
    )


def _fonts(settings: Settings) -> tuple[str, ...]:
    from .assets import figure_fonts  # noqa: PLC0415 - see above

    return tuple(map(str, figure_fonts(settings.cache_folder)))


def _can_evaluate(lesson: Lesson, snippet: Snippet | None, broken: Collection[str]) -> bool:
    """Whether the names of a lesson's expressions can be known. If not, one finding has said so already."""
    if lesson.snippet:
        return snippet is not None
    return lesson.path not in broken and not name_findings(lesson, _NO_SNIPPET)


def _formulas(
    settings: Settings, lessons: Sequence[Lesson], results: Mapping[str, Results]
) -> tuple[dict[str, dict[str, str]], dict[str, str], list[Finding]]:
    """The HTML of the lessons' formulas by path and token, that of their tables' by TeX, and what TeX refuses."""
    written = [(lesson, formula.position, formula) for lesson in lessons for formula in lesson.formulas]
    in_tables = [(lesson, *item) for lesson in lessons for item in _in_tables(lesson, results)]
    if not written and not in_tables:
        return {}, {}, []
    asked = [*((item.tex, item.display) for _, _, item in written), *((tex, False) for _, _, tex in in_tables)]
    answers = _answers_of_katex(asked, settings)
    places = [(lesson, position) for lesson, position, _ in (*written, *in_tables)]
    found = [
        finding("AF601", lesson.path, position, message=answer.message)
        for (lesson, position), answer in zip(places, answers, strict=True)
        if isinstance(answer, TexError)
    ]
    html: dict[str, dict[str, str]] = {}
    for (lesson, _, formula), answer in zip(written, answers, strict=False):
        if isinstance(answer, str):
            html.setdefault(lesson.path, {})[formula.token] = answer
    of_tables = zip(in_tables, answers[len(written) :], strict=True)
    return html, {tex: answer for (_, _, tex), answer in of_tables if isinstance(answer, str)}, found


def _in_tables(lesson: Lesson, results: Mapping[str, Results]) -> Iterable[tuple[Position, str]]:
    """The formulas of a lesson's tables, each at the fence of its table."""
    fences = {fence.name: fence.position for fence in lesson.fences if fence.kind == "table"}
    return ((fences[name], tex) for name, tex in table_formulas(results.get(lesson.path, Results())))


def _ledger(
    settings: Settings, lessons: Sequence[Lesson], results: Mapping[str, Results]
) -> tuple[tuple[Produced, ...], Kept | None, list[Finding]]:
    """What the pages produce, the ledger that is committed, and how the two disagree."""
    things = tuple(
        item
        for lesson in lessons
        for item in produced(lesson, results.get(lesson.path, Results()), language(lesson.language))
    )
    file, shown = settings.ledger_file, f"{settings.lessons}/{settings.ledger_file.name}"
    kept = read_ledger(file.read_bytes(), shown) if file.exists() else None
    if isinstance(kept, Finding):
        return things, None, [kept]
    return things, kept, [*ledger_findings(things, kept, shown)]


def _bibliography(settings: Settings) -> tuple[Bibliography, tuple[Finding, ...]]:
    """The course's sources; none when there is no such file."""
    file, shown = settings.bibliography_file, f"{settings.lessons}/{settings.bibliography_file.name}"
    return read_bibliography(file.read_bytes(), shown) if file.exists() else (Bibliography(shown, {}, {}), ())


def _glossary(settings: Settings, course: Course) -> tuple[Glossary, tuple[Finding, ...]]:
    """The course's terms; none when there is no such file."""
    file, shown = settings.glossary_file, f"{settings.lessons}/{settings.glossary_file.name}"
    return read_glossary(file.read_bytes(), shown, course.languages) if file.exists() else ({}, ())


def _unknown_sources(lesson: Lesson, known: Collection[str]) -> Iterable[Finding]:
    """AF309 for each key that a list of sources names besides those cited."""
    for fence in lesson.fences:
        for key in keys_besides(fence.options) if fence.kind == "references" else ():
            if key not in known:
                yield finding("AF309", lesson.path, fence.options["also"].position, key=key, hint=hint(key, known))


def _plain_challenges(
    settings: Settings, challenges: Mapping[str, ChallengeFiles]
) -> tuple[dict[str, ChallengeFiles], list[Scanned]]:
    """The challenges with their texts as learners read them, and what was found in the texts of this build."""
    scanned = {name: scanned_texts(challenge, settings.root) for name, challenge in challenges.items()}
    plain = {name: with_plain_texts(challenge, scanned[name]) for name, challenge in challenges.items()}
    wanted = settings.languages
    return plain, [item for own in scanned.values() for code, item in own.items() if not wanted or code in wanted]


def _challenge_texts(
    settings: Settings,
    challenges: Mapping[str, ChallengeFiles],
    scanned: Sequence[Scanned],
    sources: Collection[str],
    say: Say,
) -> tuple[tuple[Lesson, ...], dict[str, Results], list[Finding]]:
    """The texts of the challenges as lessons, what their expressions came to, and what is wrong with them."""
    lessons = text_lessons(scanned)
    snippets = {made.name: made for made in map(checks_snippet, challenges.values())}
    needing = [lesson for lesson in lessons if wanted_expressions(lesson)]
    results, _ = _executed(settings, needing, snippets, (), say)  # what checks.py itself does wrong is said elsewhere
    found = [item for one in scanned for item in one.findings]
    for lesson in lessons:
        own = results.get(lesson.path, Results())
        found += value_findings(lesson, own, language(lesson.language), sources, besides=found)
        found += coverage_findings(lesson, besides=found)
    for name in challenges:
        found += compare_languages({lesson.language: lesson for lesson in lessons if lesson.slug == name})
    return lessons, results, found


def _statements(
    settings: Settings, challenges: Iterable[ChallengeFiles]
) -> tuple[dict[str, dict[str, str]], list[Finding]]:
    stated = [item for item in challenges if any("statement" in texts for texts in item.texts.values())]
    if not stated:
        return {}, []
    from .assets import katex_package  # noqa: PLC0415 - see above
    from .statements import render_statements  # noqa: PLC0415

    return render_statements(stated, katex_package(settings.cache_folder), settings.cache_folder)


def _answers_of_katex(asked: Sequence[tuple[str, bool]], settings: Settings) -> Sequence[str | TexError]:
    """The answers that are kept for the KaTeX that answered last, all of them; else KaTeX is asked.

    Finding out which KaTeX is installed, file by file, takes longer than reading what it said.
    """
    store = readings(settings.cache_folder)
    version = last_version(store)
    kept = kept_formulas(asked, version, settings.cache_folder) if version and settings.use_cache else None
    if kept is not None:
        return kept
    from .assets import katex_package  # noqa: PLC0415 - see above

    folder = katex_package(settings.cache_folder)
    remember_version(store, katex_version(folder))
    return render_formulas(asked, folder, settings.cache_folder)


def _parity(lessons: Sequence[Lesson], sources: Mapping[str, Source]) -> list[Finding]:
    slugs = dict.fromkeys(lesson.slug for lesson in lessons if sources[lesson.path].is_lesson)
    found: list[Finding] = []
    for slug in slugs:
        found += compare_languages({lesson.language: lesson for lesson in lessons if lesson.slug == slug})
    return found


# ── Building ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def build_site(checked: Checked, settings: Settings, say: Say) -> SiteParts:
    """Pages and folders of a course. Where it has findings, its pages show them: for its author's eyes only."""
    from .assets import asset_folders  # noqa: PLC0415 - see above
    from .assets.pyodide_dist import runtime_bytes  # noqa: PLC0415 - see above
    from .site import module_folder  # noqa: PLC0415 - see above

    editions = _editions(checked, settings)
    data = course_data(checked, settings)
    characters = "".join(sorted(_characters(checked, data)))
    assets = asset_folders(settings.cache_folder, characters=characters, say=say)
    siblings = {name: assets[name].folder_name for name in ("pyodide", "editor", "mermaid")}
    files = runtime_bytes(assets["pyodide"].path)
    modules = module_folder(siblings, files, settings.browser_seconds, checked.languages)
    return SiteParts(checked.course, editions, assets, modules, data, bool(checked.findings))


def _editions(checked: Checked, settings: Settings) -> tuple[Edition, ...]:
    return tuple(_edition(checked, code, settings) for code in checked.languages)


def _edition(checked: Checked, code: str, settings: Settings) -> Edition:
    from .render import render_page  # noqa: PLC0415 - see above

    own = {lesson.slug: lesson for lesson in checked.lessons if lesson.language == code}
    order = [slug for slug in ("index", *checked.course.lessons) if slug in own]
    order += sorted(set(own) - set(order))
    made = {slug: _ingredients(checked, own[slug], settings) for slug in order}
    if checked.findings:
        own, made = _drafted(checked, own, made)
    lesson_pages = {
        slug: render_page(own[slug], made[slug]) for slug in order if checked.sources[own[slug].path].is_lesson
    }
    links = tuple(_link(page, language(code)) for page in lesson_pages.values())
    pages = {
        f"{slug}.md": lesson_pages.get(slug)
        or render_page(own[slug], replace(made[slug], lessons=links), is_lesson=False)
        for slug in order
    }
    return Edition(
        language=language(code),
        title=checked.course.titles[code],
        description=pages["index.md"].description if "index.md" in pages else "",
        copyright=checked.course.copyright.get(code, ""),
        pages=pages,
        files={path: data for page in pages.values() for path, data in page.files.items()},
        sources={f"{slug}.md": own[slug].path for slug in order},
    )


def _drafted(
    checked: Checked, own: Mapping[str, Lesson], made: Mapping[str, Ingredients]
) -> tuple[dict[str, Lesson], dict[str, Ingredients]]:
    """The lessons of one language and what they are made of, by slug, with what is wrong where it is wrong."""
    from .drafts import notes_of, with_notes  # noqa: PLC0415 - see above

    notes = notes_of(checked.lessons, checked.findings, checked.snippets, checked.results)
    both = {
        slug: with_notes(
            lesson,
            checked.sources[lesson.path].text,
            made[slug],
            notes[lesson.path],
            is_lesson=checked.sources[lesson.path].is_lesson,
        )
        for slug, lesson in own.items()
    }
    return {slug: lesson for slug, (lesson, _) in both.items()}, {
        slug: own_made for slug, (_, own_made) in both.items()
    }


def _link(page: Page, own: Language) -> LessonLink:
    from .render import LessonLink  # noqa: PLC0415 - see above

    facts = own.plural("{count} minute of reading", "{count} minutes of reading", page.reading_minutes)
    return LessonLink(f"{page.slug}/", page.title, page.description, facts, page.slug, page.quiz_mark, page.challenges)


def _ingredients(checked: Checked, lesson: Lesson, settings: Settings) -> Ingredients:
    from .render import Ingredients  # noqa: PLC0415 - see above

    snippet = checked.snippets.get(lesson.snippet)
    results = checked.results.get(lesson.path, Results())
    return Ingredients(
        language=language(lesson.language),
        cells={cell.name: cell for cell in _shown_cells(snippet, lesson.language, checked.course)},
        outputs={name: item for name, item in results.outputs.items() if isinstance(item, Output)},
        drawings={name: item for name, item in results.figures.items() if isinstance(item, Drawing)},
        tables={name: item for name, item in results.tables.items() if isinstance(item, Table)},
        table_formulas=checked.table_formulas,
        references=reference_list(cited_keys(lesson), checked.bibliography, language(lesson.language)),
        formulas=checked.formulas.get(lesson.path, {}),
        starters={
            name: localised(item.starter, lesson.language, checked.course.languages)
            for name, item in checked.challenges.items()
        },
        glossary=checked.glossary,
        terms=_term_links(checked, lesson.language),
        language_names={code: language(code).name for code in ("en", *checked.course.languages)},
        steps={name: _steps(checked, item, lesson.language) for name, item in checked.challenges.items()},
        words_per_minute=settings.words_per_minute,
        question_marks=question_marks(item for item in checked.lessons if item.slug == lesson.slug),
    )


def _term_links(checked: Checked, code: str) -> tuple[TermLink, ...]:
    """What links terms to the page of their language that holds the glossary; nothing when there is none."""
    pages = [lesson for lesson in checked.lessons if lesson.language == code]
    slug = next((page.slug for page in pages for fence in page.fences if fence.kind == "glossary"), "")
    return term_links(checked.glossary, code, f"../{slug}/") if slug else ()


def _steps(checked: Checked, challenge: ChallengeFiles, code: str) -> tuple[Step, ...]:
    """The smaller challenges that a page offers with ``challenge``."""
    from .render import Step  # noqa: PLC0415 - see above

    return tuple(Step(name, checked.statements[name][code]) for name in challenge.steps)


def _shown_cells(snippet: Snippet | None, code: str, course: Course) -> tuple[Cell, ...]:
    cells = snippet.cells if snippet else ()
    return tuple(replace(cell, source=localised(cell.source, code, course.languages)) for cell in cells)


_Item = Binding | Fence | Block | Answer | Task


def _shown(item: _Item) -> str:
    if isinstance(item, Fence):
        return f"the fence “{item.kind} {item.name}”"
    if isinstance(item, Block):
        return f"the block “{item.kind}”"
    if isinstance(item, Answer):
        return f"[{'x' if item.is_right else ' '}]" + (f"{{!{item.expression}}}" if item.expression else "")
    if isinstance(item, Task):
        return "the task"
    return f"{item.written}{{={item.expression}}}" if isinstance(item, Number) else item.written


# ── Data for the browser ─────────────────────────────────────────────────────────────────────────────────────────────


def course_data(checked: Checked, settings: Settings) -> ContentFolder:
    """What the reader's browser needs of the course: the reference, each lesson's cells, each challenge."""
    from .guidance import solution_data  # noqa: PLC0415 - see above
    from .site import ContentFolder  # noqa: PLC0415 - see above

    files: dict[str, bytes] = {"python.json": _json(_reference(settings))}
    for lesson in checked.lessons:
        if lesson.snippet in checked.snippets:
            files[f"{lesson.language}/lessons/{lesson.slug}.json"] = _json(_lesson_data(checked, lesson))
        if lesson.bindings:
            listed = reference_list(cited_keys(lesson), checked.bibliography, language(lesson.language))
            own = sources(
                lesson,
                checked.snippets.get(lesson.snippet),
                checked.results.get(lesson.path, Results()),
                {reference.key: reference.text for reference in listed},
            )
            files[f"{lesson.language}/lessons/{lesson.slug}.sources.json"] = _json(own)
    for code in checked.languages:
        if checked.glossary:
            files[f"{code}/glossary.json"] = _json(glossary_data(checked.glossary, code, checked.course.languages))
        for name, challenge in checked.challenges.items():
            files[f"{code}/challenges/{name}.json"] = _json(_challenge_data(checked, challenge, code))
            solution = localised(challenge.solution, code, checked.course.languages)
            files[f"{code}/challenges/{name}.solution.json"] = _json(solution_data(solution, challenge.texts[code]))
    return ContentFolder("course", files)


def _challenge_data(checked: Checked, challenge: ChallengeFiles, code: str) -> dict[str, object]:
    from .grading import challenge_data  # noqa: PLC0415 - see above

    adapted = replace(challenge, starter=localised(challenge.starter, code, checked.course.languages))
    steps = [{"id": name, "title": checked.challenges[name].texts[code]["title"]} for name in challenge.steps]
    return {**challenge_data(adapted, language(code)), "steps": steps}


def _reference(settings: Settings) -> dict[str, str]:
    folder = settings.snippets_folder
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((folder / "reference").rglob("*.py"))
    }


def _lesson_data(checked: Checked, lesson: Lesson) -> dict[str, object]:
    shown = {fence.name for fence in lesson.fences if fence.kind == "cell"}
    cells = _shown_cells(checked.snippets[lesson.snippet], lesson.language, checked.course)
    names = [block.argument for block in lesson.blocks if block.kind == "challenge"]
    names += [step for name in names for step in checked.challenges[name].steps]
    return {
        "cells": [{"name": cell.name, "source": cell.source, "shown": cell.name in shown} for cell in cells],
        "challenges": {name: f"../challenges/{name}.json" for name in names},
        "solutions": {name: f"../challenges/{name}.solution.json" for name in names},
    }


def lesson_data_path(parts: SiteParts, page: Page, ending: str = "json") -> str:
    """The address of a lesson's data from the root of the site."""
    from .site import asset_path  # noqa: PLC0415 - see above

    return asset_path(parts.data.folder_name, f"{page.language}/lessons/{page.slug}.{ending}")


def _characters(checked: Checked, data: ContentFolder) -> set[str]:
    """Every character that a page may show, for the subset of the fonts."""
    texts = [source.text for source in checked.sources.values()]
    texts += [raw.decode() for raw in data.files.values()]
    texts += [str(text) for code in checked.languages for text in language(code).catalogue.texts.items()]
    texts += checked.course.titles.values()
    texts += [str(rule) for rule in RULES.values()]
    return {character for text in texts for character in text}


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
