"""Searches over the kernels of any game."""
