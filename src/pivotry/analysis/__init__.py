"""What went wrong in a game: every move judged by a search (``docs/analysis.md``)."""

from __future__ import annotations

from .judge import MARKS, Mark
from .model import Analysis, Judgement, Move
from .work import analyse

__all__ = ["MARKS", "Analysis", "Judgement", "Mark", "Move", "analyse"]
