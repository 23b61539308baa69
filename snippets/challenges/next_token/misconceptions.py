"""Wrong ``next_token``s, one per misconception: each is right in all but the one thing its name says.

Where two mistakes usually come together, a function has both. Names that start with ``_`` are helpers. ``SHARED`` names
those whose message is another's, because nobody can tell them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "adds_the_temperature": "ignores_the_temperature",
    "divides_the_shares_and_renormalises": "ignores_the_temperature",
    "logits_over_temperature": "logits_instead_of_p",
    "plain_exponentials": "exp_without_sum",
    "W_U_on_the_left": "W_U_transposed",
    "W_U_on_the_left_of_dot": "W_U_transposed",
    "least_likely_by_sorting": "least_likely",
    "token_as_a_last_slice": "token_in_an_array",
    "list_of_probabilities": "p_as_list",
    "rounds_to_six": "rounds",
    "larger_epsilon_in_sum": "epsilon_in_sum",
    "p_only": "token_only",
    "W_U_transposed_without_max": "W_U_transposed",
    "W_U_on_the_left_without_max": "W_U_transposed",
    "W_U_transposed_without_temperature": "W_U_transposed",
    "W_U_on_the_left_without_temperature": "W_U_transposed",
    "plain_product": "W_U_transposed",
    "plain_product_without_max": "W_U_transposed",
    "ignores_the_temperature_without_max": "ignores_the_temperature",
    "multiplies_by_the_temperature_without_max": "multiplies_by_the_temperature",
    "temperature_after_softmax_without_max": "temperature_after_softmax",
    "softmax_twice_without_max": "softmax_twice",
    "normalises_f_again_without_max": "normalises_f_again",
    "logarithms_without_temperature": "logarithms_of_p",
    "exp_without_sum_or_temperature": "exp_without_sum",
    "sum_without_exp_or_temperature": "sum_without_exp",
}


def _softmax(logits):
    raised = np.exp(logits - logits.max())
    return raised / raised.sum()


def _plain_softmax(logits):
    return np.exp(logits) / np.exp(logits).sum()


def _most_likely(p):
    return int(p.argmax()), p


def _right(f, W_U, temperature):
    return _most_likely(_softmax(f @ W_U / temperature))


# ── From the vector to logits ─────────────────────────────────────────────────────────────────────────────────────────
# These come first: where a wrong product raises, little else is left to compare.


def W_U_transposed(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f @ W_U.T / temperature))


def W_U_on_the_left(f, W_U, temperature=1.0):
    return _most_likely(_softmax(W_U @ f / temperature))


def W_U_on_the_left_of_dot(f, W_U, temperature=1.0):
    return _most_likely(_softmax(np.dot(W_U, f) / temperature))


def products_not_summed(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f[:, None] * W_U / temperature))


def normalises_f_again(f, W_U, temperature=1.0):
    return _right((f - f.mean()) / np.sqrt(f.var() + 1e-5), W_U, temperature)


def W_U_transposed_without_max(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(f @ W_U.T / temperature))


def W_U_on_the_left_without_max(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(W_U @ f / temperature))


def W_U_transposed_without_temperature(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(f @ W_U.T))


def W_U_on_the_left_without_temperature(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(W_U @ f))


def plain_product(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f * W_U / temperature))


def plain_product_without_max(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(f * W_U / temperature))


# ── The token ────────────────────────────────────────────────────────────────────────────────────────────────────────


def least_likely(f, W_U, temperature=1.0):
    p = _right(f, W_U, temperature)[1]
    return int(p.argmin()), p


def least_likely_by_sorting(f, W_U, temperature=1.0):
    p = _right(f, W_U, temperature)[1]
    return np.argsort(p)[0], p


def largest_probability_as_token(f, W_U, temperature=1.0):
    p = _right(f, W_U, temperature)[1]
    return p.max(), p


def token_in_an_array(f, W_U, temperature=1.0):
    p = _right(f, W_U, temperature)[1]
    return np.where(p == p.max())[0], p


def token_as_a_last_slice(f, W_U, temperature=1.0):
    p = _right(f, W_U, temperature)[1]
    return np.argsort(p)[-1:], p


def whole_ranking(f, W_U, temperature=1.0):
    p = _right(f, W_U, temperature)[1]
    return np.argsort(p)[::-1], p


def token_as_float(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return float(token), p


def token_as_one_hot(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return np.eye(len(p))[token], p


def counts_from_one(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return token + 1, p


def largest_coordinate_of_f(f, W_U, temperature=1.0):
    return int(f.argmax()), _right(f, W_U, temperature)[1]


def always_the_last(f, W_U, temperature=1.0):
    p = _right(f, W_U, temperature)[1]
    return len(p) - 1, p


# ── The temperature ──────────────────────────────────────────────────────────────────────────────────────────────────


def ignores_the_temperature(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f @ W_U))


def adds_the_temperature(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f @ W_U + temperature))


def multiplies_by_the_temperature(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f @ W_U * temperature))


def temperature_after_softmax(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f @ W_U) / temperature)


def divides_the_shares_and_renormalises(f, W_U, temperature=1.0):
    p = _softmax(f @ W_U) / temperature
    return _most_likely(p / p.sum())


def root_of_the_temperature(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f @ W_U / np.sqrt(temperature)))


def whole_division(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f @ W_U // temperature))


def temperature_with_epsilon(f, W_U, temperature=1.0):
    return _most_likely(_softmax(f @ W_U / (temperature + 1e-6)))


# ── From logits to shares ────────────────────────────────────────────────────────────────────────────────────────────


def logits_instead_of_p(f, W_U, temperature=1.0):
    return _most_likely(f @ W_U)


def logits_over_temperature(f, W_U, temperature=1.0):
    return _most_likely(f @ W_U / temperature)


def no_max_subtraction(f, W_U, temperature=1.0):
    raised = np.exp(f @ W_U / temperature)
    return _most_likely(raised / raised.sum())


def max_of_the_undivided(f, W_U, temperature=1.0):
    logits = f @ W_U
    raised = np.exp(logits / temperature - logits.max())
    return _most_likely(raised / raised.sum())


def exp_without_sum(f, W_U, temperature=1.0):
    logits = f @ W_U / temperature
    return _most_likely(np.exp(logits - logits.max()))


def plain_exponentials(f, W_U, temperature=1.0):
    return _most_likely(np.exp(f @ W_U / temperature))


def sum_without_exp(f, W_U, temperature=1.0):
    logits = f @ W_U / temperature
    return _most_likely(logits / logits.sum())


def logarithms_of_p(f, W_U, temperature=1.0):
    return _most_likely(np.log(_softmax(f @ W_U / temperature)))


def softmax_twice(f, W_U, temperature=1.0):
    return _most_likely(_softmax(_softmax(f @ W_U / temperature)))


def one_hot_p(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return token, np.eye(len(p))[token]


def epsilon_in_sum(f, W_U, temperature=1.0):
    logits = f @ W_U / temperature
    raised = np.exp(logits - logits.max())
    return _most_likely(raised / (raised.sum() + 1e-8))


def larger_epsilon_in_sum(f, W_U, temperature=1.0):
    logits = f @ W_U / temperature
    raised = np.exp(logits - logits.max())
    return _most_likely(raised / (raised.sum() + 1e-6))


# ── Two at once: the maximum or the temperature left out as well ─────────────────────────────────────────────────────


def ignores_the_temperature_without_max(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(f @ W_U))


def multiplies_by_the_temperature_without_max(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(f @ W_U * temperature))


def temperature_after_softmax_without_max(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(f @ W_U) / temperature)


def softmax_twice_without_max(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax(_plain_softmax(f @ W_U / temperature)))


def normalises_f_again_without_max(f, W_U, temperature=1.0):
    return _most_likely(_plain_softmax((f - f.mean()) / np.sqrt(f.var() + 1e-5) @ W_U / temperature))


def logarithms_without_temperature(f, W_U, temperature=1.0):
    return _most_likely(np.log(_softmax(f @ W_U)))


def exp_without_sum_or_temperature(f, W_U, temperature=1.0):
    return _most_likely(np.exp(f @ W_U))


def sum_without_exp_or_temperature(f, W_U, temperature=1.0):
    return _most_likely(f @ W_U / (f @ W_U).sum())


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────

_CACHE = {}


def returns_nothing(f, W_U, temperature=1.0):
    _right(f, W_U, temperature)


def order_swapped(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return p, token


def token_only(f, W_U, temperature=1.0):
    return _right(f, W_U, temperature)[0]


def p_only(f, W_U, temperature=1.0):
    return _right(f, W_U, temperature)[1]


def returns_logits_too(f, W_U, temperature=1.0):
    return *_right(f, W_U, temperature), f @ W_U


def p_as_list(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return token, p.tolist()


def list_of_probabilities(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return token, tuple(p.tolist())


def p_as_one_row(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return token, p[None]


def rounds(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return token, p.round(3)


def rounds_to_six(f, W_U, temperature=1.0):
    token, p = _right(f, W_U, temperature)
    return token, p.round(6)


def float32(f, W_U, temperature=1.0):
    return _right(f.astype(np.float32), W_U.astype(np.float32), np.float32(temperature))


def divides_f_in_place(f, W_U, temperature=1.0):
    f /= temperature
    return _most_likely(_softmax(f @ W_U))


def divides_W_U_in_place(f, W_U, temperature=1.0):
    W_U /= temperature
    return _most_likely(_softmax(f @ W_U))


def remembers_by_shape(f, W_U, temperature=1.0):
    if W_U.shape not in _CACHE:
        _CACHE[W_U.shape] = _softmax(f @ W_U / temperature)
    return _most_likely(_CACHE[W_U.shape].copy())
