"""Fuzzing by coverage, run by hand where atheris is installed: ``python -m tests.fuzz``."""
