"""Parallel heads: attention in several heads, built from one softmax to the whole layer."""

import numpy as np

language = globals().get("language", "pt")
head_name = {"pt": "cabeça", "es": "cabeza", "cs": "hlava"}[language]
words = {
    "pt": ("carro", "automóvel", "chuva", "azul"),
    "es": ("coche", "automóvil", "lluvia", "azul"),
    "cs": ("auto", "vůz", "déšť", "modrá"),
}[language]


def show(title, table):
    """A title and below it a table of numbers, two decimals each."""
    print(title)
    for line in table:
        print("[" + "  ".join(f"{value:.2f}" for value in line) + "]")


# %% shares
def softmax(scores):
    # pt: tirar o máximo de cada linha não muda os pesos e impede que exp estoure
    # es: restar el máximo de cada fila no cambia los pesos e impide que exp se desborde
    # cs: odečtení maxima řádku váhy nezmění a exp díky němu nepřeteče
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


steps = np.array([[1000.0, 999.0, 998.0], [2.0, 1.0, 0.0]])
for line in softmax(steps):
    print("[" + "  ".join(f"{weight:.3f}" for weight in line) + "]")

# %% data
# pt: uma linha por palavra: carro, automóvel, chuva, azul
# es: una fila por palabra: coche, automóvil, lluvia, azul
# cs: pro každé slovo jeden řádek: auto, vůz, déšť, modrá
X = np.array(
    [
        [1.0, 0.0, 0.0, 0.0],
        [0.9, 0.1, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]
)
n, d_model = X.shape  # 4, 4

rng = np.random.default_rng(0)
Wq = rng.normal(size=(d_model, d_model))
Wk = rng.normal(size=(d_model, d_model))
Wv = rng.normal(size=(d_model, d_model))


# %% loop
def head(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv  # (n, d_k) each
    A = softmax(Q @ K.T / np.sqrt(Q.shape[1]))  # (n, n)
    return A, A @ V  # (n, n), (n, d_k)


h = 2
d_k = d_model // h
maps, outputs = [], []
for i in range(h):
    # pt: a cabeça i lê X inteira, mas só com as suas colunas de cada matriz
    # es: la cabeza i lee toda la X, pero solo con sus columnas de cada matriz
    # cs: hlava i čte celé X, ale jen svými sloupci každé matice
    own = slice(i * d_k, (i + 1) * d_k)
    A, Z = head(X, Wq[:, own], Wk[:, own], Wv[:, own])
    maps.append(A)
    outputs.append(Z)
maps = np.stack(maps)  # (h, n, n)
joined = np.concatenate(outputs, axis=1)  # (n, d_model)

for i in range(h):
    show(f"{head_name} {i + 1}", maps[i])
show("Concat", joined)
print(joined.shape)

# %% comparison
# Half the sum of the absolute differences: the weight that has to move to turn one row into the other.
disagreement = np.abs(maps[0] - maps[1]).sum(axis=1) / 2  # (n,)
near_gap = np.abs(maps[:, 0] - maps[:, 1]).max()  # rows of the two near-synonyms, in both heads
mean_map = maps.mean(axis=0)  # (n, n)

# What head 1 would see if the last two columns of X were hidden from it.
X_cut = X * np.array([1.0, 1.0, 0.0, 0.0])
map_cut = head(X_cut, Wq[:, :d_k], Wk[:, :d_k], Wv[:, :d_k])[0]  # (n, n)


# %% batched
def all_heads(Wq, Wk, Wv, h):
    def split(M):
        return M.reshape(n, h, -1).swapaxes(0, 1)  # (n, d_model) -> (n, h, d_k) -> (h, n, d_k)

    Q, K, V = split(X @ Wq), split(X @ Wk), split(X @ Wv)
    A = softmax(Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1]))  # (h, n, n)
    Z = A @ V  # (h, n, d_k)
    return A, Z.swapaxes(0, 1).reshape(n, d_model)  # (h, n, d_k) -> (n, h, d_k) -> (n, d_model)


batched_maps, batched_joined = all_heads(Wq, Wk, Wv, h)
print(np.allclose(batched_maps, maps), np.allclose(batched_joined, joined))

# %% widths
wide_maps, wide_joined = all_heads(Wq, Wk, Wv, 1)
narrow_maps, narrow_joined = all_heads(Wq, Wk, Wv, 4)

show("h = 1", wide_maps[0])
for i in range(4):
    show(f"h = 4, {head_name} {i + 1}", narrow_maps[i])
print(wide_joined.shape, narrow_joined.shape)

# %% copies
# pt: todas as cabeças recebem as colunas da primeira
# es: todas las cabezas reciben las columnas de la primera
# cs: všechny hlavy dostanou sloupce té první
Wq_same, Wk_same, Wv_same = (np.tile(W[:, :d_k], (1, h)) for W in (Wq, Wk, Wv))
same_maps, same_joined = all_heads(Wq_same, Wk_same, Wv_same, h)
print(f"{np.abs(same_maps[0] - same_maps[1]).max():.1f}")

# %% projection
Wo = np.random.default_rng(1).normal(size=(d_model, d_model))
layer_output = joined @ Wo  # (n, d_model)
print(layer_output.shape)

own_by_heads = Wq.size + Wk.size + Wv.size
print("W_Q, W_K, W_V:", own_by_heads)
print("W_Q, W_K, W_V, W_O:", own_by_heads + Wo.size)


# %% counts
def width(d, h):
    """The width that each of h heads is left with."""
    return d // h


def head_parameters(d, h):
    """Parameters of the three projections of one head."""
    return 3 * d * width(d, h)


def layer_parameters(d, h):
    """Parameters of h heads and of W_O."""
    return h * head_parameters(d, h) + h * width(d, h) * d


# %% mixing
# A layer whose heads are all alike, then W_O: does each half of the output still hold the same?
mixed_copies = same_joined @ Wo  # (n, d_model)
summed_blocks = Wo[:d_k] + Wo[d_k:]  # (d_k, d_model)


# %% explorables
say_heads = {
    "pt": {
        "maps": "mapas",
        "1": "uma cabeça só",
        "mean": "a média das duas",
        "2": "duas cabeças",
        "4": "quatro cabeças",
        "word": "quem pergunta",
        "asks": "pergunta",
        "answers": "responde",
        "row": "A linha de *{}*",
        "first": "em primeiro lugar",
        "apart": "distância entre as linhas",
        "most": "cabeças {} e {}, as que mais discordam: {}",
        "from_mean": "até a média das duas cabeças: {}",
        "from_one": "até a linha da cabeça única: {}",
    },
    "es": {
        "maps": "mapas",
        "1": "una sola cabeza",
        "mean": "la media de las dos",
        "2": "dos cabezas",
        "4": "cuatro cabezas",
        "word": "quién pregunta",
        "asks": "pregunta",
        "answers": "responde",
        "row": "La fila de *{}*",
        "first": "en primer lugar",
        "apart": "distancia entre las filas",
        "most": "cabezas {} y {}, las que más discrepan: {}",
        "from_mean": "hasta la media de las dos cabezas: {}",
        "from_one": "hasta la fila de la cabeza única: {}",
    },
    "cs": {
        "maps": "mapy",
        "1": "jediná hlava",
        "mean": "průměr obou hlav",
        "2": "dvě hlavy",
        "4": "čtyři hlavy",
        "word": "kdo se ptá",
        "asks": "ptá se",
        "answers": "odpovídá",
        "row": "Řádek slova *{}*",
        "first": "na prvním místě",
        "apart": "vzdálenost řádků",
        "most": "nejvíc se rozcházejí hlavy {} a {}: {}",
        "from_mean": "od průměru obou hlav: {}",
        "from_one": "od řádku jediné hlavy: {}",
    },
}[language]
maps_of = {"1": wide_maps, "mean": mean_map[None], "2": maps, "4": narrow_maps}  # (number of maps, n, n) each
word_keys = ("car", "automobile", "rain", "blue")


def distance(first, second):
    """The weight that has to move to turn one row into the other (total variation)."""
    return np.abs(first - second).sum() / 2


def map_name(which, i):
    return say_heads[which] if which in ("1", "mean") else f"{head_name} {i + 1}"


def map_panel(which, i):
    """One map of those shown, None where there are fewer."""
    if i >= len(maps_of[which]):
        return None
    panel = {
        "kind": "matrix",
        "title": map_name(which, i),
        "rows": words,
        "columns": words,
        "values": maps_of[which][i],
        "decimals": 2,
        "scale": "probability",
        "row_label": say_heads["asks"],
        "column_label": say_heads["answers"],
        "choose": "word",
    }
    return panel | ({} if which in ("1", "mean") else {"head": i})


def distances_in_words(which, row, text):
    """How far the chosen row lies from its neighbours in other maps."""
    if which == "1":
        return say_heads["from_mean"].format(text.number(distance(wide_maps[0, row], mean_map[row]), 2))
    if which == "mean":
        return say_heads["from_one"].format(text.number(distance(wide_maps[0, row], mean_map[row]), 2))
    rows = maps_of[which][:, row]  # (h, n)
    pairs = [(i, j) for i in range(len(rows)) for j in range(i + 1, len(rows))]
    i, j = max(pairs, key=lambda pair: round(distance(rows[pair[0]], rows[pair[1]]), 9))
    return say_heads["most"].format(i + 1, j + 1, text.number(distance(rows[i], rows[j]), 2))


def states_heads(text):
    """The maps of one, two and four heads over the same matrices, and the mean of the two."""

    def state(maps, word):
        row = word_keys.index(word)
        favourites = [
            (map_name(maps, i), f"*{words[table[row].argmax()]}* {text.number(table[row].max(), 2)}")
            for i, table in enumerate(maps_of[maps])
        ]
        apart = distances_in_words(maps, row, text)
        said = " · ".join(f"{name}: {favourite}" for name, favourite in favourites)
        return {
            **{f"map_{i + 1}": map_panel(maps, i) for i in range(4)},
            "row": {
                "kind": "words",
                "title": say_heads["row"].format(words[row]),
                "lines": [(say_heads["first"], said), (say_heads["apart"], apart)],
            },
            "spoken": f"{say_heads['row'].format(words[row])}. {said}. {apart}",
        }

    return {
        "controls": [
            {
                "name": "maps",
                "label": say_heads["maps"],
                "kind": "buttons",
                "options": {which: say_heads[which] for which in ("1", "mean", "2", "4")},
                "initial": "1",
            },
            {
                "name": "word",
                "label": say_heads["word"],
                "kind": "choose",
                "options": dict(zip(word_keys, words, strict=True)),
                "initial": "blue",
            },
        ],
        "state": state,
    }


# %% figures
labels = {
    "pt": ("quem pergunta", "quem responde"),
    "es": ("quién pregunta", "quién responde"),
    "cs": ("kdo se ptá", "kdo odpovídá"),
}[language]


def heat(ax, table, text, title, colour, decimals=2):
    """One map of the four words on these axes: rows ask, columns answer, the weight written in each cell."""
    ax.imshow(table, cmap=text.shares, vmin=0, vmax=1)
    ax.set_title(title, color=colour)
    ax.set_xticks(range(n), labels=words, rotation=30, ha="right", rotation_mode="anchor")
    ax.set_yticks(range(n), labels=words)
    for t, u in np.ndindex(n, n):
        share = table[t, u]
        ax.text(u, t, text.number(share, decimals), ha="center", va="center", color=text.on(share), size=9)


def figure_two_heads(figure, text):
    """The maps of both heads side by side."""
    figure.set_size_inches(7.4, 3.6)
    axes = figure.subplots(1, 2, sharey=True)
    for i, ax in enumerate(axes):
        heat(ax, maps[i], text, f"{head_name} {i + 1}", text.heads[i])
    axes[0].set_ylabel(labels[0])
    figure.supxlabel(labels[1])
