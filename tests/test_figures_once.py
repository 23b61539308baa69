"""standins, asking, recoloured: one drawing coloured for both themes is the same bytes as one drawing per theme."""

import contextlib
import io
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import LinearSegmentedColormap, get_named_colors_mapping, to_rgb

from aferir.execute import figures
from aferir.execute.asking import Code, code_of
from aferir.execute.figures import drawing
from aferir.execute.palette import DARK, LIGHT, legible_on, share_colour
from aferir.execute.standins import (
    _FIRST_NAMED,
    _FIRST_PIXEL,
    CODES,
    _named,
    code,
    in_stand_ins,
    is_named_in,
    written,
)
from aferir.execute.text import STEPS
from aferir.execute.writing import Writing
from aferir.interpreter import start_lesson
from aferir.model import Cell, Work

ROOT = Path(__file__).parent.parent
MAP = [[0.1, 0.9, np.nan], [0.5, 0.3, 1.4]]


def once_and_twice(draw, source="", language="pt"):
    """One drawing for both themes, None where it is refused; and one per theme."""
    writing, families = Writing(language, ","), figures.font_families([])
    code = Code(source)
    once = None if code.may_look() else figures._drawn_once("f", draw, writing, families, code)
    return once, figures._drawn_twice("f", draw, writing, families)


# ── Drawn once ───────────────────────────────────────────────────────────────────────────────────────────────────────


def lines_and_legend(figure, text):
    axes = figure.subplots()
    for number, colour in enumerate(text.heads):
        axes.plot([0, 1], [0, number], color=colour, marker="os^D"[number % 4], alpha=0.5, label=str(number))
    axes.axhline(1, color=text.accent, ls="--")
    axes.grid()
    axes.legend(labelcolor="linecolor", title="all")


def maps_of_shares(figure, text):
    axes = figure.subplots(1, 2)
    scale = text.shares
    scale.set_bad(text.accent)
    axes[0].imshow(MAP, cmap=scale, vmin=0, vmax=1, alpha=0.5)
    scale.set_over(text.heads[2])
    axes[1].pcolormesh(np.ma.masked_invalid(MAP), cmap=scale, vmin=0, vmax=1, edgecolors=text.paper)
    for share in (0.0, 0.39, 0.45, 0.55, 1.0):
        axes[0].text(0, share, text.number(share, 1), color=text.on(share), bbox={"facecolor": text.on(1 - share)})


def scattered_on_a_scale(figure, text):
    axes = figure.subplots()
    points = axes.scatter(range(40), range(40), c=np.linspace(0, 1, 40), cmap=text.shares, edgecolors=text.ink)
    figure.colorbar(points, label="share")


def levels(figure, text):
    x, y = np.meshgrid(np.linspace(0, 1, 9), np.linspace(0, 1, 9))
    axes = figure.subplots()
    axes.contourf(x, y, x * y, 5, cmap=text.shares)
    axes.contour(x, y, x * y, 3, colors=[text.ink])


def hatched(figure, text):
    axes = figure.subplots()
    for number, hatch in enumerate(("//", "..", "//")):
        axes.bar(number, 1, color=text.heads[number % 2], hatch=hatch, edgecolor=text.paper, alpha=0.3 + 0.3 * number)
    axes.fill_between([0, 1], [1, 2], color=text.muted, alpha=0.2, hatch="x")


def words_and_arrows(figure, text):
    figure.suptitle("title", color=text.accent)
    figure.text(0, 0, "$x^2$", color=text.heads[1])
    axes = figure.subplots(2, 2, sharex=True)
    axes[0, 0].annotate("a", (0, 0), (1, 1), arrowprops={"color": text.heads[0], "arrowstyle": "->"})
    axes[1, 1].set_facecolor(text.paper)
    axes[0, 1].boxplot([[1, 2, 3, 9]])
    axes[1, 0].quiver([0, 1], [0, 1], [1, 0], [0, 1], color=[text.ink, text.accent])
    figure.set_facecolor(text.grid if hasattr(text, "grid") else text.muted)


def own_colours(figure, text):
    """Colours that the author names, some of them those of a theme."""
    axes = figure.subplots(1, 2)
    axes[0].bar([0, 1, 2, 3], [1, 2, 3, 4], color=["red", "#1F1D1A", "0.5", "#fbf8f1"], edgecolor="C3")
    axes[0].plot([0, 1], "g--")
    axes[1].imshow([[0, 1], [2, 3]])
    axes[1].scatter([0, 1], [0, 1], c=[0, 1], cmap="magma")


OWN_COLOURS = 'color=["red", "#1F1D1A", "0.5", "#fbf8f1"], cmap="magma"'


def solid(figure, text):
    figure.add_subplot(projection="3d").plot([0, 1], [0, 1], [0, 1], color=text.heads[3])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("draw", "source"),
    [
        *((lines_and_legend, ""), (maps_of_shares, ""), (scattered_on_a_scale, ""), (levels, ""), (hatched, "")),
        *((words_and_arrows, ""), (own_colours, OWN_COLOURS), (solid, "")),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_one_drawing_gives_the_bytes_of_two(draw, source):
    once, twice = once_and_twice(draw, source)
    assert once == twice


BARS = st.tuples(st.integers(0, 10), st.floats(0, 1), st.sampled_from(("", "//")), st.sampled_from((None, 0.5)))


@pytest.mark.slow
@settings(max_examples=12)
@given(st.lists(BARS, min_size=1, max_size=3))
def test_any_colours_of_the_palette_give_the_bytes_of_two_or_are_refused(bars):
    def draw(figure, text):
        axes = figure.subplots()
        axes.set_axis_off()
        colours = (*text.heads, text.ink, text.paper, text.accent)
        for place, (number, share, hatch, alpha) in enumerate(bars):
            axes.bar(place, 1, color=colours[number], hatch=hatch, edgecolor=text.on(share), alpha=alpha)
            axes.plot([place], [share], marker="o", color=text.on(share), mfc=colours[number])
        axes.imshow([[share for _, share, _, _ in bars]], cmap=text.shares, vmin=0, vmax=1)

    once, twice = once_and_twice(draw)
    assert once in (None, twice)


@pytest.mark.slow
def test_the_course_s_figures_are_drawn_once_with_the_bytes_of_two(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "snippets"))
    seen = []
    for path in sorted((ROOT / "snippets" / "lessons").glob("*.py")):
        source = path.read_text()
        if "\ndef figure_" not in source:
            continue
        names = start_lesson("cs")
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(source, path.name, "exec"), names)
        for name in (name for name in names if name.startswith("figure_")):
            once, twice = once_and_twice(names[name], "", "cs")
            assert once == twice, name
            seen.append(name)
    assert len(seen) >= 5


def test_nothing_in_the_course_s_code_looks_at_colours():
    texts = [
        path.read_text() for folder in ("lessons", "reference") for path in (ROOT / "snippets" / folder).glob("*.py")
    ]
    assert not Code("\n".join(texts), frozenset({"reference"})).may_look()


# ── Drawn twice, since one drawing could not tell ────────────────────────────────────────────────────────────────────


def blended(figure, text):
    figure.subplots().imshow(MAP, cmap=LinearSegmentedColormap.from_list("own", [text.paper, text.accent]))


def registered(figure, text):
    mpl.colormaps.register(LinearSegmentedColormap.from_list("own", [text.paper, text.accent]))
    figure.subplots().imshow(MAP, cmap="own")
    mpl.colormaps.unregister("own")


def shadowed(figure, text):
    figure.subplots().pie([1, 2], colors=text.heads, shadow=True)


def smoothed(figure, text):
    figure.subplots().imshow(MAP[:1], cmap=text.shares, interpolation="bilinear", interpolation_stage="rgba")


def lit(figure, text):
    x, y = np.meshgrid([0.0, 1.0, 2.0], [0.0, 1.0, 2.0])
    figure.add_subplot(projection="3d").plot_surface(x, y, x * y, color=text.heads[0])


def large(figure, text):
    figure.subplots().imshow(np.linspace(0, 1, 4900).reshape(70, 70), cmap=text.shares)


def called(figure, text):
    figure.subplots().bar([0], [1], color=text.shares(0.3), width=sum(text.shares(0.3)) / 4)


def turned(figure, text):
    figure.subplots().imshow(MAP, cmap=text.shares.reversed())


def fewer(figure, text):
    figure.subplots().imshow(MAP, cmap=text.shares.resampled(7))


def read(figure, text):
    figure.subplots().bar([0], [1], color=text.ink, width=0.1 + int(text.ink[1:3], 16) / 255)


def compared(figure, text):
    figure.subplots().bar([0], [1], width=0.2 if text.paper < "#888888" else 0.8)


def known(figure, text):
    figure.subplots().bar([0], [1], width={"#16171a": 0.2}.get(text.paper, 0.8))


def ordered(figure, text):
    figure.subplots().bar(range(10), range(10), color=list({text.ink, text.paper, *text.heads}))


def begun(figure, text):
    figure.subplots().bar([0], [1], color=text.ink, width=0.2 if text.ink.startswith("#e") else 0.8)


def made_longer(figure, text):
    figure.subplots().bar([0], [1], color=text.ink + "80")


def spelt_out(figure, text):
    figure.subplots().set_title(f"in {text.ink}")


def labelled(figure, text):
    figure.subplots().plot([0, 1], [0, 1], label=text.heads[0])


def told_as_data(figure, text):
    figure.subplots().plot([0, 1], [0, 1], gid=text.heads[0])


def alike_in_light(figure, text):
    axes = figure.subplots()
    axes.bar([0], [1], color=text.paper, hatch="//", edgecolor=text.ink)
    axes.bar([1], [1], color="#fbf8f1", hatch="//", edgecolor=text.ink)


def marked_alike_in_light(figure, text):
    axes = figure.subplots()
    axes.plot([0], [1], "o", color="#fbf8f1")
    axes.plot([1], [1], "o", color=text.paper)


def pictures_alike_in_light(figure, text):
    one, other = figure.subplots(1, 2)
    one.imshow([[0.0]], cmap=text.shares, vmin=0, vmax=1)
    other.imshow([[0.001]], cmap=text.shares, vmin=0, vmax=1)


def a_code(figure, text):
    figure.subplots().bar([0, 1], [1, 2], color=[written(0), written(_FIRST_NAMED)])


def a_tuple(figure, text):
    figure.subplots().bar([0], [1], color=(0.1, 0.2, 0.3))


def a_photograph(figure, text):
    figure.subplots().imshow(np.arange(12).reshape(2, 2, 3) * 20)


REFUSED = [
    *(
        blended,
        registered,
        shadowed,
        smoothed,
        lit,
        large,
        called,
        turned,
        fewer,
        read,
        compared,
        known,
        ordered,
        begun,
    ),
    *(made_longer, spelt_out, labelled, told_as_data, alike_in_light, marked_alike_in_light, a_tuple, a_photograph),
]


@pytest.mark.slow
@pytest.mark.parametrize("draw", REFUSED, ids=lambda draw: draw.__name__)
def test_what_one_drawing_could_not_tell_is_drawn_twice(draw):
    """``drawing`` gives what two drawings give, whatever the function does."""
    writing, families, code = Writing("pt", ","), figures.font_families([]), Code('color="#fbf8f1"')
    assert figures._drawn_once("f", draw, writing, families, code) is None
    assert drawing("f", draw, writing, [], code) == figures._drawn_twice("f", draw, writing, families)


@pytest.mark.slow
def test_pictures_that_are_alike_in_a_theme_are_alike_in_it():
    once, twice = once_and_twice(pictures_alike_in_light)
    assert once in (None, twice)


def test_a_literal_that_is_a_code_is_refused():
    source = f'color=["{written(0)}", "{written(_FIRST_NAMED).upper()}"]'
    once, twice = once_and_twice(a_code, source)
    assert once is None
    assert written(0) in twice.light.text


@pytest.mark.parametrize(
    "source",
    [
        *("width = sum(to_rgb(text.ink))", "from matplotlib import colors\ncolors.to_hex(x)", "bar.get_facecolor()"),
        *("dark = text.theme is DARK", "x.cmap(0.3)", "line.get_c()", "getattr(bar, '_facecolor')", "luminance(c)"),
        *(
            "import seaborn as sns",
            "import numpy, seaborn",
            "  from seaborn.x import y",
            "from aferir.execute import x",
        ),
        *("figure.canvas.draw()", "figure.savefig(x)", "bar.get_ec()", "hatch.get_edgecolors()", "x.get_cmap()"),
    ],
)
def test_code_that_may_look_at_colours_is_known_by_its_words(source):
    assert Code(source).may_look()


@pytest.mark.parametrize(
    "source",
    [
        *(
            "import numpy as np\nfrom reference.heads import split",
            "import math, itertools",
            "axes.set_facecolor('red')",
        ),
        *("imshow(A, cmap=text.shares)", "figure.colorbar(x)", "np.linalg.norm(Z)", "axes.get_legend()", "self._x = 1"),
        *("from matplotlib.colors import Normalize", "globals().get('language')", "colours = text.heads"),
    ],
)
def test_other_code_is_not_suspected(source):
    assert not Code(source, frozenset({"reference"})).may_look()


def test_the_code_of_a_work_is_its_cells_and_the_modules_that_they_loaded(tmp_path, monkeypatch):
    (tmp_path / "helping.py").write_text("def shade(bar):\n    return bar.get_facecolor()\n")
    (tmp_path / "idle.py").write_text("unused = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("helping")
    code = code_of(Work("s", "s.py", (Cell("a", "import helping", 1),), "pt", import_folder=str(tmp_path)))
    assert "import helping" in code.text
    assert "get_facecolor" in code.text
    assert "unused" not in code.text
    assert code.packages == {"helping"}
    assert code.may_look()


def test_a_failure_is_that_of_a_theme():
    def draw(figure, text):
        raise ValueError(text.ink)

    with pytest.raises(ValueError, match="#1f1d1a"):
        drawing("f", draw, Writing("pt", ","), [], Code(""))


def test_a_function_that_may_be_drawn_once_is_called_once():
    calls = []
    drawing("f", lambda figure, text: calls.append(figure.subplots()), Writing("pt", ","), [], Code(""))
    assert len(calls) == 1


# ── Codes ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_codes_are_no_colours_that_matplotlib_names():
    """So nothing that it names is taken for a stand-in, however it rounds."""
    scales = [scale(np.arange(scale.N))[:, :3] * 255 for scale in map(mpl.colormaps.get, mpl.colormaps)]
    named = np.array([to_rgb(colour) for colour in get_named_colors_mapping().values()]) * 255
    greys = np.repeat(np.arange(256.0)[:, None], 3, axis=1)
    exact = np.concatenate([*scales, named, greys])
    rounded = np.concatenate([np.round(exact), np.floor(exact), np.floor(exact + 0.5)]).astype(np.uint8)
    assert not set(map(bytes, rounded)) & {bytes(code(number)) for number in range(CODES)}


def test_hardly_a_blend_of_two_codes_is_a_code():
    codes = np.array([code(number) for number in range(CODES)], dtype=int)
    known = set(map(bytes, codes.astype(np.uint8)))
    middles = [(codes + np.roll(codes, by, axis=0)) // 2 for by in range(1, 101)]
    assert sum(bytes(row) in known for row in np.concatenate(middles).astype(np.uint8)) < CODES * 100 / 2000


def test_codes_are_different_and_have_room():
    assert len({written(number) for number in range(CODES)}) == CODES
    assert _FIRST_PIXEL >= STEPS
    assert _FIRST_NAMED >= _FIRST_PIXEL + STEPS
    assert len(_named()) <= CODES - _FIRST_NAMED


def test_whatever_can_be_read_on_a_share_has_a_code():
    text = in_stand_ins(Writing("pt", ","))
    shares = [share / 997 for share in range(-10, 1010)]
    known = text.colours().text.values()
    for share in shares:
        assert tuple(legible_on(theme, share_colour(theme, share)) for theme in (LIGHT, DARK)) in known
        assert is_named_in(text.on(share))


def test_matplotlib_forgets_the_names_of_stand_ins():
    before = dict(get_named_colors_mapping())
    drawing("f", lines_and_legend, Writing("pt", ","), [], Code(""))
    assert dict(get_named_colors_mapping()) == before
