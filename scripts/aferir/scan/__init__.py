"""Markdown text -> Lesson, with a position for everything found. The only scanner; it runs before Markdown does.

    text  -front matter, lines, paragraphs->  draft (items, edits, findings)  ->  Lesson, findings

Bindings, formulas and the engine's fences become tokens; whatever Markdown would misread becomes a finding.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..languages import Language
from ..model import Answer, Block, Fence, Finding, Formula, Lesson, Position, Question, Section, StateLink, Task
from .body import Body, Heading
from .draft import RESERVED, Draft, Numbering, bindings_of, edited, numbering, token
from .front_matter import FrontMatter, read_front_matter
from .marks import mark
from .references import report_undefined

_REPLACEMENT = "\ufffd"


def scan(
    text: str, path: str, language: Language, slug: str, marks: Sequence[Position] = ()
) -> tuple[Lesson, tuple[Finding, ...]]:
    """The lesson that ``text`` holds, and what is wrong with it. Any text can be scanned; nothing is raised.

    ``marks`` are places that get a token of their own, after what stands there, where a page may show a note.
    """
    draft = _draft(text, path, language)
    front = read_front_matter(draft)
    body = Body(draft, front.end)
    body.read()
    report_undefined(draft)
    marked = mark(draft, front.end, marks)
    lesson = _lesson(draft, front, body, slug, language.code)
    if marked:
        lesson = _with_marks(draft, front, lesson, marked)
    return lesson, tuple(sorted(draft.findings))


def _draft(text: str, path: str, language: Language) -> Draft:
    """The text with one kind of line end, without a byte order mark and without reserved characters."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    draft = Draft(RESERVED.sub(_REPLACEMENT, plain), path, language.marks)
    for character in RESERVED.finditer(plain):
        draft.report("AF116", character.start(), point=f"{ord(character[0]):04X}")
    return draft


def _lesson(draft: Draft, front: FrontMatter, body: Body, slug: str, code: str) -> Lesson:
    final = numbering(draft.found)
    ordered = sorted(draft.found.values(), key=lambda found: found.offset)
    items = [final.item(found.item) for found in ordered]
    texts = {key: final.text(text) for key, text in front.texts.items()}
    return Lesson(
        path=draft.path,
        slug=slug,
        language=code,
        title=texts.get("title", ""),
        description=texts.get("description", ""),
        snippet=texts.get("snippet", ""),
        markdown=final.text(edited(draft.text, front.end, len(draft.text), draft.edits)),
        bindings=bindings_of(items),
        formulas=tuple(item for item in items if isinstance(item, Formula)),
        fences=tuple(item for item in items if isinstance(item, Fence)),
        blocks=tuple(item for item in items if isinstance(item, Block)),
        sections=_sections(draft, front, body.headings),
        meta=texts,
        plain_code_fences=body.code_fences,
        snippet_position=_place(draft, front, "snippet"),
        passages=tuple(sorted(draft.passages, key=lambda passage: passage.starts)),
        questions=tuple(_questions(draft, final)),
        tasks=tuple(item for item in items if isinstance(item, Task)),
        state_links=tuple(
            StateLink(name, settings, draft.position(offset)) for offset, name, settings in sorted(draft.state_links)
        ),
    )


def _with_marks(draft: Draft, front: FrontMatter, lesson: Lesson, marked: Mapping[Position, str]) -> Lesson:
    """``lesson`` with the tokens of some places, numbered after all others, so that no other token changes."""
    final = numbering(draft.found)
    own = {provisional: token(len(draft.found) + at) for at, provisional in enumerate(marked.values())}
    text = edited(draft.text, front.end, len(draft.text), draft.edits)
    markdown = Numbering({**final.tokens, **own}).text(text)
    return replace(lesson, markdown=markdown, marks={place: own[item] for place, item in marked.items()})


def _questions(draft: Draft, final: Numbering) -> Iterator[Question]:
    for question, tokens in draft.questions:
        answers = (final.item(draft.found[token].item) for token in tokens)
        own = tuple(answer for answer in answers if isinstance(answer, Answer))
        yield replace(question, token=final.tokens[question.token], answers=own)


def _place(draft: Draft, front: FrontMatter, key: str) -> Position:
    return draft.position(front.offsets[key]) if key in front.offsets else Position(1, 1)


def _sections(draft: Draft, front: FrontMatter, headings: Sequence[Heading]) -> tuple[Section, ...]:
    """What stands before the first heading, under the lesson's title, and then one section for each heading."""
    starts = [heading.offset for heading in headings]
    contents: list[list[tuple[str, Position]]] = [[] for _ in range(len(headings) + 1)]
    for offset, canonical in draft.contents():
        contents[bisect_right(starts, offset)].append((canonical, draft.position(offset)))
    first = Section(front.readable, 0, _place(draft, front, "title"), tuple(contents[0]))
    rest = (
        Section(heading.title, heading.level, draft.position(heading.offset), tuple(inside))
        for heading, inside in zip(headings, contents[1:], strict=True)
    )
    return (first, *rest)
