"""Masks and two heads: what each token of the toy may see, and what two heads find that a wide one cannot."""

import itertools

import numpy as np

from reference.masks import causal_mask, masked_softmax, padding_mask
from reference.softmax import softmax
from reference.toy import encode, forward, join_heads, losses, split_heads
from reference.toy_tables import NAMES, SENTENCES, TOKENS, W_1, W_2, W_K, W_O, W_Q, W_U, W_V, E, P

language = globals().get("language", "pt")

sentence = encode(SENTENCES[language], language)  # six ids, the last one the answer to the fifth
ids = sentence[:5]
token = dict(zip(NAMES, TOKENS[language], strict=True))  # how this language writes each token
words = tuple(NAMES[i] for i in ids)  # the, cat, climb, ed, on
path = forward(ids)
Q, K, V = path.Q, path.K, path.V  # (5, 4) each, from the previous steps
causal, nothing = causal_mask(5), np.zeros((5, 5))


def row(values, decimals=3):
    """One row of numbers as text; what rounds to zero has no sign."""
    return "[" + "  ".join(f"{value:.{decimals}f}" for value in np.round(values, decimals) + 0.0) + "]"


def rows(table):
    """(5, k) array -> {token: its row}."""
    return {name: table[t] for t, name in enumerate(words)}


# %% cat_row
first = slice(0, 2)
# pt: cabeça 1: colunas 0 e 1 de Q e de K
# es: cabeza 1: columnas 0 y 1 de Q y de K
# cs: hlava 1: sloupce 0 a 1 matic Q a K
scores = Q[:, first] @ K[:, first].T / np.sqrt(2)  # (5, 5)
# pt: linha 1 do código, ␣gato: a máscara soma menos infinito ao futuro
# es: fila 1 del código, ␣gato: la máscara suma menos infinito al futuro
# cs: řádek 1 v kódu, ␣kocour: maska přičte budoucnosti minus nekonečno
cat_raised = np.exp(scores[1] + causal[1])  # (5,), e^(-inf) = 0
cat_sum = cat_raised.sum()
cat_weights = cat_raised / cat_sum
say = {"pt": ("soma", "pesos"), "es": ("suma", "pesos"), "cs": ("součet", "váhy")}[language]
print("e^s:", row(cat_raised[:2]))
print(f"{say[0]}: {cat_sum:.3f}")
print(f"{say[1]}:", row(cat_weights[:2]))


# %% both_maps
def maps_with(M):
    # pt: o mapa de cada cabeça, com M somada às pontuações
    # es: el mapa de cada cabeza, con M sumada a las puntuaciones
    # cs: mapa každé hlavy: ke skóre se přičte M
    both = (slice(0, 2), slice(2, 4))
    return np.stack([masked_softmax(Q[:, own] @ K[:, own].T / np.sqrt(2), M) for own in both])


open_maps = maps_with(nothing)  # (2, 5, 5)
masked_maps = maps_with(causal)  # (2, 5, 5)
mixtures = masked_maps @ np.stack([V[:, :2], V[:, 2:]])  # (2, 5, 2)
a = np.concatenate(mixtures, axis=1) @ W_O  # (5, 4)

print((masked_maps[:, causal == -np.inf] == 0).all())
print(np.allclose(masked_maps.sum(axis=-1), 1))
print(np.allclose(masked_maps[:, -1], open_maps[:, -1]))
for t in range(5):
    print(row(a[t]))

# %% leak
# pt: o último token de entrada vira outro; que posições percebem?
# es: el último token de entrada pasa a ser otro; ¿qué posiciones lo notan?
# cs: poslední vstupní token vyměníme; které pozice to poznají?
replaced = [*ids[:-1], NAMES.index("roof")]
changes = {}
for kind, M in (("masked", causal), ("open", nothing)):
    difference = forward(replaced, M=M).logits - forward(ids, M=M).logits  # (5, 12)
    changes[kind] = np.abs(difference).max(axis=1)  # (5,)
say_leak = {
    "pt": ("com máscara", "sem máscara"),
    "es": ("con máscara", "sin máscara"),
    "cs": ("s maskou", "bez masky"),
}[language]
print(f"{say_leak[0]}:", row(changes["masked"], 2))
print(f"{say_leak[1]}:", row(changes["open"], 2))

# %% padding
short = [NAMES.index("the"), NAMES.index("dog")]
padded = short + [NAMES.index("eot")] * 3
# pt: ninguém vê as colunas de enchimento
# es: nadie ve las columnas de relleno
# cs: sloupce výplně nikdo nevidí
hide_filler = padding_mask(np.arange(5) < 2)  # (5, 5)
unaware, aware = forward(padded, M=nothing), forward(padded, M=hide_filler)
alone = forward(short, M=np.zeros((2, 2)))

on_filler = unaware.maps[0, :2, 2:].sum(axis=1)  # (2,)
print(f"{on_filler[0]:.3f}")
print(f"{on_filler[1]:.3f}")
print(np.allclose(aware.y[:2], alone.y))

# %% split_and_join
B, n, d, h = 2, 5, 4, 2
other = [ids[0], NAMES.index("dog"), *ids[2:]]
Q_batch = np.stack([forward(text).Q for text in (ids, other)])  # (2, 5, 4)
K_batch = np.stack([forward(text).K for text in (ids, other)])
V_batch = np.stack([forward(text).V for text in (ids, other)])


def split(Z):
    return Z.reshape(B, n, h, d // h).swapaxes(1, 2)  # (B, n, d) -> (B, h, n, d/h)


def join(Z):
    return Z.swapaxes(1, 2).reshape(B, n, d)  # (B, h, n, d/h) -> (B, n, d)


batch_scores = split(Q_batch) @ split(K_batch).swapaxes(-1, -2) / np.sqrt(d // h)  # (B, h, n, n)
# pt: a máscara (5, 5) serve a todas as frases e a todas as cabeças
# es: la máscara (5, 5) sirve para todas las frases y todas las cabezas
# cs: maska (5, 5) poslouží všem větám i všem hlavám
batch_output = join(masked_softmax(batch_scores, causal) @ split(V_batch)) @ W_O  # (B, n, d)

looped = np.zeros((B, n, d))
for b in range(B):
    for i in range(h):
        own = slice(i * d // h, (i + 1) * d // h)
        S = Q_batch[b][:, own] @ K_batch[b][:, own].T / np.sqrt(d // h)
        looped[b][:, own] = masked_softmax(S, causal) @ V_batch[b][:, own]
print(Q_batch.shape, "->", split(Q_batch).shape, "->", batch_output.shape)
print(np.allclose(batch_output, looped @ W_O))

# %% laboratory_words
lab_token = {
    "pt": ("juros", "do", "banco"),
    "es": ("intereses", "del", "banco"),
    "cs": ("klíč", "od", "zámku"),
}[language]
say_lab = {
    "pt": {"open": "sem máscara", "causal": "com máscara", "I": "identidade", "mix": "mistura", "moved": "mudam:"},
    "es": {"open": "sin máscara", "causal": "con máscara", "I": "W_O = I", "mix": "W_O mezcla", "moved": "cambian:"},
    "cs": {"open": "bez masky", "causal": "s maskou", "I": "W_O = I", "mix": "W_O míchá", "moved": "změní se:"},
}[language]


def report(heads, mask, projection, names):
    """One state of the laboratory and the tokens whose rows moved."""
    state = f"h = {heads}  {say_lab[mask]:11s}  {say_lab[projection]:10s}"
    print(f"{state}  {say_lab['moved']} {' '.join(names) or '-'}")


# %% laboratory
# pt: uma linha por token
# es: una fila por token
# cs: jeden řádek na token
lab_Q = np.array([[1, 0, 1, 1], [0, 1, 0, 2], [2, 1, 2, 0.0]])
lab_K = np.array([[1, 0.5, 0, 2], [-2, -1, 2, 0], [-1, 2, -1, -1]])
lab_V = np.array([[1, 0, 2, 0], [0.5, 0.5, 0, 2], [0, 1, 1, 1]])
mix = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 1, 0], [0, -1, 0, 1.0]])
lab_masks = {"open": np.zeros((3, 3)), "causal": causal_mask(3)}
lab_projections = {"I": np.eye(4), "mix": mix}


def lab(heads, M, projection):
    q, k, v = (split_heads(table, heads) for table in (lab_Q, lab_K, lab_V))
    lab_scores = q @ k.swapaxes(-1, -2) / np.sqrt(4 // heads)  # (heads, 3, 3)
    maps = masked_softmax(lab_scores, M)
    return maps, join_heads(maps @ v) @ projection  # (heads, 3, 3), (3, 4)


start_maps, start = lab(2, lab_masks["open"], lab_projections["I"])
lab_output, moved = {}, {}
for state in itertools.product((1, 2, 4), lab_masks, lab_projections):
    heads, mask, projection = state
    lab_output[state] = lab(heads, lab_masks[mask], lab_projections[projection])[1]
    is_moved = np.abs(lab_output[state] - start).max(axis=1) > 1e-9  # (3,)
    moved[state] = [name for name, yes in zip(lab_token, is_moved, strict=True) if yes]
    report(heads, mask, projection, moved[state])

# %% wide_head
# pt: uma cabeça de largura 4: as pontuações são divididas por 2
# es: una cabeza de anchura 4: las puntuaciones se dividen por 2
# cs: jedna hlava šířky 4: skóre se dělí dvěma
wide_scores = Q @ K.T / np.sqrt(4)  # (5, 5)
wide_map = masked_softmax(wide_scores, causal)  # (5, 5)
print(f"{token['cat']} {wide_map[4, 1]:.3f}   {token['climb']} {wide_map[4, 2]:.3f}")
print(f"{token['ed']}:", row(wide_map[3, :4], 2))

# %% five_losses
five = losses(sentence)  # (5,), -ln p
mean_loss = five.mean()
for t in range(5):
    print(f"{token[NAMES[sentence[t + 1]]]:10s} {five[t]:.3f}")
say_mean = {"pt": "média", "es": "media", "cs": "průměr"}[language]
print(f"{say_mean:10s} {mean_loss:.3f}")

# %% readings
# The same numbers under names that no language has to count for.
next_word = dict(zip(words, (NAMES[i] for i in sentence[1:]), strict=True))  # what each position must predict
chance = {name: path.p[t, sentence[t + 1]] for t, name in enumerate(words)}  # probability of the right token
loss = dict(zip(words, five, strict=True))
guess = {name: NAMES[path.p[t].argmax()] for t, name in enumerate(words)}  # the likeliest next token
row_open, row_first, row_second = rows(open_maps[0]), rows(masked_maps[0]), rows(masked_maps[1])
row_open_second, row_wide, row_a = rows(open_maps[1]), rows(wide_map), rows(a)
score_first, score_second, score_wide = rows(path.scores[0]), rows(path.scores[1]), rows(wide_scores)
mixture_first, mixture_second = rows(mixtures[0]), rows(mixtures[1])


def by_tokens(table):
    """(5, 5) array -> {(asker, answerer): entry}."""
    return {(asker, answerer): float(table[t, u]) for t, asker in enumerate(words) for u, answerer in enumerate(words)}


weight_open, weight_first, weight_second = by_tokens(open_maps[0]), by_tokens(masked_maps[0]), by_tokens(masked_maps[1])
weight_wide = by_tokens(wide_map)
# Head 2's last row, step by step: query, keys, products, scores, exponentials.
query_second = Q[4, 2:]
key_second = rows(K[:, 2:])
product_second = dict(zip(words, K[:, 2:] @ Q[4, 2:], strict=True))
scaled_second = dict(zip(words, path.scores[1, 4], strict=True))
raised_second = dict(zip(words, np.exp(path.scores[1, 4]), strict=True))
renormalised = np.prod(masked_maps, axis=0) ** (1 / np.sqrt(2))  # (5, 5), not yet rescaled
p_two, p_wide = dict(zip(NAMES, path.p[4], strict=True)), dict(zip(NAMES, forward(ids, h=1).p[4], strict=True))
guess_two, guess_wide = max(p_two, key=p_two.get), max(p_wide, key=p_wide.get)
# The laboratory, by the place of its three tokens in the sentence.
lab_row_first = dict(zip(("hint", "of", "noun"), start_maps[0], strict=True))
lab_row_second = dict(zip(("hint", "of", "noun"), start_maps[1], strict=True))
lab_products = lab_K[:, :2] @ lab_Q[2, :2]  # (3,), the noun asks in head 1
lab_scaled = lab_products / np.sqrt(2)
lab_start = dict(zip(("hint", "of", "noun"), start, strict=True))
lab_masked = dict(zip(("hint", "of", "noun"), lab_output[2, "causal", "I"], strict=True))
lab_wide = dict(zip(("hint", "of", "noun"), lab_output[1, "open", "I"], strict=True))


# %% mask_kinds
def window(n, w):
    """(n, n): who may see whom when each sees itself and the w - 1 before it."""
    back = np.arange(n)[:, None] - np.arange(n)[None, :]  # (n, n), how far back the answerer lies
    return (back >= 0) & (back < w)


def documents(*lengths):
    """(n, n): texts packed one after the other, each sees itself alone."""
    owner = np.repeat(np.arange(len(lengths)), lengths)  # (n,)
    return owner[:, None] == owner[None, :]


def additive(allowed):
    """0 where allowed, minus infinity where not."""
    return np.where(allowed, 0.0, -np.inf)


past = window(5, 5)  # causal
not_filler = np.tile(np.arange(5) < 2, (5, 1))  # the last three are filler
kinds = {
    "none": np.full((5, 5), True),
    "causal": past,
    "window": window(5, 2),
    "prefix": past | (np.arange(5) < 2)[None, :],
    "documents": documents(3, 2),
    "documents_causal": documents(3, 2) & past,
    "padding": not_filler,
    "padding_causal": not_filler & past,
}
pairs = {kind: int(allowed.sum()) for kind, allowed in kinds.items()}


def causal_pairs(n):
    return int((causal_mask(n) == 0).sum())


def window_pairs(n, w):
    return int(window(n, w).sum())


# %% empty_row
# A row with every score masked; then minus a thousand million instead of minus infinity, in 64 and in 32 bits.
three = np.array([0.3, 1.2, -0.5])
with np.errstate(invalid="ignore"):
    lost = np.exp(three - np.inf) / np.exp(three - np.inf).sum()
large = -(10.0**9)
kept = softmax(three + large)
unmasked_three = softmax(three)
uniform = softmax(three.astype(np.float32) + np.float32(large))
nearly = masked_softmax(path.scores, np.where(causal == 0, 0.0, large))  # (2, 5, 5)
fillers_right, alone_causal = forward(padded), forward(short)  # causal mask only
fillers_left = forward([NAMES.index("eot")] * 3 + short)

# %% sizes
# The toy's weights; then a layer with d = 4096 and 32 heads.
toy_size = int(np.sum([table.size for table in (E, P, W_Q, W_K, W_V, W_O, W_1, W_2, W_U)]))
large_d, large_h = 4096, 32
large_width = large_d // large_h


def projections(d):
    """How many entries the four projections have, whatever h."""
    return 4 * d * d


def products(heads, n, width):
    """Multiplications of the products of all heads: scores and mixtures."""
    return heads * 2 * n * n * (width // heads)


# %% explorables
say_explored = {
    "pt": {
        "head": "cabeça",
        "mask": "máscara",
        "row": "quem pergunta",
        "1": "cabeça 1",
        "2": "cabeça 2",
        "wide": "cabeça larga",
        "none": "nenhuma",
        "causal": "causal",
        "window": "janela de 2",
        "prefix": "prefixo de 2",
        "documents": "dois documentos",
        "padding": "enchimento",
        "padding_causal": "enchimento + causal",
        "weights": "pesos",
        "arithmetic": "A linha de `{}`, conta por conta",
        "columns": ("token", "pontuação", "com a máscara", "exponencial", "peso"),
        "sum": "soma",
        "sees": "`{}` vê {} e reparte 1 entre eles.",
        "alone": "`{}` só vê a si mesmo: fica com 1 inteiro.",
        "and": " e ",
        "moved": "Em relação ao mapa sem máscara, mudam as linhas de {}.",
        "unmoved": "Nenhuma linha muda: este é o mapa sem máscara.",
        "asks": "pergunta",
        "answers": "responde",
    },
    "es": {
        "head": "cabeza",
        "mask": "máscara",
        "row": "quién pregunta",
        "1": "cabeza 1",
        "2": "cabeza 2",
        "wide": "cabeza ancha",
        "none": "ninguna",
        "causal": "causal",
        "window": "ventana de 2",
        "prefix": "prefijo de 2",
        "documents": "dos documentos",
        "padding": "relleno",
        "padding_causal": "relleno + causal",
        "weights": "pesos",
        "arithmetic": "La fila de `{}`, cuenta a cuenta",
        "columns": ("token", "puntuación", "con la máscara", "exponencial", "peso"),
        "sum": "suma",
        "sees": "`{}` ve {} y reparte 1 entre ellos.",
        "alone": "`{}` solo se ve a sí mismo: se queda con todo el 1.",
        "and": " y ",
        "moved": "Respecto del mapa sin máscara, cambian las filas de {}.",
        "unmoved": "No cambia ninguna fila: este es el mapa sin máscara.",
        "asks": "pregunta",
        "answers": "responde",
    },
    "cs": {
        "head": "hlava",
        "mask": "maska",
        "row": "kdo se ptá",
        "1": "hlava 1",
        "2": "hlava 2",
        "wide": "široká hlava",
        "none": "žádná",
        "causal": "kauzální",
        "window": "okno 2",
        "prefix": "předpona 2",
        "documents": "dva dokumenty",
        "padding": "výplň",
        "padding_causal": "výplň + kauzální",
        "weights": "váhy",
        "arithmetic": "Řádek tokenu `{}` krok za krokem",
        "columns": ("token", "skóre", "s\u00a0maskou", "exponenciála", "váha"),
        "sum": "součet",
        "sees": "`{}` vidí {} a\u00a0rozdělí mezi ně 1.",
        "alone": "`{}` vidí jen sebe: zůstane mu celá 1.",
        "and": " a\u00a0",
        "moved": "Proti mapě bez masky se změní řádky tokenů {}.",
        "unmoved": "Nezměnil se žádný řádek: toto je mapa bez masky.",
        "asks": "ptá se",
        "answers": "odpovídá",
    },
}[language]
explored_heads = {
    "1": ("head", path.scores[0], 0),
    "2": ("head", path.scores[1], 1),
    "wide": ("wide", wide_scores, None),
}
explored_kinds = ("none", "causal", "window", "prefix", "documents", "padding", "padding_causal")


def listed(names):
    """Tokens one after the other, as a sentence has them."""
    quoted = [f"`{token[name]}`" for name in names]
    return ", ".join([*quoted[:-2], say_explored["and"].join(quoted[-2:])])


def arithmetic(scores, M, asker, text):
    """One row from its scores to its weights: a line per token, their sum below."""
    raised = np.exp(scores + M)  # (5,), e^(-inf) = 0
    lines = [
        [
            f"`{token[name]}`",
            text.number(scores[u], 3),
            "−∞" if np.isinf(M[u]) else text.number(scores[u], 3),
            text.number(raised[u], 3),
            text.number(raised[u] / raised.sum(), 3),
        ]
        for u, name in enumerate(words)
    ]
    return {
        "kind": "table",
        "title": say_explored["arithmetic"].format(token[asker]),
        "columns": [say_explored["columns"][0], *say_explored["columns"][1:]],
        "rows": [*lines, [say_explored["sum"], "", "", text.number(raised.sum(), 3), text.number(1, 3)]],
        "numeric": [1, 2, 3, 4],
        "marked": [u for u in range(5) if np.isinf(M).any() and not np.isinf(M[u])],
    }


def states_masks(text):
    """A map of the toy under each mask, and one of its rows from scores to weights."""
    names = [token[name] for name in words]

    def state(head, mask, row):
        _, scores, number = explored_heads[head]
        M = additive(kinds[mask])
        weights = masked_softmax(scores, M)  # (5, 5)
        moved = np.abs(weights - softmax(scores)).max(axis=1) > 1e-9  # (5,)
        t = words.index(row)
        seen = [name for u, name in enumerate(words) if kinds[mask][t, u]]
        what = "alone" if seen == [row] else "sees"
        changed = [name for name, is_moved in zip(words, moved, strict=True) if is_moved]
        panel = {
            "kind": "matrix",
            "title": f"{say_explored[head]} · {say_explored['mask']}: {say_explored[mask]}",
            "rows": names,
            "columns": names,
            "values": weights,
            "decimals": 3,
            "scale": "probability",
            "hidden": ~kinds[mask],
            "moved": moved,
            "row_label": say_explored["asks"],
            "column_label": say_explored["answers"],
            "choose": "row",
            "note": say_explored["moved"].format(listed(changed)) if changed else say_explored["unmoved"],
        }
        said = say_explored[what].format(token[row], listed(seen))
        return {
            "map": panel | ({} if number is None else {"head": number}),
            "row": arithmetic(scores[t], M[t], row, text) | {"note": said},
            "spoken": f"{panel['title']}. {said} {panel['note']}".replace("`", ""),
        }

    return {
        "controls": [
            {
                "name": "head",
                "label": say_explored["head"],
                "kind": "buttons",
                "options": {name: say_explored[name] for name in explored_heads},
            },
            {
                "name": "mask",
                "label": say_explored["mask"],
                "kind": "buttons",
                "options": {name: say_explored[name] for name in explored_kinds},
            },
            {
                "name": "row",
                "label": say_explored["row"],
                "kind": "choose",
                "options": {name: token[name] for name in words},
                "initial": "cat",
            },
        ],
        "state": state,
    }


say_steps = {
    "pt": {
        "mask": "máscara",
        "open": "desligada",
        "causal": "causal",
        "h": "cabeças",
        "projection": "W_O",
        "I": "identidade",
        "mix": "mistura",
        "line": "linha do código",
        "code": "A camada, linha por linha",
        "head": "cabeça {}",
        "output": "saída",
        "coordinate": "coordenada",
        "start": "É o estado inicial; é com ele que os outros se comparam.",
        "moved": "Em relação ao estado inicial, mudam as linhas de {}.",
        "still": "Em relação ao estado inicial, nenhuma linha muda.",
        "and": " e ",
        "notes": (
            "Cada matriz é cortada em h fatias de colunas, uma por cabeça.",
            "Os produtos escalares, divididos pela raiz da largura da cabeça.",
            "A máscara soma 0 onde se pode olhar e −∞ onde não.",
            "Cada linha reparte 1 entre os tokens que vê.",
            "Cada cabeça mistura as suas fatias de valores com os seus pesos.",
            "As fatias voltam a ficar lado a lado.",
            "A única matriz que não é de nenhuma cabeça.",
        ),
    },
    "es": {
        "mask": "máscara",
        "open": "apagada",
        "causal": "causal",
        "h": "cabezas",
        "projection": "W_O",
        "I": "identidad",
        "mix": "mezcla",
        "line": "línea de código",
        "code": "La capa, línea a línea",
        "head": "cabeza {}",
        "output": "salida",
        "coordinate": "coordenada",
        "start": "Es el estado inicial, con el que se comparan los demás.",
        "moved": "Respecto del estado inicial, cambian las filas de {}.",
        "still": "Respecto del estado inicial, no cambia ninguna fila.",
        "and": " y ",
        "notes": (
            "Cada matriz se corta en h bloques de columnas, uno por cabeza.",
            "Los productos escalares, divididos por la raíz de la anchura de la cabeza.",
            "La máscara suma 0 donde se puede mirar y −∞ donde no.",
            "Cada fila reparte 1 entre los tokens que ve.",
            "Cada cabeza mezcla sus bloques de valores con sus pesos.",
            "Los bloques vuelven a quedar uno al lado del otro.",
            "La única matriz que no pertenece a ninguna cabeza.",
        ),
    },
    "cs": {
        "mask": "maska",
        "open": "vypnutá",
        "causal": "kauzální",
        "h": "hlavy",
        "projection": "W_O",
        "I": "jednotková",
        "mix": "míchá",
        "line": "řádek kódu",
        "code": "Vrstva řádek za řádkem",
        "head": "hlava {}",
        "output": "výstup",
        "coordinate": "souřadnice",
        "start": "Toto je výchozí stav, s\u00a0nímž se ostatní porovnávají.",
        "moved": "Proti výchozímu stavu se změní řádky tokenů {}.",
        "still": "Proti výchozímu stavu se nezmění žádný řádek.",
        "and": " a\u00a0",
        "notes": (
            "Každá matice se rozřízne na h bloků sloupců, pro každou hlavu jeden.",
            "Skalární součiny dělené odmocninou ze šířky hlavy.",
            "Maska přičte 0 tam, kam se smí, a\u00a0−∞ tam, kam se nesmí.",
            "Každý řádek rozdělí 1 mezi tokeny, které vidí.",
            "Každá hlava smíchá své bloky hodnot podle svých vah.",
            "Bloky se vrátí vedle sebe.",
            "Jediná matice, která nepatří žádné hlavě.",
        ),
    },
}[language]
lab_lines = {
    "split": "q, k, v = (split_heads(X, h) for X in (Q, K, V))",
    "scores": "scores = q @ k.swapaxes(-1, -2) / np.sqrt(4 // h)",
    "mask": "masked = scores + M",
    "softmax": "maps = softmax(masked)",
    "mix": "mixed = maps @ v",
    "join": "joined = join_heads(mixed)",
    "project": "output = joined @ W_O",
}


def lab_run(heads, mask, projection):
    """Every array that the lines make, by its name, each line executed as it is shown."""
    made = {"Q": lab_Q, "K": lab_K, "V": lab_V, "h": heads, "M": lab_masks[mask], "W_O": lab_projections[projection]}
    made |= {"np": np, "softmax": softmax, "split_heads": split_heads, "join_heads": join_heads}
    for line in lab_lines.values():
        exec(line, made)
    return made


def lab_panel(title, values, text, **entries):
    """A matrix with a row for each token; its columns are coordinates, or tokens when they are named."""
    columns = entries.pop("columns", None) or [str(c + 1) for c in range(values.shape[1])]
    panel = {"kind": "matrix", "title": title, "rows": lab_token, "columns": columns, "values": values, "decimals": 3}
    return panel | entries


def lab_parts(name, made, before, text):
    """What one line makes: a panel per head, or one for the whole layer. ``before`` is the same without a mask."""
    hidden = np.isinf(made["M"])
    over = {"columns": lab_token}
    scores = over | {"scale": "diverging", "limit": 5.0}
    heads = [{"title": say_steps["head"].format(i + 1), "head": i} for i in range(made["h"])]

    def per_head(array, **entries):
        return [lab_panel(own["title"], array[i], text, head=own["head"], **entries) for i, own in enumerate(heads)]

    def moved(array):
        return np.abs(made[array] - before[array]).max(axis=-1) > 1e-9

    if name == "split":
        return [
            lab_panel(f"{letter} · {own['title']}", made[letter.lower()][i], text, head=own["head"])
            for i, own in enumerate(heads)
            for letter in "QKV"
        ]
    if name == "scores":
        return per_head(made["scores"], **scores)
    if name == "mask":
        return per_head(made["masked"], hidden=hidden, hidden_as="−∞", **scores)
    if name == "softmax":
        maps = per_head(made["maps"], scale="probability", hidden=hidden, **over)
        return [panel | {"moved": moved("maps")[i]} for i, panel in enumerate(maps)]
    if name == "mix":
        return [panel | {"moved": moved("mixed")[i]} for i, panel in enumerate(per_head(made["mixed"]))]
    array = {"join": "joined", "project": "output"}[name]
    return [lab_panel(array, made[array], text, column_label=say_steps["coordinate"])]


def states_laboratory(text):
    """The three-token layer line by line, with every array that the chosen line makes, and the rows that moved."""
    first = lab_run(2, "open", "I")["output"]

    def state(mask, h, projection, line):
        made, before = lab_run(int(h), mask, projection), lab_run(int(h), "open", projection)
        is_moved = np.abs(made["output"] - first).max(axis=1) > 1e-9  # (3,)
        names = [f"*{name}*" for name, yes in zip(lab_token, is_moved, strict=True) if yes]
        listed_names = ", ".join([*names[:-2], say_steps["and"].join(names[-2:])])
        is_start = (mask, h, projection) == ("open", "2", "I")
        note = (
            say_steps["start"] if is_start else say_steps["moved"].format(listed_names) if names else say_steps["still"]
        )
        items = [
            {"code": code, "note": note, "parts": lab_parts(name, made, before, text)}
            for (name, code), note in zip(lab_lines.items(), say_steps["notes"], strict=True)
        ]
        return {
            "code": {"kind": "steps", "title": say_steps["code"], "choose": "line", "items": items},
            "output": lab_panel(say_steps["output"], made["output"], text, moved=is_moved, note=note,
                                column_label=say_steps["coordinate"]),
            "spoken": note.replace("*", ""),
        }  # fmt: skip

    options = {
        "mask": {name: say_steps[name] for name in ("open", "causal")},
        "h": {"1": "1", "2": "2", "4": "4"},
        "projection": {name: say_steps[name] for name in ("I", "mix")},
        "line": {name: str(number + 1) for number, name in enumerate(lab_lines)},
    }
    initial = {"mask": "open", "h": "2", "projection": "I", "line": "softmax"}
    kinds_of_control = {"line": "choose"}
    return {
        "controls": [
            {
                "name": name,
                "label": say_steps[name],
                "kind": kinds_of_control.get(name, "buttons"),
                "options": options[name],
                "initial": initial[name],
            }
            for name in options
        ],
        "state": state,
    }


# %% figures
say_figure = {
    "pt": {
        "causal": "máscara causal",
        "none": "nenhuma",
        "window": "janela de 2",
        "prefix": "prefixo de 2",
        "documents": "dois documentos",
        "documents_causal": "documentos + causal",
        "padding": "enchimento",
        "padding_causal": "enchimento + causal",
    },
    "es": {
        "causal": "máscara causal",
        "none": "ninguna",
        "window": "ventana de 2",
        "prefix": "prefijo de 2",
        "documents": "dos documentos",
        "documents_causal": "documentos + causal",
        "padding": "relleno",
        "padding_causal": "relleno + causal",
    },
    "cs": {
        "causal": "kauzální maska",
        "none": "žádná",
        "window": "okno 2",
        "prefix": "předpona 2",
        "documents": "dva dokumenty",
        "documents_causal": "dokumenty + kauzální",
        "padding": "výplň",
        "padding_causal": "výplň + kauzální",
    },
}[language]


def figure_masks(figure, text):
    """Eight masks on five tokens: a filled cell is an allowed pair; their number stands in the title."""
    figure.set_size_inches(9.2, 5.2)
    axes = figure.subplots(2, 4)
    for ax, (kind, allowed) in zip(axes.flat, kinds.items(), strict=True):
        ax.imshow(allowed, cmap=text.shares, vmin=0, vmax=1.4)
        ax.set_title(f"{say_figure[kind]}: {pairs[kind]}")
        ax.set_xticks(range(5), [str(u + 1) for u in range(5)])
        ax.set_yticks(range(5), [str(t + 1) for t in range(5)])
        ax.set_xticks(np.arange(0.5, 4), minor=True)
        ax.set_yticks(np.arange(0.5, 4), minor=True)
        ax.grid(which="minor", color=text.muted, linewidth=0.4)
        ax.tick_params(which="minor", length=0)
