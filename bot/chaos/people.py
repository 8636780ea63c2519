"""Who plays: ten numbers a table, of which the first few are its players' and the last one an administrator's."""

from collections.abc import Mapping
from typing import Final

from bot.fleet.updates import Person

ADMINISTRATOR: Final = 9
"""The last digit of the number of whoever administers a group; that person plays nowhere."""
STRANGER: Final = 8
"""Of somebody who is in the group, and never at the table."""
_NAMES: Final = ("Ayşe", "Mehmet", "Олена", "Zoë")
_TABLE: Final = 10


def players(first: int, count: int) -> Mapping[int, Person]:
    """The players of a table by their numbers, the host first; no more than there are names.

    Args:
        first: the host's number, whose last digit is 0.
        count: how many.
    """
    return {first + place: _person(first + place, name) for place, name in enumerate(_NAMES[:count])}


def administrator(player: int) -> Person:
    """Who administers the group that somebody plays in."""
    return _person(player - player % _TABLE + ADMINISTRATOR, "Yönetici")


def stranger(player: int) -> Person:
    """Who looks on where somebody plays."""
    return _person(player - player % _TABLE + STRANGER, "Meraklı")


def username(user: int) -> str:
    """Somebody's, without ``@``."""
    return f"oyuncu{user}"


def standing(_: int, user: int) -> str:
    """What somebody is in a group, as Telegram calls it."""
    return "administrator" if user % _TABLE == ADMINISTRATOR else "member"


def _person(user: int, name: str) -> Person:
    return Person(user, name, username=username(user))
