"""What pages run: our modules as three files, and the search that begins when it is asked."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from aferir import search
from aferir.assets import page_program

pytestmark = pytest.mark.node
WORKER = """
addEventListener("message", async ({ data: { type, data } }) => {
  if (type === 0) postMessage({ type: 1, texts: data.docs.length });
  if (type === 2) postMessage({ type: 3, asked: data });
});
"""
PAGE = """
const sent = [];
globalThis.self = globalThis;
const target = new EventTarget();
globalThis.addEventListener = target.addEventListener.bind(target);
globalThis.dispatchEvent = target.dispatchEvent.bind(target);
globalThis.postMessage = (message) => sent.push(message);
globalThis.location = { href: "https://example.org/pt/assets/javascripts/workers/search.1.min.js" };
const fetched = [];
const hired = [];
globalThis.importScripts = (url) => (hired.push(url), (0, eval)(THEIRS));
globalThis.fetch = async (url) => (fetched.push(String(url)), { ok: fetched.length > 1, json: async () => INDEX });
(0, eval)(SCRIPT);
const say = async (type, data) => {
  target.dispatchEvent(new MessageEvent("message", { data: { type, data } }));
  await new Promise((wait) => setTimeout(wait, 20));
};
await say(0, { config: {}, docs: [] });
await say(2, "");
await say(2, "mask");
await say(2, "masks");
await say(2, "head");
console.log(JSON.stringify({ sent, fetched, hired }));
"""


def test_three_programs_import_only_what_is_written_with_the_site_and_the_sheets_nothing(shared_cache: Path) -> None:
    program = page_program(shared_cache)
    assert set(program) == {"main.js", "chooser.js", "worker.js", "page.css", "findings.css"}
    for content in program.values():
        text = content.decode()
        assert "@import" not in text
        assert set(re.findall(r'(?:^|[;}])import(?:[^;"]*from)?"([^"]+)"', text)) <= {"./folders.js"}
        assert "/**" not in text


def test_the_texts_of_the_search_come_with_the_first_question_and_a_failure_is_tried_again(tmp_path: Path) -> None:
    script = search.worker_script("engine.1.min.js").decode()
    index = {"config": {"lang": ["pt"]}, "docs": [{"title": "A"}, {"title": "B"}]}
    given = {"THEIRS": WORKER, "SCRIPT": script, "INDEX": index}
    page = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in given.items()) + PAGE
    (tmp_path / "page.mjs").write_text(page, encoding="utf-8")
    node = shutil.which("node")
    assert node
    done = subprocess.run([node, str(tmp_path / "page.mjs")], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    ready, nothing, *answers = told["sent"]
    assert ready == {"type": 1}
    assert nothing == {"type": 3, "data": {"items": []}}
    assert answers == [{"type": 3, "asked": "masks"}, {"type": 3, "asked": "head"}]
    assert told["fetched"] == ["https://example.org/pt/search/search_texts.json"] * 2
    assert told["hired"] == ["https://example.org/pt/assets/javascripts/workers/engine.1.min.js"]


def test_only_an_index_whose_worker_knows_of_it_is_taken_apart(tmp_path: Path) -> None:
    index = {"config": {"lang": ["en"]}, "docs": [{"title": "A", "text": "b", "location": ""}]}
    for code in ("pt", "es"):
        (tmp_path / code / "search").mkdir(parents=True)
        (tmp_path / code / "search" / search.INDEX).write_text(json.dumps(index), encoding="utf-8")
    worker = tmp_path / "pt" / search.WORKERS / "search.1.min.js"
    worker.parent.mkdir(parents=True)
    worker.write_text("", encoding="utf-8")
    search.set_texts_apart(tmp_path)
    read = {path.relative_to(tmp_path).as_posix(): json.loads(path.read_text()) for path in tmp_path.rglob("*.json")}
    assert read == {
        "es/search/search_index.json": index,
        "pt/search/search_index.json": index | {"docs": []},
        "pt/search/search_texts.json": index,
    }
