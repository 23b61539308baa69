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


# %% figures
labels = {
    "pt": ("quem pergunta", "quem responde", "média das duas cabeças", "uma cabeça só"),
    "es": ("quién pregunta", "quién responde", "media de las dos cabezas", "una sola cabeza"),
    "cs": ("kdo se ptá", "kdo odpovídá", "průměr obou hlav", "jediná hlava"),
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


def figure_one_wide(figure, text):
    """The mean of the two maps beside the map of one head of full width: they are not the same."""
    figure.set_size_inches(7.4, 3.6)
    axes = figure.subplots(1, 2, sharey=True)
    heat(axes[0], mean_map, text, labels[2], text.ink)
    heat(axes[1], wide_maps[0], text, labels[3] + " (h = 1)", text.ink)
    axes[0].set_ylabel(labels[0])
    figure.supxlabel(labels[1])


def figure_four_heads(figure, text):
    """The maps of four heads of width 1, two by two."""
    figure.set_size_inches(7.4, 6.6)
    axes = figure.subplots(2, 2, sharex=True, sharey=True)
    for i, ax in enumerate(axes.flat):
        heat(ax, narrow_maps[i], text, f"{head_name} {i + 1}", text.heads[i])
    figure.supylabel(labels[0])
    figure.supxlabel(labels[1])
