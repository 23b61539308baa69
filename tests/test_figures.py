"""figures, svg, pictures, palette: drawn in two themes, in the page's language, the same bytes every time."""

import contextlib
import os
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from aferir.execute import Engine, figures
from aferir.execute.figures import drawing
from aferir.execute.palette import DARK, LEGIBLE, LIGHT, PALETTE, contrast, legible_on, luminance, share_colour
from aferir.execute.pictures import drawn_anew, pixels_of
from aferir.execute.plotted import plotted
from aferir.execute.svg import tidy_svg
from aferir.execute.text import Text
from aferir.execute.writing import Writing
from aferir.figures import described, size_findings
from aferir.model import Cell, Drawing, Fence, Lesson, Position, Results, Work

SVG = "{http://www.w3.org/2000/svg}"
THEMES = [pytest.param(theme, id=theme.name) for theme in PALETTE.values()]


def drawn(draw, language="pt", mark=",", fonts=()):
    return drawing("f", draw, Writing(language, mark), fonts)


def elements(svg, name):
    return list(ET.fromstring(svg).iter(SVG + name))


def plot(figure, text):
    axes = figure.subplots()
    axes.plot([0, 0.5, 1], [-0.5, 0.25, 0.5], marker="o")


def _legend(figure, text):
    axes = figure.subplots()
    axes.plot([0, 0.5, 1], [0.2, 0.9, 0.4], label="a")
    axes.legend()


def _map(figure, text):
    figure.subplots().imshow([[0.1, 0.9], [0.5, 0.3]], cmap=text.shares, vmin=0, vmax=1)


def _scale(figure, text):
    axes = figure.subplots(1, 2, sharey=True)
    figure.colorbar(axes[0].imshow([[0.1, 0.9], [0.5, 0.3]], cmap=text.shares), ax=axes)


def _heading(figure, text):
    plot(figure, text)
    figure.suptitle("above all")


def _wordy_in_dark(figure, text):
    plot(figure, text)
    figure.axes[0].set_ylabel("one\ntwo\nthree" if text.theme is DARK else "one")


def _wide_in_dark(figure, text):
    figure.subplots(1, 2, width_ratios=[1, 3 if text.theme is DARK else 1])


def _tight_in_dark(figure, text):
    plot(figure, text)
    figure.get_layout_engine().set(w_pad=0.5 if text.theme is DARK else 0.1)


def _left_out_in_dark(figure, text):
    plot(figure, text)
    figure.axes[0].set_xlabel("a label").set_in_layout(text.theme is LIGHT)


def _ratio_in_dark(figure, text):
    plot(figure, text)
    figure.axes[0].set_aspect("equal" if text.theme is DARK else "auto")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("draw", "taken_over"),
    [
        *((plot, True), (_legend, True), (_map, True), (_scale, False), (_heading, False), (_wordy_in_dark, False)),
        *((_wide_in_dark, False), (_tight_in_dark, False), (_left_out_in_dark, False), (_ratio_in_dark, False)),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_the_dark_drawing_has_the_layout_that_it_would_have_alone(draw, taken_over, monkeypatch):
    """The layout of the light one is taken over only where it is the same."""
    laid_out: list[Figure] = []
    execute = ConstrainedLayoutEngine.execute
    monkeypatch.setattr(
        ConstrainedLayoutEngine, "execute", lambda self, figure: laid_out.append(figure) or execute(self, figure)
    )
    both = drawn(draw)
    assert len(laid_out) == (1 if taken_over else 2)
    monkeypatch.setattr(figures, "asked_of", lambda _figure: None)
    assert drawn(draw) == both


def _minor_and_log(figure, text):
    axes = figure.subplots(2, 1)
    axes[0].loglog([1, 1200, 98000], [0.002, 3, 40])
    axes[0].minorticks_on()
    axes[1].plot([-2.5e6, 1e6], [0, 1])
    axes[1].tick_params(axis="x", rotation=30)
    axes[1].set_title("two\nlines", loc="left")


def _shared_and_twin(figure, text):
    axes = figure.subplots(2, 2, sharex=True, sharey="row")
    for number, one in enumerate(axes.flat):
        one.plot([0, 10 ** (3 * number)], [0, number + 0.25])
    axes[0, 0].twinx().bar([1, 2], [30, 2000])


def _words(figure, text):
    axes = figure.subplots()
    axes.text(0.1, 0.5, "a long text that is wrapped because it does not fit into the figure at all", wrap=True)
    axes.text(0.2, 0.2, "$x_1^2 = 0.5$", rotation=45, rotation_mode="anchor", ha="right", va="center_baseline")
    axes.annotate("there", (0.2, 0.2), (0.6, 0.8), arrowprops={"arrowstyle": "->"})
    axes.set_xlabel("several\nlines", linespacing=2)


def _own_ticks(figure, text):
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1000])
    axes.tick_params(axis="x", labelrotation=40, color=text.accent, pad=9, top=True, labeltop=True)
    axes.xaxis.get_major_ticks()[0].label1.set_color(text.accent)
    axes.yaxis.get_major_ticks()[1].gridline.set_visible(True)
    axes.yaxis.get_major_ticks()[0].tick1line.set_marker("o")
    axes.minorticks_on()


def _polar(figure, text):
    figure.add_subplot(projection="polar").plot([0, 1, 2], [0.5, 1, 0.2])


@pytest.mark.slow
@pytest.mark.parametrize(
    "draw",
    [plot, _legend, _map, _scale, _heading, _minor_and_log, _shared_and_twin, _words, _own_ticks, _polar],
    ids=lambda draw: draw.__name__,
)
def test_what_is_remembered_while_a_figure_is_drawn_changes_no_byte(draw, monkeypatch):
    made = drawn(draw)
    monkeypatch.setattr(figures, "steady", contextlib.nullcontext)
    assert drawn(draw) == made


def test_ticks_and_texts_are_worked_out_once_while_nothing_changes(monkeypatch):
    counts: Counter[str] = Counter()

    def counted(owner, name):
        own = getattr(owner, name)

        def count(self, *arguments, **named):
            counts[name] += 1
            return own(self, *arguments, **named)

        monkeypatch.setattr(owner, name, count)

    for name in ("_update_ticks", "_get_tick", "_get_ticklabel_bboxes"):
        counted(Axis, name)
    counted(mpl.text.Text, "_get_layout")
    drawn(plot)
    once = dict(counts)
    monkeypatch.setattr(figures, "steady", contextlib.nullcontext)
    counts.clear()
    drawn(plot)
    for name, times in {"_update_ticks": 3, "_get_tick": 2, "_get_ticklabel_bboxes": 2, "_get_layout": 3}.items():
        assert once[name] * times <= counts[name], name


# ── Palette ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_contrast_is_that_of_the_standard():
    """Values of WCAG 2.2: black on white is 21, #767676 is the lightest grey with 4.5 on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.005)
    assert luminance("#ffffff") == pytest.approx(1)


@pytest.mark.parametrize("theme", THEMES)
def test_text_colours_are_legible_on_their_paper(theme):
    for colour in (theme.ink, theme.muted, theme.accent):
        assert contrast(colour, theme.paper) >= LEGIBLE


@pytest.mark.parametrize("theme", THEMES)
def test_heads_stand_out_from_their_paper(theme):
    assert len(theme.heads) == 8
    assert min(contrast(colour, theme.paper) for colour in theme.heads) >= 3


def linear(colour):
    channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def oklab(light):
    """Linear sRGB (..., 3) -> OKLab (..., 3). Ottosson 2020."""
    cones = np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                      [0.0883024619, 0.2817188376, 0.6299787005]])  # fmt: skip
    lab = np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                    [0.0259040371, 0.7827717662, -0.8086757660]])  # fmt: skip
    return np.cbrt(np.clip(light, 0, None) @ cones.T) @ lab.T


# Machado, Oliveira, Fernandes 2009, severity 1.
VISION = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_heads_are_told_apart_with_every_kind_of_colour_vision(theme, vision):
    """OKLab distance; two per cent of lightness is just seen, so 0.05 is plain. The first four keep twice as much."""
    seen = oklab(np.clip(np.array([linear(colour) for colour in theme.heads]) @ np.transpose(VISION[vision]), 0, 1))
    distances = np.linalg.norm(seen[:, None] - seen[None], axis=-1) + np.eye(8)
    assert distances.min() >= 0.05
    assert distances[:4, :4].min() >= 0.1


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_a_known_library_tells_heads_apart_for_every_dichromat(theme):
    """Distances in CAM02-UCS as colorspacious computes them: 1 is just seen side by side; 5 is plain at a distance."""
    from colorspacious import cspace_convert

    colours = np.array([[int(head[i : i + 2], 16) for i in (1, 3, 5)] for head in theme.heads]) / 255
    for kind in (None, "deuteranomaly", "protanomaly", "tritanomaly"):
        space = {"name": "sRGB1+CVD", "cvd_type": kind, "severity": 100} if kind else "sRGB1"
        seen = np.clip(cspace_convert(colours, space, "sRGB1"), 0, 1)
        distances = pairwise(cspace_convert(seen, "sRGB1", "CAM02-UCS"))
        assert distances.min() >= 5, kind
        assert distances[:4, :4].min() >= 10, kind


@pytest.mark.slow
def test_the_same_measure_refuses_colours_that_are_not_told_apart():
    from colorspacious import cspace_convert

    red_and_green = np.array([[0.80, 0.25, 0.20], [0.45, 0.45, 0.10]])
    space = {"name": "sRGB1+CVD", "cvd_type": "deuteranomaly", "severity": 100}
    seen = np.clip(cspace_convert(red_and_green, space, "sRGB1"), 0, 1)
    assert pairwise(cspace_convert(red_and_green, "sRGB1", "CAM02-UCS")).min() > 20
    assert pairwise(cspace_convert(seen, "sRGB1", "CAM02-UCS")).min() < 10


def pairwise(points):
    """Distances of all pairs (n, n), infinite on the diagonal."""
    return np.linalg.norm(points[:, None] - points[None], axis=-1) + np.diag(np.full(len(points), np.inf))


@pytest.mark.parametrize("theme", THEMES)
def test_shares_run_from_the_paper_with_monotone_lightness(theme):
    assert theme.shares[0] == theme.paper
    lightness = np.array([oklab(linear(share_colour(theme, share)))[0] for share in np.linspace(0, 1, 256)])
    steps = np.diff(lightness)
    assert (steps <= 1e-9).all() or (steps >= -1e-9).all()
    assert abs(lightness[-1] - lightness[0]) > 0.5


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_written_on_a_share_is_legible(theme):
    """On the colour as it is published and as Matplotlib draws it."""
    text = Text("pt", ",", theme=theme)
    for share in np.linspace(-0.1, 1.1, 481):
        assert contrast(text.on(share), share_colour(theme, share)) >= LEGIBLE
        assert contrast(text.on(share), mpl.colors.to_hex(text.shares(share))) >= LEGIBLE - 0.02


@pytest.mark.property
@given(st.integers(0, 0xFFFFFF))
def test_something_legible_is_found_for_any_colour(number):
    colour = f"#{number:06x}"
    assert contrast(legible_on(LIGHT, colour), colour) >= LEGIBLE
    assert contrast(legible_on(DARK, colour), colour) >= LEGIBLE


@pytest.mark.parametrize("theme", THEMES)
def test_the_map_of_shares_is_the_colours_that_are_published(theme):
    colours = Text("pt", ",", theme=theme).shares
    for share in np.linspace(0, 1, 33):
        drawn_colour = np.array(colours(share)[:3]) * 255
        assert np.abs(drawn_colour - [int(share_colour(theme, share)[i : i + 2], 16) for i in (1, 3, 5)]).max() < 1.5


def test_the_palette_is_read_without_matplotlib():
    import subprocess
    import sys

    code = "import sys, aferir.execute.palette; print('matplotlib' in sys.modules)"
    root = str(Path(__file__).parent.parent / "scripts")
    assert subprocess.check_output([sys.executable, "-c", code], env={"PYTHONPATH": root}, text=True) == "False\n"


# ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("value", "decimals", "mark", "written"),
    [
        (0.591, 1, ",", "0,6"),
        (-0.37, 2, ",", "−0,37"),
        (-0.37, 2, ".", "−0.37"),
        (-0.001, 2, ",", "0,00"),
        (0.0, 0, ",", "0"),
        (-12, 0, ",", "−12"),
        (np.float64(2.5), 3, ",", "2,500"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(value, decimals, mark, written):
    assert Text("pt", mark, theme=LIGHT).number(value, decimals) == written


def test_a_figure_is_given_its_language_and_its_theme():
    seen = []

    def draw(figure, text):
        seen.append((text.language, text.ink, text.paper, text.muted, text.accent, text.heads))

    drawn(draw, "cs")
    assert seen == [("cs", t.ink, t.paper, t.muted, t.accent, t.heads) for t in (LIGHT, DARK)]


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_figure_is_drawn_in_the_colours_of_each_theme():
    figure = drawn(plot)
    for svg, theme, other in ((figure.light.text, LIGHT, DARK), (figure.dark.text, DARK, LIGHT)):
        assert theme.heads[0] in svg
        assert theme.ink in svg
        assert other.heads[0] not in svg


def test_a_figure_has_no_paper_of_its_own():
    def fills(svg):
        return {element.get("fill") for element in elements(svg, "path")}

    figure = drawn(plot)
    assert fills(figure.light.text).isdisjoint({"#ffffff", LIGHT.paper})
    assert fills(figure.dark.text).isdisjoint({"#ffffff", "#000000", DARK.paper})


def test_the_size_is_said_in_pixels_of_css():
    def wide(figure, text):
        figure.set_size_inches(9.2, 2.9)

    figure = drawn(wide)
    assert (figure.width, figure.height) == (883.2, 278.4)
    root = ET.fromstring(figure.light.text)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("662.4pt", "208.8pt", "0 0 662.4 208.8")


def labels(draw, mark, thousands=""):
    """The texts that Matplotlib was asked to draw."""
    from unittest import mock

    from matplotlib.backends.backend_svg import RendererSVG

    seen = []
    original = RendererSVG.draw_text

    def remember(self, gc, x, y, s, *rest, **more):
        seen.append(s)
        return original(self, gc, x, y, s, *rest, **more)

    with mock.patch.object(RendererSVG, "draw_text", remember):
        drawing("f", draw, Writing("pt", mark, thousands), ())
    return seen[: len(seen) // 2]


def test_tick_labels_use_the_decimal_mark_and_a_true_minus():
    assert {"0,2", "1,0", "−0,4"} <= set(labels(plot, ","))
    assert {"0.2", "1.0", "−0.4"} <= set(labels(plot, "."))


def test_labels_of_other_formatters_are_localised_but_the_author_s_are_left_alone():
    def draw(figure, text):
        one, two, three = figure.subplots(1, 3)
        one.yaxis.set_major_formatter("{x:.1f} m")
        two.set_xticks([0, 1], ["a 0.5", "b 1.5"])
        three.semilogy([1, 2], [0.11, 0.12])
        figure.colorbar(mpl.cm.ScalarMappable(cmap=text.shares), ax=one)

    written = labels(draw, ",")
    assert {"0,0 m", "a 0.5", "b 1.5"} <= set(written)
    assert any("{,}" in label and "mathdefault" in label for label in written)
    assert "0,2" in written


def test_long_whole_numbers_on_an_axis_are_grouped_as_in_the_text():
    def draw(figure, text):
        axes = figure.subplots()
        axes.set_xlim(0, 30_000)
        axes.set_ylim(2000, 2024)

    written = labels(draw, ",", "\u00a0")
    assert {"10\u00a0000", "5000", "2005"} <= set(written)
    assert places_of(draw)["axes 1 ticks x"].split()[2] == "10000"


def test_a_factor_beside_an_axis_is_a_power_of_ten():
    assert "×10⁷" in labels(lambda figure, text: figure.subplots().plot([1e7, 2e7], [1, 2]), ",")
    assert "×10⁻⁷" in labels(lambda figure, text: figure.subplots().plot([1e-7, 2e-7], [1, 2]), ",")


def test_a_figure_that_is_returned_is_the_one_that_counts():
    def draw(figure, text):
        from matplotlib.figure import Figure

        return Figure(figsize=(1, 2))

    figure = drawn(draw)
    assert (figure.width, figure.height) == (96, 192)


def test_a_letter_that_the_font_lacks_is_an_error():
    with pytest.raises(UserWarning, match="Glyph"):
        drawn(lambda figure, text: figure.subplots().set_title("\U0001f9ff"))


def test_a_font_that_is_given_is_the_one_that_is_used(tmp_path):
    source = Path(mpl.get_data_path(), "fonts/ttf/DejaVuSerif.ttf")
    font = tmp_path / "own.ttf"
    font.write_bytes(source.read_bytes())
    assert "DejaVuSerif-" in drawn(plot, fonts=[str(font)]).light.text
    assert "DejaVuSans-" in drawn(plot).light.text


def test_a_font_that_is_missing_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        drawn(plot, fonts=[str(tmp_path / "none.ttf")])


def test_drawing_leaves_matplotlib_as_it_was():
    before = dict(mpl.rcParams)
    drawn(plot)
    assert dict(mpl.rcParams) == before


def test_both_themes_draw_the_same_random_numbers():
    seen = []
    drawn(lambda figure, text: seen.append(np.random.random()))  # noqa: NPY002
    assert seen[0] == seen[1]


# ── SVG ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def busy(figure, text):
    """Some of everything: lines, markers, hatches, pictures, a colour bar, mathematics, clipping."""
    one, two, three = figure.subplots(1, 3)
    one.plot(np.linspace(0, 1, 50), np.sin(np.linspace(0, 7, 50)), marker="s", label="ěšč $x^2$")
    one.legend()
    one.bar([0, 1], [1, 2], hatch="//", alpha=0.5)
    picture = two.imshow(np.arange(12).reshape(3, 4) / 11, cmap=text.shares, vmin=0, vmax=1)
    figure.colorbar(picture, ax=two)
    three.scatter([1, 2, 3], [1, 2, 3], c=[0, 0.5, 1], cmap=text.shares)
    three.fill_between([1, 2], [1, 2], alpha=0.2)


@pytest.fixture(scope="module")
def busy_drawing():
    return drawn(busy)


def test_nothing_in_an_svg_needs_a_policy_or_another_file(busy_drawing):
    for svg in (busy_drawing.light.text, busy_drawing.dark.text):
        assert not re.search(r"<style|style=|<metadata|<!--|<!DOCTYPE|data:|xlink", svg)
        assert set(re.findall(r"https?://[^\"]*", svg)) == {"http://www.w3.org/2000/svg"}


def test_ids_are_unique_in_a_page_and_every_reference_finds_one(busy_drawing):
    light, dark = ET.fromstring(busy_drawing.light.text), ET.fromstring(busy_drawing.dark.text)
    ids = [element.get("id") for root in (light, dark) for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith(("figure-f-light-", "figure-f-dark-")) for name in ids)
    text = busy_drawing.light.text + busy_drawing.dark.text
    assert set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert not re.search(r"[0-9a-f]{10}", " ".join(ids))


def test_coordinates_have_at_most_three_decimals(busy_drawing):
    for element in ET.fromstring(busy_drawing.light.text).iter():
        for name in ("d", "x", "y", "points"):
            assert not re.search(r"\.\d{4}", element.get(name, ""))
        assert not re.search(r"translate\([^)]*\.\d{4}", element.get("transform", ""))


def test_a_map_becomes_a_mosaic_and_a_scale_a_gradient(busy_drawing):
    assert elements(busy_drawing.light.text, "image") == []
    stops = elements(busy_drawing.light.text, "stop")
    assert (stops[0].get("stop-color"), stops[-1].get("stop-color")) == (LIGHT.shares[0], LIGHT.shares[-1]) or (
        contrast(stops[0].get("stop-color"), LIGHT.shares[0]) < 1.05
        and contrast(stops[-1].get("stop-color"), LIGHT.shares[-1]) < 1.05
    )
    (mosaic,) = (group for group in elements(busy_drawing.light.text, "g") if group.get("shape-rendering"))
    assert len(mosaic) == 12


def test_svg_of_matplotlib_is_tidied():
    raw = (
        b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        b'width="10pt" height="5.123456pt" viewBox="0 0 10 5.123456"><metadata>x</metadata><!-- c --><defs>'
        b'<style type="text/css">*{stroke-linejoin: round}</style><path id="m0123456789" d="M 0.123456 -0.0000001 \n'
        b'L 1e-05 2.5 z"/></defs><g id="axes_1" clip-path="url(#pabcdef0123)"><use xlink:href="#m0123456789" '
        b'x="1.00049" style="fill: #ff0000; mix-blend-mode: multiply; stroke-width: 0.8"/>'
        b'<path transform="translate(1.23456 2) scale(0.015625) rotate(30.5)" d=""/></g>'
        b'<clipPath id="pabcdef0123"><rect width="1.23456" height="2"/></clipPath></svg>'
    )
    assert tidy_svg(raw, "p-") == (
        '<svg width="10pt" height="5.123456pt" viewBox="0 0 10 5.123456" stroke-linejoin="round" '
        'stroke-linecap="butt" xmlns="http://www.w3.org/2000/svg"><defs><path id="p-m-1" d="M 0.123 0 L 0 2.5 z" />'
        '</defs><g id="p-axes_1" clip-path="url(#p-p-3)"><use x="1" href="#p-m-1" fill="#ff0000" stroke-width="0.8" '
        'style="mix-blend-mode: multiply" /><path transform="translate(1.235 2) scale(0.015625) rotate(30.5)" d="" />'
        '</g><clipPath id="p-p-3"><rect width="1.235" height="2" /></clipPath></svg>\n'
    )


def test_a_picture_that_is_neither_stays():
    image = ET.Element("image", {"href": "photo.jpg"})
    assert drawn_anew(image, pixels_of(image)) == [image]
    noise = np.random.default_rng(0).random((40, 40))
    figure = drawn(lambda figure, text: figure.subplots().imshow(noise, interpolation="bilinear"))
    assert len(elements(figure.light.text, "image")) == 1


# ── The same bytes ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_drawing_again_gives_the_same_bytes(busy_drawing):
    assert drawn(busy) == busy_drawing


SOURCE = """
import numpy as np
def figure_f(figure, text):
    one, two = figure.subplots(1, 2)
    one.plot(np.sin(np.linspace(0, 7, 50)), marker="s", label=text.language)
    one.legend()
    figure.colorbar(two.imshow(np.random.random((5, 5)), cmap=text.shares), ax=two)
"""


@pytest.mark.slow
def test_processes_in_other_folders_zones_homes_and_with_other_settings_give_the_same_bytes(tmp_path, monkeypatch):
    """Everything that a machine may hold differently, down to a reader's own ``matplotlibrc``."""
    work = Work("x", "x.py", (Cell("one", SOURCE, 1),), "cs", figures=("f",))
    drawings = []
    for number, zone in enumerate(["Pacific/Kiritimati", "America/Sao_Paulo"]):
        folder = tmp_path / str(number)
        folder.mkdir()
        folder.joinpath("matplotlibrc").write_text("lines.linewidth: 9\nsvg.fonttype: none\nfont.size: 30\n" * number)
        monkeypatch.chdir(folder)
        own = {"TZ": zone, "PYTHONHASHSEED": str(number), "SOURCE_DATE_EPOCH": str(number * 10**9)}
        places = {"HOME": str(folder), "MPLCONFIGDIR": str(folder), "LC_ALL": ["C", "C.UTF-8"][number]}
        for name, value in (own | places).items():
            monkeypatch.setitem(os.environ, name, value)
        with Engine(folder, fork=number == 0) as engine:
            drawings += [engine.run(work).figures["f"], engine.run(work).figures["f"]]
    assert isinstance(drawings[0], Drawing)
    assert all(drawing == drawings[0] for drawing in drawings)


# ── What the ledger keeps ────────────────────────────────────────────────────────────────────────────────────────────


def places_of(draw, language="pt", mark=","):
    return drawn(draw, language, mark).places


def test_the_numbers_that_a_figure_plots_are_told_by_axes_and_kind():
    def draw(figure, text):
        left, right = figure.subplots(1, 2)
        left.plot([0, 1, 2], [0.25, 0.5, 1.0])
        left.bar([0, 1], [0.125, 3])
        left.scatter([4, 5], [6, 7.5])
        right.imshow([[0.1, 0.9], [0.5, 0.25]], vmin=0, vmax=1)

    places = places_of(draw)
    assert {name: text for name, text in places.items() if "ticks" not in name} == {
        "axes 1 line 1 x": "0.000 1.000 2.000",
        "axes 1 line 1 y": "0.250 0.500 1.000",
        "axes 1 points 1 x": "4.000 5.000",
        "axes 1 points 1 y": "6.000 7.500",
        "axes 1 bars x": "-0.4000 0.6000",
        "axes 1 bars width": "0.8000 0.8000",
        "axes 1 bars y": "0 0",
        "axes 1 bars height": "0.125 3.000",
        "axes 2 image 1 row 1": "0.1000 0.9000",
        "axes 2 image 1 row 2": "0.5000 0.2500",
    }
    assert places["axes 1 ticks x"] == "0 1 2 3 4 5"


@pytest.mark.parametrize(("language", "mark"), [("pt", ","), ("en", ".")])
def test_words_on_a_figure_give_their_numerals_in_no_language(language, mark):
    def draw(figure, text):
        axes = figure.subplots()
        axes.set_title(f"cabeça 2: {text.number(-0.125, 3)}")
        axes.text(0, 0, text.number(0.5, 1))
        axes.text(0, 0, "7", visible=False)
        figure.suptitle("12")

    places = places_of(draw, language, mark)
    assert places["axes 1 text"] == "2 -0.125 0.5"
    assert places["figure text"] == "12"


def test_a_long_series_is_summarised():
    values = np.linspace(0, 1, 101)
    places = places_of(lambda figure, text: figure.subplots().plot(values, values**2))
    assert places["axes 1 line 1 y"] == (
        "101 values first 0.000 last 1.000 least 0.000 most 1.000 mean 0.335"  # 0.335 by hand: 201/600
    )


def test_noise_beside_a_large_value_is_nothing_and_so_is_the_sign_of_zero():
    places = places_of(lambda figure, text: figure.subplots().plot([0, 1], [-1e-17, 40.0]))
    assert places["axes 1 line 1 y"] == "0.00 40.00"


def test_missing_values_are_told_as_such():
    places = places_of(lambda figure, text: figure.subplots().plot([0, 1], [np.nan, 2.0]))
    assert places["axes 1 line 1 y"] == "nan 2.000"


def test_a_value_half_way_between_two_numerals_may_be_either():
    def draw(figure, text):
        figure.subplots().plot([0, 1], [0.00005, 0.5])  # four decimals: 0.0001 or 0.0000

    halves = drawn(draw).halves
    assert halves["0.0001"] == "0.0000"
    assert halves["0.0000"] == "0.0001"


def test_the_scale_of_a_map_is_told_by_its_ticks_alone():
    def draw(figure, text):
        axes = figure.subplots()
        figure.colorbar(axes.imshow([[0.1, 0.9]], vmin=0, vmax=1), ax=axes, ticks=[0, 1])

    assert [name for name in places_of(draw) if name.startswith("axes 2")] == ["axes 2 ticks y"]


def test_both_themes_plot_the_same():
    def draw(figure, text):
        figure.subplots().plot(np.random.default_rng(0).normal(size=5))

    assert drawn(draw).places == drawn(draw).places
    figure = mpl.figure.Figure()
    assert plotted(figure, Writing("pt", ",")) == ({}, {})


# ── What readers may ask for ─────────────────────────────────────────────────────────────────────────────────────────


def data_of(draw, mark=","):
    return drawn(draw, mark=mark).data


def test_lines_over_the_same_places_are_one_table_named_as_the_figure_names_them():
    def draw(figure, text):
        axes = figure.subplots()
        axes.plot([0, 1, 2], [0.5, 0.25, 0.125], label="perda")
        axes.plot([0, 1, 2], [1, 20, 300])
        axes.axhline(7)
        axes.set(title="Treino", xlabel="passo", ylabel="acertos")

    (table,) = data_of(draw)
    assert (table.title, table.columns, table.count, table.step) == ("Treino", ("passo", "perda", "acertos"), 3, 1)
    assert table.rows == (("0", "0,5000", "1"), ("1", "0,2500", "20"), ("2", "0,1250", "300"))


def test_bars_are_named_by_the_words_below_them():
    def draw(figure, text):
        one, two = figure.subplots(1, 2)
        one.bar(["a", "b"], [1, 2.5])
        two.barh([3, 4], [-1, np.nan])
        two.set_xlabel("largura")

    upright, lying = data_of(draw, ".")
    assert (upright.columns, upright.rows) == (("x", "y"), (("a", "1.000"), ("b", "2.500")))
    assert (lying.columns, lying.rows) == (("y", "largura"), (("3", "−1"), ("4", "–")))


def test_a_map_is_a_matrix_and_its_scale_no_table():
    def draw(figure, text):
        axes = figure.subplots()
        axes.set(xlabel="coluna", ylabel="linha")
        figure.colorbar(axes.imshow([[0.25, 1], [0.5, 0]]))
        axes.set_xticks([0, 1], ["gato", "muro"])

    (table,) = data_of(draw)
    assert table.columns == ("linha \\ coluna", "gato", "muro")
    assert table.rows == (("1", "0,250", "1,000"), ("2", "0,500", "0,000"))


def test_points_tell_their_colour_by_the_name_of_its_scale():
    def draw(figure, text):
        axes = figure.subplots()
        figure.colorbar(axes.scatter([1, 2], [3, 4], c=[0, 0.5]), label="peso")

    (table,) = data_of(draw)
    assert (table.columns, table.rows) == (("x", "y", "peso"), (("1", "3", "0,0000"), ("2", "4", "0,5000")))


def test_a_long_series_tells_rows_at_equal_steps_and_the_last():
    (table,) = data_of(lambda figure, text: figure.subplots().plot(range(100), range(100)))
    assert (table.count, table.step, len(table.rows)) == (100, 5, 21)
    assert [row[0] for row in table.rows[:2] + table.rows[-2:]] == ["0", "5", "95", "99"]


# ── As files of the site ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_drawing_says_that_it_is_an_image_what_it_is_called_and_what_it_shows():
    root = ET.fromstring(described(drawn(plot).light.text, "figure-f-light", "Duas < três", "Três pontos & uma linha."))
    (title, text) = root[0], root[1]
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", "figure-f-light-title figure-f-light-desc")
    assert (title.tag, title.text, title.get("id")) == (SVG + "title", "Duas < três", "figure-f-light-title")
    assert (text.tag, text.text, text.get("id")) == (SVG + "desc", "Três pontos & uma linha.", "figure-f-light-desc")


@pytest.mark.parametrize("draw", [plot, busy], ids=lambda draw: draw.__name__)
def test_a_description_changes_nothing_else_of_a_drawing(draw):
    """As the whole tree would be written with a title and a description."""
    svg = drawn(draw).dark.text
    ET.register_namespace("", SVG[1:-1])
    root = ET.fromstring(svg)
    for place, (kind, text) in enumerate({"title": "a < b", "desc": "“c” & d\ne"}.items()):
        element = ET.Element(SVG + kind, {"id": f"f-{kind}"})
        element.text = text
        root.insert(place, element)
    root.attrib.update({"role": "img", "aria-labelledby": "f-title f-desc"})
    assert described(svg, "f", "a < b", "“c” & d\ne") == ET.tostring(root, encoding="unicode") + "\n"


def test_a_figure_that_weighs_too_much_is_a_finding_at_its_fence():
    drawing = drawn(plot)
    weight = max(len(drawing.light.text.encode()), len(drawing.dark.text.encode()))
    fence = Fence("t", Position(7, 1), "figure", "f")
    lesson = Lesson("lessons/pt/x.md", "x", "pt", "", "", "", "", fences=(fence,))
    results = Results(figures={"f": drawing})
    assert [*size_findings(lesson, results, -(-weight // 1000))] == []
    (found,) = size_findings(lesson, results, weight // 1000 - 1)
    assert (found.path, found.line, found.code) == ("lessons/pt/x.md", 7, "AF221")


def test_a_page_shows_the_numbers_of_a_figure_that_is_asked_for_them():
    from aferir.languages import language
    from aferir.ledger import produced
    from aferir.render import Ingredients, render_page
    from aferir.scan import scan

    def draw(figure, text):
        axes = figure.subplots()
        axes.plot(range(50), [0.5] * 50, label="peso < 1")
        axes.set_title("Pesos")

    asked = "```figure f\nalt: Uma linha & mais.\ncaption: Um *peso*.\n{}```\n"
    pages = {}
    for option in ("data: yes\n", ""):
        lesson, found = scan(f"---\ntitle: T\nsnippet: s\n---\n{asked.format(option)}", "x.md", language("pt"), "x")
        assert not found
        made = Ingredients(language=language("pt"), drawings={"f": drawn(draw)})
        pages[option] = lesson, render_page(lesson, made)
    lesson, page = pages["data: yes\n"]
    html = page.fragments[lesson.fences[0].token].html
    assert "<summary>Os números desta figura</summary>" in html
    assert "<caption>Pesos: 18 de 50 linhas</caption>" in html
    assert '<th scope="col" class="numeric">peso &lt; 1</th>' in html
    assert html.count("<tr>") == 19
    assert "<details" not in pages[""][1].fragments[pages[""][0].fences[0].token].html
    light = ET.fromstring(next(iter(page.files.values())).text)
    assert [light[0].text, light[1].text] == ["Um peso.", "Uma linha & mais."]
    (thing,) = produced(lesson, Results(figures={"f": drawn(draw)}), language("pt"))
    assert thing.places["data 1 row 18"] == "49 | 0.5000"
    (plain,) = produced(pages[""][0], Results(figures={"f": drawn(draw)}), language("pt"))
    assert not [place for place in plain.places if place.startswith("data")]


@pytest.mark.parametrize(("option", "problem"), [("data: no", "“no” is no value of “data”: write data: yes")])
def test_the_numbers_of_a_figure_are_asked_for_in_one_way(option, problem):
    from aferir.languages import language
    from aferir.scan import scan

    _, (found,) = scan(
        f"---\ntitle: T\nsnippet: s\n---\n```figure f\nalt: A.\n{option}\n```\n", "x.md", language("pt"), "x"
    )
    assert (found.code, found.line, found.problem) == ("AF110", 7, problem)
