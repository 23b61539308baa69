"""Templates of a theme as Jinja compiled them for an earlier build: to compile them takes longer than to fill them."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Iterable, Iterator

from jinja2 import BytecodeCache, Environment, TemplateNotFound, TemplateSyntaxError
from jinja2.bccache import Bucket
from jinja2.nodes import Const, Extends, FromImport, If, Import, Include, Node

from .cache import installed_versions
from .stores import Store


class Compiled(BytecodeCache):
    """Keeps what an environment compiles, by the template's name and file, and by what decides how it is compiled.

    Jinja itself keeps the hash of the template's source in each entry, and the store that of the entry.
    """

    def __init__(self, store: Store, environment: Environment) -> None:
        self._store = store
        syntax = [repr(getattr(environment, name)) for name in _SYNTAX]
        machine = [importlib.util.MAGIC_NUMBER.hex(), dict(installed_versions())]
        self._made_by = json.dumps([syntax, sorted(environment.extensions), sorted(environment.filters), machine])

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a bucket its code, if it is kept."""
        data = self._store.get(self._key(bucket))
        if data is not None:
            bucket.bytecode_from_string(data)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a bucket's code."""
        self._store.put(self._key(bucket), bucket.bytecode_to_string())

    def _key(self, bucket: Bucket) -> str:
        return hashlib.sha256(f"{self._made_by}\0{bucket.key}".encode()).hexdigest()


_SYNTAX = (
    *("block_start_string", "block_end_string", "variable_start_string", "variable_end_string"),
    *("comment_start_string", "comment_end_string", "line_statement_prefix", "line_comment_prefix"),
    *("trim_blocks", "lstrip_blocks", "newline_sequence", "keep_trailing_newline"),
    *("optimized", "autoescape", "is_async"),
)


def compile_ahead(environment: Environment, compiled: Compiled, names: Iterable[str]) -> None:
    """Keep the code of templates, and of those that they name whatever they show, if it is not kept.

    What is not there or has a mistake is left to whoever fills it, and who can say so.
    """
    assert environment.loader, "an environment that finds its templates"
    seen, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            source, file, _ = environment.loader.get_source(environment, name)
            bucket = compiled.get_bucket(environment, name, file, source)
            if bucket.code is None:
                tree = environment.parse(source, name, file)
                waiting += _named_for_certain(tree)
                bucket.code = environment.compile(tree, name, file)
                compiled.set_bucket(bucket)
        except (TemplateNotFound, TemplateSyntaxError):
            continue


def _named_for_certain(node: Node) -> Iterator[str]:
    """The templates that a part of a template names under no condition."""
    for part in node.iter_child_nodes():
        if isinstance(part, Extends | Import | FromImport | Include) and isinstance(part.template, Const):
            yield str(part.template.value)
        elif not isinstance(part, If):
            yield from _named_for_certain(part)
