"""The manifest of a published site: whatever differs from what was built is named, and nothing else."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from aferir import __version__
from aferir.__main__ import main
from aferir.site import SiteFacts, finish
from aferir.site.manifest import Entry, Manifest, compare, read_manifest, written


def verify(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["verify", str(folder), *arguments])


@pytest.fixture
def site(tmp_path) -> Path:
    folder = tmp_path / "site"
    for name, data in {"index.html": b"<p>one</p>", "pt/a.json": b"{}", "pt/č.css": b"a{}"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    assert finish(folder, SiteFacts("heads", "")) == ()
    return folder


def test_the_manifest_lists_every_file_with_hash_and_size(site) -> None:
    made = json.loads((site / "aferir.json").read_bytes())
    assert (made["generator"], made["course"]) == (f"aferir {__version__}", "heads")
    assert made["files"]["pt/a.json"] == {"sha256": hashlib.sha256(b"{}").hexdigest(), "size": 2}
    present = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert set(made["files"]) == present - {"aferir.json"}


def test_a_site_as_built_is_0(site) -> None:
    done = verify(site)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.strip().endswith("files are as built")


def test_what_is_missing_changed_or_extra_is_named_and_1(site) -> None:
    (site / "index.html").write_bytes(b"<p>two</p>")
    (site / "pt" / "a.json").unlink()
    (site / "pt" / "b.txt").write_bytes(b"")
    (site / ".git").mkdir()
    (site / ".git" / "HEAD").write_bytes(b"x")
    done = verify(site)
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines[:3] == ["missing: pt/a.json", "changed: index.html", "extra: pt/b.txt"]
    assert lines[3].endswith("; 3 not")
    found = json.loads(verify(site, "--format", "json").stdout)
    assert {key: found[key] for key in ("missing", "changed", "extra")} == {
        "missing": ["pt/a.json"],
        "changed": ["index.html"],
        "extra": ["pt/b.txt"],
    }


def test_what_is_only_a_hosts_does_not_count(site) -> None:
    for name in (".nojekyll", "CNAME", "_headers", "_redirects", "index.html.gz", "pt/a.json.br"):
        (site / name).write_bytes(b"x")
    assert verify(site).exit_code == 0
    (site / "pt" / "CNAME").write_bytes(b"x")
    (site / "other.html.gz").write_bytes(b"x")
    assert verify(site).stdout.splitlines()[:2] == ["extra: other.html.gz", "extra: pt/CNAME"]


def test_the_same_size_is_not_enough(site) -> None:
    (site / "pt" / "a.json").write_bytes(b"[]")
    assert "changed: pt/a.json" in verify(site).stdout


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        (None, "there is no such file"),
        (b"", "is no manifest of a site"),
        (b"\xff", "is no manifest of a site"),
        (b"[]", "is no manifest of a site"),
        (b'{"files": []}', "is no manifest of a site"),
        (b'{"generator": "a", "course": "b", "files": {"x": {"sha256": "1", "size": 1}}}', "the entry 'x'"),
        (
            b'{"generator": "a", "course": "b", "files": {"../x": {"sha256": "' + b"0" * 64 + b'", "size": 1}}}',
            "the entry '../x'",
        ),
    ],
)
def test_a_folder_without_a_sound_manifest_is_2_and_one_sentence(tmp_path, manifest, told) -> None:
    if manifest is not None:
        (tmp_path / "aferir.json").write_bytes(manifest)
    done = verify(tmp_path)
    assert done.exit_code == 2
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.exception or isinstance(done.exception, SystemExit)


def test_a_folder_that_is_not_there_is_2(tmp_path) -> None:
    assert verify(tmp_path / "nowhere").exit_code == 2


def test_a_file_in_the_place_of_a_folder_is_told(site) -> None:
    (site / "pt" / "a.json").unlink()
    (site / "pt" / "a.json").mkdir()
    assert "missing: pt/a.json" in verify(site).stdout


NAMES = st.lists(st.sampled_from(["a", "b.html", "d/e.js", "d/ě.css"]), unique=True)


@pytest.mark.property
@given(before=NAMES, after=NAMES, touched=NAMES)
def test_compare_is_exact(tmp_path_factory, before, after, touched) -> None:
    folder = tmp_path_factory.mktemp("s")
    for name in after:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("new" if name in touched else name)
    entries = {name: Entry(hashlib.sha256(name.encode()).hexdigest(), len(name.encode())) for name in before}
    (folder / "aferir.json").write_bytes(written(Manifest("g", "c", entries)))
    found = compare(folder, read_manifest(folder))
    assert set(found.missing) == set(before) - set(after)
    assert set(found.extra) == set(after) - set(before)
    assert set(found.changed) == set(before) & set(after) & set(touched)
    assert found.intact == len(set(before) & set(after) - set(touched))
