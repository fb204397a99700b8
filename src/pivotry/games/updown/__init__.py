"""Pivot, the up-down card game."""
