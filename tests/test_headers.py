"""The file ``_headers``: hashed folders for ever, nothing else, and a clear word where no site lies."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from aferir.__main__ import main


def test_hashed_folders_are_named_and_no_others(tmp_path: Path) -> None:
    for name in (
        "pyodide-767a57e4b202",
        "aferir-e4775b61e16d",
        "images",
        "javascripts",
        "pyodide-767a",
        "x-767a57e4b20g",
    ):
        (tmp_path / "assets" / name).mkdir(parents=True)
    done = CliRunner().invoke(main, ["headers", str(tmp_path)])
    assert done.exit_code == 0
    assert done.stdout == (
        "# Folders that carry the hash of what they hold: a browser may keep them for ever.\n"
        "/assets/aferir-e4775b61e16d/*\n  Cache-Control: public, max-age=31536000, immutable\n"
        "/assets/pyodide-767a57e4b202/*\n  Cache-Control: public, max-age=31536000, immutable\n"
    )


def test_a_folder_that_is_no_site_is_said(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["headers", str(tmp_path)])
    assert done.exit_code == 2
    assert "is no built site" in done.stderr
