"""The package, built as a wheel and installed elsewhere, carries everything that it needs and builds a course."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def run(command: list[str], folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=os.environ | environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory, root) -> Path:
    """The package, built once."""
    wheels = tmp_path_factory.mktemp("wheels")
    run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(wheels)], root)
    (built,) = wheels.glob("aferir-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(tmp_path_factory, wheel) -> Path:
    """A folder that holds the package as pip installs it, and nothing else."""
    target = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(target)
    return target


def test_the_wheel_carries_what_is_not_python(installed, root) -> None:
    source = root / "scripts" / "aferir"
    for pattern in (
        "browser/*.js",
        "browser/*.css",
        "templates/*",
        "theme/**/*.html",
        "theme/assets/*.svg",
        "locale/*/*/*.po",
        "assets/node/*",
        "assets/*.toml",
        "scaffolds/*/*",
        "site/*.py",
    ):
        names = [path.relative_to(source) for path in source.glob(pattern) if path.is_file()]
        assert names, pattern
        assert [name for name in names if not (installed / "aferir" / name).exists()] == []


# ── A course of other languages, elsewhere ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Place:
    """An environment with the package as pip installs it, and a copy of the second course beside nothing of ours."""

    bin: Path
    course: Path
    variables: Mapping[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        program = str(self.bin / command[0])
        variables = os.environ | self.variables
        return subprocess.run(
            [program, *command[1:]], cwd=self.course, capture_output=True, text=True, env=variables, check=False
        )


def environment(folder: Path, wheel: Path, *, fresh: bool) -> Path:
    """The programs of a new environment in which pip has installed the wheel.

    Unless it is ``fresh``, its dependencies are those of this one, laid below it; the package itself is not.
    """
    run([sys.executable, "-m", "venv", *([] if fresh else ["--without-pip"]), str(folder)], folder.parent)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    if fresh:
        run([*pip, f"{wheel}[mutants,node]"], folder.parent)  # as the requirements.txt of a new course has it
    else:
        run([*pip, "--no-deps", "--no-index", str(wheel)], folder.parent)
        (own,) = folder.glob("lib/python*/site-packages")
        (own / "below.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
        (folder / "bin" / "mkdocs").write_text(f"#!{folder}/bin/python\nfrom mkdocs.__main__ import cli\ncli()\n")
        (folder / "bin" / "mkdocs").chmod(0o755)
    return folder / "bin"


def place(folder: Path, programs: Path, cache: Path, root: Path) -> Place:
    shutil.copytree(root / "tests" / "courses" / "second", folder / "second")
    quiet = {"AFERIR_CACHE": str(cache), "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": "", "PYTHONSAFEPATH": "1"}
    quiet["JUPYTER_PATH"] = str(
        Path(sys.prefix) / "share" / "jupyter"
    )  # data that pip lays beside packages, not in them
    return Place(programs, folder / "second", quiet)


@pytest.fixture(scope="module")
def second(tmp_path_factory, wheel, shared_cache, root) -> Place:
    folder = tmp_path_factory.mktemp("elsewhere")
    return place(folder, environment(folder / "environment", wheel, fresh=False), shared_cache, root)


def test_the_second_course_checks_and_grades_with_the_installed_package(second) -> None:
    where = second.run("python", "-c", "import aferir; print(aferir.__file__)")
    assert where.stdout.startswith(str(second.bin.parent)), where.stderr
    checked = second.run("aferir", "check")
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stdout + checked.stderr
    for code, passed in (("fr", "ici on obtient 12,75."), ("de", "hier kommt 12,75 heraus.")):
        graded = second.run("aferir", "grade", "weighted_mean", "solutions/with_a_loop.py", "--lang", code)
        assert graded.returncode == 0, graded.stderr
        assert passed in graded.stdout
    starter = second.run("aferir", "grade", "weighted_mean", "snippets/challenges/weighted_mean/starter.py")
    assert starter.returncode == 1
    assert "Tests réussis\u00a0: 2 sur 3." in starter.stdout


def test_the_second_course_builds_in_its_languages_and_in_no_other(second) -> None:
    built = second.run("mkdocs", "build", "--strict")
    assert built.returncode == 0, built.stdout + built.stderr
    site = second.course / "site"
    assert {path.name for path in site.iterdir() if (path / "weighted-mean").is_dir()} == {"fr", "de"}
    french = (site / "fr" / "weighted-mean" / "index.html").read_text(encoding="utf-8")
    german = (site / "de" / "weighted-mean" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="fr"' in french
    assert "1\u00a0234\u00a0567" in french
    assert "Vérifié sur cette page contre son code\u00a0:" in french
    assert "moyenne : 12.75" in french
    assert "# la deuxième note compte double" in re.sub(r"<[^>]*>", "", french)
    assert '<html lang="de"' in german
    assert "1.234.567" in german
    assert "Auf dieser Seite an ihrem Code geprüft:" in german
    assert "translation-note" not in french
    for page in (french, german):
        assert not re.search("português|español|čeština|multi_head", page)
    assert (site / "reference" / "settings" / "index.html").is_file()


def test_a_broken_number_turns_the_second_course_red(second) -> None:
    lesson = second.course / "lessons" / "fr" / "weighted-mean.md"
    good = lesson.read_text(encoding="utf-8")
    lesson.write_text(good.replace("12,75{", "12,74{"), encoding="utf-8")
    try:
        checked = second.run("aferir", "check")
        built = second.run("mkdocs", "build", "--strict")
    finally:
        lesson.write_text(good, encoding="utf-8")
    assert checked.returncode == 1
    assert "lessons/fr/weighted-mean.md:7:1: AF301 12,74 is written, mean is 12.75, write 12,75" in checked.stdout
    assert built.returncode == 1
    assert "nothing was published" in built.stderr
    assert (second.course / "site" / "fr").is_dir()


def test_the_installed_package_begins_a_course_that_builds_and_whose_tests_pass(second, tmp_path) -> None:
    assert second.run("aferir", "new", "course", str(tmp_path / "new"), "--languages", "de,it").returncode == 0
    new = replace(second, course=tmp_path / "new")
    variables = {**second.variables, "PATH": f"{second.bin}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["make", "test", "site"],
        cwd=new.course,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    italian = (new.course / "site" / "it" / "without-the-mean" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="it"' in italian
    assert "What is left without the mean" in italian


@pytest.mark.audit
def test_nothing_else_is_needed_than_what_the_package_names(tmp_path, wheel, root) -> None:
    """An environment of its own, its dependencies from the registry, a cache that holds nothing."""
    programs = environment(tmp_path / "environment", wheel, fresh=True)
    own = place(tmp_path, programs, tmp_path / "cache", root)
    built = own.run("mkdocs", "build", "--strict")
    assert built.returncode == 0, built.stdout + built.stderr
    assert own.run("aferir", "check").returncode == 0
    assert own.run("aferir", "new", "course", str(tmp_path / "new"), "--languages", "fr").returncode == 0
    variables = {**own.variables, "PATH": f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin"}
    made = replace(own, course=tmp_path / "new", variables=variables, bin=Path("/usr/bin")).run("make", "test", "site")
    assert made.returncode == 0, made.stdout + made.stderr
