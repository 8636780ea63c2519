"""One's own figures over all chats that know one, for the private chat."""

from collections.abc import Iterable
from typing import Final

from bot.records.ranking import Span
from bot.records.read_figures import FiguresReader, PlayerFigures
from bot.telegram.group_titles import GroupTitles
from bot.wording.speaker import Speaker

_MOST_CHATS: Final = 50
"""So many chats are asked."""


class OwnFigures:
    """Reads one person's figures in many chats.

    Args:
        figures: reads those of one.
        group_titles: what groups are called.
    """

    def __init__(self, figures: FiguresReader, group_titles: GroupTitles) -> None:
        self._figures: Final = figures
        self._group_titles: Final = group_titles

    async def read_by_chat(self, user: int, span: Span, now: int) -> dict[int, PlayerFigures]:
        """Somebody's figures in each chat, those with most games first."""
        found = {}
        for chat in (await self._figures.read_user_chats(user))[:_MOST_CHATS]:
            if (figures := await self._figures.read_player(chat, user, span, now)) is not None:
                found[chat] = figures
        order = sorted(found, key=lambda chat: -sum(figures.games for _, figures in found[chat].ever.kinds))
        return {chat: found[chat] for chat in order}

    async def read_titles(self, chats: Iterable[int], user: int, speaker: Speaker) -> dict[int, str]:
        """What chats are called; plain text."""
        return {
            chat: speaker.plain("this-chat") if chat == user else await self._group_titles.fetch_title(chat) or "…"
            for chat in chats
        }
