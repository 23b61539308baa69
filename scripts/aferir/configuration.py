"""``mkdocs.yml`` -> settings, each fault at its line and column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import yaml
from yaml_env_tag import construct_env_tag

from .errors import AferirError
from .settings import Settings, settings_from
from .yaml_file import Keys, YamlFile, read_yaml


def read_settings(config: Path, options: Mapping[str, object] | None = None) -> Settings:
    """The settings of the course of ``config``. ``options`` are those that MkDocs has read; else they are read here.

    Raises AferirError, naming file, line and column, for a file that cannot be read and for what is wrong under
    ``aferir:``.
    """
    file = _settling(read_yaml(config, config.name, _OwnTags), config.parent)
    data = file.data if isinstance(file.data, dict) else {}
    _need_own_origin(file, data)
    way, written = _options(data)
    if not isinstance(written, dict | None):
        raise AferirError(f"{file.at(*way)}: aferir: holds settings, one a line; example: cell_seconds: 60")
    own = dict(written or {}) if options is None else dict(options)
    own.pop("enabled", None)  # MkDocs' own switch for a plugin
    if isinstance(data.get("docs_dir"), str):
        own.setdefault("docs", data["docs_dir"])

    def place(name: str, part: str = "") -> str:
        return file.at(*way, name) if part else file.at_key(*way, name)

    return settings_from(own, config.parent, place)


def written_theme(config: Path) -> object:
    """What ``mkdocs.yml`` says of its theme: a mapping of options, or its name alone."""
    data = read_yaml(config, config.name, _OwnTags).data
    parent = data.get("INHERIT") if isinstance(data, dict) and "theme" not in data else None
    if isinstance(parent, str) and (config.parent / parent).is_file():
        return written_theme(config.parent / parent)
    return data.get("theme") if isinstance(data, dict) else None


def _settling(file: YamlFile, folder: Path) -> YamlFile:
    """The file that names the plugins: ``file``, or one that it inherits from."""
    data = file.data if isinstance(file.data, dict) else {}
    parent = data.get("INHERIT")
    if "plugins" in data or not isinstance(parent, str):
        return file
    path = folder / parent
    if not path.is_file():
        raise AferirError(f"{file.at('INHERIT')}: there is no file {parent} to inherit from")
    return _settling(read_yaml(path, parent, _OwnTags), path.parent)


def _need_own_origin(file: YamlFile, data: Mapping[str, object]) -> None:
    """Raise AferirError for what would make each page ask another host."""
    theme = data.get("theme")
    if isinstance(theme, dict) and theme.get("font"):
        raise AferirError(
            f"{file.at('theme', 'font')}: the theme would load this font from another host, and Aferir brings its own: "
            "leave font out"
        )
    if re.search("github.com|gitlab", str(data.get("repo_url", ""))):
        raise AferirError(
            f"{file.at_key('repo_url')}: with a repo_url each page asks its host for numbers to show; leave it out and "
            "write the whole address in edit_uri; example: edit_uri: https://github.com/me/course/edit/main/docs/"
        )


def _options(data: Mapping[str, object]) -> tuple[Keys, object]:
    """What stands under ``aferir:`` and the keys that lead there; MkDocs takes a list of plugins or a mapping."""
    plugins = data.get("plugins")
    if isinstance(plugins, dict):
        return ("plugins", "aferir"), plugins.get("aferir")
    for index, item in enumerate(plugins if isinstance(plugins, list) else ()):
        if isinstance(item, dict) and "aferir" in item:
            return ("plugins", index, "aferir"), item["aferir"]
    return ("plugins",), None


class _OwnTags(yaml.SafeLoader):
    """``!ENV`` gives what MkDocs makes of it; its other tags (``!!python/name``) are no settings: they load as None."""


_OwnTags.add_multi_constructor("", lambda _loader, _suffix, _node: None)
_OwnTags.add_constructor("!ENV", construct_env_tag)
