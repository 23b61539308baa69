"""What the search of a built site answers: the theme's own worker under Node, with the site's scripts and index."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).parent / "ask.mjs"


@dataclass(frozen=True)
class Hit:
    location: str
    title: str
    text: str
    found: tuple[str, ...]
    missing: tuple[str, ...]


def answers(site: Path, queries: list[str]) -> dict[str, list[Hit]]:
    """The hits of each query, best first; a page that is shown above its own sections without being one is left out."""
    done = subprocess.run(
        ["node", str(SCRIPT), str(site)], input=json.dumps(queries), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "the search complains"
    pages = json.loads(done.stdout)
    return {
        query: [_hit(item) for page in found for item in page if item["score"]]
        for query, found in zip(queries, pages, strict=True)
    }


def _hit(item: dict) -> Hit:
    terms = item["terms"]
    found, missing = ([word for word, is_there in terms.items() if is_there is wanted] for wanted in (True, False))
    return Hit(item["location"], item["title"], item["text"], tuple(found), tuple(missing))
