"""Builds the private page of an own board's step: picture, text, buttons, and in private the way back to the group."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from telegram import InlineKeyboardButton

from bot.families.chat_context import ChatContext
from bot.families.own_board import HOME_STEP, OwnBoard, OwnBoardContext, step_keyboard, to_markup
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.games import Games
from bot.tables.loaded_table import require_seat, table_name
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import encode_button_data
from bot.telegram.groups import fetch_group, group_link
from bot.telegram.keyboards import translated_button
from bot.telegram.private_page import PrivatePage
from bot.wording.formatting import join_lines
from bot.wording.table_label import label_line
from engine.game import Game
from engine.turns import check_in_game


class OwnBoardPages:
    """Builds private pages from steps."""

    def __init__(self, gateway: Gateway, store: GameStore, games: Games) -> None:
        self._gateway: Final = gateway
        self._store: Final = store
        self._games: Final = games

    async def load_own_board(self, context: ChatContext, user: int) -> OwnBoardContext:
        """A user's part in the running game of a context.

        Raises:
            Refusal: what :func:`bot.tables.loaded_table.require_seat` and :func:`engine.turns.check_in_game` raise.
        """
        loaded = context.loaded
        game, seat = require_seat(loaded.table, user)
        check_in_game(game, seat)
        chat = await fetch_group(self._gateway, loaded.scope.chat)
        return OwnBoardContext(
            loaded, game, seat, context.speaker, context.look, chat, self._games.times.time_of_action(loaded)
        )

    async def build_private_page(
        self,
        own: OwnBoardContext,
        board: OwnBoard,
        step: str,
        *,
        notice: str = "",
        next_game: Sequence[InlineKeyboardButton] = (),
    ) -> PrivatePage:
        """The private page of a step, in a private chat with the way to the group.

        Args:
            own: the game as its player sees it.
            board: the family's.
            step: what is shown.
            notice: a line of HTML above it.
            next_game: the button to the next game that waits for the player, if any.

        Raises:
            Refusal: as :meth:`OwnBoard.build_page`.
        """
        page = await board.build_page(own, step)
        mark, table = board.hand_mark(own.game, own.seat), table_name(own.game)
        rows = step_keyboard(page.rows, table=table, user=own.user, turns=own.game.number, mark=mark)
        guidance = await self._guidance(own, board, step)
        if guidance and step == HOME_STEP and board.tutorial is not None and not board.tutorial.is_over(own):
            data = encode_button_data("tutorial", "", "end", table)
            rows.append([translated_button(own.speaker, "button-tutorial-end", data)])
        if next_game:
            rows.append(list(next_game))
        back = await self._back_to_group_row(own) if step == HOME_STEP else []
        label = label_line(own.game.players, own.speaker)
        private_page = PrivatePage(
            join_lines(label, notice, page.text, guidance), to_markup(rows), page.sketch, page.picture_as_html
        )
        return replace(private_page, private_keyboard=to_markup([*rows, *back])) if back else private_page

    async def _guidance(self, own: OwnBoardContext, board: OwnBoard, step: str) -> str:
        """What a newcomer is told of a step of their first game; empty in any other game."""
        said = "" if board.tutorial is None else board.tutorial.describe_step(own, step)
        return said if said and await self.is_first_game(own.user, own.loaded.scope, own.game) else ""

    async def is_first_game(self, user: int, scope: Scope, game: Game) -> bool:
        """Whether a game is the first one of its player, which explains itself."""
        return scope.is_private and await self._store.beginnings.load_tutorial(user) == table_name(game)

    async def _back_to_group_row(self, own: OwnBoardContext) -> list[list[InlineKeyboardButton]]:
        scope = own.loaded.scope
        if own.chat is None or scope.is_private:
            return []
        link = group_link(own.chat, scope.topic, await self._store.load_newest_message_id(scope))
        if link is None:
            return []
        return [[InlineKeyboardButton(own.speaker.plain("button-back-to-group"), url=link)]]
