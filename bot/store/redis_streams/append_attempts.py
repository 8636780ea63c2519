"""Attempts to append: tells an update that came before from one whose append was not answered.

A reply may be lost with its connection, after the update was stored. Whoever sends the update again is then answered
that it came before, and yet nobody counted it. So each attempt has a number, which is stored with the update. Whoever
tries again after a failure has the number of that attempt: during an outage, there may be any number of tries.
"""

import secrets
from typing import Final

from bot.workers.newest_dict import NewestDict

_NUMBERS: Final = 999_999
"""As many as the fraction of a score has room for (``put.lua``)."""
_MOST: Final = 4096


class AppendAttempts:
    """The attempts of one process that failed, and may have stored what they were to store."""

    def __init__(self) -> None:
        self._unanswered: Final[NewestDict[str, tuple[int, ...]]] = NewestDict(_MOST)
        """By name the numbers of failed attempts that no other has now: as many as were made at the same time."""

    def begin(self, name: str) -> int:
        """The number of an attempt to store something of that name, from 1: of one that failed, if there is one."""
        former, *others = self._unanswered.pop(name, None) or (1 + secrets.randbelow(_NUMBERS),)
        if others:
            self._unanswered[name] = tuple(others)
        return former

    def note_unanswered(self, name: str, attempt: int) -> None:
        """Note an attempt to store something of that name that failed."""
        self._unanswered[name] = (*self._unanswered.get(name, ()), attempt)

    def is_own(self, name: str, attempt: int, stored_by: int) -> bool:
        """Whether an attempt stored it, or an earlier one of this process of which nobody knows yet.

        Args:
            name: of what was stored.
            attempt: the newest attempt, which was answered.
            stored_by: the one that stored it, by that answer.
        """
        return stored_by in (attempt, *self._unanswered.pop(name, ()))
