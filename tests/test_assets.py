"""Third-party files: the list, the verified cache, fetching and its refusals."""

from __future__ import annotations

import functools
import hashlib
import http.server
import io
import re
import tarfile
import threading
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from aferir import assets, settings
from aferir.assets import fetch, npm, thirdparty
from aferir.assets.thirdparty import ThirdParty, ThirdPartyFile, admit, cached, is_cached, missing_files, third_party
from aferir.errors import AferirError
from aferir.runtime import DRAWING, MODULES

LISTED = third_party()


def item(name: str, content: bytes, source: str = "npm") -> ThirdPartyFile:
    """An entry of the list for a made-up file."""
    digest = hashlib.sha256(content).hexdigest()
    return ThirdPartyFile(name, "1.0", f"{name}-1.0.tgz", source, digest, "MIT", "a test")


def listed(*items: ThirdPartyFile) -> ThirdParty:
    return replace(LISTED, files=items)


def bringing(**contents: bytes) -> fetch.Source:
    """A source that leaves the given contents in the folder, by package name, for those that are asked for."""

    def source(_: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
        for one in wanted:
            if one.name in contents:
                (folder / one.file).write_bytes(contents[one.name])

    return source


def closed(_: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
    raise AferirError("no network")


CLOSED = {"npm": (closed,), "pypi": (closed,), "pyodide": (closed, closed, closed)}


# The list


def test_every_file_of_the_list_is_named_with_version_hash_licence_and_purpose() -> None:
    for entry in LISTED.files:
        assert re.fullmatch(r"[0-9a-f]{64}", entry.sha256), entry
        assert entry.version in entry.file, entry
        assert entry.source in ("npm", "pypi", "pyodide"), entry
        assert entry.licence, entry
        assert entry.purpose, entry
    assert len({entry.file for entry in LISTED.files}) == len(LISTED.files)


def test_the_list_has_the_versions_that_the_settings_promise() -> None:
    assert LISTED.named("pyodide").version == settings.PYODIDE_VERSION
    assert LISTED.named("numpy", "pyodide").version == settings.NUMPY_VERSION
    assert LISTED.named("matplotlib", "pyodide").version == settings.MATPLOTLIB_VERSION
    assert LISTED.distribution.endswith(f"/v{settings.PYODIDE_VERSION}/full/")


def test_npm_names_its_tarballs_as_the_list_does() -> None:
    for entry in LISTED.of("npm"):
        assert entry.file == f"{entry.name.removeprefix('@').replace('/', '-')}-{entry.version}.tgz"


# The verified cache


def test_a_file_with_the_right_hash_enters_the_cache(tmp_path: Path) -> None:
    entry, path = item("good", b"good"), tmp_path / "from.tgz"
    path.write_bytes(b"good")
    assert not is_cached(tmp_path, entry)
    assert admit(tmp_path, entry, path) == tmp_path / "files" / entry.sha256 / "good-1.0.tgz"
    assert is_cached(tmp_path, entry)


def test_a_file_with_a_wrong_hash_is_refused_and_the_error_names_it_what_was_expected_and_what_came(
    tmp_path: Path,
) -> None:
    entry, path = item("good", b"good"), tmp_path / "from.tgz"
    path.write_bytes(b"evil")
    with pytest.raises(AferirError) as caught:
        admit(tmp_path, entry, path)
    assert str(caught.value) == (
        "good-1.0.tgz is refused: its sha256 is not the one of good 1.0.\n"
        f"  expected {entry.sha256}\n  got      {hashlib.sha256(b'evil').hexdigest()}"
    )
    assert not (tmp_path / "files").exists()


def test_a_damaged_file_of_the_cache_counts_as_absent(tmp_path: Path) -> None:
    entry = item("good", b"good")
    cached(tmp_path, entry).parent.mkdir(parents=True)
    cached(tmp_path, entry).write_bytes(b"goo")
    assert missing_files(tmp_path, [entry]) == (entry,)


def test_two_at_once_admit_one_whole_file_and_leave_nothing_else(tmp_path: Path) -> None:
    content = b"x" * 1_000_000
    entry, path = item("large", content), tmp_path / "from.tgz"
    path.write_bytes(content)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: admit(tmp_path, entry, path), range(8)))
    assert [found.name for found in cached(tmp_path, entry).parent.iterdir()] == [entry.file]
    assert is_cached(tmp_path, entry)


# Fetching


@pytest.fixture
def small_list(monkeypatch: pytest.MonkeyPatch) -> tuple[ThirdPartyFile, ...]:
    """A list of three made-up files, one per source, in place of the real one."""
    items = (item("one", b"1"), item("two", b"2", "pypi"), item("three", b"3", "pyodide"))
    monkeypatch.setattr(assets, "third_party", lambda: listed(*items))
    return items


def test_each_source_is_asked_for_its_own_files_and_all_of_them_are_verified(
    tmp_path: Path, small_list: tuple[ThirdPartyFile, ...]
) -> None:
    said: list[str] = []
    sources = {"npm": (bringing(one=b"1"),), "pypi": (bringing(two=b"2"),), "pyodide": (bringing(three=b"3"),)}
    assets.fetch_all(tmp_path, say=said.append, sources=sources)
    assert missing_files(tmp_path, small_list) == ()
    assert said == ["fetching 3 third-party files, once"]
    assert [path.name for path in tmp_path.iterdir()] == ["files"]


def test_what_is_cached_is_not_asked_for_again(tmp_path: Path, small_list: tuple[ThirdPartyFile, ...]) -> None:
    asked: list[str] = []

    def source(_: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
        asked.extend(one.name for one in wanted)
        for one in wanted:
            (folder / one.file).write_bytes({"one": b"1", "two": b"2", "three": b"3"}[one.name])

    sources = {"npm": (source,), "pypi": (source,), "pyodide": (source,)}
    assets.fetch_all(tmp_path, sources=sources)
    assets.fetch_all(tmp_path, sources=sources)
    assert asked == ["one", "two", "three"]
    cached(tmp_path, small_list[1]).write_bytes(b"damaged")
    assets.fetch_all(tmp_path, sources=sources)
    assert asked == ["one", "two", "three", "two"]


def test_a_fetched_file_with_a_wrong_hash_is_refused(tmp_path: Path, small_list: tuple[ThirdPartyFile, ...]) -> None:
    with pytest.raises(AferirError, match=r"^one-1\.0\.tgz is refused"):
        assets.fetch_all(tmp_path, sources={**CLOSED, "npm": (bringing(one=b"other"),)})


def test_pyodides_distribution_is_asked_first_then_the_carrier_in_parts_then_the_whole_carrier() -> None:
    assert fetch.SOURCES["pyodide"] == (fetch.pyodide_distribution, fetch.carrier_members, fetch.whole_carrier)


def test_a_later_source_is_asked_only_for_what_the_earlier_ones_did_not_bring(tmp_path: Path) -> None:
    items = [item(name, name.encode(), "pyodide") for name in ("a", "b")]
    asked: list[list[str]] = []

    def rest(_: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
        asked.append([one.name for one in wanted])
        bringing(b=b"b")(_, wanted, folder)

    reasons = fetch.fetch_into(tmp_path, listed(*items), items, {"pyodide": (closed, bringing(a=b"a"), rest, closed)})
    assert asked == [["b"]]
    assert reasons == ("no network",)


def test_without_network_one_error_lists_every_missing_file_with_version_and_hash_and_says_what_to_do(
    tmp_path: Path,
) -> None:
    with pytest.raises(AferirError) as caught:
        assets.fetch_all(tmp_path, sources=CLOSED)
    message = str(caught.value)
    for entry in LISTED.files:
        assert f"\n  {entry.file}  ({entry.name} {entry.version}, sha256 {entry.sha256})" in message
    assert message.startswith(f"{len(LISTED.files)} third-party files could not be fetched:")
    assert message.endswith("Put them into one folder under these names and run: aferir assets --from DIR")
    assert "What was tried:\n  no network" in message


@pytest.mark.node
@pytest.mark.slow
def test_with_a_closed_network_the_real_sources_end_in_that_error_quickly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = "http://127.0.0.1:9"
    for name in ("npm_config_registry", "PIP_INDEX_URL", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, nowhere)
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("NO_PROXY", "")
    with pytest.raises(AferirError, match="third-party files could not be fetched") as caught:
        assets.asset_folders(tmp_path / "cache", "", _modules(tmp_path))
    assert str(caught.value).count("sha256 ") == len(LISTED.files)
    assert "Pyodide's distribution does not answer" in str(caught.value)


def _modules(folder: Path) -> Path:
    for name in MODULES:
        (folder / f"{name}.py").write_text("", encoding="utf-8")
    (folder / DRAWING).parent.mkdir()
    (folder / f"{DRAWING}.py").write_text("", encoding="utf-8")
    return folder


def test_from_a_folder_the_files_are_taken_by_their_names_and_verified_alike(
    tmp_path: Path, small_list: tuple[ThirdPartyFile, ...]
) -> None:
    folder = tmp_path / "downloads"
    folder.mkdir()
    for entry, content in zip(small_list, (b"1", b"2", b"3"), strict=True):
        (folder / entry.file).write_bytes(content)
    assets.fetch_all(tmp_path, folder, sources=CLOSED)
    assert missing_files(tmp_path, small_list) == ()


def test_from_a_folder_a_wrong_hash_is_refused_and_what_lacks_is_listed(
    tmp_path: Path, small_list: tuple[ThirdPartyFile, ...]
) -> None:
    (tmp_path / small_list[0].file).write_bytes(b"1")
    with pytest.raises(AferirError) as caught:
        assets.fetch_all(tmp_path, tmp_path, sources=CLOSED)
    assert str(caught.value).startswith(f"2 third-party files are not in {tmp_path}:\n  two-1.0.tgz  (two 1.0, sha256 ")
    (tmp_path / small_list[1].file).write_bytes(b"wrong")
    with pytest.raises(AferirError, match=r"^two-1\.0\.tgz is refused"):
        assets.fetch_all(tmp_path, tmp_path, sources=CLOSED)
    with pytest.raises(AferirError, match="nowhere is no folder"):
        assets.fetch_all(tmp_path, tmp_path / "nowhere", sources=CLOSED)


# The carrier


@pytest.fixture
def carrier(tmp_path: Path) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(LISTED.carrier.folder + "numpy-1.0.tgz", b"the wheel")
        archive.writestr("other", b"x" * 4096)
    return stream.getvalue()


@pytest.fixture
def address(tmp_path: Path, carrier: bytes) -> Iterator[str]:
    """Where a server that knows no ranges serves the carrier."""
    (tmp_path / "served").mkdir()
    (tmp_path / "served" / "carrier.whl").write_bytes(carrier)
    handler = functools.partial(_Quiet, directory=str(tmp_path / "served"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/carrier.whl"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_a_carrier_that_serves_no_ranges_is_said_and_the_whole_one_is_opened(
    tmp_path: Path, address: str, carrier: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = replace(item("numpy", b"the wheel", "pyodide"), file="numpy-1.0.tgz")
    monkeypatch.setattr(fetch, "_carrier_address", lambda _: address)
    with pytest.raises(AferirError, match="cannot be read in parts"):
        fetch.carrier_members(LISTED, [entry], tmp_path)

    def pip(*arguments: str) -> str:
        assert "--ignore-requires-python" in arguments
        (tmp_path / LISTED.carrier.file).write_bytes(carrier)
        return ""

    monkeypatch.setattr(fetch, "_pip", pip)
    fetch.whole_carrier(LISTED, [entry], tmp_path)
    assert (tmp_path / "numpy-1.0.tgz").read_bytes() == b"the wheel"
    assert not (tmp_path / LISTED.carrier.file).exists()


def test_a_carrier_that_lacks_a_wheel_is_said(tmp_path: Path, carrier: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "_pip", lambda *_: (tmp_path / LISTED.carrier.file).write_bytes(carrier))
    with pytest.raises(AferirError, match=r"does not hold scipy-1\.0\.tgz"):
        fetch.whole_carrier(LISTED, [item("scipy", b"", "pyodide")], tmp_path)


# Tarballs


def tarball(path: Path, *members: tarfile.TarInfo, content: bytes = b"text") -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for member in members:
            member.size = len(content) if member.isreg() else 0
            archive.addfile(member, io.BytesIO(content) if member.isreg() else None)
    return path


def test_a_tarball_is_unpacked_without_its_top_folder_and_only_what_is_wanted(tmp_path: Path) -> None:
    path = tarball(tmp_path / "a.tgz", tarfile.TarInfo("package/dist/a.js"), tarfile.TarInfo("package/b.js"))
    npm.unpack(path, tmp_path / "out", lambda name: name.startswith("dist/"))
    assert [found.relative_to(tmp_path / "out") for found in (tmp_path / "out").rglob("*.js")] == [Path("dist/a.js")]
    assert npm.member(path, "b.js") == b"text"
    with pytest.raises(AferirError, match=r"a\.tgz does not hold c\.js"):
        npm.member(path, "c.js")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_a_tarball_with_a_link_or_a_device_is_refused(tmp_path: Path, kind: bytes) -> None:
    member = tarfile.TarInfo("package/evil")
    member.type, member.linkname = kind, "../../outside"
    with pytest.raises(AferirError, match="package/evil is no plain file"):
        npm.unpack(tarball(tmp_path / "a.tgz", member), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "name", ["package/../../evil", "/package/evil", "package/a\\..\\evil", "package/C:evil", "package"]
)
def test_a_tarball_whose_paths_lead_outside_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(AferirError, match="leads outside the package"):
        npm.unpack(tarball(tmp_path / "a.tgz", tarfile.TarInfo(name)), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_list_is_data_of_the_package() -> None:
    assert (Path(thirdparty.__file__).parent / "thirdparty.toml").is_file()
