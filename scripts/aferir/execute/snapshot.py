"""A lesson's namespace after its cells ran, as bytes: a new number is evaluated in it, and nothing trains again.

Only the child that runs snippets imports this module, so pickles are loaded under its limits and nowhere else. What is
kept: the namespace with its functions, classes and closures, the course's own modules with whatever the cells did to
them, the random generators, and how NumPy prints and warns. Names that share an object or memory still do.

What cannot be kept exactly is refused, and then the cells run again: open files, generators, locks and threads; files
in the lesson's folder; a changed environment; a memoised function that remembers results; a module beyond the course
that the snippet imports and patches; more than ``LARGEST`` bytes. Not seen: what a cell changes inside a foreign module
without rebinding a name of it.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import importlib.util
import io
import operator
import os
import pickle
import random
import sys
import threading
import types
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

import cloudpickle

from .arrays import array_made_again

LARGEST = 64 * 2**20
"""Bytes of a snapshot. A lesson that holds more runs its cells again for a new number."""

_CLASSES_MET = cloudpickle.cloudpickle._DYNAMIC_CLASS_TRACKER_BY_CLASS  # noqa: SLF001 - nothing else says so
_CHANGED_BY_US = frozenset({"builtins", "os", "sys", "tempfile", "warnings"})
"""Modules in which the process that runs cells sets names before the first of them."""
_OF_THE_IMPORT = ("__builtins__", "__loader__", "__spec__", "__cached__")


@dataclass(frozen=True, slots=True)
class Before:
    """What the cells found: shallow copies of every loaded module's names, and the environment."""

    modules: Mapping[str, Mapping[str, object]]
    environment: Mapping[str, str]
    folder: str


@functools.cache
def loaded() -> Mapping[str, tuple[types.ModuleType, Mapping[str, object]]]:
    """What was loaded when this was first asked, before any cell ran, with the names in it as they were.

    Asked in the warm process, so that its children share the answer: to copy the names of a thousand modules is to
    touch every object that they hold, and with it most of the memory that a child shares.
    """
    return {name: (module, dict(vars(module))) for name, module in _modules()}


def before() -> Before:
    """The state to compare with, taken before the first cell."""
    known = loaded()
    modules = {
        name: known[name][1]
        if name in known and known[name][0] is module and name not in _CHANGED_BY_US
        else dict(vars(module))
        for name, module in _modules()
    }
    return Before(modules, dict(os.environ), str(Path.cwd()))


def taken(namespace: dict[str, object], course: str, start: Before | None) -> bytes | None:
    """The snapshot of ``namespace``; None when it cannot be kept exactly. ``course``: the folder of its modules.

    ``start`` is what the cells found; None when they did not run in this process.
    """
    try:
        own = _course_modules(course)
        if start and _changed(start, namespace, own):
            return None
        known = len(_CLASSES_MET)
        data = _dumped(namespace, own)
        # cloudpickle gives a class a name of its own when it first meets it, and writes it from then on: see the test
        return data if len(_CLASSES_MET) == known else _dumped(namespace, own)
    except Exception:  # noqa: BLE001 - any object of a lesson may refuse, in its own way: then the cells run again
        return None


def restore(data: bytes, namespace: dict[str, object]) -> None:
    """Make ``namespace``, that of ``__main__``, and everything beside it what it was when ``data`` was taken.

    Raises whatever pickle raises for data that cannot be loaded.
    """
    loaded()  # what is loaded from here on is the course's
    stream = io.BytesIO(data)
    names: tuple[str, ...] = pickle.load(stream)  # noqa: S301 - our own, checksummed, and in the limited child
    for name in names:
        _bare_module(name)
    namespace["__builtins__"] = vars(builtins)
    state = _Unpickler(stream, namespace).load()
    namespace.clear()
    namespace.update(state["namespace"], __builtins__=vars(builtins))
    for name, own in state["modules"].items():
        vars(sys.modules[name]).update(own)
    _set_surroundings(state["surroundings"])


# ── What is around the namespace ─────────────────────────────────────────────────────────────────────────────────────


def _modules() -> Iterator[tuple[str, types.ModuleType]]:
    return ((name, item) for name, item in list(sys.modules.items()) if isinstance(item, types.ModuleType))


def _course_modules(folder: str) -> dict[str, types.ModuleType]:
    """The loaded modules that lie below the course's folder, packages before what they hold."""
    root = os.path.realpath(folder) + os.sep
    first = loaded()
    later = ((name, module) for name, module in _modules() if name not in first or first[name][0] is not module)
    found = {name: module for name, module in later if _place(module).startswith(root)}
    return dict(sorted(found.items())) if folder else {}


def _place(module: types.ModuleType) -> str:
    path = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), "")
    return os.path.realpath(path) if isinstance(path, str) and path else ""


def _changed(start: Before, namespace: Mapping[str, object], own: Mapping[str, types.ModuleType]) -> bool:
    """Whether the cells left something that no snapshot holds."""
    folder = str(Path.cwd())
    if threading.active_count() > 1 or folder != start.folder or any(Path(folder).iterdir()):
        return True
    return dict(os.environ) != start.environment or _patched(start, [namespace, *map(vars, own.values())])


def _patched(start: Before, spaces: list[Mapping[str, object]]) -> bool:
    """Whether a name of a foreign package that the lesson imports is bound to something else than before."""
    named = {item.__name__ for space in spaces for item in space.values() if isinstance(item, types.ModuleType)}
    packages = {name.split(".")[0] for name in named} | {"builtins", "random", "numpy"}
    return any(
        any(
            map(
                operator.is_not, start.modules[name].values(), map(vars(module).get, start.modules[name], repeat(start))
            )
        )
        for name, module in _modules()
        if name.split(".")[0] in packages and name in start.modules
    )


def _surroundings() -> dict[str, object]:
    state: dict[str, object] = {"random": random.getstate(), "filters": list(warnings.filters)}
    if "numpy" in sys.modules:
        import numpy as np  # noqa: PLC0415 - a course without NumPy runs as well

        state |= {"numpy": np.random.get_state(), "print": np.get_printoptions(), "errors": np.geterr()}  # noqa: NPY002
    return state


def _set_surroundings(state: dict[str, Any]) -> None:
    random.setstate(state["random"])
    warnings.filters[:] = state["filters"]  # type: ignore[index]
    warnings._filters_mutated()  # type: ignore[attr-defined]  # noqa: SLF001 - or warnings would not look again
    if "numpy" in state:
        import numpy as np  # noqa: PLC0415 - a course without NumPy runs as well

        np.random.set_state(state["numpy"])  # noqa: NPY002
        np.set_printoptions(**{name: value for name, value in state["print"].items() if name != "override_repr"})
        np.seterr(**state["errors"])


def _bare_module(name: str) -> None:
    """A module of the course as the import system makes it, its code not run: the snapshot has what it held."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise ModuleNotFoundError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    parent, _, last = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], last, module)


# ── Pickling ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _dumped(namespace: dict[str, object], own: Mapping[str, types.ModuleType]) -> bytes:
    stream = _Bounded()
    pickle.dump(tuple(own), stream)
    spaces = {name: _kept(vars(module)) for name, module in own.items()}
    with _by_value(own.values()):
        pickler = _Pickler(stream, namespace, own)
        pickler.dump({"namespace": _kept(namespace), "modules": spaces, "surroundings": _surroundings()})
    return stream.getvalue()


def _kept(space: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in space.items() if name not in _OF_THE_IMPORT}


@contextlib.contextmanager
def _by_value(modules: Any) -> Iterator[None]:
    """Functions of these modules are pickled whole: their defaults and closures may have changed, too."""
    modules = list(modules)
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


class _Bounded(io.BytesIO):
    def write(self, data: Any) -> int:
        if self.tell() + len(data) > LARGEST:
            raise pickle.PicklingError(f"more than {LARGEST} bytes")
        return super().write(data)


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    """cloudpickle's, with functions that keep the very namespaces they were defined in, and nothing kept by half."""

    def __init__(self, stream: io.BytesIO, namespace: dict[str, object], own: Mapping[str, types.ModuleType]) -> None:
        super().__init__(stream, protocol=4)  # 5 gives arrays whose memory is not their own
        spaces = {"__main__": namespace} | {name: vars(module) for name, module in own.items()}
        modules = {"__main__": sys.modules["__main__"], **own}
        self._known = {id(space): ("names", name) for name, space in spaces.items()}
        self._known |= {id(module): ("module", name) for name, module in modules.items()}
        self._own = frozenset(modules)
        self.globals_ref.update({id(space): space for space in spaces.values()})

    def persistent_id(self, item: object) -> tuple[str, str] | None:
        """Namespaces and modules are those of the process that loads."""
        return self._known.get(id(item))

    def reducer_override(self, item: Any) -> Any:
        """Refuse what cloudpickle would keep by half; keep of an array its layout and whose memory it shares."""
        if isinstance(item, io.IOBase | memoryview):
            raise pickle.PicklingError(f"a {type(item).__name__} cannot be kept")
        if isinstance(item, functools._lru_cache_wrapper) and item.__module__ in self._own:  # noqa: SLF001 - its only name
            return _memoised(item)
        np = sys.modules.get("numpy")
        if np and isinstance(item, np.ndarray):
            return array_made_again(item, np)
        return super().reducer_override(item)


class _Unpickler(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, namespace: dict[str, object]) -> None:
        super().__init__(stream)
        self._namespace = namespace

    def persistent_load(self, name: tuple[str, str]) -> object:
        """The namespace or module of this process."""
        kind, module = name
        if kind == "module":
            return sys.modules[module]
        return self._namespace if module == "__main__" else vars(sys.modules[module])


def _memoised(function: Any) -> Any:
    if function.cache_info().currsize or vars(function).keys() - {"__wrapped__", "cache_parameters"} - set(
        functools.WRAPPER_ASSIGNMENTS
    ):
        raise pickle.PicklingError("a function that remembers results cannot be kept")
    return _memoised_again, (function.__wrapped__, function.cache_parameters())


def _memoised_again(function: Any, parameters: Mapping[str, Any]) -> Any:
    return functools.lru_cache(**parameters)(function)
