"""Matches between computer players: who is stronger, by how much, and how sure that is.

``schedule`` says who plays whom on which deal, ``play`` plays one game, ``crews`` many at a time,
``journal`` keeps what is finished, ``ratings`` and ``sprt`` say what it means, ``tournament`` puts
them together, ``table`` and ``plot`` show the outcome. ``command`` is ``pivotry arena``.
"""
