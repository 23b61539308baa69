from numpy import *  # noqa: F403

epsilon = 1e-5


def centred(M):
    return M - expand_dims(mean(M, -1), -1)  # noqa: F405


def layer_norm(X, eps=epsilon):
    D = centred(X)
    return D / sqrt(expand_dims(mean(D**2, -1), -1) + eps)  # noqa: F405
