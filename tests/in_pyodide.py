"""Every solution and misconception, graded in Pyodide and in CPython."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aferir.assets import pyodide_program
from aferir.assets.nodejs import SCRIPTS, run_node
from aferir.challenges import read_challenge
from aferir.grading import challenge_data, function_name, sources
from aferir.languages import language
from aferir.model import ChallengeFiles
from aferir.recognition import misconceptions_of

ROOT = Path(__file__).parent.parent
SNIPPETS = ROOT / "snippets"
IDS = sorted(path.parent.name for path in (SNIPPETS / "challenges").glob("*/checks.py"))
ODD = {
    "no function": "x = 1",
    "syntax": "def multi_head(:",
    "raises": "def multi_head(*_): raise ValueError('no')",
    "exit": "raise SystemExit",
    "input": "input()",
    "flood": "while True: print('x' * 1000)",
    "recursion": "def multi_head(*a): return multi_head(*a)",
    "reference": "from reference.multi_head import multi_head",
    "no builtins": "import builtins\ndef multi_head(X, *_): return X, X\nbuiltins.__dict__.clear()",
    "integers": "import numpy as np\ndef multi_head(X, *_): return np.arange(30).reshape(5, 6), X",
}
HEAP_WALK = "reference on the heap"
ODD[HEAP_WALK] = """
import gc
def multi_head(*a):
    for o in gc.get_objects():
        if isinstance(o, dict) and callable(o.get('multi_head')) and o['multi_head'] is not multi_head:
            return o['multi_head'](*a)
"""


def course_challenge(id_: str) -> ChallengeFiles:
    challenge, _ = read_challenge(SNIPPETS / "challenges" / id_, "shown", ("pt", "es", "cs"))
    assert challenge is not None
    return challenge


def codes(challenge: ChallengeFiles) -> Mapping[str, str]:
    """All that is graded in both places, by name; the oddities for one challenge are enough."""
    right = sorted((ROOT / "tests" / "challenges" / challenge.id / "right").glob("*.py"))
    wrong, function = misconceptions_of(challenge.misconceptions).lines, function_name(challenge.checks)
    return {
        **{file.stem: file.read_text(encoding="utf-8") for file in right},
        **{name: f"{challenge.misconceptions}\n{function} = {name}\n" for name in wrong},
        **(ODD if challenge.id == "multi_head" else {}),
        "solution again": challenge.solution,
    }


CHALLENGES = {id_: course_challenge(id_) for id_ in IDS}
CODES = {id_: codes(challenge) for id_, challenge in CHALLENGES.items()}
HALVES = [["multi_head", *(id_ for id_ in IDS[0::3] if id_ != "multi_head")], []]
"""Challenges in two parts that take about as long: each has a file of tests, and each file a worker."""
HALVES[1] = [id_ for id_ in IDS if id_ not in HALVES[0]]


def graded(half: int) -> list[tuple[str, str]]:
    """The codes of one part: challenge and name."""
    return [(id_, name) for id_ in HALVES[half] for name in CODES[id_]]


WORKER = """
import { readFileSync } from "node:fs";
import { startPyodide } from %(helper)s;
const { codes, challenges, modules } = JSON.parse(readFileSync(0, "utf8"));
const python = await startPyodide(%(folder)s);
await python.loadPackage(["aferir"], { messageCallback() {} });
const runtime = python.pyimport("aferir.runtime");
runtime.install(modules, "/course");
const verdicts = {}, seconds = {};
for (const [id, challenge] of Object.entries(challenges)) {
  verdicts[id] = {};
  seconds[id] = {};
  for (const [name, code] of Object.entries(codes[id])) {
    const start = process.cpuUsage();
    verdicts[id][name] = runtime.grade(challenge, code);
    const used = process.cpuUsage(start);
    seconds[id][name] = (used.user + used.system) / 1e6;
  }
}
console.log(JSON.stringify({ verdicts, seconds, python: python.runPython("import sys; sys.version") }));
"""


CPYTHON = """
import json, sys
from aferir import grader
from aferir.worlds import Worlds
codes, challenges, snippets = json.load(sys.stdin)
sys.path.insert(0, snippets)
made = {id_: {name: grader.as_data(grader.grade(challenge, code, Worlds([snippets])))
              for name, code in codes[id_].items()} for id_, challenge in challenges.items()}
print(json.dumps(made))
"""
"""A process of its own: one code walks the heap, and that of a test run is many times as large."""


def verdicts_of(half: int, cache: Path, folder: Path) -> Mapping[str, Any]:
    """What is made of one part, by challenge and name: ``there`` the described verdicts of Pyodide (still JSON) and
    their ``seconds``, ``here`` the verdicts of CPython.
    """
    pyodide = pyodide_program(cache)
    script = folder / "worker.mjs"
    names = {"helper": json.dumps((SCRIPTS / "pyodide.mjs").as_uri()), "folder": json.dumps(str(pyodide))}
    script.write_text(WORKER % names, encoding="utf-8")
    paths = (SNIPPETS / "reference").glob("*.py")
    modules = {f"reference/{path.name}": path.read_text(encoding="utf-8") for path in paths}
    job = {
        "codes": CODES,
        "challenges": {id_: json.dumps(challenge_data(CHALLENGES[id_], language("es"))) for id_ in HALVES[half]},
        "modules": json.dumps(modules),
    }
    there = json.loads(run_node(script, given=json.dumps(job)))
    asked = json.dumps([CODES, {id_: sources(CHALLENGES[id_]) for id_ in HALVES[half]}, str(SNIPPETS)])
    here = subprocess.run([sys.executable, "-c", CPYTHON], input=asked, capture_output=True, text=True, check=True)
    return {"there": there["verdicts"], "seconds": there["seconds"], "here": json.loads(here.stdout)}


def compare(made: Mapping[str, Any], id_: str, name: str) -> None:
    """Hold the verdict of Pyodide against that of CPython: status, misconception and every check."""
    here, there = made["here"][id_][name], json.loads(made["there"][id_][name])
    assert there["status"] == here["status"], there["summary"]
    assert (there["misconception"] or {"name": ""})["name"] == here["misconception"]
    if name == HEAP_WALK:
        return  # what else stands on the heap differs, so where the walk ends differs too; in neither does it pass
    statuses = [[(check["name"], check["status"]) for check in verdict["checks"]] for verdict in (there, here)]
    assert statuses[0] == statuses[1]


def assert_quick(made: Mapping[str, Any]) -> None:
    """A verdict takes about a second at most, of the processor, whatever else the machine is doing."""
    seconds = sorted(value for times in made["seconds"].values() for name, value in times.items() if name not in ODD)
    assert seconds[len(seconds) // 2] < 1
    assert seconds[-1] < 5
