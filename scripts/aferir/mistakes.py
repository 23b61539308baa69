"""What an exception or a warning of the learner's code means: a code and its details; the words are the page's.

Each rule looks at one kind of exception and says what it stands for, or nothing. Runs in the reader's browser.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from .misfits import axis, broadcast, index, joined, product, reshape
from .misspelt import syntax_mistake
from .scene import Detail, Found, Rule, Scene, scene_of, written


@dataclass(frozen=True, slots=True)
class Mistake:
    """A code of ``browser/mistakes.js`` and what its sentence names; ``line`` is the learner's own, 0 if unknown."""

    code: str
    details: Mapping[str, Detail] = field(default_factory=dict)
    line: int = 0


_CLOSEST = 0.6


def mistake_of(error: BaseException, is_own: Callable[[str], bool]) -> Mistake | None:
    """What ``error`` means; None when there is no better word for it than its own message."""
    if isinstance(error, SyntaxError):
        code, details = syntax_mistake(error)
        return Mistake(code, details, error.lineno or 0)
    scene = scene_of(error, is_own)
    for kind in type(error).__mro__:
        for rule in _RULES.get(kind.__name__, ()):
            found = rule(error, scene)
            if found:
                return Mistake(*found, scene.line)
    return None


def warning_of(message: str) -> str:
    """The code of a NumPy warning, empty for one that is clear by itself."""
    return next((code for pattern, code in _WARNINGS.items() if re.match(pattern, message)), "")


_WARNINGS = {
    r"divide by zero encountered": "warned_division",
    r"invalid value encountered": "warned_invalid",
    r"overflow encountered in scalar": "warned_integer",
    r"overflow encountered": "warned_overflow",
    r"Mean of empty slice": "warned_empty",
}


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _name(error: NameError, scene: Scene) -> Found:
    name = error.name or next(iter(re.findall(r"'(\w+)'", str(error))), "")
    if isinstance(error, UnboundLocalError):
        return "unbound", {"name": name}
    if name in ("np", "numpy"):
        return "not_imported", {"name": name, "import": "import numpy as np"}
    close = _close(name, scene.names)
    if not close and hasattr(np, name):
        return "of_numpy", {"name": name}
    if name in sys.stdlib_module_names:
        return "not_imported", {"name": name, "import": f"import {name}"}
    close = close or _close(name, vars(builtins))
    return ("name_close", {"name": name, "close": close}) if close else ("name", {"name": name})


def _attribute(error: AttributeError, scene: Scene) -> Found:
    owner = written(scene.node.value) if isinstance(scene.node, ast.Attribute) else type(error.obj).__name__
    details = {"owner": owner, "name": error.name or ""}
    if error.obj is None:
        return "none_attribute", details
    close = _close(error.name or "", dir(error.obj))
    return ("attribute_close", {**details, "close": close}) if close else ("attribute", details)


def _key(error: KeyError, scene: Scene) -> Found:
    key = error.args[0] if error.args else None
    node = scene.node
    if not isinstance(node, ast.Subscript):
        return "key", {"key": _plain(key)}
    keys = [item for item in _mapping(scene, node.value) if isinstance(item, str)]
    close = _close(key, keys) if isinstance(key, str) else ""
    details = {"key": _plain(key), "owner": written(node.value)}
    return ("key_close", {**details, "close": repr(close)}) if close else ("key_in", details)


def _mapping(scene: Scene, node: ast.expr) -> Iterable[object]:
    try:
        value = scene.value(node)
    except LookupError:
        return ()
    return value if isinstance(value, dict) else ()


def _module(error: ModuleNotFoundError, _: Scene) -> Found:
    name = (error.name or "").partition(".")[0]
    if name in ("js", "pyodide_js"):
        return "browser", {"name": name}
    if name in ("multiprocessing", "concurrent"):
        return "thread", {}
    if name in sys.stdlib_module_names:
        return "module_absent", {"name": name}
    close = _close(name, ("numpy", "reference")) or _close(name, sys.stdlib_module_names)
    return ("module_close", {"name": name, "close": close}) if close else ("module", {"name": name})


def _import(error: ImportError, _: Scene) -> Found:
    found = re.match(r"cannot import name '(.+?)' from '(.+?)'", str(error))
    if not found:
        return None
    name, module = found.groups()
    close = _close(name, dir(sys.modules.get(module)))
    details = {"owner": module, "name": name}
    return ("attribute_close", {**details, "close": close}) if close else ("attribute", details)


# ── Types and numbers ────────────────────────────────────────────────────────────────────────────────────────────────


def _type(error: TypeError, scene: Scene) -> Found:
    message = str(error)
    for pattern, make in _TYPES.items():
        found = re.search(pattern, message)
        if found:
            return make(found, scene)
    return None


def _not_callable(found: re.Match[str], scene: Scene) -> Found:
    name = written(scene.node.func) if isinstance(scene.node, ast.Call) else "…"
    return "not_callable", {"name": name, "type": found[1].removeprefix("numpy.")}


def _operand_types(found: re.Match[str], _: Scene) -> Found:
    operator, left, right = found.groups()
    if "NoneType" in (left, right):
        return "none_operand", {"operator": operator}
    return "operand_types", {"operator": operator, "left": left, "right": right}


_TYPES: Mapping[str, Callable[[re.Match[str], Scene], Found]] = {
    r"'(.+?)' object is not callable": _not_callable,
    r"unsupported operand type\(s\) for (\S+): '(.+?)' and '(.+?)'": _operand_types,
    r"can only concatenate (str)() \(not \"(.+?)\"\) to str": lambda found, _: (
        "operand_types",
        {"operator": "+", "left": "str", "right": found[3]},
    ),
    r"'NoneType' object is not (subscriptable|iterable)": lambda _f, _s: ("none_used", {}),
    r"^(.+?)\(\) missing \d+ required \S+ arguments?: (.+)$": lambda found, _: (
        "missing_argument",
        {"function": found[1], "arguments": found[2].replace("'", "").replace(" and ", ", ")},
    ),
    r"^(.+?)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+) (?:was|were) given": lambda found, _: (
        "many_arguments",
        {"function": found[1], "most": int(found[2]), "given": int(found[3])},
    ),
    r"^(.+?)\(\) got an unexpected keyword argument '(.+?)'": lambda found, _: (
        "unknown_argument",
        {"function": found[1], "name": found[2]},
    ),
    r"Cannot cast ufunc '\w+' output from dtype\('(\w+)'\) to dtype\('(\w+)'\)": lambda found, _: (
        "cast",
        {"result": found[1], "array": found[2]},
    ),
    r"indices must be integers|cannot be interpreted as an integer|valid indices": lambda _f, _s: ("index_type", {}),
}


def _overflow(error: OverflowError, _: Scene) -> Found:
    found = re.match(r"Python integer (-?\d+) out of bounds for (u?int\d+)", str(error))
    if not found:
        return None
    limits = np.iinfo(found[2])
    return "integer", {"value": found[1], "dtype": found[2], "least": str(limits.min), "most": str(limits.max)}


def _value(error: ValueError, _: Scene) -> Found:
    message = str(error)
    if "truth value of an array" in message:
        return "truth", {}
    found = re.match(r"too many values to unpack \(expected (\d+)", message)
    if found:
        return "unpack_many", {"names": int(found[1])}
    found = re.match(r"not enough values to unpack \(expected (?:at least )?(\d+), got (\d+)\)", message)
    if found:
        return "unpack_few", {"names": int(found[1]), "values": int(found[2])}
    found = re.match(r"could not convert string to float: '?(.*?)'?$", message)
    return ("conversion", {"text": found[1][:40]}) if found else None


def _runtime(error: RuntimeError, _: Scene) -> Found:
    message = str(error)
    if message.startswith("input()"):
        return "input", {}
    if message.startswith("TLS not supported"):
        return "network", {}
    return ("thread", {}) if "start new thread" in message else None


def _system(error: OSError, _: Scene) -> Found:
    return ("thread", {}) if "does not support processes" in str(error) else None


def _always(code: str) -> Rule:
    return lambda _error, _scene: (code, {})


def _file(error: FileNotFoundError, _: Scene) -> Found:
    return "file", {"name": str(error.filename or "")[-40:]}


_RULES: Mapping[str, tuple[Rule, ...]] = {
    "NameError": (_name,),
    "AttributeError": (_attribute,),
    "ModuleNotFoundError": (_module,),
    "ImportError": (_import,),
    "KeyError": (_key,),
    "AxisError": (axis,),
    "IndexError": (index,),
    "TypeError": (_type,),
    "OverflowError": (_overflow,),
    "ValueError": (product, broadcast, reshape, joined, _value),
    "ZeroDivisionError": (_always("division"),),
    "RecursionError": (_always("recursion"),),
    "MemoryError": (_always("memory"),),
    "AssertionError": (_always("assertion"),),
    "SystemExit": (_always("exit"),),
    "KeyboardInterrupt": (_always("exit"),),
    "FileNotFoundError": (_file,),
    "RuntimeError": (_runtime,),
    "URLError": (_always("network"),),
    "gaierror": (_always("network"),),
    "ConnectionError": (_always("network"),),
    "OSError": (_system,),
}


# ── Words that are close ─────────────────────────────────────────────────────────────────────────────────────────────


def _close(name: str, known: Iterable[str]) -> str:
    """The known name that is most like ``name``, differences of case counting least; empty when none is."""
    usable = [other for other in _distinct(known) if not other.startswith("_") or name.startswith("_")]
    alike = [other for other in usable if other.lower() == name.lower()]
    import difflib  # noqa: PLC0415 - a reader's first run waits for what is imported at the top

    return next(iter(alike or difflib.get_close_matches(name, usable, 1, _CLOSEST + 0.1)), "")


def _distinct(names: Iterable[str]) -> Iterator[str]:
    yield from dict.fromkeys(name for name in names if isinstance(name, str))


def _plain(key: object) -> str:
    return repr(key)[:40].replace("`", "'")
