"""What groups are called, asked of Telegram once an hour."""

from collections.abc import Callable
from typing import Final

from bot.telegram.api.gateway import Gateway
from bot.telegram.groups import fetch_group
from bot.wording.formatting import display_name
from bot.workers.recent import NewestDict

_TITLE_SECONDS: Final = 60 * 60.0
_UNKNOWN_TITLE_SECONDS: Final = 60.0
"""Seconds until a group's title is asked for again after Telegram has not told it."""
_MAX_TITLES: Final = 1024


class GroupTitles:
    """Titles of groups; one instance a process.

    Args:
        seconds: a clock that only goes forward.
    """

    def __init__(self, gateway: Gateway, seconds: Callable[[], float]) -> None:
        self._gateway: Final = gateway
        self._seconds: Final = seconds
        self._titles: Final[NewestDict[int, tuple[float, str]]] = NewestDict(_MAX_TITLES)
        """By chat, and until when they are taken for good."""

    async def fetch_title(self, chat: int) -> str:
        """The title of a group, as short as a name; empty if Telegram does not tell it."""
        until, title = self._titles.get(chat, (0.0, ""))
        if until <= self._seconds():
            group = await fetch_group(self._gateway, chat)
            group_title = None if group is None else group.title
            title = display_name(group_title, None) if group_title else title
            self._titles[chat] = (
                self._seconds() + (_TITLE_SECONDS if group_title else _UNKNOWN_TITLE_SECONDS),
                title,
            )
        return title
