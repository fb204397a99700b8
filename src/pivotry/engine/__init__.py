"""Pivotry as an engine for other programs: ``pivotry engine`` speaks UGI (``docs/engine.md``)."""
