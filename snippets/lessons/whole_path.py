"""The whole path of the toy model: from a text to its next token, with every product in sight."""

import itertools

import numpy as np

from reference.layer_norm import layer_norm
from reference.masks import causal_mask, masked_softmax
from reference.next_token import next_token
from reference.softmax import softmax
from reference.toy import central_differences, decode, encode, forward, gelu, greedy, loss
from reference.toy_tables import NAMES, SENTENCES, TOKENS, W_1, W_2, W_K, W_O, W_Q, W_U, W_V, E, P

language = globals().get("language", "pt")

tokens = TOKENS[language]
token = dict(zip(NAMES, tokens, strict=True))  # how this language writes each token
sentence = encode(SENTENCES[language], language)  # six ids, the last one the answer to the fifth
prompt = SENTENCES[language].rpartition(" ")[0]  # the sentence without its last word
roof = NAMES.index("roof")


def row(values, decimals=3):
    """One row of numbers as text; what rounds to zero has no sign."""
    return "[" + "  ".join(f"{value:.{decimals}f}" for value in np.round(values, decimals) + 0.0) + "]"


# %% tables
# pt: o texto cortado em ids; cada id lê uma linha de E e cada posição soma uma linha de P
# es: el texto cortado en ids; cada id lee una fila de E y cada posición suma una fila de P
# cs: text rozřezaný na id; každé id čte řádek E a každá pozice přičte řádek P
ids = encode(prompt, language)
n = len(ids)
X = E[ids] + P[:n]  # (5, 4)
print(ids)
for t in range(n):
    print(f"{tokens[ids[t]]:8s}", row(X[t], 1))


# %% normalised
def normalise(x, epsilon=1e-5):
    mean = x.mean(axis=-1, keepdims=True)  # (n, 1)
    deviation = np.sqrt(((x - mean) ** 2).mean(axis=-1, keepdims=True) + epsilon)  # (n, 1)
    return (x - mean) / deviation  # (n, 4)


u = normalise(X)  # (5, 4)
for t in range(n):
    print(f"{tokens[ids[t]]:8s}", row(u[t]))

# %% heads
Q, K, V = u @ W_Q, u @ W_K, u @ W_V  # (5, 4) each
maps, mixtures = [], []
for i in range(2):
    own = slice(2 * i, 2 * i + 2)
    A = masked_softmax(Q[:, own] @ K[:, own].T / np.sqrt(2), causal_mask(n))  # (5, 5)
    maps.append(A)
    mixtures.append(A @ V[:, own])  # (5, 2)
a = np.concatenate(mixtures, axis=1) @ W_O  # (5, 4)

# pt: a última linha dos mapas, o que cada cabeça leu, as duas lado a lado
# es: la última fila de los mapas, lo que leyó cada cabeza, las dos juntas
# cs: poslední řádek map, co která hlava přečetla, obě vedle sebe
for A in maps:
    print(row(A[4]))
for o in mixtures:
    print(row(o[4]))
print(row(a[4]))

# %% mlp
H = X + a  # (5, 4)
u_mlp = normalise(H)  # (5, 4)
hidden = u_mlp @ W_1  # (5, 8), u' and -u' side by side
activated = gelu(hidden)  # (5, 8)
m = activated @ W_2  # (5, 4)
y = H + m  # (5, 4)
print("GELU", row(activated[4]))
print("m   ", row(m[4]))
print("y   ", row(y[4]))

# %% last_step
f = normalise(y)  # (5, 4)
z = f[4] @ W_U  # (12,), logits
raised = np.exp(z)  # (12,)
p = raised / raised.sum()  # (12,)
print("f", row(f[4]))
for i in np.argsort(-p):
    print(f"{tokens[i]:10s} {z[i]:6.3f}  {p[i]:.3f}")


# %% gradient
# pt: a perda da última posição como função da tabela; cada entrada anda um passo para cada lado
# es: la pérdida de la última posición como función de la tabla; cada entrada da un paso a cada lado
# cs: ztráta poslední pozice jako funkce tabulky; každý prvek se pohne o krok na obě strany
def loss_of(table):
    return loss(ids, roof, E=table)


slope = central_differences(loss_of, E, step=1e-5)  # (12, 4)
E_stepped = E - 0.1 * slope
for i in range(12):
    print(f"{tokens[i]:10s}", row(slope[i]))
p_before, p_after = np.exp(-loss_of(E)), np.exp(-loss_of(E_stepped))
print(f"p  {p_before:.3f} -> {p_after:.3f}")
print(f"L  {loss_of(E):.3f} -> {loss_of(E_stepped):.3f}")

# %% variations
by_heads = {h: dict(zip(NAMES, forward(ids, h=h).p[-1], strict=True)) for h in (1, 2, 4)}
by_temperature = {T: dict(zip(NAMES, forward(ids, T=T).p[-1], strict=True)) for T in (0.5, 1, 2)}
unattended = dict(zip(NAMES, forward(ids, heads=()).p[-1], strict=True))


def first_of(distribution):
    # pt: o token mais provável, e a sua probabilidade
    # es: el token más probable y su probabilidad
    # cs: nejpravděpodobnější token a jeho pravděpodobnost
    name = max(distribution, key=distribution.get)
    return f"{token[name]:10s} {distribution[name]:.3f}"


for h, distribution in by_heads.items():
    print(f"h = {h}    ", first_of(distribution))
for T, distribution in by_temperature.items():
    print(f"T = {T:<5}", first_of(distribution))
say = {"pt": "sem atenção", "es": "sin atención", "cs": "bez pozornosti"}[language]
print(say, first_of(unattended))

# %% parameters
toy_parts = {
    "E": E.size,
    "P": P.size,
    "W_Q, W_K, W_V": W_Q.size + W_K.size + W_V.size,
    "W_O": W_O.size,
    "W_1, W_2": W_1.size + W_2.size,
    "W_U": W_U.size,
}
gpt2_parts = {
    "E": 50257 * 768,
    "P": 1024 * 768,
    "W_Q, W_K, W_V": 12 * 3 * 768**2,
    "W_O": 12 * 768**2,
    "W_1, W_2": 12 * 2 * 768 * 3072,
    "W_U": 0,
}
toy_total, gpt2_total = (int(np.sum(list(parts.values()))) for parts in (toy_parts, gpt2_parts))
for part, size in toy_parts.items():
    print(f"{part:14s} {size:4d} {gpt2_parts[part]:10d}")
print(f"{'':14s} {toy_total:4d} {gpt2_total:10d}")

# %% decoding
# pt: o token mais provável entra no texto, e tudo recomeça
# es: el token más probable entra en el texto y todo vuelve a empezar
# cs: nejpravděpodobnější token se připojí k textu a jede se znovu
generated = greedy(ids[:1], 7)
for i, chance in generated:
    print(f"{tokens[i]:10s} {chance:.3f}")

# %% readings
# The same numbers under names that no language has to count for.
words = tuple(NAMES[i] for i in ids)  # the, cat, climb, ed, on
path = forward(ids)
id_of = {name: i for i, name in enumerate(NAMES)}
chosen = NAMES[next_token(f[4], W_U)[0]]
normalisation_gap = np.abs(u - layer_norm(X)).max()  # between what the cell computes and the reference
path_gap = np.abs(path.p[4] - p).max()


def rows(table):
    """(5, k) array -> {token: its row}."""
    return {name: table[t] for t, name in enumerate(words)}


x_of, u_of, q_of, k_of, v_of = rows(X), rows(u), rows(Q), rows(K), rows(V)
embedding, output_row = dict(zip(NAMES, E, strict=True)), dict(zip(NAMES, W_U.T, strict=True))
weight_first = dict(zip(words, maps[0][4], strict=True))  # who the last token listens to, head 1
weight_second = dict(zip(words, maps[1][4], strict=True))
scaled_first, scaled_second = (dict(zip(words, path.scores[i, 4], strict=True)) for i in (0, 1))
sum_first, sum_second = (np.exp(path.scores[i, 4]).sum() for i in (0, 1))
mixture_first, mixture_second = mixtures[0][4], mixtures[1][4]
logit, chance_of = dict(zip(NAMES, z, strict=True)), dict(zip(NAMES, p, strict=True))
raised_of, sum_raised = dict(zip(NAMES, raised, strict=True)), raised.sum()
last_loss = -np.log(chance_of["roof"])
slope_of, stepped_of = dict(zip(NAMES, slope, strict=True)), dict(zip(NAMES, E_stepped, strict=True))
absent = [name for name in NAMES if name not in words]
moved_rows = [name for name in NAMES if (slope_of[name] != 0).any()]
written = [NAMES[i] for i, _ in generated]
written_chance = {NAMES[i]: chance for i, chance in generated}
row_of_climb = path.maps[0, 2]

# %% drawn
# A row of an embedding table as GPT-2 draws it, before any training.
drawn = np.random.default_rng(0).normal(0, 0.02, 4)
one_hot = np.eye(12)[id_of["on"]]  # (12,)

# %% others
# Other sentences, other heads, other GELUs.
dog = [id_of[name] for name in ("the", "dog", "climb", "ed", "on")]
dog_path = forward(dog)
chance_dog = dict(zip(NAMES, dog_path.p[-1], strict=True))
only_first = dict(zip(NAMES, forward(ids, heads=[0]).p[-1], strict=True))
only_second = dict(zip(NAMES, forward(ids, heads=[1]).p[-1], strict=True))
open_path = forward(ids, M=np.zeros((5, 5)))  # no mask
after_ed = dict(zip(NAMES, path.p[3], strict=True))  # what follows ed
same_keys = masked_softmax(np.zeros((5, 5)), np.zeros((5, 5))) @ V  # (5, 4), identical keys: equal scores
same_keys_causal = masked_softmax(np.zeros((5, 5)), causal_mask(5)) @ V
plus_ten = softmax(z + 10)
W_U_shifted = W_U + np.array([0, 0, 7, 0])[:, None]  # a constant added to one of its rows


def erf(x, terms=60):
    """The error function by its power series, good to 12 digits for |x| < 3."""
    term, total = x, x
    for k in range(1, terms):
        term = -term * x**2 / k
        total = total + term / (2 * k + 1)
    return 2 / np.sqrt(np.pi) * total


def exact_gelu(x):
    """GELU by its definition: x times the normal distribution function."""
    return 0.5 * x * (1 + erf(x / np.sqrt(2)))


exact = forward(ids, activation=exact_gelu)


def digits_moved(name):
    """Entries of the last row that print otherwise with the exact GELU: pairs (as before, exact)."""
    pairs = zip(getattr(path, name)[4], getattr(exact, name)[4], strict=True)
    return [(f"{old:.3f}", f"{new:.3f}") for old, new in pairs if f"{old:.3f}" != f"{new:.3f}"]


# %% gpt2
V_gpt2, positions_gpt2, d_gpt2, blocks_gpt2, width_gpt2 = 50257, 1024, 768, 12, 3072
biases_gpt2 = blocks_gpt2 * (4 * d_gpt2 + width_gpt2 + d_gpt2)
norms_gpt2 = (2 * blocks_gpt2 + 1) * 2 * d_gpt2
left_out = biases_gpt2 + norms_gpt2
attention_gpt2 = gpt2_parts["W_Q, W_K, W_V"] + gpt2_parts["W_O"]

# %% produced
say_table = {
    "pt": {
        "piece": "peça",
        "shape": "forma",
        "toy": "modelo de brinquedo",
        "gpt2": "GPT-2 small, 12 blocos",
        "embeddings": "embeddings",
        "positions": "posições",
        "attention": "projeções das cabeças",
        "output": "projeção de saída",
        "mlp": "MLP",
        "unembedding": "saída",
        "total": "total",
        "tied": "a mesma tabela $E$",
        "position": "posição",
        "token": "token",
        "weight": "peso",
        "mean": "média",
        "width": "largura",
    },
    "es": {
        "piece": "pieza",
        "shape": "forma",
        "toy": "modelo de juguete",
        "gpt2": "GPT-2 small, 12 bloques",
        "embeddings": "embeddings",
        "positions": "posiciones",
        "attention": "proyecciones de las cabezas",
        "output": "proyección de salida",
        "mlp": "MLP",
        "unembedding": "salida",
        "total": "total",
        "tied": "la misma tabla $E$",
        "position": "posición",
        "token": "token",
        "weight": "peso",
        "mean": "media",
        "width": "anchura",
    },
    "cs": {
        "piece": "část",
        "shape": "tvar",
        "toy": "hračkový model",
        "gpt2": "GPT-2 small, 12 bloků",
        "embeddings": "embeddingy",
        "positions": "pozice",
        "attention": "projekce hlav",
        "output": "výstupní projekce",
        "mlp": "MLP",
        "unembedding": "výstup",
        "total": "celkem",
        "tied": "táž tabulka $E$",
        "position": "pozice",
        "token": "token",
        "weight": "váha",
        "mean": "průměr",
        "width": "šířka",
    },
}[language]


def vector(values, text, decimals=3):
    """A vector as the lessons write it: [−0,577; 1,732]."""
    return "[" + "; ".join(text.number(value, decimals) for value in values) + "]"


def halves(values, text):
    """A vector of whole numbers and halves, each as short as it can be: [−0,5; 1]."""
    return "[" + "; ".join(text.number(value, 0 if value == round(value) else 1) for value in values) + "]"


def code(name):
    """A token as code."""
    return f"`{token[name]}`"


def table_weights(text):
    """Where the weights are: each piece, its shape, its size in the toy and in GPT-2 small."""
    d = say_table["width"]
    pieces = (
        ("E", f"{say_table['embeddings']} $E$", "$V \\times d$", f"{text.integer(12)} × {text.integer(4)}"),
        ("P", f"{say_table['positions']} $P$", "$n_{\\max} \\times d$", f"{text.integer(8)} × {text.integer(4)}"),
        ("W_Q, W_K, W_V", f"{say_table['attention']} $W_Q, W_K, W_V$", "$3 \\cdot d \\times d$", ""),
        ("W_O", f"{say_table['output']} $W_O$", "$d \\times d$", ""),
        ("W_1, W_2", f"{say_table['mlp']} $W_1, W_2$", f"$d \\times \\text{{{d}}}, \\text{{{d}}} \\times d$", ""),
        ("W_U", f"{say_table['unembedding']} $W_U$", "$d \\times V$", ""),
    )
    body = []
    for key, piece, shape, size in pieces:
        own = text.integer(toy_parts[key])
        theirs = text.integer(gpt2_parts[key]) if gpt2_parts[key] else say_table["tied"]
        body.append([piece, shape, f"{size} = {own}" if size else own, theirs])
    body.append([say_table["total"], "", text.integer(toy_total), text.integer(gpt2_total)])
    return [say_table["piece"], say_table["shape"], say_table["toy"], say_table["gpt2"]], body


def table_vocabulary(text):
    """The toy's vocabulary: id, token, row of E, column of W_U."""
    body = [[text.integer(i), code(name), halves(E[i], text), halves(W_U[:, i], text)] for i, name in enumerate(NAMES)]
    return ["id", say_table["token"], "$E$", "$W_U$"], body


def table_positions(text):
    """The eight rows of P, counted from 1."""
    return [say_table["position"], "$P$"], [[text.integer(t + 1), halves(P[t], text)] for t in range(len(P))]


def table_inputs(text):
    """What the block receives: E plus P, token by token."""
    body = [
        [code(name), text.integer(id_of[name]), halves(E[ids[t]], text), halves(P[t], text), halves(X[t], text)]
        for t, name in enumerate(words)
    ]
    return [say_table["token"], "id", "$E$", "$P$", "$X = E + P$"], body


def table_normalised(text):
    """Each row of X with its mean, its deviation and what LayerNorm makes of it."""
    body = [
        [
            code(name),
            halves(X[t], text),
            text.number(X[t].mean(), 3),
            text.number(np.sqrt(X[t].var() + 1e-5), 3),
            vector(u[t], text),
        ]
        for t, name in enumerate(words)
    ]
    return [say_table["token"], "$x$", "$\\mu$", "$\\sigma$", "$u$"], body


def table_projections(text):
    """Queries, keys and values of the five tokens."""
    body = [[code(name), *(vector(table[t], text) for table in (Q, K, V))] for t, name in enumerate(words)]
    return [say_table["token"], "$Q$", "$K$", "$V$"], body


def head_table(i, text):
    """The last row of a head, step by step: key, product, score, exponential, weight."""
    own, body = slice(2 * i, 2 * i + 2), []
    for t, name in enumerate(words):
        s = path.scores[i, 4, t]
        numbers = (K[t, own] @ Q[4, own], s, np.exp(s), maps[i][4, t])
        body.append([code(name), vector(K[t, own], text), *(text.number(value, 3) for value in numbers)])
    return [say_table["token"], "$k$", "$q \\cdot k$", "$s$", "$e^s$", say_table["weight"]], body


def table_first_head(text):
    """The last row of head 1."""
    return head_table(0, text)


def table_second_head(text):
    """The last row of head 2."""
    return head_table(1, text)


def table_logits(text):
    """The twelve tokens from the likeliest to the least likely: logit, exponential, probability."""
    body = [
        [code(NAMES[i]), text.number(z[i], 3), text.number(raised[i], 3), text.number(p[i], 3)] for i in np.argsort(-p)
    ]
    return [say_table["token"], "$z$", "$e^z$", "$p$"], body


def table_gradient(text):
    """The rows of E that the loss feels, and where one step takes them."""
    body = [[code(name), vector(slope_of[name], text), vector(stepped_of[name], text)] for name in words]
    return [say_table["token"], "$\\partial L / \\partial E$", "$E - 0{,}1\\, \\partial L / \\partial E$"], body


# %% explorables
say_path = {
    "pt": {
        "sentence": "texto",
        "h": "cabeças",
        "mask": "máscara",
        "causal": "causal",
        "none": "nenhuma",
        "temperature": "temperatura",
        "step": "passo",
        "1": "O texto, cortado em ids",
        "2": "Linhas de E mais linhas de P",
        "3": "LayerNorm e projeções",
        "4": "Cabeças: pesos, misturas, concatenação",
        "5": "Soma: X mais o que as cabeças leram",
        "6": "LayerNorm, MLP e outra soma",
        "7": "LayerNorm, saída e softmax",
        "tokens": "tokens: {}",
        "width": "cabeças: {}, largura {}",
        "last": "última linha, a de {}",
        "weight": "peso",
        "head": "cabeça {}",
        "next": "próximo token",
        "continues": "“{}” continua com {}: {}",
        "asks": "pergunta",
        "answers": "responde",
    },
    "es": {
        "sentence": "texto",
        "h": "cabezas",
        "mask": "máscara",
        "causal": "causal",
        "none": "ninguna",
        "temperature": "temperatura",
        "step": "paso",
        "1": "El texto, cortado en ids",
        "2": "Filas de E más filas de P",
        "3": "LayerNorm y proyecciones",
        "4": "Cabezas: pesos, mezclas, concatenación",
        "5": "Suma: X más lo que leyeron las cabezas",
        "6": "LayerNorm, MLP y otra suma",
        "7": "LayerNorm, salida y softmax",
        "tokens": "tokens: {}",
        "width": "cabezas: {}, anchura {}",
        "last": "última fila, la de {}",
        "weight": "peso",
        "head": "cabeza {}",
        "next": "siguiente token",
        "continues": "«{}» continúa con {}: {}",
        "asks": "pregunta",
        "answers": "responde",
    },
    "cs": {
        "sentence": "text",
        "h": "hlavy",
        "mask": "maska",
        "causal": "kauzální",
        "none": "žádná",
        "temperature": "teplota",
        "step": "krok",
        "1": "Text rozřezaný na\u00a0id",
        "2": "Řádky E plus řádky P",
        "3": "LayerNorm a\u00a0projekce",
        "4": "Hlavy: váhy, směsi, spojení",
        "5": "Součet: X a\u00a0to, co hlavy přečetly",
        "6": "LayerNorm, MLP a\u00a0druhý součet",
        "7": "LayerNorm, výstup a\u00a0softmax",
        "tokens": "tokenů: {}",
        "width": "hlav: {}, šířka {}",
        "last": "poslední řádek, token {}",
        "weight": "váha",
        "head": "hlava {}",
        "next": "další token",
        "continues": "„{}“ pokračuje tokenem {}: {}",
        "asks": "ptá se",
        "answers": "odpovídá",
    },
}[language]
prefixes = {
    "the": ("the",),
    "the_cat": ("the", "cat"),
    "the_cat_climb": ("the", "cat", "climb"),
    "the_cat_climbed": ("the", "cat", "climb", "ed"),
    "the_cat_climbed_on": ("the", "cat", "climb", "ed", "on"),
    "the_cat_climbed_on_roof": ("the", "cat", "climb", "ed", "on", "roof"),
    "the_dog_climbed_on": ("the", "dog", "climb", "ed", "on"),
}
temperatures = {"0.5": 0.5, "1": 1.0, "2": 2.0}


def path_over(prefix, h, mask):
    """One pass over a prefix."""
    own = [id_of[name] for name in prefixes[prefix]]
    return forward(own, h=int(h), M=causal_mask(len(own)) if mask == "causal" else np.zeros((len(own), len(own))))


def token_table(columns, rows_of_tokens, names):
    """A table with a row for each token of the text."""
    return {
        "kind": "table",
        "columns": [say_table["token"], *columns],
        "rows": [[code(name), *cells] for name, cells in zip(names, rows_of_tokens, strict=True)],
        "numeric": list(range(1, len(columns) + 1)),
    }


def last_row(names):
    return say_path["last"].format(code(names[-1]))


def input_parts(through, names, text):
    """Steps 1 to 3: ids, X, its rows normalised and their three readings."""
    own = [id_of[name] for name in names]
    at = range(len(names))
    ids_table = token_table(["id"], [[text.integer(i)] for i in own], names)
    sums = [[halves(E[own[t]], text), halves(P[t], text), halves(through.X[t], text)] for t in at]
    normal = [
        [
            text.number(through.X[t].mean(), 3),
            text.number(np.sqrt(through.X[t].var() + 1e-5), 3),
            vector(through.U[t], text),
        ]
        for t in at
    ]
    read = [[vector(table[t], text) for table in (through.Q, through.K, through.V)] for t in at]
    return {
        "1": [ids_table],
        "2": [token_table(["E", "P", "X"], sums, names)],
        "3": [token_table(["μ", "σ", "u"], normal, names), token_table(["Q", "K", "V"], read, names)],
    }


def head_parts(through, names, is_masked, text):
    """Step 4: each head's map, the arithmetic of its last row, and what it mixes."""
    parts = []
    for i, table in enumerate(through.maps):
        scores = through.scores[i, -1]  # (n,)
        numbers = [(s, np.exp(s), share) for s, share in zip(scores, table[-1], strict=True)]
        parts.append(
            {
                "kind": "matrix",
                "title": say_path["head"].format(i + 1),
                "rows": [token[name] for name in names],
                "columns": [token[name] for name in names],
                "values": table,
                "decimals": 3,
                "scale": "probability",
                "row_label": say_path["asks"],
                "column_label": say_path["answers"],
                "head": i,
                "marked": [len(names) - 1],
                "hidden": np.triu(np.ones_like(table, dtype=bool), 1)
                if is_masked
                else np.zeros_like(table, dtype=bool),
                "hidden_as": text.integer(0),
            }
        )
        cells = [[text.number(value, 3) for value in row] for row in numbers]
        parts.append(token_table(["s", "exp(s)", say_path["weight"]], cells, names) | {"title": last_row(names)})
    mixed = [(say_path["head"].format(i + 1), own[-1]) for i, own in enumerate(through.mixtures)]
    return [*parts, vectors_of(names, text, *mixed, ("a", through.a[-1]))]


def vectors_of(names, text, *pairs):
    """Vectors of the last row, each behind its name."""
    lines = [(label, vector(values, text)) for label, values in pairs]
    return {"kind": "words", "title": last_row(names), "lines": lines}


def block_parts(through, names, text):
    """Steps 5 to 7, along the last row alone; the softmax apart."""
    t = len(names) - 1
    logits_table = {
        "kind": "table",
        "columns": [say_table["token"], "W_U", "z = f W_U"],
        "rows": [
            [code(NAMES[i]), halves(W_U[:, i], text), text.number(through.logits[t, i], 3)]
            for i in np.argsort(-through.logits[t], kind="stable")
        ],
        "numeric": [1, 2],
    }
    return {
        "5": [vectors_of(names, text, ("x", through.X[t]), ("a", through.a[t]), ("h = x + a", through.H[t]))],
        "6": [
            vectors_of(
                names,
                text,
                ("u′", through.U_mlp[t]),
                ("u′ W_1", through.hidden[t]),
                ("GELU", through.activated[t]),
                ("m", through.m[t]),
                ("y = h + m", through.y[t]),
            )
        ],
        "7": [vectors_of(names, text, ("f", through.f[t])), logits_table],
    }


def states_path(text):
    """The whole path of a text, whose steps open in place, and the token that it ends at."""
    order = ("1", "2", "3", "4", "5", "6", "7")

    def opened(sentence, h, mask):
        through, names = path_over(sentence, h, mask), prefixes[sentence]
        parts = input_parts(through, names, text) | block_parts(through, names, text)
        return parts | {"4": head_parts(through, names, mask == "causal", text)}

    def shown(sentence, h, mask, T):
        names, z_last = prefixes[sentence], path_over(sentence, h, mask).logits[-1]  # (12,)
        divided = z_last / temperatures[T]  # (12,)
        chances = softmax(divided)  # (12,)
        best_first = np.argsort(-z_last, kind="stable")
        best = int(best_first[0])
        in_numbers = [
            [
                code(NAMES[i]),
                *(text.number(value, 3) for value in (z_last[i], divided[i], np.exp(divided[i]), chances[i])),
            ]
            for i in best_first
        ]
        columns = [say_table["token"], "z", "z / T", "exp(z / T)", "p"]
        softmax_table = {"kind": "table", "columns": columns, "rows": in_numbers, "numeric": [1, 2, 3, 4]}
        parts = before_softmax[sentence, h, mask]
        parts = parts | {"7": [*parts["7"], softmax_table]}
        width = say_path["width"].format(h, text.integer(4 // int(h)))
        summaries = {
            "1": say_path["tokens"].format(text.integer(len(names))),
            "4": f"{width}; {say_path['mask']}: {say_path[mask]}",
            "7": f"T = {text.number(temperatures[T], 1 if T == '0.5' else 0)}",
        }
        written_text = decode([id_of[name] for name in names], language)
        said = say_path["continues"].format(written_text, code(NAMES[best]), text.number(chances[best], 3))
        return {
            "path": {
                "kind": "diagram",
                "items": [
                    {"label": say_path[name], "summary": summaries.get(name, ""), "parts": parts[name]}
                    for name in order
                ],
                "choose": "step",
            },
            "next": {
                "kind": "bars",
                "title": say_path["next"],
                "labels": [tokens[i] for i in best_first],
                "values": chances[best_first],
                "marked": [0],
                "note": said,
            },
            "spoken": said,
        }

    before_softmax = {key: opened(*key) for key in itertools.product(prefixes, ("1", "2", "4"), ("causal", "none"))}
    whole = {(*key, T): shown(*key, T) for key in before_softmax for T in temperatures}

    def state(sentence, h, mask, temperature, step):
        return whole[sentence, h, mask, temperature]

    texts = {key: decode([id_of[name] for name in names], language) for key, names in prefixes.items()}
    masks = {"causal": say_path["causal"], "none": say_path["none"]}
    warm = {key: text.number(T, 1 if key == "0.5" else 0) for key, T in temperatures.items()}
    controls = (
        ("sentence", "buttons", texts, "the_cat_climbed_on"),
        ("h", "buttons", {h: h for h in ("1", "2", "4")}, "2"),
        ("mask", "buttons", masks, "causal"),
        ("temperature", "buttons", warm, "1"),
        ("step", "choose", {name: say_path[name] for name in order}, "4"),
    )
    return {
        "controls": [
            {"name": name, "label": say_path[name], "kind": kind, "options": options, "initial": initial}
            for name, kind, options, initial in controls
        ],
        "state": state,
    }


def states_writing(text):
    """The text that the toy writes on its own, token by token, the likeliest each time."""
    said = {
        "pt": ("tokens escritos", "texto", "próximo token", "o mais provável é {}, com {}"),
        "es": ("tokens escritos", "texto", "siguiente token", "el más probable es {}, con {}"),
        "cs": ("napsaných tokenů", "text", "další token", "nejpravděpodobnější je {}, a\u00a0to {}"),
    }[language]
    start = ids[:1]
    written_ids = [i for i, _ in greedy(start, 7)]

    def state(count):
        done = int(count)
        so_far = start + written_ids[:done]
        shares = forward(so_far).p[-1]  # (12,)
        best = int(shares.argmax())
        winner = said[3].format(code(NAMES[best]), text.number(shares[best], 3))
        return {
            "text": {"kind": "words", "lines": [(said[1], " ".join(f"`{tokens[i]}`" for i in so_far))]},
            "next": {
                "kind": "bars",
                "title": said[2],
                "labels": list(tokens),
                "values": shares,
                "range": (0, 0.6),
                "marked": [best],
                "note": winner,
            },
            "spoken": f"{decode(so_far, language)}: {winner}",
        }

    counts_written = {str(count): text.integer(count) for count in range(7)}
    return {
        "controls": [{"name": "count", "label": said[0], "kind": "slider", "options": counts_written, "initial": "4"}],
        "state": state,
    }


# %% figures
say_figure = {
    "pt": {
        "head": "cabeça",
        "weight": "peso na última linha",
        "chance": "probabilidade do próximo token",
    },
    "es": {
        "head": "cabeza",
        "weight": "peso en la última fila",
        "chance": "probabilidad del siguiente token",
    },
    "cs": {
        "head": "hlava",
        "weight": "váha v posledním řádku",
        "chance": "pravděpodobnost dalšího tokenu",
    },
}[language]


def figure_last_row(figure, text):
    """Who the last token listens to in each head: two bars per token, the second one hatched."""
    figure.set_size_inches(7.2, 3.2)
    ax = figure.subplots()
    for i, hatch in enumerate((None, "///")):
        places = np.arange(n) + 0.4 * (i - 0.5)
        label = f"{say_figure['head']} {i + 1}"
        bars = ax.bar(places, maps[i][4], 0.38, color=text.heads[i], hatch=hatch, edgecolor=text.paper, label=label)
        ax.bar_label(bars, [text.number(share, 3) for share in maps[i][4]], size=8, padding=2)
    ax.set_xticks(range(n), [token[name] for name in words])
    ax.set_ylim(0, 1)
    ax.set_ylabel(say_figure["weight"])
    ax.legend()


def figure_next_token(figure, text):
    """The twelve tokens as bars, the likeliest on top."""
    figure.set_size_inches(7.2, 4.4)
    ax = figure.subplots()
    order = np.argsort(p)
    colours = [text.accent if i == p.argmax() else text.muted for i in order]
    bars = ax.barh(range(12), p[order], color=colours)
    ax.bar_label(bars, [text.number(share, 3) for share in p[order]], size=8, padding=3)
    ax.set_yticks(range(12), [tokens[i] for i in order])
    ax.set_xlim(0, 0.5)
    ax.set_xlabel(say_figure["chance"])
