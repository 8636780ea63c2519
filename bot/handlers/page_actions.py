"""Plays the actions that users take on the board page of a table."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.families import registry
from bot.families.services import ChatContext, ChatServices, FamilyChat
from bot.tables.table_loader import LoadedTable, require_running_game, table_name
from bot.telegram.requests import Command, PageAction
from engine.errors import Refusal
from engine.game import Action, Table


class PageActionHandlers:
    """Plays at the table that a page shows."""

    def __init__(self, services: ChatServices, family_chats: Mapping[str, FamilyChat]) -> None:
        self._games: Final = services.tables.games
        self._family_chats: Final = family_chats

    async def do_action(self, request: PageAction, context: ChatContext) -> None:
        """Apply an action in its table's lane. Raises Refusal: ``stale_button`` if the page shows an earlier turn."""
        loaded = await self._load_table(request)
        request.update.check_lane(loaded.scope)
        if loaded.is_duplicate:
            return
        move, game = request.move, require_running_game(loaded.table)
        family = self._family_chats[registry.family_of_game(game).name]
        page = family.board_page
        if page is None:
            raise Refusal("stale_button")
        if (name := page.commands.get(move.kind)) is not None:
            _check_number(game.number, move.number)
            command = Command(request.update, request.venue, request.sender, 0, name, move.text, request.sent_at)
            await family.command_handlers[name](command, context.with_table(loaded))
            return

        def to_action(table: Table, now: datetime) -> Action:
            running = require_running_game(table)
            _check_number(running.number, move.number)
            return page.to_action(request, running, now)

        await self._games.apply_action(loaded, to_action, request.update)

    async def _load_table(self, request: PageAction) -> LoadedTable:
        arrived = self._games.times.served_time_counted(request.arrived_at, request.sent_at)
        loaded = await self._games.load_table(request.scope, request.update, arrived)
        if loaded.table is None or table_name(loaded.table) != request.move.table:
            raise Refusal("stale_button")
        return loaded


def _check_number(now: int, shown: int) -> None:
    if now != shown:
        raise Refusal("stale_button")
