"""The catalogue is true: each wrong example gives its finding, each right one does not; a page shows them all."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.build import check_course
from aferir.errors import RULES
from aferir.explained import findings_page, settings_page
from aferir.settings import Settings, example_of, setting_fields

from .tiny import HOME

pytestmark = pytest.mark.usefixtures("one_process")
ROOT = Path(__file__).parent.parent
LANGUAGES = ("pt", "es", "cs")
SNIPPET = """\
import numpy as np

# %% values
A = np.array([[[0.591, 0.271, 0.138], [0.2, 0.3, 0.5]], [[0.4, 0.1, 0.5], [0.3, 0.3, 0.4]]])
token = np.array(["\u2423muro", "\u2423telhado"])
p = np.array([0.25, 0.75])
h = 8
n = 1048576
d_k = 64
ok = True
weights = [0.25, 0.5]


# %% maps
def figure_maps(figure, text):
    figure.subplots()

"""
HEADS = "# %% heads\nprint('ok')\n"
FRONT = "---\ntitle: Aula\nsnippet: split_then_sum\n---\n"


class Sample:
    """A course of one lesson in three languages with all that the examples speak of; what an example says goes in."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root
        self.settings = Settings(root=root, cache=str(cache), use_cache=False, cell_seconds=1.0)
        self.write("snippets/lessons/split_then_sum.py", SNIPPET + HEADS)
        self.write("snippets/reference/__init__.py", "")
        self.course("[split-then-sum]")
        for code in LANGUAGES:
            self.write(f"docs/{code}/index.md", HOME["pt"])
            self.write(f"lessons/{code}/split-then-sum.md", FRONT)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def course(self, lessons: str) -> None:
        titles = "{pt: A, es: B, cs: C}"
        self.write(
            "lessons/course.yml",
            f"id: sample\ntitle: {titles}\nlanguages: [pt, es, cs]\nlessons: {lessons}\n"
            "sources: [vaswani2017attention]\n",
        )

    def body(self, text: str, language: str = "pt") -> None:
        self.write(f"lessons/{language}/split-then-sum.md", FRONT + text + "\n")

    def challenge(self) -> Path:
        source = ROOT / "snippets"
        shutil.copytree(source / "challenges/multi_head", self.root / "snippets/challenges/multi_head")
        shutil.copytree(source / "reference", self.root / "snippets/reference", dirs_exist_ok=True)
        return self.root / "snippets/challenges/multi_head"

    def codes(self, *languages: str) -> set[str]:
        from dataclasses import replace

        settings = replace(self.settings, languages=languages)
        return {item.code for item in check_course(settings, lambda _: None).findings}


def in_body(sample: Sample, text: str) -> set[str]:
    sample.body(text)
    if "challenge |" in text:
        sample.challenge()
    return sample.codes("pt")


def in_spanish(sample: Sample, text: str) -> set[str]:
    sample.body(text, "es")
    return sample.codes("es")


def in_front_matter(sample: Sample, text: str) -> set[str]:
    whole = text if text.startswith(("---", "#")) else f"---\n{'' if 'title' in text else 'title: A'}\n{text}\n---\n"
    sample.write("lessons/pt/split-then-sum.md", whole)
    return sample.codes("pt")


def in_cell(sample: Sample, text: str) -> set[str]:
    sample.write("snippets/lessons/split_then_sum.py", SNIPPET + (text if "# %%" in text else HEADS + text) + "\n")
    return sample.codes("pt")


def shown(sample: Sample, text: str) -> set[str]:
    """The example is a cell that the lesson shows, or the fence of one that draws."""
    drawn = "    import matplotlib.pyplot as plt\n\n    plt.plot([1, 2])"
    curve = f"# %% curve\ndef draw():\n{drawn}\n\n\ndraw()"
    sample.write("snippets/lessons/split_then_sum.py", SNIPPET + HEADS + (curve if "```" in text else text) + "\n")
    return in_body(sample, text if "```" in text else "```cell curve\n```")


def as_large_figure(sample: Sample, text: str) -> set[str]:
    from dataclasses import replace

    sample.settings = replace(sample.settings, cell_seconds=60.0)  # so many cells are drawn in more than a second
    return as_figure(sample, text)


def with_states(sample: Sample, text: str) -> set[str]:
    """The example is the fence, the line that returns the controls, the options of one, or a function nobody shows."""
    from dataclasses import replace

    control = '{"name": "head", "label": "cabeça", "kind": "buttons", "options": {"1": "1", "2": "2"}}'
    if text.startswith('"options"'):
        control = f'{{"name": "head", "label": "passo", "kind": "slider", {text}}}'
    returned = text if text.startswith("return") else f'return {{"controls": [{control}], "state": state}}'
    noise = "np.random.default_rng(int(head)).normal(size=(10, 10))"
    panel = f'{{"kind": "matrix", **AXES, "values": {noise}}}'
    state = f'    def state(head):\n        return {{"noise": {panel}}}'
    axes = 'AXES = {"rows": list("abcdefghij"), "columns": list("abcdefghij"), "decimals": 6}'
    function = f"{axes}\n\n\ndef states_rules(text):\n{state}\n\n    {returned}\n"
    sample.write("snippets/lessons/split_then_sum.py", f"{SNIPPET}{HEADS}\n# %% states\n{function}")
    sample.settings = replace(sample.settings, cell_seconds=60.0)  # two thousand states take their time
    if text.startswith("def"):
        return in_body(sample, "Nada.")
    return in_body(sample, text if text.startswith("```") else "```explorable rules\nalt: As regras.\n```")


def with_link(sample: Sample, text: str) -> set[str]:
    """The example is a link to a state of an explorable that the lesson shows."""
    options = '{"none": "sem máscara", "causal": "causal"}'
    control = f'{{"name": "mask", "label": "máscara", "kind": "buttons", "options": {options}}}'
    panel = '{"kind": "matrix", "rows": ["a"], "columns": ["b"], "decimals": 1, "values": [[0.5]]}'
    state = f'    def state(mask):\n        return {{"weights": {panel}}}'
    function = f'def states_rules(text):\n{state}\n\n    return {{"controls": [{control}], "state": state}}\n'
    sample.write("snippets/lessons/split_then_sum.py", f"{SNIPPET}{HEADS}\n# %% states\n{function}")
    return in_body(sample, f"```explorable rules\nalt: As regras.\n```\n\n{text}")


def with_reference(sample: Sample, text: str) -> set[str]:
    shutil.copytree(ROOT / "snippets/reference", sample.root / "snippets/reference", dirs_exist_ok=True)
    return in_cell(sample, text)


def as_figure(sample: Sample, text: str) -> set[str]:
    before = SNIPPET.split("# %% maps", maxsplit=1)[0]
    sample.write("snippets/lessons/split_then_sum.py", f"{before}# %% maps\n{text}\n")
    return in_body(sample, "```figure maps\nalt: Mapas.\n```")


def per_language(sample: Sample, text: str) -> set[str]:
    for line in text.split("\n"):
        code, _, body = line.partition(": ")
        sample.body(body, code)
    return sample.codes("pt", "es")


def beside_spanish(sample: Sample, text: str) -> set[str]:
    sample.body(RULES["AF403"].right, "es")
    sample.body(text, "pt")
    return sample.codes("pt", "es")


def as_files(sample: Sample, text: str) -> set[str]:
    names = text.split(", ")
    slugs = {Path(name).stem for name in names if name.startswith("lessons/")}
    sample.course(f"[{', '.join(slugs)}]")
    for path in sample.root.glob("lessons/*/*.md"):
        path.unlink()
    for name in names:
        sample.write(name, "---\ntitle: A\n---\n")
    return sample.codes(*(LANGUAGES if "x" in slugs else ("pt",)))


def as_course(sample: Sample, text: str) -> set[str]:
    sample.write("lessons/pt/second-lesson.md", FRONT)
    sample.course(text.removeprefix("lessons: "))
    return sample.codes("pt")


def in_checks(sample: Sample, text: str) -> set[str]:
    checks = sample.challenge() / "checks.py"
    source = checks.read_text(encoding="utf-8")
    checks.write_text(source.replace(RULES["AF501"].right, text), encoding="utf-8")
    return sample.codes("pt")


def in_texts(sample: Sample, text: str) -> set[str]:
    """The example names the files in which the section of a check stands."""
    folder = sample.challenge()
    for path in folder.glob("texts.*.toml"):
        if path.name not in text:
            section = r"\[checks\.returns_pair\]\n(?:[^\[].*\n|\n)*"
            path.write_text(re.sub(section, "", path.read_text(encoding="utf-8")), encoding="utf-8")
    return sample.codes("pt")


def in_solution(sample: Sample, text: str) -> set[str]:
    path = sample.challenge() / "solution.py"
    source = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"return (np.*)", rf"output, A = \1\n    {text}", source), encoding="utf-8")
    return sample.codes("pt")


def in_misconceptions(sample: Sample, text: str) -> set[str]:
    """``right_after_all`` is the solution under another name; every other misconception of the challenge is one."""
    folder = sample.challenge()
    path = folder / "misconceptions.py"
    if "right_after_all" in text:
        solution = (
            (folder / "solution.py").read_text(encoding="utf-8").replace("def multi_head(", "def right_after_all(")
        )
        path.write_text(path.read_text(encoding="utf-8") + "\n\n" + solution.split('"""\n', 1)[-1], encoding="utf-8")
        for texts in folder.glob("texts.*.toml"):
            entry = '\n[misconceptions.right_after_all]\nmessage = "x"\n'
            texts.write_text(texts.read_text(encoding="utf-8") + entry, encoding="utf-8")
    return sample.codes("pt")


def with_table(sample: Sample, text: str) -> set[str]:
    """The lesson shows a table; the example is its fence, or what the function of the table returns."""
    made = text if text.startswith("return") else "return ['h'], [['8']]"
    table = f"\n\ndef table_weights(text):\n    {made}\n"
    sample.write("snippets/lessons/split_then_sum.py", SNIPPET + HEADS + table)
    return in_body(sample, text if text.startswith("```") else "```table weights\n```")


def in_steps(sample: Sample, text: str) -> set[str]:
    """The example stands in the ``checks.py`` of a challenge beside which there is one that can be a step."""
    checks = sample.challenge() / "checks.py"
    shutil.copytree(ROOT / "snippets/challenges/split_heads", sample.root / "snippets/challenges/split_heads")
    source = re.sub(r"^STEPS = .*$", text, checks.read_text(encoding="utf-8"), flags=re.MULTILINE)
    checks.write_text(source, encoding="utf-8")
    return sample.codes("pt")


def in_every_language(sample: Sample, text: str) -> set[str]:
    for code in LANGUAGES:
        sample.body(text, code)
    return sample.codes()


def as_ledger(sample: Sample, text: str) -> set[str]:
    sample.write("snippets/lessons/split_then_sum.py", SNIPPET + HEADS.replace("ok", "0.591 0.271"))
    if text.startswith("{"):
        sample.write("lessons/ledger.json", text)
    return in_every_language(sample, "```cell heads\n```")


def as_bibliography(sample: Sample, text: str) -> set[str]:
    sample.write("lessons/references.bib", text)
    return in_every_language(sample, "```references\nalso: ba2016layernorm\n```")


def beside_source(sample: Sample, text: str) -> set[str]:
    sample.write("lessons/references.bib", RULES["AF801"].right)
    return in_every_language(sample, text)


def as_translations(sample: Sample, text: str) -> set[str]:
    sample.write("lessons/translations.txt", text)
    strict = replace(sample.settings, stale_translations="fail")
    found = check_course(strict, lambda _: None).findings
    return {item.code for item in found if "index" not in str(item.path)}  # of the home page the example says nothing


def as_texts(sample: Sample, text: str) -> set[str]:
    sample.write("lessons/interface.pt.po", f'msgid ""\nmsgstr ""\n\n{text}\n')
    return sample.codes("pt")


def as_glossary(sample: Sample, text: str) -> set[str]:
    sample.write("lessons/glossary.yml", text)
    return sample.codes("pt")


SPECIAL: dict[str, Callable[[Sample, str], set[str]]] = {
    "AF103": in_spanish,
    **dict.fromkeys(("AF107", "AF108", "AF201", "AF213"), in_front_matter),
    **dict.fromkeys(("AF205", "AF206", "AF207", "AF208", "AF209", "AF210", "AF212", "AF214", "AF220"), in_cell),
    **dict.fromkeys(("AF217", "AF218", "AF219"), shown),
    "AF211": as_figure,
    "AF221": as_large_figure,
    "AF222": with_reference,
    **dict.fromkeys(("AF231", "AF232", "AF233", "AF235"), with_states),
    "AF234": with_link,
    "AF401": per_language,
    "AF402": as_files,
    "AF403": beside_spanish,
    "AF404": as_files,
    "AF405": as_course,
    **dict.fromkeys(("AF406", "AF407"), as_translations),
    "AF408": as_texts,
    "AF501": in_checks,
    "AF502": in_texts,
    "AF503": in_solution,
    "AF504": in_misconceptions,
    "AF505": in_steps,
    **dict.fromkeys(("AF215", "AF216"), with_table),
    **dict.fromkeys(("AF701", "AF702", "AF703", "AF704", "AF705"), as_ledger),
    **dict.fromkeys(("AF801", "AF802"), as_bibliography),
    "AF803": beside_source,
    **dict.fromkeys(("AF811", "AF812"), as_glossary),
}


@pytest.fixture
def sample(tmp_path: Path, shared_cache: Path) -> Sample:
    return Sample(tmp_path, shared_cache)


@pytest.mark.slow
@pytest.mark.parametrize("code", RULES)
def test_the_wrong_example_gives_the_finding(sample, code) -> None:
    assert code in SPECIAL.get(code, in_body)(sample, RULES[code].wrong)


@pytest.mark.audit
@pytest.mark.parametrize("code", RULES)
def test_the_right_example_does_not(sample, code) -> None:
    assert code not in SPECIAL.get(code, in_body)(sample, RULES[code].right)


def test_the_page_explains_every_code_in_order_with_its_anchor() -> None:
    page = findings_page()
    heads = re.findall(r"^### (AF\d\d\d) (.+) \{ #(af\d\d\d) \}$", page, re.MULTILINE)
    assert heads == [(code, rule.name, code.lower()) for code, rule in RULES.items()]
    for rule in RULES.values():
        assert f"`` {rule.message} ``" in page
        assert f"~~~~text\n{rule.right}\n~~~~" in page or not rule.right
        assert f"~~~~text\n{rule.wrong}\n~~~~" in page or rule.code == "AF116"
    assert "(the character U+E000)" in page


def test_the_page_of_settings_names_each_with_its_default_and_an_example() -> None:
    page = settings_page()
    for item in setting_fields():
        (part,) = re.findall(rf"^## {item.name} {{ #{item.name} }}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
        assert item.metadata["help"] in part
        assert f"```yaml\n{example_of(item)}\n```" in part
    assert "Takes a number above 0; when it is not set: `20.0`." in page
    assert "Takes note or fail; when it is not set: `note`." in page
    assert "Takes true or false; when it is not set: `true`." in page
