"""Windows that were told late: a play's window is longer by what passed before anybody was told of it (RULES §7.1).

A family with windows lists the action and the event among its own, and applies the one. How late a window was told is
the caller's to measure, in the time that games know.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from engine.bounds import MOST_SECONDS
from engine.errors import Refusal
from engine.messages import Action, Event

PROMPT_WITHIN: Final = timedelta(seconds=5)
"""A window that is told within this time of its beginning stays as it is."""
_MS: Final = timedelta(milliseconds=1)
_LONGEST: Final = timedelta(seconds=MOST_SECONDS)


class LengthenWindow(Action, Struct, frozen=True, tag="lengthen_window"):
    """Make the window of the play of that number longer by the ``late`` milliseconds after which it was told.

    The bot's own action; nobody asks for it.
    """

    play: int
    late: int


class WindowLengthened(Event, Struct, frozen=True, tag="window_lengthened"):
    """The window of a play was told late, and ends at ``until`` now."""

    play: int
    until: datetime

    @property
    def is_silent(self) -> bool:
        """What was told says how long the window is, not when it ends."""
        return True


def extra_window_time(action: LengthenWindow) -> timedelta:
    """How much longer a window becomes.

    Raises:
        Refusal: ``not_due`` where it was told in time.
    """
    late = action.late * _MS
    if late <= PROMPT_WITHIN:
        raise Refusal("not_due")
    return min(late, _LONGEST)
