"""What people reply to a board without a command's slash: ``pas``, ``değiştir 1 3``, ``oyna KALEM``.

Knows the words, and not whose turn it is: that is for :mod:`bot.handlers.typed`.
"""

from typing import NamedTuple

from bot.languages import languages
from bot.typed.commands import command_meant

_TURNS = frozenset({"play", "pass", "exchange"})
"""The commands that are understood so: what a turn may be."""
_MOST_PLAYED = 3
"""A move has a cell, a direction and a word; what is longer is talk."""


class Order(NamedTuple):
    """A command that was written as a word: its key, and what follows."""

    command: str
    text: str


def order(text: str) -> Order | None:
    """The turn that a text without a command asks for in words; ``None`` for any other text.

    ``play again some day`` and ``exchange numbers`` are talk.
    """
    first, _, rest = text.strip().partition(" ")
    meant, parts = turn_meant(first), rest.split()
    if meant is None or (parts and not _follows(meant, parts)):
        return None
    return Order(meant, rest.strip())


def turn_meant(word: str) -> str | None:
    """The command of a turn by one of its names, or by another word for it; ``None`` for any other word."""
    named = command_meant(word)
    meant = named if named in _TURNS else languages().meant("turns", word)
    return meant if meant in _TURNS else None


def is_all(text: str) -> bool:
    """Whether somebody means every tile of the rack."""
    return languages().meant("answers", text) == "all"


def _follows(command: str, parts: list[str]) -> bool:
    """Whether what stands behind a word can belong to its command."""
    match command:
        case "pass":
            return False
        case "exchange":
            return is_all(" ".join(parts)) or all(part.rstrip(",").isdecimal() or len(part) == 1 for part in parts)
        case _:
            return len(parts) <= _MOST_PLAYED
