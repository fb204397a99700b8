"""Pivotation: bars that pivot on a triangular lattice."""
