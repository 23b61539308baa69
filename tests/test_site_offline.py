"""The service worker of a built site: its list says what there is and what pages load, and its script names it."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

from aferir.site import App, SiteFacts, finish, published_sizes, retire
from aferir.site.modules import as_js, rename_modules
from aferir.site.webapp import app_manifest, icons

PNG = b"\x89PNG\r\n\x1a\n"
APPS = (App("", "Courses", ""), App("pt", "Curso", "Um curso"), App("es", "Curso", "Un curso"))
MAIN = 'import { a } from "./a.js";\n'
FILES = {
    "index.html": "<head></head>",
    "404.html": "<head></head>",
    "pt/offline.html": "<head></head>",
    "pt/one/index.html": '<head><link rel=stylesheet href="../s.css"></head><script type=module '
    'src="../../assets/aferir-0123456789ab/main.js"></script><div data-lesson-url="/course/assets/x.json"></div>'
    '<img src="../../none.png"><a href="../two/">x</a>',
    "pt/s.css": "a {}",
    "assets/x.json": "{}",
    "assets/aferir-0123456789ab/main.js": MAIN,
    "assets/aferir-0123456789ab/a.js": 'import "./b.js";',
    "assets/aferir-0123456789ab/b.js": "b()",
    "assets/aferir-0123456789ab/c.js": "c()",
    "assets/javascripts/bundle.js.map": "{}",
    "assets/javascripts/lunr/min/lunr.es.min.js": "es",
    "assets/javascripts/lunr/min/lunr.ja.min.js": "ja",
    "assets/javascripts/lunr/wordcut.js": "th",
}


def finished(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert finish(folder, SiteFacts("tiny", "https://example.org/course/", APPS)) == ()
    return folder


@pytest.fixture
def site(tmp_path) -> Path:
    return finished(tmp_path / "site", FILES)


def list_of(site: Path) -> dict:
    (path,) = (site / "assets").glob("offline-*.json")
    return json.loads(path.read_bytes())


def head_of(site: Path, page: str) -> dict[str, str]:
    text = (site / page).read_text(encoding="utf-8")
    names = {
        "root": r'data-root="([^"]*)"',
        "app": r'rel="manifest" href="([^"]*)"',
        "build": r'build" content="(\w+)"',
    }
    return {name: re.search(pattern, text)[1] for name, pattern in names.items()}


def test_the_list_has_every_file_that_a_page_can_ask_for_with_its_hash(site) -> None:
    listed = {path: (sha256, size) for path, sha256, size in list_of(site)["files"]}
    for path, (sha256, size) in listed.items():
        data = (site / path).read_bytes()
        assert (sha256, size) == (hashlib.sha256(data).hexdigest(), len(data)), path
    never = {name for name in FILES if name.endswith((".map", "lunr.ja.min.js", "wordcut.js"))}
    assert set(FILES) - never <= set(listed)
    assert not never & set(listed)
    assert "assets/javascripts/lunr/min/lunr.es.min.js" in listed
    assert {"sw.js", "aferir.json"} & set(listed) == set()


def test_the_list_says_what_each_page_loads_with_the_modules_behind_it(site) -> None:
    data = list_of(site)
    loads = {page: {data["files"][place][0] for place in places} for page, places in data["pages"].items()}
    assert set(loads) == {name for name in FILES if name.endswith(".html")}
    modules = {f"assets/aferir-0123456789ab/{name}.js" for name in ["main", "a", "b"]}
    installed = {"pt/app.json"}  # its icon is asked for by who installs it
    assert loads["pt/one/index.html"] == {"pt/s.css", "assets/x.json", *modules, *installed}


def test_the_worker_names_the_list_by_its_hash_and_a_classic_browser_reads_it(site, tmp_path) -> None:
    (path,) = (site / "assets").glob("offline-*.json")
    script = (site / "sw.js").read_text(encoding="utf-8")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert json.dumps({"path": f"assets/{path.name}", "sha256": digest}) in script
    assert path.name == f"offline-{digest[:12]}.json"
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
    checked = subprocess.run(
        ["node", "-e", "new Function(require('fs').readFileSync(process.argv[1], 'utf8'))", str(site / "sw.js")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


def test_the_worker_changes_exactly_when_the_site_does(site, tmp_path) -> None:
    same = finished(tmp_path / "same", FILES)
    other = finished(tmp_path / "other", FILES | {"pt/s.css": "a { }"})
    assert (same / "sw.js").read_bytes() == (site / "sw.js").read_bytes()
    assert (other / "sw.js").read_bytes() != (site / "sw.js").read_bytes()
    assert head_of(same, "index.html")["build"] == head_of(site, "index.html")["build"]
    assert head_of(other, "index.html")["build"] != head_of(site, "index.html")["build"]


def test_each_page_knows_the_way_to_the_root_and_to_its_languages_app(site) -> None:
    assert head_of(site, "index.html")["root"] == "./"
    assert head_of(site, "pt/one/index.html")["root"] == "../../"
    assert head_of(site, "pt/one/index.html")["app"] == "../../pt/app.json"
    assert head_of(site, "index.html")["app"] == "./app.json"
    for shown_anywhere in ("404.html", "pt/offline.html"):
        assert head_of(site, shown_anywhere)["root"] == "/course/"


def test_an_app_is_named_in_its_language_and_names_nothing_absolute(site) -> None:
    data = json.loads((site / "pt" / "app.json").read_bytes())
    assert (data["name"], data["description"], data["lang"]) == ("Curso", "Um curso", "pt")
    assert (data["start_url"], data["scope"], data["display"]) == ("./", "../", "standalone")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in data["icons"]}
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in data["icons"]:
        assert (site / "pt" / icon["src"]).resolve().is_file()
    assert "description" not in json.loads(app_manifest(App("", "x", "")))


def test_icons_have_the_size_they_are_said_to_have() -> None:
    widths = {"192.png": 192, "512.png": 512, "maskable.png": 512, "touch.png": 180}
    found = {path.rsplit("/", 1)[-1]: data for path, data in icons()}
    assert set(found) == set(widths)
    for name, data in found.items():
        assert data.startswith(PNG)
        assert int.from_bytes(data[16:20]) == int.from_bytes(data[20:24]) == widths[name]


def test_a_courses_own_icons_stay(tmp_path) -> None:
    site = finished(tmp_path / "site", FILES | {"assets/icons/192.png": "own"})
    assert (site / "assets" / "icons" / "192.png").read_text() == "own"


def test_serve_has_a_worker_that_only_goes_away(tmp_path) -> None:
    retire(tmp_path)
    text = (tmp_path / "sw.js").read_text(encoding="utf-8")
    assert "unregister()" in text
    assert "fetch" not in text


def test_modules_are_renamed_with_all_who_name_them() -> None:
    renamed = as_js(
        {
            "a.mjs": 'import "./chunks/b.mjs"; import(`${x}c.mjs`); "other.mjs"; "b.mjsx"',
            "chunks/b.mjs": 'export * from "../a.mjs"',
            "c.mjs": "",
        }
    )
    assert renamed == {
        "a.js": 'import "./chunks/b.js"; import(`${x}c.js`); "other.mjs"; "b.mjsx"',
        "chunks/b.js": 'export * from "../a.js"',
        "c.js": "",
    }


def test_a_folder_is_published_under_names_that_every_host_knows(tmp_path) -> None:
    (tmp_path / "a.mjs").write_text('import("./b.mjs")')
    (tmp_path / "b.mjs").write_text("")
    (tmp_path / "c.wasm").write_bytes(b"12345")
    sizes = published_sizes(tmp_path, {"a.mjs": 17, "c.wasm": 5})
    rename_modules(tmp_path)
    assert sizes == {"a.js": (tmp_path / "a.js").stat().st_size, "c.wasm": 5}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.js", "b.js", "c.wasm"]
