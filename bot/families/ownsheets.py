"""A step of a player's own board as a sheet: picture, words, buttons, and in private the way back to the group."""

from dataclasses import replace
from typing import Final

from telegram import InlineKeyboardButton

from bot.families.context import Context
from bot.families.ownboard import HOME, Own, OwnBoard, keyboard, markup
from bot.store.redis import Store
from bot.tables.games import Games
from bot.tables.held import in_game, table_name
from bot.telegram.gateway import Gateway
from bot.telegram.groups import group_info, link_to
from bot.telegram.personal import Sheet
from bot.wording.captions import lines
from engine.errors import Refusal


class OwnSheets:
    """Makes sheets of steps."""

    def __init__(self, gateway: Gateway, store: Store, games: Games) -> None:
        self._gateway: Final = gateway
        self._store: Final = store
        self._games: Final = games

    async def own(self, context: Context, user: int) -> Own:
        """A user's part in the running game of a context.

        Raises:
            Refusal: what :func:`bot.tables.held.in_game` raises, or ``has_surrendered``.
        """
        held = context.held
        game, seat = in_game(held.table, user)
        if not game.players[seat].active:
            raise Refusal("has_surrendered")
        chat = await group_info(self._gateway, held.scope.chat)
        return Own(held, game, seat, context.speaker, context.look, chat, self._games.instants.of(held))

    async def sheet(self, own: Own, board: OwnBoard, step: str, *, news: str = "") -> Sheet:
        """A step as it is shown, below a line of HTML that is new; in the private chat with the way to the group.

        Raises:
            Refusal: as :meth:`OwnBoard.page`.
        """
        page = await board.page(own, step)
        mark, table = board.mark(own.game, own.seat), table_name(own.game)
        rows = keyboard(page.rows, table=table, user=own.user, number=own.game.number, mark=mark)
        back = await self._way_back(own) if step == HOME else []
        sheet = Sheet(lines(news, page.text), markup(rows), page.sketch, page.written)
        return replace(sheet, in_private=markup([*rows, *back])) if back else sheet

    async def _way_back(self, own: Own) -> list[list[InlineKeyboardButton]]:
        scope = own.held.scope
        if own.chat is None or scope.private:
            return []
        link = link_to(own.chat, scope.topic, await self._store.post(scope))
        if link is None:
            return []
        return [[InlineKeyboardButton(own.speaker.plain("button-back-to-group"), url=link)]]
