"""The toy model's path from a text to its next token, every product kept: one decoder block, built as in GPT-2."""

import numpy as np

from reference import toy_tables as tables
from reference.layer_norm import layer_norm
from reference.masks import causal_mask, masked_softmax
from reference.softmax import softmax


def gelu(x: np.ndarray) -> np.ndarray:
    """GELU in its tanh form (Hendrycks and Gimpel 2016, section 2). Same shape as x."""
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


# ── Text and ids ─────────────────────────────────────────────────────────────────────────────────────────────────────


def encode(text: str, language: str) -> list[int]:
    """The ids of a text: at each place the longest token of the vocabulary. Raises ValueError where none fits."""
    vocabulary = tables.TOKENS[language]
    rest, ids = text.replace(" ", "␣"), []
    while rest:
        fitting = [token for token in vocabulary if rest.startswith(token)]
        if not fitting:
            raise ValueError(f"no token of the vocabulary begins “{rest}”; it has {', '.join(vocabulary)}")
        token = max(fitting, key=len)
        ids.append(vocabulary.index(token))
        rest = rest[len(token) :]
    return ids


def decode(ids: list[int], language: str) -> str:
    """The text of some ids."""
    return "".join(tables.TOKENS[language][i] for i in ids).replace("␣", " ")


# ── Heads ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def split_heads(X: np.ndarray, h: int) -> np.ndarray:
    """Cut the last axis into h slices, one per head. X: (..., n, d). Returns (..., h, n, d / h)."""
    *batch, n, d = X.shape
    return np.swapaxes(X.reshape(*batch, n, h, d // h), -3, -2)


def join_heads(slices: np.ndarray) -> np.ndarray:
    """Put the heads side by side again. slices: (..., h, n, d / h). Returns (..., n, d)."""
    *batch, h, n, width = slices.shape
    return np.swapaxes(slices, -3, -2).reshape(*batch, n, h * width)


# ── The path ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Path:
    """Every product of one pass over n tokens with h heads; d = 4, V = 12."""

    ids: list[int]
    X: np.ndarray  # (n, 4), what the block receives: E[ids] + P
    U: np.ndarray  # (n, 4), its rows normalised
    Q: np.ndarray  # (n, 4)
    K: np.ndarray  # (n, 4)
    V: np.ndarray  # (n, 4)
    scores: np.ndarray  # (h, n, n), divided by the root of the head width, not yet masked
    maps: np.ndarray  # (h, n, n), rows ask, columns answer
    mixtures: np.ndarray  # (h, n, 4 / h), what each head read
    a: np.ndarray  # (n, 4), the heads side by side, times W_O
    H: np.ndarray  # (n, 4), X + a
    U_mlp: np.ndarray  # (n, 4), rows of H normalised
    hidden: np.ndarray  # (n, 8), U_mlp times W_1
    activated: np.ndarray  # (n, 8), GELU of hidden
    m: np.ndarray  # (n, 4), activated times W_2
    y: np.ndarray  # (n, 4), H + m, what the block returns
    f: np.ndarray  # (n, 4), rows of y normalised
    logits: np.ndarray  # (n, 12), f times W_U
    p: np.ndarray  # (n, 12), softmax of the logits

    def __init__(self, **products) -> None:
        vars(self).update(products)


def forward(
    ids: list[int],
    h: int = 2,
    M: np.ndarray | None = None,
    *,
    heads: list[int] | None = None,
    T: float = 1.0,
    activation=gelu,
    E: np.ndarray = tables.E,
    W_U: np.ndarray = tables.W_U,
) -> Path:
    """One pass over n ids, n at most 8.

    M: (n, n), added to the scores, by default the causal mask. heads: those that may write, by default all h (none of
    them is a block without attention). T: the temperature that divides the logits. Raises ValueError when n exceeds
    the rows of P.
    """
    n = len(ids)
    if n > len(tables.P):
        raise ValueError(f"{n} tokens, but the toy has positions for {len(tables.P)}")
    M = causal_mask(n) if M is None else M  # (n, n)
    X = E[list(ids)] + tables.P[:n]  # (n, 4)
    U = layer_norm(X)  # (n, 4)
    Q, K, V = U @ tables.W_Q, U @ tables.W_K, U @ tables.W_V  # (n, 4) each
    scores = split_heads(Q, h) @ np.swapaxes(split_heads(K, h), -1, -2) / np.sqrt(X.shape[1] // h)  # (h, n, n)
    maps = masked_softmax(scores, M)  # (h, n, n)
    mixtures = maps @ split_heads(V, h)  # (h, n, 4 / h)
    writes = np.isin(np.arange(h), range(h) if heads is None else heads)  # (h,)
    a = join_heads(mixtures * writes[:, None, None]) @ tables.W_O  # (n, 4)
    H = X + a  # (n, 4)
    U_mlp = layer_norm(H)  # (n, 4)
    hidden = U_mlp @ tables.W_1  # (n, 8)
    activated = activation(hidden)  # (n, 8)
    m = activated @ tables.W_2  # (n, 4)
    y = H + m  # (n, 4)
    f = layer_norm(y)  # (n, 4)
    logits = f @ W_U  # (n, 12)
    p = softmax(logits / T)  # (n, 12)
    return Path(
        ids=list(ids),
        X=X,
        U=U,
        Q=Q,
        K=K,
        V=V,
        scores=scores,
        maps=maps,
        mixtures=mixtures,
        a=a,
        H=H,
        U_mlp=U_mlp,
        hidden=hidden,
        activated=activated,
        m=m,
        y=y,
        f=f,
        logits=logits,
        p=p,
    )


# ── What is done with it ─────────────────────────────────────────────────────────────────────────────────────────────


def losses(ids: list[int], **options) -> np.ndarray:
    """-ln p of each next token: the examples of one pass. ids: n + 1 of them. Returns (n,)."""
    p = forward(ids[:-1], **options).p  # (n, 12)
    return -np.log(p[np.arange(len(p)), list(ids[1:])])


def loss(ids: list[int], target: int, **options) -> float:
    """-ln p of the target after the last of the ids."""
    return float(-np.log(forward(ids, **options).p[-1, target]))


def central_differences(function, at: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """The gradient, at a table, of a function that takes a table and returns a number; each entry moves by step.

    Returns an array of the shape of the table.
    """
    slope = np.zeros_like(at)
    for place in np.ndindex(at.shape):
        ahead, behind = at.copy(), at.copy()
        ahead[place] += step
        behind[place] -= step
        slope[place] = (function(ahead) - function(behind)) / (2 * step)
    return slope


def greedy(ids: list[int], steps: int, **options) -> list[tuple[int, float]]:
    """The likeliest next token again and again, each appended to what is read: pairs of id and probability."""
    text, found = list(ids), []
    for _ in range(steps):
        p = forward(text, **options).p[-1]  # (12,)
        text.append(int(p.argmax()))
        found.append((text[-1], float(p.max())))
    return found
