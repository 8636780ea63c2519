"""Refusals of answers to a puzzle, which has neither a table’s rack nor its commands."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.errors import EngineError, Malformed, Refusal

CODES_OF_TABLES: Final = frozenset(
    {
        "blanks_not_held",
        "garbled_move",
        "no_word",
        "not_on_rack",
        "stale_button",
        "strange_move",
    }
)
"""The codes whose sentences for tables name a table’s buttons or commands."""


@contextmanager
def recode_refusals_for_puzzle() -> Iterator[None]:
    """Words a refusal for who solves a puzzle: ``puzzle_not_on_rack`` in place of ``not_on_rack``, and so on."""
    try:
        yield
    except EngineError as error:
        if error.code not in CODES_OF_TABLES:
            raise
        kind = Malformed if isinstance(error, Malformed) else Refusal
        raise kind(f"puzzle_{error.code}", **error.fields) from error
