"""Asking a built site what its search finds."""
