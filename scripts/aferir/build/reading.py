"""The files of a course, read: what stands in them, and what is wrong before anything runs."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ..cache import versions
from ..challenge_texts import scanned_texts, with_plain_texts
from ..course import Source, chosen_languages, layout_findings, read_course, read_sources
from ..errors import finding
from ..glossary import Glossary, read_glossary
from ..languages import Language, catalogue_of, language, spoken
from ..ledger import Kept, read_ledger
from ..memory import Memory
from ..messages import said_texts, text_faults
from ..model import ChallengeFiles, Course, Finding, Lesson, Position, Snippet
from ..references import Bibliography, read_bibliography
from ..scan import scan
from ..scan.strings import Scanned
from ..settings import Settings, challenge_folders
from ..snippets import read_snippet
from .common import Say, json_bytes, kept, python_files, reference_files, snippet_path
from .static import broken_paths, static_findings


@dataclass(frozen=True, slots=True)
class Read:
    """A course as it stands in its files. Nothing of it has run, but the proofs of its challenges."""

    course: Course
    languages: tuple[str, ...]
    """Those of this build."""
    spoken: Mapping[str, Language]
    """By code, with the course's own texts."""
    sources: Mapping[str, Source]
    lessons: tuple[Lesson, ...]
    snippets: Mapping[str, Snippet]
    challenges: Mapping[str, ChallengeFiles]
    """With their texts as learners read them."""
    challenge_texts: tuple[Scanned, ...]
    """In every language that has them."""
    glossary: Glossary
    bibliography: Bibliography
    ledger: Kept | None
    findings: tuple[Finding, ...]

    @property
    def source_keys(self) -> tuple[str, ...]:
        """The keys that a number may name as its source."""
        return (*self.bibliography.entries, *self.course.sources)


def read_all(settings: Settings, say: Say, texts: Mapping[str, str] | None, memory: Memory) -> Read:
    """Every file of the course. ``texts`` replaces the text of files by path.

    Raises AferirError for what keeps the course from being read at all.
    """
    course = read_course(settings)
    chosen = chosen_languages(course, settings.languages)
    spoken, text_findings = _spoken(settings, course)
    sources, lessons, found = _lessons(settings, course, chosen, texts, memory)
    found += text_findings
    snippets, snippet_findings = _snippets(settings, course, lessons, memory)
    challenges, unproved = memory.of(
        ("challenges",), lambda *_: _challenges(settings, course, say), settings, course, python_files(settings)
    )
    if unproved:  # a time limit may have passed
        memory.forget(("challenges",))
    found += [*snippet_findings, *unproved]
    broken = broken_paths(found)
    found += [item for lesson in lessons for item in _static(lesson, settings, snippets, challenges, broken, memory)]
    found += [item for lesson in lessons for item in _untold(lesson, challenges)]
    plain, challenge_texts = memory.of(("plain",), _plain_challenges, challenges)
    glossary, glossary_findings = _glossary(settings, course, memory)
    bibliography, bibliography_findings = _bibliography(settings, memory)
    ledger = _ledger_file(settings)
    found += [*glossary_findings, *bibliography_findings, *([ledger] if isinstance(ledger, Finding) else [])]
    return Read(
        course=course,
        languages=chosen,
        spoken=spoken,
        sources=sources,
        lessons=lessons,
        snippets=snippets,
        challenges=plain,
        challenge_texts=challenge_texts,
        glossary=glossary,
        bibliography=bibliography,
        ledger=None if isinstance(ledger, Finding) else ledger,
        findings=tuple(found),
    )


def _static(  # noqa: PLR0913, PLR0917 - as `static_findings`
    lesson: Lesson,
    settings: Settings,
    snippets: Mapping[str, Snippet],
    challenges: Collection[str],
    broken: Collection[str],
    memory: Memory,
) -> Sequence[Finding]:
    """What is wrong before anything runs; remembered for a lesson whose snippet is there, which asks no folder."""
    if lesson.snippet not in snippets:
        return static_findings(lesson, settings, snippets, challenges, broken)
    own = {lesson.snippet: snippets[lesson.snippet]}
    asked = (lesson, settings, own, tuple(challenges), tuple({lesson.path} & set(broken)))
    return memory.of(("static", lesson.path), static_findings, *asked)


def _spoken(settings: Settings, course: Course) -> tuple[dict[str, Language], list[Finding]]:
    """The languages of the course, with its own texts of the interface, and AF408 for what is wrong with those."""
    files = {code: settings.texts_file(code) for code in course.all_languages}
    own = {code: file.read_bytes() for code, file in files.items() if file.is_file()}
    found = [
        finding(
            "AF408",
            files[code].relative_to(settings.root).as_posix(),
            Position(max(fault.line, 1), 1),
            message=fault.message,
            problem=fault.problem,
        )
        for code, data in own.items()
        for fault in text_faults(catalogue_of(data, code), code, said_texts())
    ]
    return {code: spoken(code, own[code]) if code in own else language(code) for code in course.all_languages}, found


def _untold(lesson: Lesson, challenges: Mapping[str, ChallengeFiles | None]) -> Iterable[Finding]:
    """AF502 for each challenge that a page shows in a language that is only begun, and that has no texts in it."""
    for block in lesson.blocks:
        challenge = challenges.get(block.argument) if block.kind == "challenge" else None
        if challenge and lesson.language not in challenge.texts:
            details = {"challenge": challenge.id, "key": "title", "language": lesson.language}
            yield finding("AF502", lesson.path, block.position, **details)


def _lessons(
    settings: Settings, course: Course, chosen: Sequence[str], texts: Mapping[str, str] | None, memory: Memory
) -> tuple[dict[str, Source], tuple[Lesson, ...], list[Finding]]:
    read = list(read_sources(settings, course, chosen, texts))
    sources = {item.path: item for item in read if isinstance(item, Source)}
    found = [item for item in read if isinstance(item, Finding)]
    found += layout_findings(settings, course, chosen)
    scanned = [
        memory.of(("scan", item.path), scan, item.text, item.path, language(item.language), item.slug)
        for item in sources.values()
    ]
    found += [item for _, findings in scanned for item in findings]
    return sources, tuple(lesson for lesson, _ in scanned), found


def _snippets(
    settings: Settings, course: Course, lessons: Iterable[Lesson], memory: Memory
) -> tuple[dict[str, Snippet], list[Finding]]:
    snippets: dict[str, Snippet] = {}
    found: list[Finding] = []
    for name in sorted({lesson.snippet for lesson in lessons if lesson.snippet}):
        path = snippet_path(settings, name)
        if not path.exists():
            continue
        shown = path.relative_to(settings.root).as_posix()
        snippet, findings = memory.of(("snippet", path), _read_snippet, path, shown, course, path.read_bytes())
        found += findings
        if snippet:
            snippets[name] = snippet
    return snippets, found


def _read_snippet(
    path: Path, shown: str, course: Course, _content: bytes
) -> tuple[Snippet | None, tuple[Finding, ...]]:
    return read_snippet(path, shown, course.languages, course.begun)


def _challenges(settings: Settings, course: Course, say: Say) -> tuple[dict[str, ChallengeFiles | None], list[Finding]]:
    """Every challenge that has a folder, None for one that cannot be read, and what is wrong with them."""
    if not challenge_folders(settings.snippets_folder / "challenges"):
        return {}, []
    from ..challenges import load_challenges  # noqa: PLC0415 - see `aferir.build`

    shown = f"{settings.snippets}/challenges"
    read = load_challenges(settings.snippets_folder / "challenges", shown, course.languages, course.begun)
    challenges = {name: challenge for name, (challenge, _) in read.items()}
    found = [item for _, findings in read.values() for item in findings]
    found += _unproved([challenge for challenge in challenges.values() if challenge], settings, say)
    return challenges, found


def _unproved(challenges: Iterable[ChallengeFiles], settings: Settings, say: Say) -> list[Finding]:
    """What the solutions and the misconceptions show of the checks of challenges. A proof is kept, a failure never."""
    from ..challenges import findings_of_all  # noqa: PLC0415 - see `aferir.build`

    proofs = kept(settings, "challenges", say)
    keys = {_challenge_key(challenge, settings): challenge for challenge in challenges}
    asked = {key: one for key, one in keys.items() if not settings.use_cache or proofs.get(key) is None}
    shown = findings_of_all(asked.values(), settings.snippets_folder)
    for key, found in zip(asked, shown, strict=True):
        if not found:
            proofs.put(key, b"proved")
    return [item for found in shown for item in found]


def _challenge_key(challenge: ChallengeFiles, settings: Settings) -> str:
    """Hash of everything that the proof of a challenge depends on."""
    from ..runtime import GRADING  # noqa: PLC0415 - see `aferir.build`

    package = Path(__file__).parent.parent
    files = [package / f"{name}.py" for name in (*GRADING, "grading", "guidance")]
    files += sorted((package / "challenges").glob("*.py"))
    graders = {path.relative_to(package).as_posix(): path.read_text(encoding="utf-8") for path in files}
    parts = [asdict(replace(challenge, written={})), reference_files(settings), graders, dict(versions())]
    return hashlib.sha256(json_bytes(parts)).hexdigest()


def _plain_challenges(
    challenges: Mapping[str, ChallengeFiles | None],
) -> tuple[dict[str, ChallengeFiles], tuple[Scanned, ...]]:
    """The challenges with their texts as learners read them, and what was found in their texts."""
    known = {name: challenge for name, challenge in challenges.items() if challenge}
    scanned = {name: scanned_texts(challenge) for name, challenge in known.items()}
    plain = {name: with_plain_texts(challenge, scanned[name]) for name, challenge in known.items()}
    return plain, tuple(item for own in scanned.values() for item in own.values())


def _ledger_file(settings: Settings) -> Kept | Finding | None:
    """The ledger that is committed; None when there is none, a finding when it cannot be read."""
    file, shown = settings.ledger_file, f"{settings.lessons}/{settings.ledger_file.name}"
    return read_ledger(file.read_bytes(), shown) if file.exists() else None


def _bibliography(settings: Settings, memory: Memory) -> tuple[Bibliography, tuple[Finding, ...]]:
    """The course's sources; none when there is no such file."""
    file, shown = settings.bibliography_file, f"{settings.lessons}/{settings.bibliography_file.name}"
    if not file.exists():
        return Bibliography(shown, {}, {}), ()
    return memory.of(("bibliography",), read_bibliography, file.read_bytes(), shown)


def _glossary(settings: Settings, course: Course, memory: Memory) -> tuple[Glossary, tuple[Finding, ...]]:
    """The course's terms; none when there is no such file."""
    file, shown = settings.glossary_file, f"{settings.lessons}/{settings.glossary_file.name}"
    if not file.exists():
        return {}, ()
    return memory.of(("glossary",), read_glossary, file.read_bytes(), shown, course.languages, course.begun)
