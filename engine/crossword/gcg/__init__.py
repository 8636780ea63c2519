"""GCG, the text format of annotated games: :func:`read_gcg` makes typed records, :func:`write_gcg` makes text."""

from engine.crossword.gcg.reader import GcgError, read_gcg
from engine.crossword.gcg.records import GcgFile
from engine.crossword.gcg.writer import write_gcg

__all__ = ["GcgError", "GcgFile", "read_gcg", "write_gcg"]
