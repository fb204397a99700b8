"""The table in the browser: ``python -m pivotry.server``."""
