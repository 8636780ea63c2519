"""The two ways in which words lie, as signs and in words."""

from typing import Final

from bot.wording.speaker import Speaker
from engine.crossword.geometry import Direction
from engine.crossword.view import WordScore

ARROWS: Final = {Direction.ACROSS: "→", Direction.DOWN: "↓"}


def way_of(word: WordScore) -> Direction:
    """The way in which a word on the board runs."""
    return Direction.ACROSS if word.cells[0][1:] == word.cells[1][1:] else Direction.DOWN


def named(way: Direction, speaker: Speaker) -> str:
    """As it is typed."""
    return speaker.plain(f"way-{way.value}")


def brief(way: Direction, speaker: Speaker) -> str:
    """As short as half a phone's breadth wants it, where a cell and a score stand beside it."""
    return speaker.plain(f"way-brief-{way.value}")
