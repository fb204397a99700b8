"""Pivotation: bars that turn about one of their ends on a triangular lattice."""
