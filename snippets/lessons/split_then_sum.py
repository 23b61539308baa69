"""Split, then sum: what several softmaxes keep that one softmax of a sum erases."""

import numpy as np

from reference.multi_head import multi_head
from reference.softmax import softmax

language = globals().get("language", "pt")


def row(values):
    """One row of numbers as text, three decimals each."""
    return "[" + "  ".join(f"{value:.3f}" for value in values) + "]"


# %% rules
# Features of a word: noun, verb, sign of its number (+1 singular, -1 plural), how strongly it marks number,
# determiner, modifier.
features = {
    "the": (0, 0, 1, 2, 1, 0),
    "mouse": (1, 0, 1, 1, 0, 0),
    "small": (0, 0, 1, 2, 0, 1),
    "that": (0, 0, 0, 0, 0, 1),
    "chase": (0, 1, -1, -2, 0, 0),
    "those": (0, 0, -1, -2, 1, 0),
    "cats": (1, 0, -1, -1, 0, 0),
    "sleeps": (0, 1, 1, 2, 0, 0),
}
if language == "cs":  # the adjective comes first: ta malá myš
    words = ("the", "small", "mouse", "that", "chase", "those", "cats", "sleeps")
else:
    words = ("the", "mouse", "small", "that", "chase", "those", "cats", "sleeps")

# One column per rule: look for nouns, for agreement, for determiners, for modifiers.
asks = np.array([(0, 0, 4, 4), (8, 0, 0, 0), (0, 3, 0, 0), (0, 0, 0, 0), (4, 0, 0, 0), (4, 0, 0, 0)], dtype=float)
answers = np.array([(1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)], dtype=float)
word_features = np.array([features[word] for word in words], dtype=float)  # (8, 6)
queries = word_features @ asks  # (8, 4)
keys = word_features @ answers  # (8, 4)


def by_words(table):
    """(8, 8) array -> {(asker, answerer): entry}, so that no language has to count positions."""
    return {(asker, answerer): float(table[t, u]) for t, asker in enumerate(words) for u, answerer in enumerate(words)}


def shares(*rules):
    """The map of one head that holds these rules (counted from 1): their scores are added, then shared out."""
    columns = [rule - 1 for rule in rules]
    scores = queries[:, columns] @ keys[:, columns].T / np.sqrt(len(columns))  # (8, 8)
    return by_words(softmax(scores))


def winner(table, asker):
    """The word that draws the largest share of the asker's attention."""
    return max(words, key=lambda answerer: table[asker, answerer])


total = by_words(queries @ keys.T)  # all four rules added, not yet divided by 2
noun, agreement, determiner, modifier = shares(1), shares(2), shares(3), shares(4)
summed = shares(1, 2, 3, 4)
first_pair, second_pair = shares(1, 2), shares(3, 4)
query_of, key_of = dict(zip(words, queries, strict=True)), dict(zip(words, keys, strict=True))
noun_score = by_words(np.outer(queries[:, 0], keys[:, 0]))
agreement_score = by_words(np.outer(queries[:, 1], keys[:, 1]))


def leaders(table, asker):
    """The words that draw the largest share of the asker's attention, ties included."""
    most = max(table[asker, answerer] for answerer in words)
    return {answerer for answerer in words if np.isclose(table[asker, answerer], most)}


# %% product
# The map of the sum against the product of the square roots of the four maps, each row rescaled to sum to 1.
roots = np.ones((8, 8))
for rule in range(4):
    roots *= np.sqrt(softmax(np.outer(queries[:, rule], keys[:, rule])))  # (8, 8)
rescaled = by_words(roots / roots.sum(axis=1, keepdims=True))
product_gap = max(abs(rescaled[pair] - summed[pair]) for pair in summed)


# %% widths
# pt: d_model fica; o que muda com h é a largura de cada cabeça
# es: d_model se queda; lo que cambia con h es la anchura de cada cabeza
# cs: d_model zůstává; s h se mění jen šířka každé hlavy
def head_width(h, d=512):
    return d // h


def projection_parameters(h, d=512):
    return 3 * h * d * head_width(h, d)  # h heads, each with W_Q, W_K, W_V of shape (d, d_k)


def output_parameters(h, d=512):
    return h * head_width(h, d) * d  # W_O: (h * d_k, d)


def layer_parameters(h, d=512):
    return projection_parameters(h, d) + output_parameters(h, d)


print(" h  d_k  W_Q,W_K,W_V     W_O    total")
for count in (1, 2, 4, 8, 16):
    print(
        f"{count:2d}  {head_width(count):3d}  {projection_parameters(count):11d}"
        f"  {output_parameters(count)}  {layer_parameters(count)}"
    )

# %% heads
T, d_model, h = 6, 8, 4
d_k = d_model // h

rng = np.random.default_rng(5)
X = rng.normal(size=(T, d_model))  # (6, 8)
Wq = 0.6 * rng.normal(size=(d_model, d_model))  # (8, 8)
Wk = 0.6 * rng.normal(size=(d_model, d_model))  # (8, 8)
Wv = 0.6 * rng.normal(size=(d_model, d_model))  # (8, 8)
Wo = 0.6 * rng.normal(size=(d_model, d_model))  # (8, 8)

A, heads = [], []
for i in range(h):
    # pt: todas as cabeças leem a mesma X; só as colunas das projeções são repartidas
    # es: todas las cabezas leen la misma X; solo se reparten las columnas de las proyecciones
    # cs: všechny hlavy čtou totéž X; dělí se jen sloupce projekcí
    block = slice(i * d_k, (i + 1) * d_k)
    Q, K, V = X @ Wq[:, block], X @ Wk[:, block], X @ Wv[:, block]  # (6, 2) each
    A.append(softmax(Q @ K.T / np.sqrt(d_k)))  # (6, 6)
    heads.append(A[i] @ V)  # (6, 2)
A = np.stack(A)  # (4, 6, 6)
concatenated = np.concatenate(heads, axis=1)  # (6, 8)
output = concatenated @ Wo  # (6, 8)

print(heads[0].shape, concatenated.shape, output.shape, A.shape)
print(np.allclose(A.sum(axis=-1), 1))
label = {"pt": "linha 0, cabeça", "es": "fila 0, cabeza", "cs": "řádek 0, hlava"}[language]
for i in range(2):
    print(label, f"{i + 1}:", row(A[i, 0]))

# %% order
# Exchanging two heads, first with their row blocks of W_O, then without; and exchanging rows of X.
exchanged = [2, 1, 0, 3]
columns = np.concatenate([np.arange(i * d_k, (i + 1) * d_k) for i in exchanged])
exchange_with_blocks = np.abs(concatenated[:, columns] @ Wo[columns] - output).max()
exchange_without_blocks = np.abs(concatenated[:, columns] @ Wo - output).max()
shuffled = np.array([3, 0, 5, 1, 4, 2])
shuffle_gap = np.abs(multi_head(X[shuffled], Wq, Wk, Wv, Wo, h)[0] - output[shuffled]).max()

# %% averaging
# Two head outputs that say opposite things, and the projection that would average full-width heads.
left, right = np.array([1.0, 0.0]), np.array([-1.0, 0.0])
average = (left + right) / 2
side_by_side = np.concatenate([left, right])
averaging_projection = np.concatenate([np.eye(2), np.eye(2)]) / 2  # (4, 2), W_O = (1/h)[I; I]

# %% equal_heads
rng = np.random.default_rng(5)
X_same = rng.normal(size=(T, d_model))  # (6, 8), the same rows as X
shared = 0.6 * rng.normal(size=(d_model, d_k))  # (8, 2)
# pt: o mesmo bloco de colunas para as quatro cabeças, em W_Q e em W_K
# es: el mismo bloque de columnas para las cuatro cabezas, en W_Q y en W_K
# cs: týž blok sloupců pro všechny čtyři hlavy, ve W_Q i ve W_K
W_tiled = np.tile(shared, (1, h))  # (8, 8)
A_equal = multi_head(X_same, W_tiled, W_tiled, Wv, Wo, h)[1]  # (4, 6, 6)

# pt: agora só a cabeça 1 recebe um empurrão
# es: ahora solo la cabeza 1 recibe un empujón
# cs: a teď lehce strčíme jen do hlavy 1
W_nudged = W_tiled.copy()
W_nudged[:, :d_k] += 0.4 * rng.normal(size=(d_model, d_k))
A_nudged = multi_head(X_same, W_nudged, W_nudged, Wv, Wo, h)[1]  # (4, 6, 6)


def distances(maps, i):
    """Largest difference of each map from map i."""
    return np.abs(maps - maps[i]).max(axis=(1, 2))  # (h,)


say = {
    "pt": ("no início, até a cabeça 1", "depois do empurrão, até a cabeça", "cabeça", "linha 0"),
    "es": ("al principio, hasta la cabeza 1", "tras el empujón, hasta la cabeza", "cabeza", "fila 0"),
    "cs": ("na začátku, od hlavy 1", "po postrčení, od hlavy", "hlava", "řádek 0"),
}[language]
print(f"{say[0]}:", row(distances(A_equal, 0)))
for i in range(2):
    print(f"{say[1]} {i + 1}:", row(distances(A_nudged, i)))
for i in range(2):
    print(f"{say[2]} {i + 1}, {say[3]}:", row(A_nudged[i, 0]))


# %% gradients
def loss(Wq_now, Wo_now):
    # pt: uma perda qualquer serve; aqui, a metade da soma dos quadrados da saída
    # es: sirve cualquier pérdida; aquí, la mitad de la suma de los cuadrados de la salida
    # cs: hodí se jakákoli ztráta; tady polovina součtu čtverců všech prvků výstupu
    out = multi_head(X_same, Wq_now, W_tiled, W_tiled, Wo_now, h)[0]  # (6, 8)
    return 0.5 * np.sum(out**2)


def gradient(Wo_now, step=1e-5):
    """Central differences of the loss with respect to W_Q. Returns (8, 8)."""
    slope = np.zeros_like(W_tiled)
    for place in np.ndindex(slope.shape):
        forward, backward = W_tiled.copy(), W_tiled.copy()
        forward[place] += step
        backward[place] -= step
        slope[place] = (loss(forward, Wo_now) - loss(backward, Wo_now)) / (2 * step)
    return slope


def largest_gap(slope):
    """How far the gradients of two heads lie apart at most."""
    blocks = slope.reshape(d_model, h, d_k).transpose(1, 0, 2)  # (h, 8, 2)
    return np.abs(blocks[:, None] - blocks[None, :]).max()


Wo_repeated = np.tile(Wo[:d_k], (h, 1))  # (8, 8), the same row block for each head
gap_same_blocks = largest_gap(gradient(Wo_repeated))
gap_own_blocks = largest_gap(gradient(Wo))
which = {
    "pt": ("blocos de W_O iguais", "blocos de W_O diferentes"),
    "es": ("bloques de W_O iguales", "bloques de W_O distintos"),
    "cs": ("stejné bloky W_O", "různé bloky W_O"),
}[language]
print(f"{which[0]}: {gap_same_blocks:.3f}")
print(f"{which[1]}: {gap_own_blocks:.3f}")


# %% explorables
written = {
    "pt": ("o", "rato", "pequeno", "que", "perseguem", "os", "gatos", "dorme"),
    "es": ("el", "ratón", "pequeño", "que", "persiguen", "los", "gatos", "duerme"),
    "cs": ("ta", "malá", "myš", "kterou", "pronásledují", "ty", "kočky", "dřímá"),
}[language]
word = dict(zip(words, written, strict=True))
say_rules = {
    "pt": {
        "head": "mapa",
        "word": "quem pergunta",
        "1": "cabeça 1 · substantivos",
        "2": "cabeça 2 · concordância",
        "3": "cabeça 3 · determinantes",
        "4": "cabeça 4 · modificadores",
        "sum": "a soma",
        "pairs": "duas cabeças",
        "12": "regras 1 e 2 juntas",
        "34": "regras 3 e 4 juntas",
        "asks": "pergunta",
        "answers": "responde",
        "row": "A linha de *{}*, em cada mapa",
        "even": "nada a dizer: {} para cada palavra",
        "and": " e ",
    },
    "es": {
        "head": "mapa",
        "word": "quién pregunta",
        "1": "cabeza 1 · sustantivos",
        "2": "cabeza 2 · concordancia",
        "3": "cabeza 3 · determinantes",
        "4": "cabeza 4 · modificadores",
        "sum": "la suma",
        "pairs": "dos cabezas",
        "12": "reglas 1 y 2 juntas",
        "34": "reglas 3 y 4 juntas",
        "asks": "pregunta",
        "answers": "responde",
        "row": "La fila de *{}*, en cada mapa",
        "even": "nada que decir: {} para cada palabra",
        "and": " y ",
    },
    "cs": {
        "head": "mapa",
        "word": "kdo se ptá",
        "1": "hlava 1 · podstatná jména",
        "2": "hlava 2 · shoda",
        "3": "hlava 3 · determinátory",
        "4": "hlava 4 · přívlastky",
        "sum": "součet",
        "pairs": "dvě hlavy",
        "12": "pravidla 1 a 2 spolu",
        "34": "pravidla 3 a 4 spolu",
        "asks": "ptá se",
        "answers": "odpovídá",
        "row": "Řádek slova *{}* v každé mapě",
        "even": "nemá co říct: {} na každé slovo",
        "and": " a ",
    },
}[language]
rule_maps = {
    "1": noun,
    "2": agreement,
    "3": determiner,
    "4": modifier,
    "sum": summed,
    "12": first_pair,
    "34": second_pair,
}


def rule_matrix(name):
    """One of the seven maps as a panel."""
    table = rule_maps[name]
    panel = {
        "kind": "matrix",
        "title": say_rules[name],
        "rows": written,
        "columns": written,
        "values": np.array([[table[t, u] for u in words] for t in words]),
        "decimals": 3,
        "scale": "probability",
        "row_label": say_rules["asks"],
        "column_label": say_rules["answers"],
        "choose": "word",
    }
    return panel | ({"head": int(name) - 1} if name in "1234" else {})


def drawn_to(table, asker, text):
    """Whom the asker's row pulls to and how much, in words; what draws less than a hundredth is left out."""
    if len(leaders(table, asker)) == len(words):
        return say_rules["even"].format(text.number(table[asker, asker], 3))
    found = {}
    for answerer in sorted(words, key=lambda name: -round(table[asker, name], 9)):
        share = table[asker, answerer]
        if share >= 0.01:
            found.setdefault(text.number(share, 3), []).append(f"*{word[answerer]}*")
    groups = [", ".join([*names[:-2], say_rules["and"].join(names[-2:])]) for names in found.values()]
    return " · ".join(f"{names} {share}" for names, share in zip(groups, found, strict=True))


def states_rules(text):
    """The seven maps of the sentence, one or two at a time, and the row of one word in all of them."""

    def state(head, word):
        shown = ("12", "34") if head == "pairs" else (head, None)
        return {
            "map": rule_matrix(shown[0]),
            "second": rule_matrix(shown[1]) if shown[1] else None,
            "row": {
                "kind": "words",
                "title": say_rules["row"].format(written[words.index(word)]),
                "lines": [(say_rules[name], drawn_to(rule_maps[name], word, text)) for name in rule_maps],
            },
            "spoken": ". ".join(
                f"{say_rules[name]}, {written[words.index(word)]}: {drawn_to(rule_maps[name], word, text)}"
                for name in shown
                if name
            ),
        }

    heads = ("1", "2", "3", "4", "sum", "pairs")
    return {
        "controls": [
            {
                "name": "head",
                "label": say_rules["head"],
                "kind": "buttons",
                "options": {name: say_rules[name] for name in heads},
                "initial": "1",
            },
            {
                "name": "word",
                "label": say_rules["word"],
                "kind": "choose",
                "options": dict(zip(words, written, strict=True)),
                "initial": "sleeps",
            },
        ],
        "state": state,
    }


# %% averaging_states
say_average = {
    "pt": {
        "pair": "o que as duas cabeças escrevem",
        "opposite": "lados opostos",
        "silent": "nada",
        "across": "direções diferentes",
        "same": "a mesma coisa",
        "join": "como se juntam",
        "average": "média",
        "concatenation": "concatenação",
        "heads": "saídas das cabeças",
        "head": "cabeça {}",
        "result": "o que chega adiante",
        "coordinate": "coordenada",
        "lost": "Chega zero: não dá para saber se as duas puxaram ou se nenhuma se mexeu.",
        "blurred": "Chega um vetor só: quem o recebe não sabe quanto veio de cada uma.",
        "kept": "Chegam as duas saídas, uma ao lado da outra; nada se perdeu.",
    },
    "es": {
        "pair": "lo que escriben las dos cabezas",
        "opposite": "sentidos opuestos",
        "silent": "nada",
        "across": "direcciones distintas",
        "same": "lo mismo",
        "join": "cómo se juntan",
        "average": "media",
        "concatenation": "concatenación",
        "heads": "salidas de las cabezas",
        "head": "cabeza {}",
        "result": "lo que sigue adelante",
        "coordinate": "coordenada",
        "lost": "Llega cero: no hay modo de saber si las dos tiraron o si ninguna se movió.",
        "blurred": "Llega un solo vector: quien lo recibe no sabe cuánto puso cada una.",
        "kept": "Llegan las dos salidas, una al lado de la otra; no se ha perdido nada.",
    },
    "cs": {
        "pair": "co obě hlavy píší",
        "opposite": "opačné směry",
        "silent": "nic",
        "across": "různé směry",
        "same": "totéž",
        "join": "jak se spojí",
        "average": "průměr",
        "concatenation": "spojení",
        "heads": "výstupy hlav",
        "head": "hlava {}",
        "result": "co jde dál",
        "coordinate": "souřadnice",
        "lost": "Dál jde nula: nedá se poznat, jestli obě táhly, nebo se žádná nepohnula.",
        "blurred": "Dál jde jediný vektor: kdo ho dostane, nepozná, kolik dala která hlava.",
        "kept": "Dál jdou oba výstupy vedle sebe; nic se neztratilo.",
    },
}[language]
pairs_of_outputs = {
    "opposite": (left, right),
    "silent": (0 * left, 0 * left),
    "across": (left, np.array([0.0, 1.0])),
    "same": (left, left),
}


def states_averaging(text):
    """Two head outputs, and what is left of them once they are averaged or put side by side."""

    def state(pair, join):
        first, second = pairs_of_outputs[pair]
        is_average = join == "average"
        result = (first + second) / 2 if is_average else np.concatenate([first, second])
        what = "kept" if not is_average else "blurred" if result.any() else "lost"
        shared = {
            "kind": "matrix",
            "decimals": 1,
            "scale": "diverging",
            "limit": 1,
            "column_label": say_average["coordinate"],
        }
        return {
            "heads": shared
            | {
                "title": say_average["heads"],
                "rows": [say_average["head"].format(i) for i in (1, 2)],
                "columns": ["1", "2"],
                "values": np.stack([first, second]),
            },
            "result": shared
            | {
                "title": say_average["result"],
                "rows": [say_average[join]],
                "columns": [str(c + 1) for c in range(len(result))],
                "values": result[None, :],
                "note": say_average[what],
            },
            "spoken": say_average[what],
        }

    return {
        "controls": [
            {
                "name": name,
                "label": say_average[name],
                "kind": "buttons",
                "options": {key: say_average[key] for key in keys},
            }
            for name, keys in {"pair": pairs_of_outputs, "join": ("average", "concatenation")}.items()
        ],
        "state": state,
    }


# %% figures
def figure_maps(figure, text):
    """Four maps in a row, one per head: rows ask, columns answer, one scale from 0 to 1."""
    title = {"pt": "cabeça", "es": "cabeza", "cs": "hlava"}[language]
    asks_label = {
        "pt": "posição que pergunta",
        "es": "posición que pregunta",
        "cs": "pozice, která se ptá",
    }[language]
    answers_label = {
        "pt": "posição que responde",
        "es": "posición que responde",
        "cs": "pozice, která odpovídá",
    }[language]
    figure.set_size_inches(9.2, 2.9)
    axes = figure.subplots(1, h, sharey=True)
    for i, ax in enumerate(axes):
        picture = ax.imshow(A[i], cmap=text.shares, vmin=0, vmax=1)
        ax.set_title(f"{title} {i + 1}", color=text.heads[i])
        ax.set_xticks(range(T))
        ax.set_yticks(range(T))
        for t, u in np.ndindex(T, T):
            if A[i, t, u] >= 0.095:
                ax.text(u, t, text.number(A[i, t, u], 1), ha="center", va="center", color=text.on(A[i, t, u]), size=7)
    axes[0].set_ylabel(asks_label)
    figure.supxlabel(answers_label)
    bar = figure.colorbar(picture, ax=axes, ticks=[0, 0.5, 1], fraction=0.03, pad=0.02)
    bar.ax.set_yticklabels([text.number(tick, 1) for tick in (0, 0.5, 1)])
