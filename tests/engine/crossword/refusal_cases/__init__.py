"""What the engine's core refuses: cases for ``tests/engine/crossword/test_refusals.py``."""
