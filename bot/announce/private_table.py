"""A private table: posts for a game in somebody's private chat, which show their own board when it is their turn.

Nobody else reads there, so a post may show what a group's post must not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.announce.posts import BoardPost, CardsPost, Post, TurnTextPost
from bot.families import registry
from bot.families.chat import FamilyChat
from bot.families.chat_context import ChatContext
from bot.families.own_board import HOME_STEP, OwnBoard
from bot.families.own_board_pages import OwnBoardPages
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.games import Games
from bot.telegram.api.gateway import Gateway
from bot.wording.formatting import first_fitting_caption, join_lines
from engine.errors import Refusal
from engine.game import View


class PrivateTable:
    """Makes a post personal for its only reader.

    Args:
        gateway, store: as for :class:`OwnBoardPages`.
        games: loads tables, with the players' racks.
        chats: the families' handlers, by name.
    """

    def __init__(self, gateway: Gateway, store: GameStore, games: Games, chats: Mapping[str, FamilyChat]) -> None:
        self._games: Final = games
        self._beginnings: Final = store.beginnings
        self._chats: Final = chats
        self._own_board_pages: Final = OwnBoardPages(gateway, store, games)

    async def personalize_post(self, scope: Scope, post: Post, views: Sequence[View | None]) -> Post:
        """The post as it goes to a private chat: with the reader's own board on their turn, else as text.

        Posts of lobbies and of finished games stay as they are.

        Args:
            scope: the private chat.
            post: what is told.
            views: the table as everybody may see it after each of the steps that it tells.

        Raises:
            UnreadableState: the table was written by another version.
            RedisError: the store cannot be reached.
        """
        match post:
            case TurnTextPost(board=turn):
                pass
            case BoardPost() as turn if not (isinstance(turn, CardsPost) and turn.revealed_events):
                pass
            case _:
                return post
        view = turn.view
        if view.turn is None:
            return post
        board = self._chats[registry.family_of_view(view).name].own_board
        explanation = await self._explain_own_turns(scope, turn, board, views)
        if view.seats[view.turn].user != scope.chat:
            text = turn.brief_text or turn.text
            return TurnTextPost(
                text=f"{text}\n\n{explanation}" if explanation else text,
                keyboard=None,
                table=turn.table,
                notice_count=turn.notice_count,
                board=turn,
                silent=True,
            )
        if board is None:
            return post
        loaded = await self._games.load_table(scope)
        settings = loaded.settings
        context = ChatContext(loaded, turn.speaker, settings.get("theme"), settings.get("labels"))
        try:
            own = await self._own_board_pages.load_own_board(context, scope.chat)
            page = await self._own_board_pages.build_private_page(
                own, board, HOME_STEP, notice=first_fitting_caption(join_lines(*turn.news_lines, explanation))
            )
        except Refusal:
            # The game has ended since; the next notice says so.
            return post
        # A group gets a turn without a play as text alone, but whoever is on turn here needs their board.
        return replace(turn, text=page.text, keyboard=page.keyboard_in_private, sketch=page.sketch)

    async def _explain_own_turns(
        self, scope: Scope, turn: BoardPost, board: OwnBoard | None, views: Sequence[View | None]
    ) -> str:
        """Why a newcomer's turns brought what they brought, in their first game; empty in any other."""
        tutorial = None if board is None else board.tutorial
        if tutorial is None:
            return ""
        said = join_lines(*(tutorial.explain_turn(view, scope.chat, turn.speaker) for view in views))
        return said if said and turn.table == await self._beginnings.load_tutorial(scope.chat) else ""
