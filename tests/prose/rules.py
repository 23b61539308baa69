"""The rules of good writing that a machine can see. Each takes a page and gives what breaks it, as ``path:line: …``."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Collection, Iterator, Mapping
from pathlib import PurePosixPath

from pymdownx.slugs import slugify

from .reader import THING, Paragraph, Written, sentences, words

LONGEST = 60
DICTIONARIES = {"pt": "pt_BR", "es": "es_ES", "cs": "cs_CZ"}
PACKAGES = "hunspell hunspell-pt-br hunspell-es hunspell-cs"


def long_sentences(page: Written) -> Iterator[str]:
    """Sentences of more than ``LONGEST`` words, numbers and formulas counted as one each."""
    for paragraph in page.paragraphs:
        for line, sentence in sentences(paragraph):
            count = len(words(sentence))
            if count > LONGEST:
                yield f"{page.path}:{line}: a sentence of {count} words: {sentence[:60]!r}"


# ── Another language ─────────────────────────────────────────────────────────────────────────────────────────────────

_FUNCTION_WORDS = {
    "pt": "o a os as um uma do da dos das no na nos nas ao à aos pelo pela e que não com em se é são ou mas mais como "
    "seu sua isso esta este essa esse cada também já só há foi ele ela você para por de quando qual quem então até "
    "nem num numa aqui ser está tem",
    "es": "a da el la los las un una del al y e que no con en se es son o pero más como su esto esta este esa ese cada "
    "también ya solo hay fue él ella para por de cuando cuál quien entonces hasta ni lo sin aquí ser está tiene sus "
    "otra otro",
    "cs": "a i je jsou se si že na v ve z ze s k ke do od po pro při za o u ale nebo jako který která které jeho její "
    "to ta ten té tom už jen když kdyby aby co kdo tak pak není také by jsme má mají však než každý každá",
    "en": "the a an of and to in is are that it for on with as by this be from or not which at but have has you we can "
    "each its they their if when one what there was were will would",
}
_ELSEWHERE = re.compile(r"[“«„][^”»“]*[”»“]|\*[^*]+\*|et al\.")
"""What may be in another language."""
_WORDS = {code: frozenset(text.split()) for code, text in _FUNCTION_WORDS.items()}


def foreign_sentences(page: Written) -> Iterator[str]:
    """Sentences whose function words are another language's. What stands in quotation marks or italics may be."""
    for paragraph in page.paragraphs:
        text = _ELSEWHERE.sub(lambda found: "\n" * found[0].count("\n"), paragraph.text)
        for line, sentence in sentences(Paragraph(paragraph.line, text)):
            said = [word.casefold() for word in words(sentence)]
            scores = {code: sum(word in own for word in said) for code, own in _WORDS.items()}
            best = max(scores, key=lambda code: scores[code])
            if scores[best] >= 3 and scores[best] - scores[page.language] >= 2:
                yield f"{page.path}:{line}: this reads as {best}: {sentence[:60]!r}"


# ── Typography ───────────────────────────────────────────────────────────────────────────────────────────────────────

_QUOTES = {"pt": ("“”", "‘’"), "es": ("«»", "“”"), "cs": ("„“", "‚‘")}
"""The quotation marks of each language: the outer pair, and the one inside it."""

_EVERYWHERE: Mapping[str, str] = {
    r"\.\.\.": "three full stops are written …",
    r"(?<![\w\-–\u2013])-(?=\d)": "a minus is written U+2212: −",
    r"(?<=\S)[ ]{2,}(?=\S)": "two spaces in a row",
    r"[\"]": "a straight quotation mark",
}
_OF_LANGUAGE: Mapping[str, Mapping[str, str]] = {
    "cs": {r"(?<![^\W_])[KkSsVvZzOoUu](?:[ ]|\n)(?=\S)": "a no-break space (U+00A0) belongs after a short preposition"},
    "es": {},
    "pt": {},
}


def typography(page: Written) -> Iterator[str]:
    """Marks and spaces that are not those of the language."""
    rules = {**_EVERYWHERE, **_OF_LANGUAGE[page.language]}
    for paragraph in page.paragraphs:
        for pattern, message in rules.items():
            for found in re.finditer(pattern, paragraph.text):
                place = f"{page.path}:{paragraph.line_at(found.start())}"
                yield f"{place}: {message}: {_around(paragraph.text, found.start())}"
        yield from _quotation(page, paragraph)
        if page.language == "es":
            yield from _opened(page, paragraph)


def _around(text: str, at: int) -> str:
    return repr(text[max(0, at - 15) : at + 20])


def _quotation(page: Written, paragraph: Paragraph) -> Iterator[str]:
    """Quotation marks of another language, out of order, or without their other half."""
    outer, inner = _QUOTES[page.language]
    text = paragraph.text
    stack: list[str] = []
    for found in re.finditer(r"[“”„‚‘’«»]", text):
        mark = found[0]
        if mark == "’" and text[found.start() - 1 : found.start()].isalpha() and stack[-1:] != ["’"]:
            continue  # an apostrophe
        if stack and mark == stack[-1]:
            stack.pop()
        elif mark == (inner if stack else outer)[0] and len(stack) < 2:
            stack.append((inner if stack else outer)[1])
        else:
            place = f"{page.path}:{paragraph.line_at(found.start())}"
            pairs = f"quotations are {outer} and inside them {inner}"
            yield f"{place}: {mark} does not belong here, {pairs}: {_around(text, found.start())}"
    if stack:
        yield f"{page.path}:{paragraph.line}: a quotation is not closed with {stack[-1]}: {text[:40]!r}"


def _opened(page: Written, paragraph: Paragraph) -> Iterator[str]:
    for opening, closing in ("¿?", "¡!"):
        if paragraph.text.count(opening) != paragraph.text.count(closing):
            yield f"{page.path}:{paragraph.line}: {opening} and {closing} do not pair: {paragraph.text[:40]!r}"


# ── Spelling ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def unknown_words(found: Collection[str], language: str) -> set[str]:
    """Those that Debian's Hunspell dictionary of the language does not know."""
    program = shutil.which("hunspell")
    command = [program or "hunspell", "-d", DICTIONARIES[language], "-i", "utf-8", "-l"]
    need = f"the spelling is checked with Hunspell and its dictionaries: apt-get install {PACKAGES}"
    assert program, need
    done = subprocess.run(command, input="\n".join(sorted(found)), capture_output=True, text=True, check=False)
    assert done.stderr == "", f"{need}\n{done.stderr}"
    assert done.returncode == 0, need
    return set(done.stdout.split())


def spelled(page: Written) -> dict[str, int]:
    """The words of a page that spelling can judge, each with its first line."""
    found: dict[str, int] = {}
    for paragraph in page.paragraphs:
        for match in re.finditer(rf"(?<![\w{THING}␣_])[^\W\d_]+(?:’[^\W\d_]+)*(?![\w_{THING}])", paragraph.text):
            found.setdefault(match[0], paragraph.line_at(match.start()))
    return {word: line for word, line in found.items() if len(word) > 1}


def misspelled(page: Written, known: Collection[str]) -> Iterator[str]:
    """Words that neither the dictionary nor the course's own list knows; a capital is forgiven to a listed word."""
    found = spelled(page)
    where = f"a term or a name goes to lessons/words.{page.language}.txt"
    for word in sorted(unknown_words(found, page.language), key=lambda word: found.get(word, 0)):
        if word not in known and word[0].lower() + word[1:] not in known:
            yield f"{page.path}:{found.get(word, 0)}: {word!r} is in no dictionary; {where}"


# ── Links ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def broken_links(page: Written, edition: Mapping[str, Written], terms: Collection[str]) -> Iterator[str]:
    """Links to pages or headings that are not. ``edition``: by file name, as lessons and docs lie side by side."""
    for line, target in page.links:
        if re.match(r"[a-z]+:", target):
            continue
        name, _, fragment = target.partition("#")
        aimed = edition.get(PurePosixPath(name).name) if name else page
        if aimed is None:
            yield f"{page.path}:{line}: no page {name} in this language"
        elif fragment and not _is_state(fragment) and fragment not in anchors(aimed, terms):
            yield f"{page.path}:{line}: no heading #{fragment} in {aimed.path}"


def _is_state(fragment: str) -> bool:
    """Whether a fragment sets an explorable, as ``rules:head=2``: the check of the course follows those (AF234)."""
    return re.fullmatch(r"[a-z][a-z0-9_]*:.*", fragment) is not None


def anchors(page: Written, terms: Collection[str]) -> set[str]:
    """What a fragment may name: each heading, and each term on the page of the glossary."""
    found: set[str] = set()
    slug = slugify(case="lower")
    for heading in page.headings:
        plain = slug(heading.text.replace("*", "").replace(THING, ""), "-")
        name, count = plain, 0
        while name in found:
            count += 1
            name = f"{plain}_{count}"
        found.add(name)
    is_glossary = any(part.kind == "glossary" for part in page.parts)
    return found | ({f"term-{key}" for key in terms} if is_glossary else set())


# ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def missing_parts(page: Written, wanted: Mapping[str, int], challenges: Collection[str]) -> Iterator[str]:
    """What a lesson lacks. ``wanted``: how many blocks of each kind it has at least."""
    first = page.headings[0].line if page.headings else 0
    if not any(item.kind == "text" and item.line < first for item in page.paragraphs):
        yield f"{page.path}:1: nothing opens the lesson before its first heading"
    yield from _goals(page)
    for kind, least in {"cell": 1, **wanted}.items():
        count = sum(part.kind == kind for part in page.parts)
        if count < least:
            yield f"{page.path}:1: {count} of {least} {kind}"
    own = {part.name for part in page.parts if part.kind == "challenge"}
    yield from (f"{page.path}:1: the challenge {name} is missing" for name in challenges if name not in own)
    yield from _unanswered(page)
    yield from _ending(page)


def _goals(page: Written) -> Iterator[str]:
    """The first section says what one will learn, in a list, and what one should know, below it."""
    place = f"{page.path}:{page.headings[0].line if page.headings else 1}"
    if page.items.count(1) < 3:
        yield f"{place}: the first section lists no goals (three at least)"
    lines = [item.line for item in page.paragraphs if item.kind == "text"]
    if len(page.headings) < 2 or sum(page.headings[0].line < line < page.headings[1].line for line in lines) < 5:
        yield f"{place}: the first section does not say, beside its goals, what the reader should know"


def _unanswered(page: Written) -> Iterator[str]:
    """Every exercise holds an answer, one block deeper."""
    blocks = [part for part in page.parts if part.kind in ("exercise", "answer")]
    for at, part in enumerate(blocks):
        follower = blocks[at + 1] if at + 1 < len(blocks) else None
        if part.kind == "exercise" and not (follower and follower.kind == "answer" and follower.depth > part.depth):
            yield f"{page.path}:{part.line}: the exercise “{part.name}” has no answer"


def _ending(page: Written) -> Iterator[str]:
    """The last section of the second level says what to read next and holds the list of sources."""
    second = [at for at, heading in enumerate(page.headings, 1) if heading.level == 2]
    last = second[-1] if second else 0
    sources = [part for part in page.parts if part.kind == "references"]
    if not sources or sources[0].section < last:
        yield f"{page.path}:1: the lesson does not end with its references"
    if last not in page.items:
        yield f"{page.path}:1: the last section lists nothing to read next"
