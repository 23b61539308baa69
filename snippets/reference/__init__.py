"""The NumPy functions that everything else is compared with: one idea per module, a shape beside each line."""
