"""GCG, the text format of annotated games: :func:`read` makes typed records, :func:`write` makes text."""

from engine.crossword.gcg.reader import GcgError, read
from engine.crossword.gcg.records import Sheet
from engine.crossword.gcg.writer import write

__all__ = ["GcgError", "Sheet", "read", "write"]
