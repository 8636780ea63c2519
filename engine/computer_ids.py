"""User ids of computer players: negative, as no Telegram user's is; each encodes a level and a number."""

from collections.abc import Callable, Iterable
from itertools import count
from typing import Final, Literal, get_args

_TEN: Final = 10
Level = Literal["acemi", "kolay", "orta", "iyi", "usta"]


def computer_user(level: Level, number: int) -> int:
    """The user id of a computer player; ``number`` counts those of its level at the table, from 1."""
    return -(number * _TEN + LEVELS.index(level))


def next_computer_user(level: Level, taken: Iterable[int]) -> int:
    """The user id of the next computer player of a level that is not among ``taken``."""
    there = set(taken)
    return next(user for number in count(1) if (user := computer_user(level, number)) not in there)


def is_computer(user: int) -> bool:
    """Whether a user is a computer player."""
    return user < 0


def level_of(user: int) -> Level:
    """The level of a computer player; raises ValueError for a person or an unknown level."""
    place = -user % _TEN
    if not is_computer(user) or place >= len(LEVELS):
        raise ValueError(f"{user} is no computer player")
    return LEVELS[place]


def number_of(user: int) -> int:
    """The number of a computer player among those of its level at the table, from 1."""
    return -user // _TEN


LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""Weakest first."""
GREEDY: Final = "greedy"
"""Always takes the top score: the yardstick for levels, never an opponent."""
HasTime = Callable[[], bool]
"""Whether there is time left to think."""
