"""The element tree of a question: its text, its options, and the answers folded below them. Markdown made the list.

Without a script the answers unfold by themselves; with one the page asks first. Nothing here is secret: whoever reads
the page's source finds the key, and is welcome to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString

from .model import QuestionFrame

_LISTS = ("ul", "ol")


@dataclass(slots=True)
class _Parts:
    """What a question is made of: what stands before its list, the items by their token, and what stands after."""

    before: list[Element] = field(default_factory=list)
    items: dict[str, _Item] = field(default_factory=dict)
    after: list[Element] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Item:
    text: str
    explanation: tuple[Element, ...]


def arrange_question(section: Element, frame: QuestionFrame) -> frozenset[str]:
    """Put the parts of a question in the order of the page; the tokens of its answers that were found."""
    head, *rest = list(section)
    for name, value in frame.attributes.items():
        section.set(name, value)
    parts = _parts(rest, frame)
    for child in rest:
        section.remove(child)
    SubElement(section, "div", {"class": "question-text"}).extend(parts.before)
    if frame.note:
        _said(section, "p", "question-note", frame.note)
    items = [parts.items[token] for token in frame.answers if token in parts.items]
    if len(items) == len(frame.answers):
        _add_options(section, frame, items)
        _add_answers(section, frame, items, parts.after)
    assert section[0] is head
    return frozenset(parts.items)


def _parts(children: list[Element], frame: QuestionFrame) -> _Parts:
    parts = _Parts()
    for child in children:
        items = dict(_items(child, frame)) if child.tag in _LISTS else {}
        if items:
            parts.items |= items
            others = [item for item in child if not _token(item, frame)]
            if others:  # a list right above the options, which Markdown took for the same
                kept = Element(child.tag)
                kept.extend(others)
                parts.before.append(kept)
        else:
            (parts.after if parts.items else parts.before).append(child)
    return parts


def _items(listed: Element, frame: QuestionFrame) -> Iterator[tuple[str, _Item]]:
    for item in listed:
        token = _token(item, frame)
        lead = _lead(item)
        if token and lead is not None:
            text = (lead.text or "").lstrip().removeprefix(token)
            yield token, _Item(text, tuple(child for child in item if child is not lead))


def _token(item: Element, frame: QuestionFrame) -> str:
    lead = _lead(item)
    text = (lead.text or "").lstrip() if lead is not None else ""
    return next((token for token in frame.answers if text.startswith(token)), "")


def _lead(item: Element) -> Element | None:
    """The element whose text begins a list item: itself in a tight list, its first paragraph in a loose one."""
    if (item.text or "").strip():
        return item
    return item[0] if len(item) and item[0].tag == "p" else None


def _add_options(section: Element, frame: QuestionFrame, items: list[_Item]) -> None:
    if frame.kind == "numeric":
        return
    if frame.kind == "true-false":
        listed = SubElement(section, "ol", {"class": "question-options"})
        for name, label in zip(("true", "false"), frame.options, strict=True):
            option = SubElement(listed, "li", {"data-answer": name})
            _said(option, "span", "option-text", label)
        return
    kind = "question-steps" if frame.kind == "order" else "question-options"
    listed = SubElement(section, "ul" if frame.kind == "order" else "ol", {"class": kind})
    for index in frame.shown:
        option = SubElement(listed, "li", {"data-answer": str(index)})
        SubElement(option, "span", {"class": "option-text"}).text = items[index].text


def _add_answers(section: Element, frame: QuestionFrame, items: list[_Item], after: list[Element]) -> None:
    attributes = {"class": "fold question-answers", "data-search-exclude": ""}
    folded = SubElement(section, "details", attributes)
    summary = SubElement(folded, "summary")
    _said(summary, "span", "answers-summary", frame.summary)
    _said(summary, "span", "answers-printed", frame.printed)
    listed = SubElement(folded, "ol", {"class": f"answers answers-{frame.kind}"})
    order = range(len(items)) if frame.kind == "order" else frame.shown
    tokens = list(frame.answers)
    for index in order:
        own = SubElement(listed, "li", dict(frame.answers[tokens[index]]))
        _add_answer(own, frame, items[index], frame.labels[index])
    SubElement(folded, "div", {"class": "answers-more"}).extend(after)


def _add_answer(own: Element, frame: QuestionFrame, item: _Item, label: str) -> None:
    if frame.kind == "order":
        own.text = item.text
        return
    line = SubElement(own, "p", {"class": "answer-label"})
    if frame.kind == "numeric":
        SubElement(line, "span", {"class": "answer-what"}).text = item.text
    _said(line, "span", "answer-verdict", label)
    SubElement(own, "div", {"class": "explanation"}).extend(item.explanation)


def _said(parent: Element, tag: str, kind: str, text: str) -> None:
    """Words of the page, which are no Markdown."""
    SubElement(parent, tag, {"class": kind}).text = AtomicString(text)


# ── Projects ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def arrange_tasks(section: Element, tokens: frozenset[str], attributes: Mapping[str, str]) -> frozenset[str]:
    """Name the list of a project's tasks and take the marks of these out; the tokens that were found."""
    found: set[str] = set()
    for listed in [child for child in section if child.tag in _LISTS]:
        own = [item for item in listed if _begins_with(item, tokens)]
        for item in own:
            lead = _lead(item)
            assert lead is not None
            token = _begins_with(item, tokens)
            lead.text = (lead.text or "").lstrip().removeprefix(token)
            item.set("data-task", str(len(found)))
            found.add(token)
        if own:
            for name, value in attributes.items():
                listed.set(name, value)
    return frozenset(found)


def _begins_with(item: Element, tokens: frozenset[str]) -> str:
    lead = _lead(item)
    text = (lead.text or "").lstrip() if lead is not None else ""
    return next((token for token in tokens if text.startswith(token)), "")
