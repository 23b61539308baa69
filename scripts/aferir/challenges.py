"""``snippets/challenges/<id>/`` -> ChallengeFiles, and what is wrong with them (AF501 to AF505)."""

from __future__ import annotations

import ast
import os
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import finding
from .feedback import placeholders
from .grader import DEFINED
from .grading import Limits, function_name, sources, verdicts_of
from .guidance import step_findings, steps_of, walk_findings
from .model import ChallengeFiles, Equivalent, Finding, Position
from .recognition import assignment_of, constant_of, misconceptions_of
from .settings import challenge_folders

_SOURCES = ("starter", "solution", "checks", "misconceptions")
_CHECK_TEXTS = {"title": True, "why": True, "fail": False}
"""The texts of a check, and whether it must have them."""

_START = Position(1, 1)

Texts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a challenge lies: its folder, and that folder as findings name it."""

    folder: Path
    shown: str

    @property
    def id(self) -> str:
        return self.folder.name

    def unreadable(self, file: str, reason: str, line: int = 1) -> Finding:
        return finding("AF501", f"{self.shown}/{file}", Position(line, 1), reason=reason)


def load_challenges(
    folder: Path, shown_folder: str, languages: Sequence[str], begun: Sequence[str] = ()
) -> dict[str, tuple[ChallengeFiles | None, tuple[Finding, ...]]]:
    """Every challenge below ``folder`` by its id, each with its findings; see ``read_challenge``.

    What is wrong between challenges (a step that is none) is a finding of the challenge whose file has to change.
    """
    folders = challenge_folders(folder)
    read = {path.name: read_challenge(path, f"{shown_folder}/{path.name}", languages, begun) for path in folders}
    between = list(step_findings({name: challenge for name, (challenge, _) in read.items()}))
    return {name: (challenge, (*own, *_below(name, between, own))) for name, (challenge, own) in read.items()}


def _below(name: str, between: Iterable[Finding], known: Collection[Finding]) -> Iterator[Finding]:
    """Those findings that lie in the folder of a challenge and are not known yet."""
    return (item for item in between if item.path.split("/")[-2] == name and item not in known)


def read_challenge(
    folder: Path, shown_folder: str, languages: Sequence[str], begun: Sequence[str] = ()
) -> tuple[ChallengeFiles | None, tuple[Finding, ...]]:
    """The challenge in ``folder`` and what is missing or malformed in it; None when a file cannot be read at all.

    ``shown_folder`` is the folder as findings name it; a language of ``begun`` may go without texts. Nothing is
    executed here.
    """
    place = _Place(folder, shown_folder)
    sources, source_findings = _read_sources(place)
    started = [code for code in begun if (folder / f"texts.{code}.toml").exists()]
    texts, written, text_findings = _read_texts(place, [*languages, *started])
    equivalent, equivalent_findings = _read_equivalent(place)
    found = (*source_findings, *text_findings, *equivalent_findings)
    if source_findings or any(code not in texts for code in languages):
        return None, found
    steps = steps_of(sources["checks"]) or ()
    challenge = ChallengeFiles(
        place.id, shown_folder, **sources, texts=texts, steps=steps, equivalent=equivalent, written=written
    )
    return challenge, (*found, *_source_findings(place, challenge), *_text_findings(place, challenge))


def challenge_findings(challenge: ChallengeFiles, snippets_folder: Path) -> tuple[Finding, ...]:
    """What running the challenge shows: AF503 for a solution its checks refuse, AF504 for each misconception that
    passes or is not recognised. Takes about 0.1 s per misconception, in a limited process.

    A challenge whose reading gave AF501 proves nothing and shows nothing here. When the checks cannot judge, the
    solution is refused or the misconceptions do not run, that is the one finding: the rest would follow from it.
    """
    (found,) = findings_of_all([challenge], snippets_folder)
    return found


def findings_of_all(challenges: Iterable[ChallengeFiles], snippets_folder: Path) -> tuple[tuple[Finding, ...], ...]:
    """The findings of each of several challenges, of which as many run at once as there are processors.

    What parses Python stands before and after the threads: two of them must not be in its parser at once.
    """
    trials = [_trial_of(challenge) for challenge in challenges]
    limits = Limits(snippets_folder)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        tried = list(pool.map(lambda trial: _tried(trial, limits) if trial else None, trials))
    pairs = zip(trials, tried, strict=True)
    return tuple(tuple(_shown_by(trial, found)) if trial and found else () for trial, found in pairs)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What is judged of a challenge: its solution and, by name, its misconceptions, which stand at ``lines``."""

    challenge: ChallengeFiles
    asked: Mapping[str, Any]
    misconceptions: Mapping[str, str]
    lines: Mapping[str, int]


def _trial_of(challenge: ChallengeFiles) -> _Trial | None:
    if any(_source_findings(_Place(Path(challenge.folder), challenge.folder), challenge)):
        return None
    lines, function = misconceptions_of(challenge.misconceptions).lines, function_name(challenge.checks)
    wrong = {name: f"{challenge.misconceptions}\n{function} = {name}\n" for name in lines}
    return _Trial(challenge, sources(challenge), wrong, lines)


def _tried(trial: _Trial, limits: Limits) -> tuple[Mapping[str, Any], Mapping[str, Mapping[str, Any]]]:
    """The verdicts on the solution and, when it passes, on the misconceptions."""
    solution = verdicts_of(dict(trial.asked), {"": trial.challenge.solution}, limits)[""]
    is_refused = solution["status"] == "error" or _first_failed(solution)
    return solution, {} if is_refused else verdicts_of(dict(trial.asked), trial.misconceptions, limits)


def _shown_by(trial: _Trial, tried: tuple[Mapping[str, Any], Mapping[str, Mapping[str, Any]]]) -> Iterator[Finding]:
    solution, found = tried
    broken = _refused_solution(trial.challenge, solution) or _broken_misconceptions(trial.challenge, found.values())
    if broken:
        yield broken
        return
    for name, line in trial.lines.items():
        yield from _unrecognised(trial.challenge, name, line, found[name])


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _read_sources(place: _Place) -> tuple[dict[str, str], list[Finding]]:
    sources, findings = {}, []
    for name in _SOURCES:
        try:
            sources[name] = (place.folder / f"{name}.py").read_text(encoding="utf-8")
            ast.parse(sources[name])
        except FileNotFoundError:
            findings.append(place.unreadable(f"{name}.py", f"challenge {place.id} has no {name}.py"))
        except SyntaxError as error:
            findings.append(place.unreadable(f"{name}.py", f"{error.msg}", error.lineno or 1))
        except ValueError as error:  # bytes that are no UTF-8, null bytes
            findings.append(place.unreadable(f"{name}.py", str(error)))
    return sources, findings


def _read_texts(place: _Place, languages: Sequence[str]) -> tuple[dict[str, Texts], dict[str, str], list[Finding]]:
    """The texts by language, and as they are written."""
    texts: dict[str, Texts] = {}
    written: dict[str, str] = {}
    findings = []
    for code in languages:
        file = f"texts.{code}.toml"
        try:
            written[code] = (place.folder / file).read_text(encoding="utf-8")
            texts[code] = tomllib.loads(written[code])
        except FileNotFoundError:
            findings.append(place.unreadable(file, f"challenge {place.id} has no texts in {code}: {file} is missing"))
        except ValueError as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
            findings.append(place.unreadable(file, f"{file} is not TOML: {error}", _toml_line(error)))
    return texts, written, findings


def _read_equivalent(place: _Place) -> tuple[tuple[Equivalent, ...], list[Finding]]:
    """The mutants of the solution that are said to do the same; most challenges have none, and no such file."""
    file = "equivalent.toml"
    try:
        data = tomllib.loads((place.folder / file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return (), []
    except ValueError as error:
        return (), [place.unreadable(file, f"{file} is not TOML: {error}", _toml_line(error))]
    entries = data.get("equivalent")
    is_list = isinstance(entries, list) and set(data) == {"equivalent"}
    if not is_list or not all(_is_equivalent(entry) for entry in entries):  # type: ignore[union-attr]
        return (), [place.unreadable(file, f'{file}: each [[equivalent]] has operator, line and reason, all "…"')]
    return tuple(Equivalent(**entry) for entry in entries), []  # type: ignore[union-attr]


def _is_equivalent(entry: object) -> bool:
    is_table = isinstance(entry, dict) and set(entry) == {"operator", "line", "reason"}
    return is_table and all(isinstance(value, str) and value.strip() for value in entry.values())  # type: ignore[attr-defined]


def _toml_line(error: ValueError) -> int:
    _, found, rest = str(error).partition("(at line ")
    return int(rest.partition(",")[0]) if found else 1


# ── Sources ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _source_findings(place: _Place, challenge: ChallengeFiles) -> Iterator[Finding]:
    function = function_name(challenge.checks)
    names = _defined_lines(challenge.checks)
    if not function:
        yield place.unreadable("checks.py", 'checks.py does not say which function is judged: FUNCTION = "multi_head"')
        return
    for name in ("REFERENCE", "PARTS"):
        if name not in names:
            yield place.unreadable("checks.py", f"checks.py does not assign {name}")
    yield from _case_findings(place, challenge.checks)
    if steps_of(challenge.checks) is None:
        line = names["STEPS"]
        yield place.unreadable("checks.py", 'STEPS is written out as a list: STEPS = ["split_heads"]', line)
    for file, source in (("starter.py", challenge.starter), ("solution.py", challenge.solution)):
        if function not in _defined_lines(source):
            yield place.unreadable(file, f"{file} does not define {function}")
    yield from _shared_findings(place, challenge.misconceptions)


def _case_findings(place: _Place, checks: str) -> Iterator[Finding]:
    functions = _functions(checks)
    for prefix in ("case_", "check_"):
        if not any(name.startswith(prefix) for name in functions):
            yield place.unreadable("checks.py", f"checks.py has no function {prefix}<name>")
    for name, node in functions.items():
        last = node.body[-1]
        if name.startswith("case_") and not (isinstance(last, ast.Return) and last.value):
            yield place.unreadable("checks.py", f"{name} must end with return and the arguments", node.lineno)
    yield from _not_literal(place, "checks.py", checks, "NEEDS")
    for name in constant_of(ast.parse(checks), "NEEDS") or {}:
        if f"check_{name}" not in functions:
            yield place.unreadable("checks.py", f"NEEDS names “{name}”, which is no check")


def _shared_findings(place: _Place, source: str) -> Iterator[Finding]:
    yield from _not_literal(place, "misconceptions.py", source, "SHARED")
    misconceptions = misconceptions_of(source)
    for pair in misconceptions.shared.items():
        for used in pair:
            if used not in misconceptions.lines:
                yield place.unreadable("misconceptions.py", f"SHARED names “{used}”, which is no misconception")


def _functions(source: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


def _not_literal(place: _Place, file: str, source: str, name: str) -> Iterator[Finding]:
    tree = ast.parse(source)
    node = assignment_of(tree, name)
    if node and constant_of(tree, name) is None:
        yield place.unreadable(file, f'{name} is written out as a dict: {name} = {{"…": …}}', node.lineno)


def _defined_lines(source: str) -> dict[str, int]:
    """The line of each name that a module defines: by ``def``, ``class``, import or assignment."""
    lines = {}
    for node in ast.parse(source).body:
        for name in _names_defined(node):
            lines[name] = node.lineno
    return lines


def _names_defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value:
            yield name
        case ast.Import(names=imported) | ast.ImportFrom(names=imported):
            yield from (item.asname or item.name.partition(".")[0] for item in imported)


# ── Texts ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _text_findings(place: _Place, challenge: ChallengeFiles) -> Iterator[Finding]:
    yield from _missing_texts(place, challenge)
    yield from walk_findings(challenge)


def _missing_texts(place: _Place, challenge: ChallengeFiles) -> Iterator[Finding]:
    wanted = dict(_wanted_texts(challenge))
    given = {code: dict(_given_texts(texts)) for code, texts in challenge.texts.items()}
    for code, texts in given.items():
        file = f"texts.{code}.toml"
        everywhere = {key for other in given.values() for key in other if key in wanted} - set(texts)
        for key in sorted({key for key, needed in wanted.items() if needed and key not in texts} | everywhere):
            yield finding("AF502", f"{place.shown}/{file}", _START, challenge=place.id, key=key, language=code)
        for key in sorted(set(texts) - set(wanted)):
            yield place.unreadable(file, f"{file} has a text “{key}”, which nothing shows")
        yield from _malformed_texts(place, file, texts, given)


def _malformed_texts(
    place: _Place, file: str, texts: Mapping[str, object], given: Mapping[str, Mapping[str, object]]
) -> Iterator[Finding]:
    for key, text in texts.items():
        if key == "walk":
            continue  # see `walk_findings`
        if key == "hints":
            if not isinstance(text, list) or not text or not all(isinstance(hint, str) for hint in text):
                yield place.unreadable(file, f'{file}: hints is a list of texts: hints = ["…", "…"]')
        elif not isinstance(text, str) or not text.strip():
            yield place.unreadable(file, f'{file}: “{key}” is no text: {key.rpartition(".")[2]} = "…"')
        elif key.endswith(".fail"):
            yield from _placeholder_findings(place, file, key, [other.get(key) for other in given.values()])


def _placeholder_findings(place: _Place, file: str, key: str, texts: Iterable[object]) -> Iterator[Finding]:
    try:
        names = [placeholders(text) for text in texts if isinstance(text, str)]
    except ValueError as error:
        yield place.unreadable(file, f"{file}: “{key}”: {error}")
        return
    if any(other != names[0] for other in names):
        listed = ", ".join(f"{{{name}}}" for name in sorted(set.union(*names)))
        yield place.unreadable(file, f"{file}: “{key}” does not have the same placeholders in every language: {listed}")


def _wanted_texts(challenge: ChallengeFiles) -> Iterator[tuple[str, bool]]:
    """Every key a text may have, and whether it must be there."""
    yield from (("title", True), ("passed", True), ("hints", True), ("statement", False), ("walk", False))
    for name in _functions(challenge.checks):
        if name.startswith("check_"):
            yield from ((f"checks.{name.removeprefix('check_')}.{key}", must) for key, must in _CHECK_TEXTS.items())
    misconceptions = misconceptions_of(challenge.misconceptions)
    for name in misconceptions.lines:
        if misconceptions.name_shown(name) == name:
            yield f"misconceptions.{name}.message", True


def _given_texts(texts: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from _given_texts(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _refused_solution(challenge: ChallengeFiles, verdict: Mapping[str, Any]) -> Finding | None:
    if verdict["status"] == "error":
        reason = f"checks.py cannot judge the solution: {verdict['fault']}"
        return finding("AF501", f"{challenge.folder}/checks.py", Position(verdict["line"] or 1, 1), reason=reason)
    failed = _first_failed(verdict)
    if not failed:
        return None
    defined = _defined_lines(challenge.solution)[function_name(challenge.checks)]
    line, raised = _raised(failed)
    check = f"{failed['name']} ({raised})" if raised else failed["name"]
    path = f"{challenge.folder}/solution.py"
    return finding("AF503", path, Position(line or defined, 1), challenge=challenge.id, check=check)


def _broken_misconceptions(challenge: ChallengeFiles, found: Iterable[Mapping[str, Any]]) -> Finding | None:
    """The finding when the file of the misconceptions raises before any of them is called."""
    for verdict in found:
        failed = _first_failed(verdict)
        if failed and failed["name"] == DEFINED:
            line, raised = _raised(failed)
            reason = f"misconceptions.py does not run: {raised or failed['failure']['code']}"
            path = f"{challenge.folder}/misconceptions.py"
            return finding("AF501", path, Position(line or 1, 1), reason=reason)
    return None


def _first_failed(verdict: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return next((check for check in verdict["checks"] if check["status"] == "failed"), None)


def _raised(check: Mapping[str, Any]) -> tuple[int, str]:
    """The line of the judged file at which a failed check raised, and the exception; 0 and nothing when none did."""
    details = check["failure"]["details"]
    return details.get("line", 0), details.get("error", "")


def _unrecognised(challenge: ChallengeFiles, name: str, line: int, verdict: Mapping[str, Any]) -> Iterator[Finding]:
    wanted, found = misconceptions_of(challenge.misconceptions).name_shown(name), verdict["misconception"]
    if verdict["status"] == "failed" and found == wanted:
        return
    reasons = {"passed": "passes every check", "error": f"cannot be judged: {verdict['fault']}"}
    taken = f"is taken for {found}: declare it in SHARED, or add a case that tells them apart"
    reason = reasons.get(verdict["status"], taken if found else "is not recognised")
    path = f"{challenge.folder}/misconceptions.py"
    yield finding("AF504", path, Position(line, 1), name=name, challenge=challenge.id, reason=reason)
