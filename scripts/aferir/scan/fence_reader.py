"""Reads one fence: where it ends, and what it names. A fence that cannot be read costs its lines, nothing more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..model import Fence, Option
from .draft import Draft
from .fences import (
    FENCES,
    OPENING,
    Fault,
    code_fault,
    engine_fault,
    is_known,
    item_fault,
    kind_of,
    malformed,
    option_of,
)
from .inline import Inline
from .lines import Line
from .lines import kind_of as kind_of_line
from .segment import Segment

_LONGEST_IN_ITEM = 200
"""Lines in which the end of a fence is looked for that stands where none can."""


@dataclass(frozen=True, slots=True)
class Extent:
    """Lines of a fence by index: its opening line, the first after its content, and the first after it all."""

    opening: int
    inside_end: int
    end: int
    closed: bool


def read_fence(draft: Draft, lines: Sequence[Line], at: int) -> tuple[int, bool]:
    """Read the fence that opens on line ``at``. Where reading goes on, and whether it is plain code."""
    line = lines[at]
    opening = OPENING.match(draft.text, line.content, line.end)
    assert opening
    extent = _extent(draft.text, lines, at, opening["fence"])
    is_engine = kind_of(opening["info"]) in FENCES
    if not extent.closed:
        draft.report("AF111", line.content)
    if is_engine:
        _read_engine_fence(draft, lines, extent, opening["info"])
    else:
        _read_code(draft, lines, extent, opening)
    return extent.end, not is_engine


def read_fence_in_item(draft: Draft, lines: Sequence[Line], at: int, start: int) -> int:
    """Refuse the fence that begins at ``start`` on line ``at``, behind a list mark. Where reading goes on; 0 for none.

    Markdown reads no fence there, and would take its closing line for an opening one.
    """
    opening = OPENING.match(draft.text, start, lines[at].end)
    if not opening:
        return 0
    _report(draft, item_fault(opening["fence"], opening["info"]), start)
    closing = re.compile(re.escape(opening["fence"]) + r"[ \t]*\Z")
    end = at + 1
    for index in range(at + 1, min(len(lines), at + _LONGEST_IN_ITEM)):
        line = lines[index]
        if closing.match(draft.text, line.content, line.end):
            end = index + 1
            break
        if opening["fence"] in draft.text[line.content : line.end]:  # opens another
            break
    draft.edit(start, lines[end - 1].end, "")
    return end


def _extent(text: str, lines: Sequence[Line], at: int, fence: str) -> Extent:
    """Where the fence ends. Without a closing line it ends with its paragraph, or with fence marks of another kind."""
    opening = lines[at]
    closing = re.compile(re.escape(fence) + r"[ \t]*\Z")
    for index in range(at + 1, len(lines)):
        line = lines[index]
        if line.content == line.end:
            continue
        if line.quotes != opening.quotes or line.indent < opening.indent or _opens_another(text, line, fence):
            break
        if line.indent == opening.indent and closing.match(text, line.content, line.end):
            return Extent(at, index, index + 1, closed=True)
    end = at + 1
    while end < len(lines) and not _ends_unclosed(text, lines[end], opening):
        end += 1
    is_closing = end < len(lines) and _is_bare_fence(text, lines[end])
    return Extent(at, end, end + is_closing, closed=False)


def _is_bare_fence(text: str, line: Line) -> bool:
    opening = OPENING.match(text, line.content, line.end)
    return bool(opening and not opening["info"])


def _opens_another(text: str, line: Line, fence: str) -> bool:
    if not text.startswith(fence, line.content):
        return False
    opening = OPENING.match(text, line.content, line.end)
    return bool(opening and opening["info"] and is_known(opening["info"]))


def _ends_unclosed(text: str, line: Line, opening: Line) -> bool:
    is_other = kind_of_line(text, line) in ("blank", "fence", "block", "heading")
    return is_other or line.quotes != opening.quotes or line.indent < opening.indent


# ── Plain code ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _read_code(draft: Draft, lines: Sequence[Line], extent: Extent, opening: re.Match[str]) -> None:
    fault = code_fault(opening["info"])
    if fault:
        _report(draft, fault, opening.start())
        draft.edit(opening.start("info"), opening.end("info"), "")
    if not extent.closed:
        first = lines[extent.opening]
        closing = draft.text[first.start : first.content] + opening["fence"]
        draft.edit(lines[extent.inside_end - 1].end, lines[extent.end - 1].end, f"\n{closing}\n")


def _report(draft: Draft, fault: Fault, offset: int) -> None:
    draft.report(fault.code, offset, **fault.details)


# ── Fences of the engine ─────────────────────────────────────────────────────────────────────────────────────────────


def _read_engine_fence(draft: Draft, lines: Sequence[Line], extent: Extent, info: str) -> None:
    line = lines[extent.opening]
    kind, *names = info.split()
    fault = engine_fault(info, indented=line.content > line.start)
    if fault:
        _report(draft, fault, line.content)
    inside = lines[extent.opening + 1 : extent.inside_end]
    until = _options_end(inside) if FENCES[kind].body else len(inside)
    options = _options(draft, inside[:until], kind)
    body = _body(draft, inside[until:])
    missing = [key for key in FENCES[kind].required if key not in options]
    if missing and not fault and extent.closed:
        reason = f"the fence “{kind}” needs the option “{missing[0]}”: write {missing[0]}: followed by its text"
        _report(draft, malformed(reason), line.content)
    elif FENCES[kind].body and not body and not fault and extent.closed:
        reason = f"the fence “{kind}” needs {FENCES[kind].body}: write it below the options and an empty line"
        _report(draft, malformed(reason), line.content)
    place = ""
    if not fault and not missing:
        name = names[0] if names else ""
        canonical = f"fence {kind} {name}".strip()
        place = draft.add(line.content, canonical, lambda t, p: Fence(t, p, kind, name, options, body))
    draft.edit(line.start, lines[extent.end - 1].end, f"\n{place}\n")


def _options_end(lines: Sequence[Line]) -> int:
    """Where the options of a fence with a body end: at its first empty line."""
    return next((at for at, line in enumerate(lines) if line.content == line.end), len(lines))


def _body(draft: Draft, lines: Sequence[Line]) -> Option | None:
    """What stands on these lines, from the first that is not empty."""
    written = [line for line in lines if line.content < line.end]
    if not written:
        return None
    return Option(draft.text[written[0].start : written[-1].end], draft.position(written[0].start))


def _options(draft: Draft, lines: Sequence[Line], kind: str) -> dict[str, Option]:
    options: dict[str, Option] = {}
    for line in lines:
        text = draft.text[line.content : line.end]
        if not text:
            continue
        found = option_of(kind, text, options)
        if isinstance(found, Fault):
            _report(draft, found, line.content)
            continue
        key, start = found
        options[key] = _option(draft, line.content + start, line.end, is_text=key in FENCES[kind].texts)
    return options


def _option(draft: Draft, start: int, end: int, *, is_text: bool) -> Option:
    stop = start + len(draft.text[start:end].rstrip())
    statements = "an alt text" if is_text else ""
    inline = Inline(draft, Segment([(start, stop)], "option", statements, rich=not is_text))
    inline.read()
    return Option(inline.result(), draft.position(start))
