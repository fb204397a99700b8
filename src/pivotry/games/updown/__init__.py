"""Pivot, the up-down card game: numbers rise, then fall, and the order of seats turns along."""
