"""What one page of the built site holds that matters to its policy: scripts in place, and what it loads from where."""

from __future__ import annotations

import html.parser
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlsplit

Attributes = Mapping[str, str]

_LOADED: Mapping[str, tuple[str, ...]] = {
    "audio": ("src",),
    "form": ("action",),
    "iframe": ("src",),
    "image": ("href", "xlink:href"),
    "img": ("src", "srcset"),
    "input": ("src", "formaction"),
    "link": ("href",),
    "script": ("src",),
    "source": ("src", "srcset"),
    "track": ("src",),
    "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
}
"""Element -> attributes whose address a browser asks for by itself, or sends a form to."""
_LOADED_LINKS = (
    *("stylesheet", "icon", "manifest", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch"),
    *("apple-touch-icon", "mask-icon"),
)
_SCRIPT_TYPES = ("", "module", "importmap", "text/javascript", "application/javascript", "text/ecmascript")
_FOREIGN = re.compile(r"\s*(?:(?!data:|blob:)[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)
_RUNS = re.compile(r"\s*javascript:", re.IGNORECASE)
_HEAD = re.compile(r"<head(?:\s[^>]*)?>\s*(?:<meta\s+charset=[^>]*>)?", re.IGNORECASE)
_DOCTYPE = re.compile(r"\s*<!doctype[^>]*>", re.IGNORECASE)
_PLAIN = re.compile(
    r"(?:"
    r"<(?:a|abbr|b|code|dd|div|dl|dt|em|figcaption|i|label|li|nav|ol|p|pre|span|strong|table|tbody|td|th|thead|tr|ul)"
    r'(?: (?:class|id|for|title|tabindex|aria-label|href)="[\w ./#?=%-]*")*+>'
    r"|</[a-z][a-z0-9]*>"
    r"|[^<]++"
    r")++"
)
"""A stretch of text, ends, and starts of elements that load nothing, with values that can be no script: no colon, no
``&``. Nearly all of a page is made of a few of them; to take each tag apart would take ten times as long."""
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']""")
_STYLE_ADDRESS = re.compile(r"""(?:@import\s+(?:url\()?|url\()\s*["']?([^"')\s]+)""")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the built site that its policy would refuse to a reader: where, what, and what to write instead."""

    path: str
    line: int
    column: int
    problem: str
    example: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.problem}; {self.example}"


@dataclass(frozen=True)
class SitePage:
    """A page by its path in the site, its text, and the addresses under which the site itself is known."""

    path: str
    text: str
    own: str = ""
    known: tuple[str, ...] | None = None
    """What it loads, when that is known already."""

    @cached_property
    def _read(self) -> _Reader:
        return _read(self.path, self.text, self.own)

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripts in place that a browser would run, as it reads them: each line ends in one line feed."""
        return tuple(script.replace("\r\n", "\n").replace("\r", "\n") for script in self._read.scripts)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What no policy of ours allows: handlers in attributes, addresses of other hosts, plug-ins."""
        return tuple(self._read.faults)

    @property
    def loads(self) -> tuple[str, ...]:
        """Addresses of the site itself that the page loads, as written, in order."""
        return self.known if self.known is not None else tuple(dict.fromkeys(self._read.loads))

    def with_head(self, head: str) -> SitePage:
        """The page with ``head`` before everything that loads or runs.

        Only ``<meta charset>`` stays before it: browsers look for that in the first 1024 bytes.
        """
        found = _HEAD.search(self.text) or _DOCTYPE.match(self.text)
        place = found.end() if found else 0
        added = _read(self.path, head, self.own).loads  # to read a whole page again takes longer than all else here
        loads = tuple(dict.fromkeys((*added, *self.loads)))
        return replace(self, text=self.text[:place] + head + self.text[place:], known=loads)


def _read(path: str, text: str, own: str) -> _Reader:
    reader = _Reader(path, own)
    reader.feed(text)
    reader.close()
    return reader


@dataclass
class _Reader(html.parser.HTMLParser):
    """Collects while it reads."""

    path: str
    own: str
    scripts: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    is_script: bool = False

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def parse_starttag(self, i: int) -> int:
        """Where to read on: behind all that holds nothing to look at."""
        plain = _PLAIN.match(self.rawdata, i)
        return plain.end() if plain else super().parse_starttag(i)

    def parse_endtag(self, i: int) -> int:
        """The same. The end of a script, or of what is read as text, is found as the parser finds it."""
        plain = None if self.cdata_elem or self.is_script else _PLAIN.match(self.rawdata, i)
        return plain.end() if plain else super().parse_endtag(i)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._look_at_attributes(given)
        if tag in ("object", "embed", "applet"):
            self._fault(f"<{tag}> is refused by the policy", "show a picture or a link instead")
        # An icon is for whoever installs the site; the browser asks for it then.
        for address in () if given.get("rel") == "apple-touch-icon" else _addresses(tag, given):
            self._look_at_address(address)
        self.is_script = tag == "script" and "src" not in given and _runs(given)
        if self.is_script:
            self.scripts.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.is_script = self.is_script and tag != "script"

    def handle_data(self, data: str) -> None:
        if self.is_script:
            self.scripts[-1] += data

    def _look_at_attributes(self, given: Attributes) -> None:
        for name, value in given.items():
            if name.startswith("on") and name.isalpha():
                self._fault(f'the attribute {name}="…" holds a script', "put it into a module: addEventListener")
            elif _RUNS.match(value) and name in ("href", "src", "action", "formaction", "xlink:href"):
                self._fault(f'{name}="javascript:…" is a script', "put it into a module: addEventListener")
            elif name.startswith("data-") and name.endswith("-url"):
                self.loads.append(value)

    def _look_at_address(self, address: str) -> None:
        if self.own and address.startswith(self.own):
            self.loads.append(urlsplit(address).path)
        elif _RUNS.match(address):
            return  # told already
        elif _FOREIGN.match(address):
            self._fault(f"{address} is asked of another host", "copy the file into docs/ and link it from there")
        elif address and not address.startswith(("data:", "blob:", "#")):
            self.loads.append(address)

    def _fault(self, problem: str, example: str) -> None:
        line, column = self.getpos()
        self.faults.append(Fault(self.path, line, column + 1, problem, example))


def _addresses(tag: str, given: Attributes) -> Iterator[str]:
    """What an element makes a browser ask for."""
    if tag == "link" and not set(given.get("rel", "").lower().split()) & set(_LOADED_LINKS):
        return
    for name in _LOADED.get(tag, ()):
        if name not in given:
            continue
        if name == "srcset":
            yield from (part.split()[0] for part in given[name].split(",") if part.split())
        else:
            yield given[name].strip()


def _runs(given: Attributes) -> bool:
    """Whether a browser runs a script in place; others hold data."""
    return given.get("type", "").strip().lower() in _SCRIPT_TYPES


def style_faults(path: str, text: str) -> tuple[Fault, ...]:
    """The addresses of other hosts in a style sheet."""
    return tuple(_style_fault(path, text, match) for match in _STYLE_ADDRESS.finditer(text) if _FOREIGN.match(match[1]))


def _style_fault(path: str, text: str, match: re.Match[str]) -> Fault:
    line = text.count("\n", 0, match.start(1)) + 1
    column = match.start(1) - text.rfind("\n", 0, match.start(1))
    problem = f"{match[1]} is asked of another host"
    return Fault(path, line, column, problem, "copy the file into docs/ and name it from there")


def module_imports(text: str) -> tuple[str, ...]:
    """The addresses that a module imports as soon as it is loaded."""
    return tuple(dict.fromkeys(_IMPORT.findall(text)))
