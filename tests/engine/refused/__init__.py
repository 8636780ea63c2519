"""What the engine's core refuses: cases for ``tests/engine/test_refusals.py``."""
