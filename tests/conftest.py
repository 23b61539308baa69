"""Shared by all tests: the repository's folder, the shared cache, and a course in a temporary folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import hypothesis
import pytest

from aferir.execute import Engine
from aferir.settings import Settings

from .hosted import PLACE, serving

ROOT = Path(__file__).parent.parent

# Before NumPy comes: on a busy machine a second thread of BLAS makes small products five times slower, not faster.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

hypothesis.settings.register_profile("default", deadline=None, max_examples=100)
hypothesis.settings.register_profile("audit", deadline=None, max_examples=5000)
hypothesis.settings.load_profile("default")


def pytest_configure(config: pytest.Config) -> None:
    """One host for the site of the browser tests, in the process that all workers come from; the first builds it."""
    if hasattr(config, "workerinput"):
        return
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    hosted = serving(Path(folder.name))
    place, address = hosted.__enter__()
    config.add_cleanup(lambda: hosted.__exit__(None, None, None))
    os.environ[PLACE] = f"{place}\n{address}"


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared_cache() -> Path:
    """The user's own cache: third-party files are fetched once per machine, verified each time."""
    return Settings().cache_folder


@pytest.fixture
def course_copy(tmp_path: Path) -> Path:
    """A copy of the course that a test may break: mkdocs.yml, docs, lessons, snippets."""
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    for name in ("docs", "lessons", "snippets"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """What runs snippets, in a process that is warm for all tests of a file."""
    with Engine(tmp_path_factory.mktemp("cache")) as made:
        yield made


@pytest.fixture
def one_process(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks and builds that this test calls run their snippets in the file's warm process, not in one of their own."""
    monkeypatch.setattr("aferir.execute.crew.Engine", lambda _folder, **_: nullcontext(engine))


@pytest.fixture(scope="module", params=["fork", pytest.param("fresh", marks=pytest.mark.slow)])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """An engine that forks, and one that starts a new Python for each work."""
    with Engine(tmp_path_factory.mktemp("cache"), fork=request.param == "fork") as made:
        yield made
