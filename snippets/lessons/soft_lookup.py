"""A soft lookup: scaled dot-product attention, what it learns on the recall task, and why its scores are divided."""

import itertools
import math

import numpy as np

from reference.adam import Adam
from reference.additive_attention import additive_attention, additive_scores
from reference.recall import DIGITS, LETTERS, PAIRS, accuracy, cross_entropy, draw_examples, logit_gradient
from reference.softmax import softmax

language = globals().get("language", "pt")
ALPHABET = "abcdefgh"
# Training steps after which the held-out loss is measured.
MARKS = {0, 1, 2, 3, 5, 7, 10, 14, 17, 20, 23, 26, 30, 40, 50, 70, 100, 140, 200, 280, 400, 600, 1000, 1400, 2000, 3000}


def row(values, decimals=3):
    """One row of numbers as text."""
    return "[" + "  ".join(f"{value:.{decimals}f}" for value in values) + "]"


# %% soft_dictionary
query = np.array([2.0, 1.0])
keys = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])  # (3, 2)
values = np.array([10.0, 20.0, 30.0])


def look_up(q, share_out=softmax):
    scores = keys @ q / np.sqrt(len(q))  # (3,)
    weights = share_out(scores)  # (3,)
    return scores, weights, weights @ values


scores, weights, result = look_up(query)
say = {
    "pt": ("pontuações", "pesos", "resultado"),
    "es": ("puntuaciones", "pesos", "resultado"),
    "cs": ("skóre", "váhy", "výsledek"),
}[language]
print(f"{say[0]}:", row(scores))
print(f"{say[1]}:", row(weights))
print(f"{say[2]}: {result:.3f}")

# %% dictionary_by_hand
products = keys @ query  # (3,)
exponentials = np.exp(scores)  # (3,)
weights_at = {c: look_up(c * query)[1] for c in (0, 1, 2, 4, 8)}
result_at = {c: look_up(c * query)[2] for c in (0, 1, 2, 4, 8)}
other_query = np.array([1.0, 2.0])
other_scores, other_weights, other_result = look_up(other_query)
tenfold_weights = softmax(10 * scores)  # every key multiplied by 10


def own_slope(share):
    """How fast a softmax weight moves with its own score."""
    return share * (1 - share)


# %% example
examples = draw_examples(np.random.default_rng(7), 1)
drawn_letters = [ALPHABET[letter] for letter in examples.letters[0]]
labelled = [f"{letter}{digit}" for letter, digit in zip(drawn_letters, examples.digits[0], strict=True)]
asked_letter = drawn_letters[examples.asked[0]]
right_digit = examples.answer[0]

say = {
    "pt": ("pares", "letra pedida", "resposta", "entrada"),
    "es": ("parejas", "letra pedida", "respuesta", "entrada"),
    "cs": ("dvojice", "hledané písmeno", "odpověď", "vstup"),
}[language]
print(f"{say[0]}:", *labelled)
print(f"{say[1]}: {asked_letter}   {say[2]}: {right_digit}")
print(f"{say[3]}:")
for pair in examples.pairs[0].astype(int):  # (18,)
    print("  ", *pair[:LETTERS], " ", *pair[LETTERS:])

# %% training
d, RATE, BATCH = 16, 0.03, 128
held_out = draw_examples(np.random.default_rng(12345), 4000)


def first_attention(rng):
    def drawn(rows, columns):
        return rng.normal(size=(rows, columns)) / np.sqrt(columns)

    return {
        "W_Q": drawn(d, LETTERS),
        "W_K": drawn(d, LETTERS + DIGITS),
        "W_V": drawn(d, LETTERS + DIGITS),
        "W_O": drawn(DIGITS, d),
        "b_O": np.zeros(DIGITS),
    }


def forward(model, examples):
    q = examples.query @ model["W_Q"].T  # (n, 16)
    k = examples.pairs @ model["W_K"].T  # (n, 6, 16)
    v = examples.pairs @ model["W_V"].T  # (n, 6, 16)
    a = softmax(np.einsum("nd,nid->ni", q, k) / np.sqrt(d))  # (n, 6)
    o = np.einsum("ni,nid->nd", a, v)  # (n, 16)
    y = softmax(o @ model["W_O"].T + model["b_O"])  # (n, 10)
    return q, k, v, a, o, y


def backward(model, examples):
    # pt: a regra da cadeia, de trás para a frente: perda, W_O, pesos, pontuações, projeções
    # es: la regla de la cadena, de atrás hacia delante: pérdida, W_O, pesos, puntuaciones, proyecciones
    # cs: řetízkové pravidlo odzadu: ztráta, W_O, váhy, skóre, projekce
    q, k, v, a, o, y = forward(model, examples)
    to_logits = logit_gradient(y, examples.answer)  # (n, 10)
    to_o = to_logits @ model["W_O"]  # (n, 16)
    to_a = np.einsum("nd,nid->ni", to_o, v)  # (n, 6)
    to_scores = a * (to_a - (a * to_a).sum(axis=1, keepdims=True)) / np.sqrt(d)  # (n, 6)
    return {
        "W_Q": np.einsum("ni,nid->nd", to_scores, k).T @ examples.query,  # (16, 8)
        "W_K": q.T @ np.einsum("ni,nij->nj", to_scores, examples.pairs),  # (16, 18)
        "W_V": to_o.T @ np.einsum("ni,nij->nj", a, examples.pairs),  # (16, 18)
        "W_O": to_logits.T @ o,  # (10, 16)
        "b_O": to_logits.sum(axis=0),  # (10,)
    }


def train(model, forward, backward, steps, rate=RATE, batch=BATCH, marks=MARKS):
    optimiser, rng = Adam(model, rate), np.random.default_rng(1)
    losses, hits = {}, {}
    for step in range(steps + 1):
        if step in marks:
            shares = forward(model, held_out)[-1]  # (4000, 10)
            losses[step] = cross_entropy(shares, held_out.answer)
            hits[step] = accuracy(shares, held_out.answer)
        if step < steps:
            optimiser.step(backward(model, draw_examples(rng, batch)))
    return losses, hits


def mean_right_weight(model):
    a = forward(model, held_out)[3]  # (4000, 6)
    return a[np.arange(len(a)), held_out.asked].mean()


attention_model = first_attention(np.random.default_rng(2))
loss_at, hits_at = train(attention_model, forward, backward, steps=400)
right_weight = mean_right_weight(attention_model)
ratio = 5 * right_weight / (1 - right_weight)

say = {
    "pt": ("passo", "perda", "acerto", "peso médio do par certo", "razão"),
    "es": ("paso", "pérdida", "acierto", "peso medio de la pareja correcta", "razón"),
    "cs": ("krok", "ztráta", "úspěšnost", "průměrná váha správné dvojice", "poměr"),
}[language]
for step in (0, 20, 50, 100, 400):
    print(f"{say[0]} {step:3d}   {say[1]} {loss_at[step]:.3f}   {say[2]} {hits_at[step]:.0%}")
print(f"{say[3]}: {right_weight:.3f}   {say[4]}: {ratio:.1f}")


# %% frozen
def forward_frozen(model, examples):
    v = examples.pairs @ model["W_V"].T  # (n, 6, 16)
    # pt: ninguém pergunta nada: cada par pesa um sexto
    # es: nadie pregunta nada: cada pareja pesa un sexto
    # cs: nikdo se na nic neptá: každá dvojice váží šestinu
    o = v.mean(axis=1)  # (n, 16)
    return v, o, softmax(o @ model["W_O"].T + model["b_O"])


def backward_frozen(model, examples):
    _, o, y = forward_frozen(model, examples)
    to_logits = logit_gradient(y, examples.answer)  # (n, 10)
    return {
        "W_V": (to_logits @ model["W_O"]).T @ examples.pairs.mean(axis=1),  # (16, 18)
        "W_O": to_logits.T @ o,  # (10, 16)
        "b_O": to_logits.sum(axis=0),  # (10,)
    }


frozen_model = first_attention(np.random.default_rng(2))
frozen_loss, frozen_hits = train(frozen_model, forward_frozen, backward_frozen, steps=400)
say = {
    "pt": ("passo", "perda", "acerto"),
    "es": ("paso", "pérdida", "acierto"),
    "cs": ("krok", "ztráta", "úspěšnost"),
}[language]
for step in (0, 20, 50, 100, 400):
    print(f"{say[0]} {step:3d}   {say[1]} {frozen_loss[step]:.3f}   {say[2]} {frozen_hits[step]:.0%}")


# %% variance
QUERIES = 4000


def spread(d):
    # pt: muitas consultas, seis chaves para cada uma, tudo sorteado da normal padrão
    # es: muchas consultas, seis claves para cada una, todo sacado al azar de la normal estándar
    # cs: mnoho dotazů, ke každému šest klíčů, vše ze standardního normálního rozdělení
    rng = np.random.default_rng(0)
    q = rng.normal(size=(QUERIES, d))
    k = rng.normal(size=(QUERIES, 6, d))
    raw = np.einsum("nd,nid->ni", q, k)  # (4000, 6)
    scaled = raw / np.sqrt(d)
    return raw.var(), scaled.var(), softmax(raw).max(axis=1).mean(), softmax(scaled).max(axis=1).mean()


widths = (4, 16, 64, 256)
spreads = {width: spread(width) for width in widths}
say = {
    "pt": ("variância", "dividida", "maior peso", "dividido"),
    "es": ("varianza", "dividida", "mayor peso", "dividido"),
    "cs": ("rozptyl", "po dělení", "největší váha", "po dělení"),
}[language]
print("  d", *(f"{word:>14}" for word in say))
for width, (raw, scaled, raw_peak, scaled_peak) in spreads.items():
    print(f"{width:3d} {raw:14.1f} {scaled:14.3f} {raw_peak:14.3f} {scaled_peak:14.3f}")


# %% counts
def counts(n, d=512, d_k=64):
    return {
        "parameters": 3 * d * d_k,  # W_Q, W_K, W_V
        "weights": n * n,
        "scores": n * n * d_k,
        "means": n * n * d_k,
        "projections": 3 * n * d * d_k,
    }


say = {
    "pt": ("parâmetros", "pesos", "pontuações", "médias", "projeções"),
    "es": ("parámetros", "pesos", "puntuaciones", "medias", "proyecciones"),
    "cs": ("parametry", "váhy", "skóre", "průměry", "projekce"),
}[language]
print("   n", *(f"{word:>13}" for word in say))
lengths = (250, 500, 1000, 2000, 4000)
for n in lengths:
    print(f"{n:4d}", *(f"{count:13d}" for count in counts(n).values()))


# %% hard
def one_hot_of_largest(scores):
    return np.eye(len(scores))[scores.argmax()]


def slope(share_out, step=1e-5):
    # pt: quanto muda o resultado por unidade da primeira coordenada da consulta
    # es: cuánto cambia el resultado por unidad de la primera coordenada de la consulta
    # cs: o kolik se změní výsledek na jednotku první souřadnice dotazu
    nudge = np.array([step, 0.0])
    return (look_up(query + nudge, share_out)[2] - look_up(query - nudge, share_out)[2]) / (2 * step)


soft_slope, hard_slope = slope(softmax), slope(one_hot_of_largest)
say = {
    "pt": ("o maior", "resultado", "derivada"),
    "es": ("el mayor", "resultado", "derivada"),
    "cs": ("největší", "výsledek", "derivace"),
}[language]
print(f"{'softmax':8}   {say[1]} {result:.3f}   {say[2]} {soft_slope:.3f}")
hard_result = look_up(query, one_hot_of_largest)[2]
print(f"{say[0]:8}   {say[1]} {hard_result:.3f}   {say[2]} {abs(hard_slope):.3f}")

# %% read_scores
# What the trained attention model compares: its score of each letter against each letter, and against each digit.
key_scores = attention_model["W_Q"].T @ attention_model["W_K"] / np.sqrt(d)  # (8, 18), rows ask
letter_scores, digit_scores = key_scores[:, :LETTERS], key_scores[:, LETTERS:]  # (8, 8), (8, 10)
same_letter = np.diag(letter_scores)  # (8,)
other_letters = letter_scores[~np.eye(LETTERS, dtype=bool)]  # (56,)

example_weights = forward(attention_model, examples)[3][0]  # (6,)
weight_of = dict(zip(drawn_letters, example_weights, strict=True))
example_shares = forward(attention_model, examples)[-1][0]  # (10,)


# %% spread_by_name
raw_variance, scaled_variance, raw_weight, scaled_weight = (
    {width: measured[column] for width, measured in spreads.items()} for column in range(4)
)

# %% overtaking
# The length from which scores and weighted means cost as much as the projections of the head.
overtaking = next(n for n in range(1, 5000) if counts(n)["scores"] + counts(n)["means"] >= counts(n)["projections"])


# %% standing_out
def share_of_right(lead):
    """Weight of a score that stands ``lead`` above five equal rivals."""
    return np.exp(lead) / (np.exp(lead) + 5)


def lead_for(share):
    """The inverse of ``share_of_right``."""
    return np.log(5 * share / (1 - share))


lead = np.log(ratio)
wanted_share = 0.99
asked_lead = 4.9

# %% ceilings
# Every multiset of six digits with its probability: what a model can reach that knows which digits occur and no more.
multisets = list(itertools.combinations_with_replacement(range(DIGITS), PAIRS))
occurrences = np.array([np.bincount(digits, minlength=DIGITS) for digits in multisets])  # (5005, 10)
orders = np.array([math.factorial(PAIRS) // math.prod(map(math.factorial, row)) for row in occurrences.tolist()])
chance = orders / DIGITS**PAIRS  # (5005,)
frequency = occurrences / PAIRS  # (5005, 10)
logarithms = np.log(np.where(frequency > 0, frequency, 1))
best_loss = -float(np.sum(chance[:, None] * frequency * logarithms))
best_hits = float(chance @ frequency.max(axis=1))
distinct_digits = float(chance @ (occurrences > 0).sum(axis=1))


def linear_loss(slope):
    """The loss when each digit's logit is ``slope`` times its occurrences."""
    return -float(np.sum(chance[:, None] * frequency * np.log(softmax(slope * occurrences))))


def excess(slope):
    """The derivative of ``linear_loss``, which grows with the slope."""
    return float(np.sum(chance[:, None] * (softmax(slope * occurrences) - frequency) * occurrences))


low, high = 0.0, 4.0
for _ in range(60):
    middle = (low + high) / 2
    low, high = (low, middle) if excess(middle) > 0 else (middle, high)
best_slope = middle
averaging_limit = linear_loss(best_slope)

# %% additive
W = np.eye(2)
U = np.array([(1.0, 1.0), (0.0, 1.0)])
w = np.array([2.0, -1.0])
s = np.array([0.0, 1.0])
H = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])  # (3, 2), one row per source word
hidden = np.tanh(W @ s + H @ U.T)  # (3, 2)
fit = additive_scores(s, H, W, U, w)  # (3,)
context, source_weights = additive_attention(s, H, W, U, w)  # (2,), (3,)
additive_parameters = W.size + U.size + w.size


# %% rivals
def parameters(model):
    return int(np.sum([array.size for array in model.values()]))


def first_connected(rng, hidden_units=62):
    inputs = PAIRS * (LETTERS + DIGITS) + LETTERS  # 116
    return {
        "W_1": rng.normal(size=(hidden_units, inputs)) * np.sqrt(2 / inputs),
        "b_1": np.zeros(hidden_units),
        "W_2": rng.normal(size=(DIGITS, hidden_units)) / np.sqrt(hidden_units),
        "b_2": np.zeros(DIGITS),
    }


def connected_forward(model, examples):
    x = np.concatenate([examples.pairs.reshape(len(examples.asked), -1), examples.query], axis=1)  # (n, 116)
    units = np.maximum(x @ model["W_1"].T + model["b_1"], 0)  # (n, 62)
    return x, units, softmax(units @ model["W_2"].T + model["b_2"])


def connected_backward(model, examples):
    x, units, y = connected_forward(model, examples)
    to_logits = logit_gradient(y, examples.answer)  # (n, 10)
    to_units = (to_logits @ model["W_2"]) * (units > 0)  # (n, 62)
    return {
        "W_1": to_units.T @ x,
        "b_1": to_units.sum(axis=0),
        "W_2": to_logits.T @ units,
        "b_2": to_logits.sum(axis=0),
    }


attention_parameters = parameters(attention_model)
connected_parameters = parameters(first_connected(np.random.default_rng(2)))
wider_model = first_connected(np.random.default_rng(2), hidden_units=64)
wider_parameters = parameters(wider_model)

shown_steps = (0, 10, 20, 30, 50, 100, 200, 400, 1000, 2000, 3000)
averaging_model = first_attention(np.random.default_rng(2))
averaging_at, averaging_hits = train(averaging_model, forward_frozen, backward_frozen, steps=3000)
connected_model = first_connected(np.random.default_rng(2))
connected_at, connected_hits = train(connected_model, connected_forward, connected_backward, steps=3000)

# %% patience
# The fully connected network again, ten times longer and at a gentler rate. In legs, since a cell's time is limited.
PATIENT_RATE, PATIENT_BATCH = 0.003, 64
patient_steps = (3000, 12_000, 30_000)
patient_model = first_connected(np.random.default_rng(2))
patient_optimiser, patient_rng = Adam(patient_model, PATIENT_RATE), np.random.default_rng(1)
patient_at, patient_hits = {}, {}


def go_on_to(last_step):
    while patient_optimiser.steps < last_step:
        patient_optimiser.step(connected_backward(patient_model, draw_examples(patient_rng, PATIENT_BATCH)))
    if last_step in patient_steps:
        shares = connected_forward(patient_model, held_out)[-1]  # (4000, 10)
        patient_at[last_step] = cross_entropy(shares, held_out.answer)
        patient_hits[last_step] = accuracy(shares, held_out.answer)


go_on_to(3000)
go_on_to(8000)

# %% patience_second
go_on_to(12_000)
go_on_to(16_000)

# %% patience_third
go_on_to(23_000)

# %% patience_last
go_on_to(30_000)

# %% other_runs
# How much of the mean right weight is this run's: other first weights, other learning rates.
seed_weights, seed_hits = [], []
for seed in (3, 4, 5, 6, 7):
    model = first_attention(np.random.default_rng(seed))
    seed_hits.append(train(model, forward, backward, steps=400, marks={400})[1][400])
    seed_weights.append(mean_right_weight(model))
seed_ratios = [5 * share / (1 - share) for share in seed_weights]
rate_weights = {}
for rate in (0.01, 0.05):
    model = first_attention(np.random.default_rng(2))
    train(model, forward, backward, steps=400, rate=rate, marks=set())
    rate_weights[rate] = mean_right_weight(model)

# The averaging model goes on from where it stands, at a tenth of the rate: how far does it come down?
settling_steps = 1500
settled_loss = train(
    averaging_model, forward_frozen, backward_frozen, steps=settling_steps, rate=RATE / 10, marks={settling_steps}
)[0][settling_steps]


# %% figures
def figure_losses(figure, text):
    """Held-out loss of the three models, steps on a logarithmic axis, with the three limits as dashed lines."""
    names = {
        "pt": ("atenção", "média uniforme", "totalmente conectada"),
        "es": ("atención", "promedio", "totalmente conectada"),
        "cs": ("pozornost", "průměrování", "plně propojená síť"),
    }[language]
    limits = {
        "pt": ("quem não sabe nada", "limite da média uniforme", "limite de quem só vê os dígitos"),
        "es": ("quien no sabe nada", "límite del promedio", "límite de quien solo ve los dígitos"),
        "cs": ("kdo neví nic", "mez průměrování", "mez toho, kdo vidí jen číslice"),
    }[language]
    axis = {
        "pt": ("passos de treino", "perda nos dados reservados"),
        "es": ("pasos de entrenamiento", "pérdida en los datos reservados"),
        "cs": ("trénovací kroky", "ztráta na odložených datech"),
    }[language]
    figure.set_size_inches(7.6, 4.4)
    ax = figure.subplots()
    levels = (np.log(DIGITS), averaging_limit, best_loss)
    for level, words, lift in zip(levels, limits, (3, 3, -3), strict=True):
        ax.axhline(level, color=text.muted, linewidth=0.9, linestyle=(0, (5, 3)))
        ax.annotate(
            f"{words}: {text.number(level, 3)}",
            (1.1, level),
            xytext=(0, lift),
            textcoords="offset points",
            va="bottom" if lift > 0 else "top",
            color=text.muted,
            size=8.5,
        )
    curves = ((loss_at, "o"), (averaging_at, "s"), (connected_at, "^"))
    for i, (losses, marker) in enumerate(curves):
        steps = [step for step in losses if step > 0]
        ax.plot(
            steps, [losses[step] for step in steps], color=text.heads[i], marker=marker, markersize=3.6, label=names[i]
        )
    ax.set_xscale("log")
    ax.set_xlim(1, 3600)
    ax.set_ylim(-0.06, 2.5)
    ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    ax.set_yticks([0, 0.5, 1, 1.5, 2, 2.5])
    ax.set_xlabel(axis[0])
    ax.set_ylabel(axis[1])
    ax.legend(loc="lower right", bbox_to_anchor=(1, 0.1))


def figure_letters(figure, text):
    """The score that the trained model gives to each letter when each letter asks."""
    axis = {
        "pt": ("letra da chave", "letra que pergunta", "pontuação"),
        "es": ("letra de la clave", "letra que pregunta", "puntuación"),
        "cs": ("písmeno klíče", "písmeno, které se ptá", "skóre"),
    }[language]
    figure.set_size_inches(7.2, 5.6)
    ax = figure.subplots()
    lowest, highest = -3, 6
    picture = ax.imshow(letter_scores, cmap=text.shares, vmin=lowest, vmax=highest)
    for i, j in np.ndindex(LETTERS, LETTERS):
        score = letter_scores[i, j]
        colour = text.on((score - lowest) / (highest - lowest))
        ax.text(j, i, text.number(score, 1), ha="center", va="center", size=8, color=colour)
    ax.set_xticks(range(LETTERS), list(ALPHABET))
    ax.set_yticks(range(LETTERS), list(ALPHABET))
    ax.set_xlabel(axis[0])
    ax.set_ylabel(axis[1])
    bar = figure.colorbar(picture, ax=ax, ticks=[-3, 0, 3, 6], fraction=0.05, pad=0.03)
    bar.ax.set_yticklabels([text.number(tick, 0) for tick in (-3, 0, 3, 6)])
    bar.set_label(axis[2])
