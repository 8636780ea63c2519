"""One's own figures over all chats that know one, for the private chat."""

from collections.abc import Iterable
from typing import Final

from bot.records.ranking import Span
from bot.records.read_figures import FiguresReader, PlayerFigures
from bot.telegram.group_titles import GroupTitles
from bot.wording.speaker import Speaker

_MOST_CHATS: Final = 50
"""So many chats are asked."""


async def read_figures_by_chat(figures: FiguresReader, user: int, span: Span, now: int) -> dict[int, PlayerFigures]:
    """Somebody's figures in each chat, those with most games first."""
    found = {}
    for chat in (await figures.read_user_chats(user))[:_MOST_CHATS]:
        if (own := await figures.read_player(chat, user, span, now)) is not None:
            found[chat] = own
    order = sorted(found, key=lambda chat: -sum(counted.games for _, counted in found[chat].ever.kinds))
    return {chat: found[chat] for chat in order}


async def read_chat_titles(
    group_titles: GroupTitles, chats: Iterable[int], user: int, speaker: Speaker
) -> dict[int, str]:
    """What chats are called; plain text."""
    return {
        chat: speaker.plain("this-chat") if chat == user else await group_titles.fetch_title(chat) or "…"
        for chat in chats
    }
