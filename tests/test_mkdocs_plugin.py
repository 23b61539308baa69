"""MkDocs from outside: one strict command builds every language, and one wrong number stops it with nothing lost."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from aferir.site import pages_with_marks

from .tiny import write_course

pytestmark = pytest.mark.slow
PT = "lessons/pt/one.md"


def mkdocs(root: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "AFERIR_CACHE": str(cache)}
    command = [sys.executable, "-m", "mkdocs", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory, shared_cache) -> Path:
    root = write_course(tmp_path_factory.mktemp("tiny"))
    config = (root / "mkdocs.yml").read_text(encoding="utf-8")
    (root / "mkdocs.yml").write_text(config + "edit_uri: https://example.org/edit/main/docs/\n", encoding="utf-8")
    done = mkdocs(root, shared_cache, "build", "--strict")
    assert done.returncode == 0, done.stdout + done.stderr
    return root


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("code", "title", "weight"), [("pt", "Uma lição", "50%"), ("es", "Una lección", "50\u00a0%")])
def test_each_language_has_its_page_search_404_and_edit_links(built, code, title, weight) -> None:
    page = read(built / "site" / code / "one" / "index.html")
    assert f'<html lang="{code}"' in page
    assert f"<h1>{title}</h1>" in page
    assert weight in page
    assert f"https://example.org/edit/main/lessons/{code}/one.md" in page
    home = read(built / "site" / code / "index.html")
    assert f"https://example.org/edit/main/docs/{code}/index.md" in home
    index = json.loads(read(built / "site" / code / "search" / "search_texts.json"))
    assert {entry["location"].split("#")[0] for entry in index["docs"]} == {"", "one/"}
    assert "{=" not in json.dumps(index)
    assert f'lang="{code}"' in read(built / "site" / code / "404.html")


def test_a_course_of_one_lesson_shows_no_path(built) -> None:
    assert "course-path" not in read(built / "site" / "pt" / "one" / "index.html")


def test_no_binding_and_no_token_survives_anywhere(built) -> None:
    assert list(pages_with_marks(built / "site")) == []


def test_the_printed_output_stands_under_its_cell_in_each_language(built) -> None:
    for code in ("pt", "es"):
        assert "[0.125 0.375 0.5  ] 1048576" in read(built / "site" / code / "one" / "index.html")


def test_a_cell_shows_the_comments_of_its_language_only(built) -> None:
    page = read(built / "site" / "es" / "one" / "index.html")
    assert "tres pesos" in page
    assert "três pesos" not in page


def test_the_figure_is_drawn_per_theme_with_its_alt_text(built) -> None:
    page = read(built / "site" / "pt" / "one" / "index.html")
    images = re.findall(r'<img class="only-(light|dark)" src="([^"]+)" alt="([^"]+)"', page)
    assert [(theme, alt) for theme, _, alt in images] == [
        ("light", "Três barras; a maior vale 0,5."),
        ("dark", "Três barras; a maior vale 0,5."),
    ]
    for _, address, _ in images:
        assert (built / "site" / "pt" / "one" / address).resolve().exists()


def test_the_sitemap_names_the_counterparts_of_each_page(built) -> None:
    text = read(built / "site" / "pt" / "sitemap.xml")
    assert '<xhtml:link rel="alternate" hreflang="es" href="http://127.0.0.1/es/one/"/>' in text
    assert "<loc>http://127.0.0.1/pt/one/</loc>" in text
    assert "<sitemap><loc>http://127.0.0.1/es/sitemap.xml</loc></sitemap>" in read(built / "site" / "sitemap.xml")


def test_the_root_leads_to_every_language_without_javascript(built) -> None:
    page = read(built / "site" / "index.html")
    assert 'href="pt/"' in page
    assert 'href="es/"' in page


def test_nothing_of_the_pages_points_to_another_host(built) -> None:
    for path in (built / "site").rglob("*.html"):
        for part in read(path).split('src="')[1:] + read(path).split('stylesheet" href="')[1:]:
            assert not part.startswith(("http", "//")), path


def test_a_wrong_number_stops_the_build_and_the_old_site_stays(built, shared_cache) -> None:
    before = read(built / "site" / "pt" / "one" / "index.html")
    good = read(built / PT)
    (built / PT).write_text(good.replace("0,500{", "0,501{"), encoding="utf-8")
    try:
        done = mkdocs(built, shared_cache, "build", "--strict")
    finally:
        (built / PT).write_text(good, encoding="utf-8")
    assert done.returncode == 1
    assert f"{PT}:6:16: AF301 0,501 is written, w.max() is 0.5, write 0,500" in done.stderr
    assert "Traceback" not in done.stderr
    assert read(built / "site" / "pt" / "one" / "index.html") == before


def test_findings_are_never_published_without_strict_either(tmp_path, shared_cache) -> None:
    root = write_course(tmp_path)
    (root / PT).write_text(read(root / PT).replace("0,500{", "0,501{"), encoding="utf-8")
    done = mkdocs(root, shared_cache, "build")
    assert done.returncode == 1
    assert "AF301" in done.stderr
    assert not (root / "site").exists()


def test_a_broken_link_in_one_language_stops_the_whole_build(tmp_path, shared_cache) -> None:
    root = write_course(tmp_path)
    text = read(root / PT).replace("Veja", "[Veja](nowhere.md)")
    (root / PT).write_text(text, encoding="utf-8")
    done = mkdocs(root, shared_cache, "build", "--strict")
    assert done.returncode == 1
    assert "nowhere.md" in done.stderr
    assert not (root / "site").exists()


def test_an_unknown_setting_is_said_by_name(tmp_path, shared_cache) -> None:
    root = write_course(tmp_path)
    config = read(root / "mkdocs.yml").replace("  - aferir\n", "  - aferir:\n      cell_seconds: slow\n")
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    done = mkdocs(root, shared_cache, "build", "--strict")
    assert done.returncode == 1
    assert (
        "mkdocs.yml:10:21: aferir.cell_seconds needs a number above 0, got 'slow'; example: cell_seconds: 60"
        in done.stderr
    )
    assert "Traceback" not in done.stderr


def files_of(site: Path) -> dict[str, tuple[int, bytes]]:
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in site.rglob("*") if path.is_file()}


def test_an_unchanged_build_writes_nothing_and_a_spoilt_site_is_built_again(built, shared_cache) -> None:
    before = files_of(built / "site")
    done = mkdocs(built, shared_cache, "build", "--strict")
    assert done.returncode == 0, done.stderr
    assert "Nothing has changed since the last build" in done.stderr
    assert files_of(built / "site") == before
    assert not (built / "site.building").exists()
    page = built / "site" / "pt" / "one" / "index.html"
    page.write_text(read(page).replace("0,500", "0,501"), encoding="utf-8")
    done = mkdocs(built, shared_cache, "build", "--strict")
    assert done.returncode == 0, done.stderr
    assert "Nothing has changed" not in done.stderr
    assert {name: data for name, (_, data) in files_of(built / "site").items()} == {
        name: data for name, (_, data) in before.items()
    }


def test_nothing_of_one_build_reaches_the_next_in_the_same_process(built, shared_cache, monkeypatch) -> None:
    """A definition deleted between two builds is gone, as in ``serve``."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.chdir(built)
    code = built / "snippets" / "lessons" / "tiny.py"
    good = read(code)
    shutil.rmtree(built / "site")
    build(load_config("mkdocs.yml", strict=True))
    code.write_text(good.replace("n = 1048576\n", "").replace("print(w, n)", "print(w)"), encoding="utf-8")
    try:
        with pytest.raises(Abort):
            build(load_config("mkdocs.yml", strict=True))
    finally:
        code.write_text(good, encoding="utf-8")


class Served:
    """``mkdocs serve`` of a course, and what it answers."""

    def __init__(self, root: Path, cache: Path, code: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "AFERIR_CACHE": str(cache), "PYTHONPATH": str(code)}
        command = [sys.executable, "-m", "mkdocs", "serve", "--strict", "--dev-addr", f"127.0.0.1:{self.port}"]
        self.log = (root / "serve.log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(command, cwd=root, env=environment, stdout=self.log, stderr=self.log)

    def waits_for(self, text: str, where: str = "pt/one/") -> None:
        """Until a page holds the text; where it is empty, until the log does."""
        for _ in range(300):
            if text in (self.page(where) if where else self.said()):
                return
            time.sleep(0.2)
        raise AssertionError(f"{text!r} did not come\n{self.said()}")

    def waits_for_none(self, text: str, where: str = "pt/one/") -> None:
        """Until a page is there and does not hold the text."""
        for _ in range(300):
            page = self.page(where)
            if "</html>" in page and text not in page:
                return
            time.sleep(0.2)
        raise AssertionError(f"{text!r} stays\n{self.said()}")

    def page(self, where: str) -> str:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{where}", timeout=10) as answer:
                return answer.read().decode()
        except OSError:
            return ""

    def said(self) -> str:
        return Path(self.log.name).read_text(encoding="utf-8")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.log.close()


def test_serve_shows_edits_survives_mistakes_and_reloads_its_own_code(tmp_path, shared_cache, root) -> None:
    shutil.copytree(
        root / "scripts" / "aferir", tmp_path / "code" / "aferir", ignore=shutil.ignore_patterns("__pycache__")
    )
    course = write_course(tmp_path / "course")
    good = read(course / PT)
    served = Served(course, shared_cache, tmp_path / "code")
    try:
        served.waits_for("O maior peso")
        (course / PT).write_text(good.replace("O maior peso", "O peso maior"), encoding="utf-8")
        served.waits_for("O peso maior")
        (course / PT).write_text(good.replace("0,500{", "0,501{"), encoding="utf-8")
        served.waits_for(f"{PT}:6:16: AF301", where="")
        served.waits_for('data-finding="AF301-6-16"')
        assert "0,501 is written, w.max() is 0.5, write 0,500" in served.page("pt/one/")
        assert "findings.css" in served.page("pt/one/")
        assert 'role="note"' not in served.page("es/one/")
        (course / PT).write_text(good, encoding="utf-8")
        served.waits_for_none('data-finding="AF301-6-16"')
        assert "findings.css" not in served.page("pt/one/")
        settings = course / "lessons" / "course.yml"
        sound = read(settings)
        settings.write_text("id: [", encoding="utf-8")
        served.waits_for("What is served stays as it was until this is mended.", where="")
        assert "O maior peso" in served.page("pt/one/")
        settings.write_text(sound, encoding="utf-8")
        module = tmp_path / "code" / "aferir" / "labels.py"
        module.write_text(read(module).replace('"Check yourself"', '"Project"'), encoding="utf-8")
        served.waits_for("The generator has changed: starting again.", where="")
        served.waits_for("O maior peso")
    finally:
        served.stop()
