"""The tests; a package so that they share what is in ``support``."""
