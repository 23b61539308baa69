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


# %% explorables
def written_control(name, label, kind, options, initial):
    """A control as Aferir takes it."""
    return {"name": name, "label": label, "kind": kind, "options": options, "initial": initial}


def percent(share, text):
    """A share in hundredths, as each language writes it."""
    return text.number(100 * share, 0) + {"pt": "%", "es": "\u00a0%", "cs": "\u00a0%"}[language]


def states_dictionary(text):
    """The worked example with its query made longer or shorter."""
    said = {
        "pt": (
            "c, que multiplica a consulta",
            "pesos",
            "item {} · valor {}",
            "resultado",
            "média ponderada dos valores",
        ),
        "es": (
            "c, que multiplica la consulta",
            "pesos",
            "elemento {} · valor {}",
            "resultado",
            "media ponderada de los valores",
        ),
        "cs": ("c, kterým se násobí dotaz", "váhy", "položka {} · hodnota {}", "výsledek", "vážený průměr hodnot"),
    }[language]
    places = {
        "pt": "Um dicionário comum responderia {}; a média simples é {}.",
        "es": "Un diccionario corriente respondería {}; la media simple es {}.",
        "cs": "Obyčejný slovník by odpověděl {}, obyčejný průměr je {}.",
    }[language].format(text.integer(values[0]), text.integer(values.mean()))
    lengths_of_query = {"0": 0.0, "0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "8": 8.0}

    def state(c):
        _, shares, mixed = look_up(lengths_of_query[c] * query)  # (3,)
        return {
            "weights": {
                "kind": "bars",
                "title": said[1],
                "labels": [said[2].format(i + 1, text.integer(value)) for i, value in enumerate(values)],
                "values": shares,
                "marked": [0],
            },
            "result": {
                "kind": "bars",
                "title": said[4],
                "labels": [said[3]],
                "values": [mixed],
                "decimals": 2,
                "range": (0, 30),
                "note": places,
            },
            "spoken": f"{said[3]}: {text.number(mixed, 2)}",
        }

    options = {key: text.number(c, 1 if key == "0.5" else 0) for key, c in lengths_of_query.items()}
    return {"controls": [written_control("c", said[0], "slider", options, "1")], "state": state}


say_race = {
    "pt": ("passo", "atenção", "média uniforme", "totalmente conectada", "perda", "acerto", "passos de treino"),
    "es": ("paso", "atención", "promedio", "totalmente conectada", "pérdida", "acierto", "pasos de entrenamiento"),
    "cs": ("krok", "pozornost", "průměrování", "plně propojená síť", "ztráta", "úspěšnost", "trénovací kroky"),
}[language]
say_limits = {
    "pt": ("quem não sabe nada", "limite da média uniforme", "limite de quem só vê os dígitos"),
    "es": ("quien no sabe nada", "límite del promedio", "límite de quien solo ve los dígitos"),
    "cs": ("kdo neví nic", "mez průměrování", "mez toho, kdo vidí jen číslice"),
}[language]
finished = {
    "pt": "terminou o treino no passo {}",
    "es": "terminó de entrenar en el paso {}",
    "cs": "trénink skončil krokem {}",
}[language]
race_steps = sorted(step for step in MARKS if step > 0)
racers = {
    "attention": (say_race[1], loss_at, hits_at),
    "averaging": (say_race[2], averaging_at, averaging_hits),
    "connected": (say_race[3], connected_at, connected_hits),
}


def standing(name, step, text):
    """Loss and accuracy of one model after some steps, in words."""
    _, losses_by_step, hits_by_step = racers[name]
    if step not in losses_by_step:
        return finished.format(text.integer(max(losses_by_step)))
    loss, hits = losses_by_step[step], hits_by_step[step]
    return f"{say_race[4]} {text.number(loss, 3)} · {say_race[5]} {percent(hits, text)}"


def states_race(text):
    """Held-out loss of the three models along their training."""

    def state(step):
        at = int(step)
        lines = [(name, standing(key, at, text)) for key, (name, _, _) in racers.items()]
        return {
            "curves": {
                "kind": "lines",
                "x": {"label": say_race[6], "scale": "log", "ticks": [1, 10, 100, 1000], "range": (1, 3000)},
                "y": {"label": say_race[4], "ticks": [0, 0.5, 1, 1.5, 2, 2.5], "decimals": 3, "tick_decimals": 1},
                "curves": [
                    {"name": key, "label": name, "x": marks, "y": [by_step[mark] for mark in marks], "head": i}
                    for i, (key, (name, by_step, _)) in enumerate(racers.items())
                    for marks in [[mark for mark in race_steps if mark in by_step]]
                ],
                "references": [
                    {"label": f"{name}: {text.number(level, 3)}", "y": level}
                    for name, level in zip(say_limits, (np.log(DIGITS), averaging_limit, best_loss), strict=True)
                ],
                "at": at,
                "choose": "step",
                "stops": race_steps,
            },
            "standing": {"kind": "words", "title": f"{say_race[0]} {text.integer(at)}", "lines": lines},
            "spoken": f"{say_race[0]} {text.integer(at)}. " + ". ".join(f"{name}: {said}" for name, said in lines),
        }

    options = {str(step): text.integer(step) for step in race_steps}
    return {"controls": [written_control("step", say_race[0], "slider", options, "30")], "state": state}


def states_letters(text):
    """What the trained attention compares: the score that each letter, asking, gives to each letter of a key."""
    said = {
        "pt": (
            "letra que pergunta",
            "letra da chave",
            "*{}* pergunta",
            "a si mesma",
            "à melhor das outras",
            "a um dígito, no máximo",
        ),
        "es": (
            "letra que pregunta",
            "letra de la clave",
            "pregunta la *{}*",
            "a sí misma",
            "a la mejor de las demás",
            "a un dígito, como mucho",
        ),
        "cs": (
            "písmeno, které se ptá",
            "písmeno klíče",
            "ptá se *{}*",
            "samo sobě",
            "nejlepšímu z ostatních",
            "číslici nejvýš",
        ),
    }[language]

    def state(letter):
        asker = ALPHABET.index(letter)
        scores_of_row = letter_scores[asker]  # (8,)
        own = scores_of_row[asker]
        rival = int(np.argsort(scores_of_row)[-2])
        lines = [
            (said[3], text.number(own, 2)),
            (said[4], f"*{ALPHABET[rival]}* {text.number(scores_of_row[rival], 2)}"),
            (said[5], text.number(digit_scores[asker].max(), 2)),
        ]
        return {
            "scores": {
                "kind": "matrix",
                "rows": list(ALPHABET),
                "columns": list(ALPHABET),
                "values": letter_scores,
                "decimals": 1,
                "scale": "diverging",
                "limit": 6,
                "row_label": said[0],
                "column_label": said[1],
                "choose": "letter",
            },
            "row": {"kind": "words", "title": said[2].format(letter), "lines": lines},
            "spoken": f"{said[2].format(letter)}. " + ". ".join(f"{name}: {score}" for name, score in lines),
        }

    options = dict(zip(ALPHABET, ALPHABET, strict=True))
    return {"controls": [written_control("letter", said[0], "choose", options, "e")], "state": state}


def asked_instead(pair):
    """The drawn example with another of its six letters asked for."""
    return type(examples)(examples.letters, examples.digits, np.array([pair]))


def states_example(text):
    """The drawn example, asked for each of its letters: the weights of the pairs and the shares of the digits."""
    said = {
        "pt": ("letra pedida", "pesos dos seis pares", "fatias dos dez dígitos", "resposta {}, com {}"),
        "es": ("letra pedida", "pesos de las seis parejas", "partes de los diez dígitos", "respuesta {}, con {}"),
        "cs": ("hledané písmeno", "váhy šesti dvojic", "podíly deseti číslic", "odpověď {}, podíl {}"),
    }[language]

    def state(asked):
        pair = drawn_letters.index(asked)
        a, _, shares = (found[0] for found in forward(attention_model, asked_instead(pair))[3:])  # (6,), (16,), (10,)
        best = int(shares.argmax())
        answer = said[3].format(best, text.number(shares[best], 3))
        return {
            "weights": {"kind": "bars", "title": said[1], "labels": labelled, "values": a, "marked": [pair]},
            "digits": {
                "kind": "bars",
                "title": said[2],
                "labels": [str(digit) for digit in range(DIGITS)],
                "values": shares,
                "marked": [int(examples.digits[0, pair])],
                "note": answer,
            },
            "spoken": f"{said[0]}: {asked}. {answer}",
        }

    options = dict(zip(drawn_letters, drawn_letters, strict=True))
    return {"controls": [written_control("asked", said[0], "buttons", options, asked_letter)], "state": state}


def states_advantage(text):
    """The weight of a score that stands Δ above five equal rivals."""
    said = {
        "pt": (
            "vantagem Δ",
            "os seis pesos",
            "o certo",
            "rival {}",
            "peso do certo",
            "O certo pesa {} vezes o que pesa cada rival.",
        ),
        "es": (
            "ventaja Δ",
            "los seis pesos",
            "la correcta",
            "rival {}",
            "peso de la correcta",
            "La correcta pesa {} veces lo que cada rival.",
        ),
        "cs": (
            "náskok Δ",
            "šest vah",
            "správná",
            "jiná {}",
            "váha správné",
            "Správná váží {}krát tolik co kterákoli jiná.",
        ),
    }[language]
    halves = [step / 2 for step in range(15)]

    def state(delta):
        right = share_of_right(float(delta))
        often = said[5].format(text.number(np.exp(float(delta)), 1))
        return {
            "weights": {
                "kind": "bars",
                "title": said[1],
                "labels": [said[2], *(said[3].format(i) for i in range(1, 6))],
                "values": [right, *[(1 - right) / 5] * 5],
                "marked": [0],
                "note": often,
            },
            "curve": {
                "kind": "lines",
                "title": said[4],
                "x": {"label": said[0], "ticks": list(range(8)), "decimals": 1, "tick_decimals": 0},
                "y": {"label": said[4], "ticks": [0, 0.25, 0.5, 0.75, 1], "decimals": 3, "tick_decimals": 2},
                "curves": [{"name": "right", "label": "a*", "x": halves, "y": [share_of_right(x) for x in halves]}],
                "at": float(delta),
                "choose": "delta",
                "stops": halves,
            },
            "spoken": f"a* = {text.number(right, 3)}. {often}",
        }

    options = {f"{x:g}": text.number(x, 1) for x in halves}
    return {"controls": [written_control("delta", said[0], "slider", options, "0")], "state": state}


def states_spreading(text):
    """The largest of six weights when queries and keys are drawn at random, raw and divided."""
    said = {
        "pt": (
            "pontuações",
            "sem dividir",
            "divididas por √d",
            "largura d",
            "maior dos seis pesos, em média",
            "variância das pontuações",
            "a(1 − a), com esse peso",
        ),
        "es": (
            "puntuaciones",
            "sin dividir",
            "divididas por √d",
            "anchura d",
            "el mayor de los seis pesos, de media",
            "varianza de las puntuaciones",
            "a(1 − a), con ese peso",
        ),
        "cs": (
            "skóre",
            "bez dělení",
            "vydělená √d",
            "šířka d",
            "největší ze šesti vah, v průměru",
            "rozptyl skóre",
            "a(1 − a) při této váze",
        ),
    }[language]
    measured = {"raw": (raw_variance, raw_weight), "scaled": (scaled_variance, scaled_weight)}

    def state(scores, d):
        variances, largest = measured[scores]
        width = int(d)
        lines = [
            (said[4], text.number(largest[width], 3)),
            (said[5], text.number(variances[width], 1 if scores == "raw" else 3)),
            (said[6], text.number(own_slope(largest[width]), 3)),
        ]
        return {
            "largest": {
                "kind": "bars",
                "title": said[4],
                "labels": [f"d = {each}" for each in widths],
                "values": [largest[each] for each in widths],
                "marked": [widths.index(width)],
            },
            "measured": {"kind": "words", "title": f"d = {width}", "lines": lines},
            "spoken": f"d = {width}. " + ". ".join(f"{name}: {value}" for name, value in lines),
        }

    scaling = written_control("scores", said[0], "buttons", {"raw": said[1], "scaled": said[2]}, "raw")
    return {
        "controls": [scaling, written_control("d", said[3], "slider", {str(d): str(d) for d in widths}, "256")],
        "state": state,
    }


def states_length(text):
    """What one head costs as its text gets longer."""
    said = {
        "pt": (
            "tokens",
            "multiplicações",
            "projeções",
            "pontuações",
            "médias ponderadas",
            "pesos no mapa",
            "parâmetros",
        ),
        "es": (
            "tokens",
            "multiplicaciones",
            "proyecciones",
            "puntuaciones",
            "medias ponderadas",
            "pesos del mapa",
            "parámetros",
        ),
        "cs": ("tokeny", "násobení", "projekce", "skóre", "vážené průměry", "vah v mapě", "parametrů"),
    }[language]
    verdict = {
        "pt": (
            "Projetar ainda custa mais do que comparar e misturar.",
            "Comparar e misturar já custa mais do que projetar.",
        ),
        "es": (
            "Proyectar todavía cuesta más que comparar y mezclar.",
            "Comparar y mezclar ya cuesta más que proyectar.",
        ),
        "cs": (
            "Projekce zatím stojí víc než porovnávání a míchání.",
            "Porovnávání a míchání už stojí víc než projekce.",
        ),
    }[language]
    most = 1.05 * counts(max(lengths))["scores"]

    def state(n):
        cost = counts(int(n))
        kinds = ("projections", "scores", "means")
        heavier = verdict[cost["scores"] + cost["means"] > cost["projections"]]
        return {
            "multiplications": {
                "kind": "bars",
                "title": said[1],
                "labels": said[2:5],
                "values": [cost[kind] for kind in kinds],
                "texts": [text.integer(cost[kind]) for kind in kinds],
                "range": (0, most),
                "note": heavier,
            },
            "sizes": {
                "kind": "words",
                "lines": [(said[5], text.integer(cost["weights"])), (said[6], text.integer(cost["parameters"]))],
            },
            "spoken": f"n = {text.integer(int(n))}. {heavier}",
        }

    options = {str(n): text.integer(n) for n in lengths}
    return {"controls": [written_control("n", f"n, {said[0]}", "slider", options, "1000")], "state": state}
