"""The toy model against the numbers of its brief, typed here by hand: every table, map, gradient and loss."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from reference import toy, toy_tables
from reference.layer_norm import layer_norm
from reference.masks import causal_mask, masked_softmax
from reference.softmax import softmax
from reference.toy import central_differences, forward, greedy, losses

SENTENCE = [0, 2, 4, 5, 1]  # o gato subiu no
ROOF, CAT = 6, 2
OPEN = np.zeros((5, 5))


def assert_printed(values: object, text: str) -> None:
    """``values``, flattened, are the numerals of ``text``, each at the precision it is printed with."""
    written = re.findall(r"[−-]?\d+(?:\.\d+)?", text)
    computed = np.asarray(values, dtype=float).ravel()
    assert len(written) == len(computed), (len(written), len(computed))
    for numeral, value in zip(written, computed, strict=True):
        decimals = len(numeral.partition(".")[2])
        assert abs(float(numeral.replace("−", "-")) - value) <= 0.5 * 10.0**-decimals + 1e-9, (numeral, value)


@pytest.fixture(scope="module")
def path() -> toy.Path:
    return forward(SENTENCE)


# ── The tables (section 2) ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_wrong_digit_is_seen() -> None:
    assert_printed([0.3094, -0.5], "0.309; −0.5")
    with pytest.raises(AssertionError):
        assert_printed([0.3094], "0.310")


def test_embeddings_and_output_rows_token_by_token() -> None:
    table = {
        "o": ([-0.5, -0.5, 0, 1], [0, 0, 0, 0]),
        "␣no": ([-0.5, 0, -0.5, 1], [1, 1, -1, -0.5]),
        "␣gato": ([1, -0.5, 0, -0.5], [-0.5, -1, 0, 1]),
        "␣cão": ([1, -0.5, -0.5, 0], [-0.5, -0.5, 0, 0.5]),
        "␣sub": ([-0.5, 1, 0, -0.5], [1, -0.5, -0.5, 0]),
        "iu": ([0, 0.5, -0.5, 0], [-0.5, 1, 1, 0]),
        "␣telhado": ([0, -0.5, 1, -0.5], [-0.5, 1, 0, 1]),
        "␣muro": ([1, 0, -1, 0], [0, 1, 0, 0.5]),
        "␣sofá": ([0.5, -0.5, -0.5, 0.5], [0, 0.5, 0, 0.5]),
        "␣chão": ([0.5, 0, -0.5, 0], [0, 0.5, -0.5, 0]),
        ".": ([0, 0, 1, -1], [1, 0, 0, -1]),
        "<eot>": ([0.5, -0.5, 0.5, -0.5], [-0.5, 0, 1, 0]),
    }
    assert tuple(table) == toy_tables.TOKENS["pt"]
    np.testing.assert_array_equal(toy_tables.E, [row for row, _ in table.values()])
    np.testing.assert_array_equal(toy_tables.W_U.T, [row for _, row in table.values()])


def test_positions() -> None:
    rows = [
        [0, 0, 0, 0],
        [0.5, 0, -0.5, 0],
        [0, 0.5, 0, -0.5],
        [-0.5, 0, 0.5, 0],
        [0, -0.5, 0, 0.5],
        [0.5, 0.5, -0.5, -0.5],
        [-0.5, 0.5, 0.5, -0.5],
        [-0.5, -0.5, 0.5, 0.5],
    ]
    np.testing.assert_array_equal(toy_tables.P, rows)


def test_projections_pick_columns() -> None:
    u = np.array([[1.0, 2.0, 3.0, 4.0]])
    assert_printed(u @ toy_tables.W_Q, "4 2 4 1")
    assert_printed(u @ toy_tables.W_K, "2 4 1 4")
    assert_printed(u @ toy_tables.W_V, "1 2 3 4")
    assert_printed(u @ toy_tables.W_O, "1 2 3 4")
    assert_printed(u @ toy_tables.W_1, "1 2 3 4 −1 −2 −3 −4")
    assert_printed(np.arange(8.0) @ toy_tables.W_2, "4 6 8 10")


def test_the_toy_has_256_parameters() -> None:
    weights = ("E", "P", "W_Q", "W_K", "W_V", "W_O", "W_1", "W_2", "W_U")
    assert [getattr(toy_tables, name).size for name in weights] == [48, 32, 16, 16, 16, 16, 32, 32, 48]
    assert 48 + 32 + 48 + 16 + 64 + 48 == 256


@pytest.mark.parametrize(
    ("language", "tokens"),
    [
        ("pt", ["o", "␣gato", "␣sub", "iu", "␣no", "␣telhado"]),
        ("es", ["el", "␣gato", "␣sub", "ió", "␣al", "␣tejado"]),
        ("cs", ["ten", "␣kocour", "␣vy", "lezl", "␣na", "␣střechu"]),
    ],
)
def test_sentences_are_cut_into_the_same_ids_in_every_language(language: str, tokens: list[str]) -> None:
    ids = toy.encode(toy_tables.SENTENCES[language], language)
    assert ids == [*SENTENCE, ROOF]
    assert [toy_tables.TOKENS[language][i] for i in ids] == tokens
    assert toy.decode(ids, language) == toy_tables.SENTENCES[language]


def test_a_text_outside_the_vocabulary_names_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="begins “␣peixe”"):
        toy.encode("o peixe", "pt")


def test_names_do_not_depend_on_the_language() -> None:
    assert len(set(toy_tables.NAMES)) == 12
    assert all(len(tokens) == 12 for tokens in toy_tables.TOKENS.values())
    assert [toy_tables.NAMES[i] for i in SENTENCE] == ["the", "cat", "climb", "ed", "on"]


# ── Masks (section 6) ────────────────────────────────────────────────────────────────────────────────────────────────


def test_head_1_without_the_mask() -> None:
    assert_printed(
        forward(SENTENCE, M=OPEN).maps[0],
        """[0.008; 0.040; 0.657; 0.285; 0.011]
           [0.166; 0.372; 0.187; 0.130; 0.145]
           [0.491; 0.033; 0.004; 0.014; 0.458]
           [0.404; 0.044; 0.027; 0.079; 0.446]
           [0.011; 0.035; 0.622; 0.319; 0.014]""",
    )


def test_both_heads_with_the_mask(path: toy.Path) -> None:
    assert_printed(
        path.maps,
        """[1.000; 0.000; 0.000; 0.000; 0.000]
           [0.309; 0.691; 0.000; 0.000; 0.000]
           [0.930; 0.063; 0.007; 0.000; 0.000]
           [0.729; 0.080; 0.049; 0.142; 0.000]
           [0.011; 0.035; 0.622; 0.319; 0.014]

           [1.000; 0.000; 0.000; 0.000; 0.000]
           [0.977; 0.023; 0.000; 0.000; 0.000]
           [0.279; 0.094; 0.627; 0.000; 0.000]
           [0.033; 0.302; 0.495; 0.170; 0.000]
           [0.016; 0.882; 0.067; 0.015; 0.020]""",
    )
    assert (path.maps[:, np.triu_indices(5, 1)[0], np.triu_indices(5, 1)[1]] == 0).all()


def test_row_of_cat_by_hand(path: toy.Path) -> None:
    row = path.scores[0, 1]
    assert_printed(row, "[−0.333; 0.471; −0.218; −0.577; −0.471]")
    assert_printed([*np.exp(row[:2]), np.exp(row[:2]).sum()], "0.717, 1.602, 2.319")
    assert_printed(np.exp(row[:2]) / np.exp(row[:2]).sum(), "0.309 0.691")


def test_attention_output(path: toy.Path) -> None:
    assert_printed(
        path.a,
        """[−0.816; −0.816; 0.000; 1.633]
           [0.945; −0.651; −0.013; 1.582]
           [−0.653; −0.784; −0.054; −0.268]
           [−0.684; −0.361; −0.175; −0.649]
           [−0.739; 1.411; −0.521; −0.520]""",
    )


def test_five_losses_from_one_pass(path: toy.Path) -> None:
    answers = [2, 4, 5, 1, 6]
    found = losses([*SENTENCE, ROOF])
    assert_printed(path.p[range(5), answers], "0.500 0.444 0.274 0.311 0.395")
    assert_printed(found, "0.693 0.811 1.295 1.169 0.928")
    assert_printed(found.mean(), "0.979")
    assert path.p.argmax(axis=1).tolist() == answers


def test_leak() -> None:
    other = [*SENTENCE[:4], ROOF]
    for mask, changes in ((None, "[0.00; 0.00; 0.00; 0.00; 3.25]"), (OPEN, "[0.09; 0.54; 0.80; 1.95; 3.25]")):
        change = np.abs(forward(other, M=mask).logits - forward(SENTENCE, M=mask).logits).max(axis=1)
        assert_printed(change, changes)


def test_padding() -> None:
    padded, alone = [0, 3, 11, 11, 11], [0, 3]
    hidden = np.zeros((5, 5))
    hidden[:, 2:] = -np.inf
    assert_printed(forward(padded, M=OPEN).maps[0, :2, 2:].sum(axis=1), "0.829 0.732")
    short = forward(alone, M=np.zeros((2, 2)))
    np.testing.assert_allclose(forward(padded, M=hidden).maps[:, :2, :2], short.maps)
    np.testing.assert_allclose(forward(padded, M=hidden).logits[:2], short.logits)
    np.testing.assert_allclose(forward(padded).logits[:2], forward(alone).logits)  # causal hides fillers on the right
    left = forward([11, 11, 11, 0, 3]).maps[0]
    assert (left[3:, :3].sum(axis=1) > 0.1).all()  # but not on the left


def test_empty_rows() -> None:
    scores = np.array([0.3, 1.2, -0.5])
    nothing = np.full(3, -np.inf)
    with np.errstate(invalid="ignore"):
        raised = np.exp(scores + nothing - (scores + nothing).max())
    assert np.isnan(raised).all()
    assert_printed(softmax(scores - 1e9), "[0.256; 0.629; 0.115]")
    assert_printed(softmax(scores), "[0.256; 0.629; 0.115]")
    np.testing.assert_allclose(softmax(scores.astype(np.float32) + np.float32(-1e9)), 1 / 3, rtol=1e-6)


# ── Laboratory (4.C) ─────────────────────────────────────────────────────────────────────────────────────────────────

LAB_Q = np.array([[1, 0, 1, 1], [0, 1, 0, 2], [2, 1, 2, 0]], dtype=float)
LAB_K = np.array([[1, 0.5, 0, 2], [-2, -1, 2, 0], [-1, 2, -1, -1]], dtype=float)
LAB_V = np.array([[1, 0, 2, 0], [0.5, 0.5, 0, 2], [0, 1, 1, 1]], dtype=float)


def laboratory(h: int, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    Q, K, V = (toy.split_heads(table, h) for table in (LAB_Q, LAB_K, LAB_V))
    maps = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(4 // h), mask)
    return maps, toy.join_heads(maps @ V)


def test_laboratory_with_two_heads() -> None:
    maps, joined = laboratory(2, np.zeros((3, 3)))
    assert_printed(
        maps,
        """[0.734; 0.088; 0.178]
           [0.236; 0.082; 0.682]
           [0.851; 0.004; 0.145]

           [0.486; 0.486; 0.029]
           [0.932; 0.055; 0.013]
           [0.055; 0.932; 0.013]""",
    )
    assert_printed(
        joined,
        """[0.778; 0.222; 1.000; 1.000]
           [0.277; 0.723; 1.876; 0.124]
           [0.853; 0.147; 0.124; 1.876]""",
    )
    products = LAB_K[:, :2] @ LAB_Q[2, :2]
    assert_printed(products, "2.5, −5, 0")
    assert_printed(products / math.sqrt(2), "1.768, −3.536, 0")
    assert_printed(joined[2, :2], "[0.85; 0.15]")


def test_laboratory_with_the_mask_and_with_one_head() -> None:
    joined = laboratory(2, np.zeros((3, 3)))[1]
    masked = laboratory(2, causal_mask(3))[1]
    assert_printed(masked[0], "[1; 0; 2; 0]")
    assert_printed(masked[1], "[0.871; 0.129; 1.888; 0.112]")
    np.testing.assert_allclose(masked[2], joined[2])
    wide = laboratory(1, np.zeros((3, 3)))[1]
    assert_printed(wide[2], "[0.850; 0.150; 1.646; 0.354]")
    assert (np.abs(wide - joined).max(axis=1) > 0.01).all()


# ── Two heads, one wide head ─────────────────────────────────────────────────────────────────────────────────────────


def test_row_of_on_in_both_heads(path: toy.Path) -> None:
    for head, keys, table, total in (
        (
            0,
            "[−0.816; 1.633] [−0.577; −0.577] [1.604; −1.069] [1.414; 0.000] [−0.577; 1.732]",
            """−2.357 −1.667 0.189 0.011
               −0.667 −0.471 0.624 0.035
               3.395 2.400 11.027 0.622
               2.449 1.732 5.652 0.319
               −2.000 −1.414 0.243 0.014""",
            "17.735",
        ),
        (
            1,
            "[−0.816; 1.633] [1.732; −0.577] [−0.535; −1.069] [−1.414; 0.000] [−0.577; 1.732]",
            """−2.357 −1.667 0.189 0.016
               3.333 2.357 10.559 0.882
               −0.309 −0.218 0.804 0.067
               −2.449 −1.732 0.177 0.015
               −2.000 −1.414 0.243 0.020""",
            "11.972",
        ),
    ):
        K, Q = path.K[:, 2 * head : 2 * head + 2], path.Q[:, 2 * head : 2 * head + 2]
        scores, weights = path.scores[head, 4], path.maps[head, 4]
        assert_printed(Q[4], "[1.732; −0.577]")
        assert_printed(K, keys)
        assert_printed(np.column_stack([K @ Q[4], scores, np.exp(scores), weights]), table)
        assert_printed(np.exp(scores).sum(), total)
    assert_printed(path.maps[0, 4, 2:4].sum(), "0.94")
    assert_printed(path.maps[1, 4, 1], "0.88")
    assert_printed(path.mixtures[:, 4], "[−0.739; 1.411] [−0.521; −0.520]")


def test_one_wide_head(path: toy.Path) -> None:
    wide = forward(SENTENCE, h=1)
    assert_printed(wide.maps[0, 4], "[0.010; 0.391; 0.482; 0.103; 0.014]")
    assert_printed(path.scores[:, 3, :4], "1.633 −0.577 −1.069 0 −1.633 0.577 1.069 0")
    np.testing.assert_allclose(wide.scores[0, 3, :4], 0, atol=1e-12)
    assert_printed(wide.maps[0, 3], "0.25 0.25 0.25 0.25 0.00")
    product = np.prod(path.maps, axis=0) ** (1 / np.sqrt(2))
    np.testing.assert_allclose(wide.maps[0], product / product.sum(axis=1, keepdims=True))
    assert wide.p[4].argmax() == CAT
    assert path.p[4].argmax() == ROOF
    assert_printed([wide.p[4, CAT], path.p[4, ROOF]], "0.426 0.395")


# ── The whole path (section 7) ───────────────────────────────────────────────────────────────────────────────────────


def test_from_ids_to_keys(path: toy.Path) -> None:
    assert_printed(
        path.X,
        """[−0.5; −0.5; 0; 1] [1.5; −0.5; −0.5; −0.5] [−0.5; 1.5; 0; −1] [−0.5; 0.5; 0; 0]
           [−0.5; −0.5; −0.5; 1.5]""",
    )
    assert_printed([path.X[4].mean(), path.X[4].std()], "0.000 0.866")
    assert_printed(
        path.U,
        """[−0.816; −0.816; 0.000; 1.633]
           [1.732; −0.577; −0.577; −0.577]
           [−0.535; 1.604; 0.000; −1.069]
           [−1.414; 1.414; 0.000; 0.000]
           [−0.577; −0.577; −0.577; 1.732]""",
    )
    assert_printed(
        np.stack([path.Q, path.K, path.V], axis=1),
        """[1.633; −0.816; 1.633; −0.816] [−0.816; 1.633; −0.816; 1.633] [−0.816; −0.816; 0.000; 1.633]
           [−0.577; −0.577; −0.577; 1.732] [−0.577; −0.577; 1.732; −0.577] [1.732; −0.577; −0.577; −0.577]
           [−1.069; 1.604; −1.069; −0.535] [1.604; −1.069; −0.535; −1.069] [−0.535; 1.604; 0.000; −1.069]
           [0.000; 1.414; 0.000; −1.414] [1.414; 0.000; −1.414; 0.000] [−1.414; 1.414; 0.000; 0.000]
           [1.732; −0.577; 1.732; −0.577] [−0.577; 1.732; −0.577; 1.732] [−0.577; −0.577; −0.577; 1.732]""",
    )


def test_from_the_heads_to_the_block_s_output(path: toy.Path) -> None:
    assert_printed(path.H[4], "[−1.239; 0.911; −1.021; 0.980]")
    assert_printed(path.U_mlp[4], "[−1.102; 0.964; −0.892; 1.030]")
    assert_printed(path.hidden[4], "[−1.102; 0.964; −0.892; 1.030; 1.102; −0.964; 0.892; −1.030]")
    assert_printed(path.activated[4], "[−0.149; 0.802; −0.166; 0.874; 0.952; −0.162; 0.726; −0.156]")
    assert_printed(path.m[4], "[0.803; 0.640; 0.560; 0.718]")
    assert_printed(path.y[4], "[−0.436; 1.551; −0.461; 1.698]")
    assert_printed(path.f[4], "[−0.987; 0.928; −1.011; 1.069]")


def test_next_token(path: toy.Path) -> None:
    z, p = path.logits[4], path.p[4]
    tokens = toy_tables.TOKENS["pt"]
    ranked = """␣telhado 2.491 12.069 0.395
                ␣muro 1.463 4.318 0.141
                ␣sofá 0.999 2.715 0.089
                ␣chão 0.970 2.637 0.086
                ␣gato 0.634 1.886 0.062
                ␣cão 0.564 1.757 0.058
                ␣no 0.418 1.519 0.050
                iu 0.410 1.507 0.049
                o 0.000 1.000 0.033
                <eot> −0.518 0.596 0.020
                ␣sub −0.945 0.389 0.013
                . −2.056 0.128 0.004"""
    for i, line in zip(np.argsort(-p), ranked.splitlines(), strict=True):
        token, *numerals = line.split()
        assert tokens[i] == token
        assert_printed([z[i], np.exp(z[i]), p[i]], " ".join(numerals))
    assert_printed(np.exp(z).sum(), "30.521")
    assert_printed(-np.log(p[ROOF]), "0.928")


def test_the_gradient_of_the_embeddings_and_one_step() -> None:
    slope = central_differences(lambda table: toy.loss(SENTENCE, ROOF, E=table), toy_tables.E)
    rows = {
        0: "[−0.001; 0.000; 0.001; 0.000]",
        2: "[0.000; 0.000; 0.026; −0.026]",
        4: "[−0.001; 0.000; 0.001; 0.000]",
        5: "[0.002; 0.002; 0.000; −0.004]",
        1: "[−0.011; 0.011; 0.027; −0.028]",
    }
    for i, row in rows.items():
        assert_printed(slope[i], row)
    absent = [i for i in range(12) if i not in rows]
    assert (slope[absent] == 0).all()
    np.testing.assert_allclose(slope.sum(axis=1), 0, atol=1e-9)
    stepped = toy_tables.E - 0.1 * slope
    assert_printed(stepped[1], "−0.499 −0.001 −0.503 1.003")
    before, after = (forward(SENTENCE, E=table).p[4, ROOF] for table in (toy_tables.E, stepped))
    assert_printed([before, after], "0.395 0.396")
    assert_printed([-np.log(before), -np.log(after)], "0.928 0.927")


def test_the_gradient_agrees_with_a_derivative_known_in_closed_form() -> None:
    at = np.array([[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_allclose(central_differences(lambda x: float(np.sum(x**3)), at), 3 * at**2, rtol=1e-8)


def test_gpt_2_small() -> None:
    V, n, d, blocks, width = 50257, 1024, 768, 12, 3072
    pieces = [V * d, n * d, blocks * 3 * d * d, blocks * d * d, blocks * 2 * d * width]
    assert_printed(np.array(pieces) / 1e6, "38.6 0.786 21.2 7.1 56.6")
    assert sum(pieces) == 124_318_464
    # biases: q, k, v, o, both of the MLP; two LayerNorms a block and a last one, two vectors each
    assert blocks * (4 * d + width + d + 4 * d) + 2 * d == 121_344
    assert 124_318_464 + 121_344 == 124_439_808


def test_a_drawn_row() -> None:
    assert_printed(np.random.default_rng(0).normal(0, 0.02, 4), "[0.003; −0.003; 0.013; 0.002]")


# ── Variations ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_heads_temperature_and_no_attention() -> None:
    one, two, four = (forward(SENTENCE, h=h).p[4] for h in (1, 2, 4))
    assert [int(p.argmax()) for p in (one, two, four)] == [CAT, ROOF, CAT]
    assert_printed([one[CAT], one[ROOF], two[ROOF], four[CAT], four[ROOF]], "0.426 0.174 0.395 0.306 0.246")
    assert_printed([forward(SENTENCE, T=T).p[4, ROOF] for T in (0.5, 1, 2)], "0.761, 0.395, 0.208")
    alone = forward(SENTENCE, heads=()).p[4]
    assert int(alone.argmax()) == CAT
    assert_printed([alone[CAT], alone[ROOF]], "0.455 0.143")
    np.testing.assert_allclose(forward([9, 9, 9, 9, 1], heads=()).p[4], alone)
    first, second = (forward(SENTENCE, heads=[i]).p[4] for i in (0, 1))
    assert (int(first.argmax()), int(second.argmax())) == (ROOF, CAT)
    assert_printed([first[ROOF], second[CAT]], "0.350 0.466")


def test_the_mask_does_not_move_the_last_row() -> None:
    np.testing.assert_allclose(forward(SENTENCE, M=OPEN).p[4], forward(SENTENCE).p[4], rtol=1e-12)


def test_another_subject() -> None:
    p = forward([0, 3, 4, 5, 1]).p[4]
    assert int(p.argmax()) == ROOF
    assert_printed(p[ROOF], "0.374")


def test_greedy_decoding_finishes_the_sentence() -> None:
    found = greedy([0], 7)
    assert [toy_tables.TOKENS["pt"][i] for i, _ in found] == ["␣gato", "␣sub", "iu", "␣no", "␣telhado", ".", "<eot>"]
    assert_printed([p for _, p in found], "0.500 0.444 0.274 0.311 0.395 0.418 0.383")


def test_more_tokens_than_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="9 tokens, but the toy has positions for 8"):
        forward([0] * 9)


def test_identical_keys_give_the_mean_of_the_values(path: toy.Path) -> None:
    assert_printed(path.V.mean(axis=0), "[−0.322; 0.209; −0.231; 0.344]")


def test_exact_gelu_moves_five_printed_digits(path: toy.Path) -> None:
    def exact(x: np.ndarray) -> np.ndarray:
        return x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2

    other = forward(SENTENCE, activation=exact)
    moved = []
    for name in ("activated", "m", "y", "f"):
        for old, new in zip(getattr(path, name)[4], getattr(other, name)[4], strict=True):
            if f"{old:.3f}" != f"{new:.3f}":
                moved.append((name, f"{old:.3f}", f"{new:.3f}"))
    assert moved == [
        ("activated", "0.952", "0.953"),
        ("m", "0.640", "0.641"),
        ("y", "-0.436", "-0.435"),
        ("y", "1.551", "1.552"),
        ("f", "-0.987", "-0.986"),
    ]


def test_what_the_softmax_does_not_see(path: toy.Path) -> None:
    shifted = toy_tables.W_U.copy()
    shifted[2] += 7
    np.testing.assert_allclose(forward(SENTENCE, W_U=shifted).p, path.p, rtol=1e-12)
    np.testing.assert_allclose(softmax(path.logits[4] + 10), path.p[4])


def test_rounding_first_gives_other_last_digits() -> None:
    assert_printed(math.exp(2.4), "11.023")
    assert_printed(math.exp(2.491), "12.073")
    assert_printed(-math.log(0.395), "0.929")
    assert_printed(-math.log(0.396), "0.926")
    # the row of on in head 1, from the printed query and keys
    assert_printed([1.732 * -0.816 + -0.577 * 1.633, 1.732 * -0.577 + -0.577 * 1.732], "−2.356 −1.999")


def test_layer_norm_has_its_epsilon_inside_the_root() -> None:
    x = np.array([[-0.002, 0.002]])
    np.testing.assert_allclose(layer_norm(x), x / math.sqrt(4e-6 + 1e-5))


def test_heads_are_split_and_joined_as_slices() -> None:
    X = np.arange(2 * 5 * 4, dtype=float).reshape(2, 5, 4)
    slices = toy.split_heads(X, 2)
    assert slices.shape == (2, 2, 5, 2)
    np.testing.assert_array_equal(slices[1, 1], X[1, :, 2:])
    np.testing.assert_array_equal(toy.join_heads(slices), X)
