"""User ids that stand for people who asked to be forgotten: each has one of its own in each group, and no name.

They are greater than any that Telegram gives (52 bits), so that results of others stay what they were: who won, and
how many played.
"""

from collections.abc import Iterable
from typing import Final

_FIRST: Final = 10**18


def is_forgotten(user: int) -> bool:
    """Whether a user id stands for somebody who was forgotten."""
    return user >= _FIRST


def next_forgotten_user(taken: Iterable[int]) -> int:
    """The user id for the next one to be forgotten in a group, beside those that its records name already."""
    return max((user + 1 for user in taken if is_forgotten(user)), default=_FIRST)
