"""Stores: a folder or an address that machines share behaves as the cache of this machine does, and costs only time."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from aferir.build import check_course
from aferir.errors import AferirError
from aferir.settings import Settings
from aferir.stores import Cache, Folder, Layered, Remote, store_of

from .at_once import wrongly_read
from .tiny import write_course

KEY, OTHER = "ab" * 32, "cd" * 32


@pytest.fixture(params=["folder", "memory", "file"])
def bucket(request, tmp_path):
    """A place of each kind, and one more way to it, as from another machine."""
    if request.param == "folder":
        return lambda: Folder(tmp_path / "shared")
    url = f"memory://{uuid.uuid4().hex}" if request.param == "memory" else f"file://{tmp_path}/shared"
    return lambda: Remote(url)


def test_what_one_machine_puts_another_gets(bucket):
    notes: list[str] = []
    Cache(bucket(), notes.append).put(KEY, b"data")
    other = Cache(bucket(), notes.append)
    assert (other.get(KEY), other.get(OTHER), notes) == (b"data", None, [])


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 40], ids=["emptied", "cut", "changed"])
def test_a_damaged_entry_is_dropped_reported_and_written_anew(bucket, damage):
    notes: list[str] = []
    cache = Cache(bucket(), notes.append)
    cache.put(KEY, b"data")
    bucket().write(f"ab/{KEY}", damage)
    assert cache.get(KEY) is None
    assert notes == [f"{bucket()}/ab/{KEY}: this entry of the cache was damaged; what it held is computed again"]
    with pytest.raises(FileNotFoundError):
        bucket().read(f"ab/{KEY}")
    cache.put(KEY, b"data")
    assert cache.get(KEY) == b"data"


def test_two_machines_write_one_place_at_once_without_harm(bucket):
    keys = [f"{n:02x}" * 32 for n in range(4)]
    notes: list[str] = []
    caches = [Cache(bucket(), notes.append) for _ in range(3)]
    assert (wrongly_read(caches, keys, turns=40), notes) == ([], [])


class Away(Folder):
    """A place that cannot be reached any more."""

    def read(self, name: str) -> bytes:
        raise OSError(110, "Connection timed out")

    write = read  # type: ignore[assignment]


class Full(Folder):
    """A place without room."""

    def write(self, name: str, data: bytes) -> None:
        raise OSError(28, "No space left on device")


def test_a_place_out_of_reach_is_reported_once_and_not_asked_again(tmp_path, monkeypatch):
    notes: list[str] = []
    cache = Cache(Away(tmp_path), notes.append)
    assert (cache.get(KEY), cache.get(OTHER)) == (None, None)
    assert notes == [f"{tmp_path}: the cache cannot be read (Connection timed out); this build computes anew"]
    monkeypatch.setattr(Away, "read", lambda *_: pytest.fail("asked again"))
    assert cache.get(KEY) is None


def test_a_full_shared_place_leaves_the_near_one_in_use(tmp_path):
    notes: list[str] = []
    near, far = Cache(tmp_path / "near", notes.append), Cache(Full(tmp_path / "far"), notes.append)
    both = Layered(near, far)
    both.put(KEY, b"data")
    both.put(OTHER, b"data")
    assert both.get(KEY) == both.get(OTHER) == b"data"
    assert notes == [
        f"{tmp_path / 'far'}: the cache cannot be written (No space left on device); this build keeps nothing"
    ]


def test_whatever_a_library_of_a_service_raises_is_reported(monkeypatch):
    remote = Remote(f"memory://{uuid.uuid4().hex}")

    def refused(*_arguments, **_named):
        raise ValueError("the token has expired")

    monkeypatch.setattr(type(remote._files), "cat_file", refused)
    notes: list[str] = []
    assert Cache(remote, notes.append).get(KEY) is None
    assert "cannot be read (ValueError: the token has expired)" in notes[0]


def test_what_cannot_be_written_whole_leaves_no_piece(monkeypatch):
    remote = Remote(f"memory://{uuid.uuid4().hex}")

    def cut(*_arguments, **_named):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(remote._files, "mv", cut)
    notes: list[str] = []
    Cache(remote, notes.append).put(KEY, b"data")
    assert notes == [f"{remote}: the cache cannot be written (Input/output error); this build keeps nothing"]
    assert remote._files.find(remote._root) == []


def test_what_only_the_shared_place_has_is_kept_near_by(tmp_path):
    near, far = Cache(tmp_path / "near"), Cache(tmp_path / "far")
    far.put(KEY, b"data")
    assert Layered(near, far).get(KEY) == b"data"
    assert near.get(KEY) == b"data"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nowhere://bucket", "the shared cache nowhere://bucket/outputs cannot be used: Protocol not known: nowhere"),
        ("s3://bucket", "the shared cache s3://bucket/outputs cannot be used: Install s3fs to access S3"),
    ],
)
def test_an_address_that_cannot_be_used_is_one_sentence(url, message):
    with pytest.raises(AferirError) as caught:
        store_of(Settings(shared_cache=url), "outputs")
    assert str(caught.value) == message


def test_the_shared_place_is_a_setting_or_a_variable_of_the_environment(monkeypatch, tmp_path):
    assert isinstance(store_of(Settings(cache=str(tmp_path)), "outputs"), Cache)
    monkeypatch.setenv("AFERIR_SHARED_CACHE", str(tmp_path / "far"))
    store_of(Settings(cache=str(tmp_path / "near")), "outputs").put(KEY, b"data")
    assert (tmp_path / "far" / "outputs" / "ab" / KEY).exists()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["folder", "memory"])
def test_a_second_machine_runs_no_cell_of_what_the_first_has_run(tmp_path, kind, shared_cache, monkeypatch):
    """Two machines with caches of their own: what they have in common is the shared place and the course's text."""
    from aferir.execute import Engine

    shared = f"memory://{uuid.uuid4().hex}" if kind == "memory" else str(tmp_path / "shared")
    monkeypatch.setattr(
        "aferir.build.running._fonts", lambda _settings, _say: ()
    )  # each machine has its own; they are no matter here
    for machine in ("one", "two"):
        root = write_course(tmp_path / machine / "course")
        settings = Settings(root=root, cache=str(tmp_path / machine / "cache"), shared_cache=shared)
        assert check_course(settings, pytest.fail).findings == ()
        monkeypatch.setattr(Engine, "run", lambda *_, **__: pytest.fail("a cell ran"))
        monkeypatch.setattr(Engine, "resume", lambda *_, **__: pytest.fail("a snapshot was loaded"))
    assert Path(tmp_path / "two" / "cache" / "outputs").exists()
