"""A table in somebody's private chat, as they see it: their own board once they are on turn, else words.

Nobody else reads there, so that what a group's message never shows may stand in it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.announce.posts import Post
from bot.families import registry
from bot.families.context import Context
from bot.families.family import Chat
from bot.families.ownboard import HOME
from bot.families.ownsheets import OwnSheets
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.games import Games
from bot.telegram.gateway import Gateway
from bot.wording.captions import fitting
from engine.errors import Refusal
from engine.family import GameView


class Alone:
    """Makes posts their only reader's.

    Args:
        gateway, store: as :class:`OwnSheets` takes them.
        games: has the tables, with what players hold.
        chats: the families' handlers, by name.
    """

    def __init__(self, gateway: Gateway, store: Store, games: Games, chats: Mapping[str, Chat]) -> None:
        self._games: Final = games
        self._chats: Final = chats
        self._sheets: Final = OwnSheets(gateway, store, games)

    async def made(self, scope: Scope, post: Post) -> Post:
        """A post about a table of a private chat, as it goes there; of lobbies and finished games it is everybody's.

        Raises:
            UnreadableState: the table was written by another version.
            RedisError: the store cannot be reached.
        """
        view = post.view
        if not isinstance(view, GameView) or view.turn is None or post.aside or post.reveal:
            return post
        if view.seats[view.turn].user != scope.chat:
            return replace(post, wordy=True, text=post.brief or post.text, keyboard=None, quiet=True)
        board = self._chats[registry.of_view(view).name].own
        if board is None:
            return post
        held = await self._games.load(scope)
        chosen = held.settings
        context = Context(held, post.speaker, chosen.get("theme"), chosen.get("labels"))
        try:
            own = await self._sheets.own(context, scope.chat)
            sheet = await self._sheets.sheet(own, board, HOME, news=fitting("\n".join(post.news)))
        except Refusal:
            # The game has ended since, which is told next.
            return post
        # A turn that laid no tile goes in words to a group, which sees nothing new; they need what they play by.
        return replace(post, text=sheet.text, keyboard=sheet.private, sketch=sheet.sketch, wordy=False)
