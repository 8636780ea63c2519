"""The tables of people: where they are noted to sit, as the tables themselves tell it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

from bot.store.keys import Scope
from bot.store.migrate import WrongMove
from bot.store.redis import Store
from bot.tables.held import Held, each_once, playing, table_name
from engine.game import is_over

Load = Callable[[Scope, int | None, datetime | None], Awaitable[Held]]
"""Reads a table for an update that arrived at an instant; see :meth:`bot.tables.games.Games.load`."""


class People:
    """Finds the tables of somebody.

    Args:
        store: notes who sits where.
        load: reads a table.
    """

    def __init__(self, store: Store, load: Load) -> None:
        self._store: Final = store
        self._load: Final = load

    async def running(self, user: int, update: int | None = None, arrived: datetime | None = None) -> list[Held]:
        """The tables of the games that somebody is in, and those where the update was committed before."""
        noted = each_once([await self._load(scope, update, arrived) for scope in await self._store.user_games(user)])
        return [held for held in noted if held.seen or user in playing(held.table)]

    async def seen(self, user: int, most: int) -> list[Held]:
        """As :meth:`running`, for somebody who only looks: what is noted of them is not kept any longer for it.

        At most so many tables are read, and those that cannot be are left out.
        """
        noted: list[Held] = []
        for scope in (await self._store.seen_games(user))[:most]:
            with suppress(WrongMove):
                noted.append(await self._load(scope, None, None))
        return [held for held in each_once(noted) if user in playing(held.table)]

    async def finished(self, user: int, update: int | None = None) -> list[Held]:
        """The finished games of somebody that are still kept, newest first."""
        noted = [
            (await self._load(scope, update, None), table) for scope, table in await self._store.finished_games(user)
        ]
        over = [held for held, table in noted if held.table and is_over(held.table) and table_name(held.table) == table]
        return each_once(over)
