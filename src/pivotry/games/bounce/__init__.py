"""Pivot with two-ended cards: sets bounce, and turning a card changes what it is worth."""
