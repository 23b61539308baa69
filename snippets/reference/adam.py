"""Adam: a step of gradient descent that measures each parameter by its own gradients (Kingma and Ba 2015)."""

import numpy as np


class Adam:
    """Algorithm 1 of the paper, with its constants, for a model of several arrays, which it changes in place.

    model: name -> array of floats. rate: the learning rate.
    """

    def __init__(self, model: dict[str, np.ndarray], rate: float) -> None:
        self.model, self.rate, self.steps = model, rate, 0
        self.mean = {name: np.zeros_like(array) for name, array in model.items()}
        self.square = {name: np.zeros_like(array) for name, array in model.items()}

    def step(self, gradients: dict[str, np.ndarray]) -> None:
        """Move each array of the model against its gradient. gradients: name -> array of the same shape."""
        self.steps += 1
        unbiased_mean, unbiased_square = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for name, gradient in gradients.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            self.model[name] -= (self.rate / unbiased_mean) * mean / (np.sqrt(square / unbiased_square) + 1e-8)
