def layer_norm(X, eps=1e-5):
    mu = X.mean(axis=-1, keepdims=True)
    sigma = X.std(axis=-1, keepdims=True)
    return (X - mu) / (sigma**2 + eps) ** 0.5
