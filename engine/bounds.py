"""How large the figures in a file of rules may be: more than any game has, and little enough to be played with."""

from collections.abc import Iterator
from typing import Final

MOST_TILES: Final = 1_000
"""In a bag, or cards in a deck."""
MOST_POINTS: Final = 1_000
"""For a face, a bonus or a penalty."""
MOST_SECONDS: Final = 365 * 24 * 60 * 60
"""On a clock: a game is kept for a year after its last move."""


def range_problems(name: str, figure: int, least: int, most: int) -> Iterator[str]:
    """A sentence about a figure that is below ``least`` or above ``most``."""
    if figure < least:
        yield f"{name} is {figure}; it must be at least {least}"
    elif figure > most:
        yield f"{name} is {figure}; it must be at most {most:,}"
