"""Pivotry in a terminal: boards of text, the table, rules pages, files."""
