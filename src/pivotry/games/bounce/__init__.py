"""Pivot with two-ended cards."""
