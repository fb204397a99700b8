"""Pivotry: a home for four games that turn about a pivot."""
