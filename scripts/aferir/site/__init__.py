"""The built site: its folders, and one pass over all of its files before it takes the place of the old one.

Pure functions from files to files. `folders` writes what carries the hash of its content, `marks` looks for syntax that
survived. `finish` is the pass: it reads each page (`pages`), gives all of them one policy (`policy`), the service
worker with its list (`offline`) and what an installed course shows (`webapp`), and writes the manifest that
``aferir verify`` reads (`manifest`).
"""

from __future__ import annotations

from .finish import SiteFacts, finish, retire
from .folders import (
    ContentFolder,
    asset_path,
    browser_strings,
    copy_assets,
    folders_module,
    module_folder,
    swap,
    write_folder,
)
from .marks import pages_with_marks, surviving_marks
from .modules import published_sizes
from .offline import OFFLINE_PAGE
from .webapp import App

__all__ = [
    "OFFLINE_PAGE",
    "App",
    "ContentFolder",
    "SiteFacts",
    "asset_path",
    "browser_strings",
    "copy_assets",
    "finish",
    "folders_module",
    "module_folder",
    "pages_with_marks",
    "published_sizes",
    "retire",
    "surviving_marks",
    "swap",
    "write_folder",
]
