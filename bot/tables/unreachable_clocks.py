"""Clocks of chats that cannot be told anything: they stand still until the bot may write there again.

A bot that was removed from a group, or is not let write in it or in a topic, cannot tell anybody that it is their turn.
Turns would time out one by one, unseen. So the clocks stop with the first message that does not arrive.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Final

from bot.logs.logger import get_logger
from bot.store.chats import UnreachableChats
from bot.store.scope import Scope
from bot.tables.games import Games
from engine.clock import NOBODY, Pause, Resume
from engine.errors import Refusal
from engine.game import Game, is_over

log = get_logger(__name__)


class UnreachableClocks:
    """Stops the clocks of chats that cannot be reached, and resumes them.

    Args:
        catch_up: counts downtime that is not counted yet, so that clocks do not stop at an outdated time.
    """

    def __init__(
        self, games: Games, unreachable_scopes: UnreachableChats, catch_up: Callable[[], Awaitable[None]]
    ) -> None:
        self._games: Final = games
        self._unreachable_scopes: Final = unreachable_scopes
        self._catch_up: Final = catch_up

    async def stop_clocks_of_chat(self, chat: int) -> None:
        """Stop all clocks of a chat silently, so that nothing falls due.

        Raises:
            RedisError: the store cannot be reached.
            Busy: others changed a table too often meanwhile; the next message that does not arrive stops its clocks.
        """
        await self._stop_clocks(await self._unreachable_scopes.list_scopes_in_use(chat))

    async def stop_clocks_of_topic(self, scope: Scope) -> None:
        """Stop the clocks at all tables of a topic that is closed or gone, silently; other topics of the chat go on.

        Raises:
            RedisError: the store cannot be reached.
            Busy: others changed a table too often meanwhile; the next message that does not arrive stops them.
        """
        await self._stop_clocks([loaded.scope for loaded in (await self._games.load_place(scope)).open_tables])

    async def resume_clocks_of_chat(self, chat: int, untold: Collection[Scope] = ()) -> None:
        """Resume the clocks that stood still because the chat could not be told; its players are told.

        Raises:
            RedisError: the store cannot be reached.
            Busy: others changed a table too often meanwhile.
        """
        for scope in await self._unreachable_scopes.list_unreachable_scopes(chat):
            if scope.place not in untold:
                await self._resume_clock(scope)

    async def resume_clocks_of_table(self, scope: Scope) -> None:
        """As :meth:`resume_clocks_of_chat`, those of one table, if they stood still for that."""
        if scope in await self._unreachable_scopes.list_unreachable_scopes(scope.chat):
            await self._resume_clock(scope)

    async def _resume_clock(self, scope: Scope) -> None:
        await self._catch_up()
        if await self._apply_clock_action(scope, Resume(NOBODY)):
            log.info("a chat can be told again, its clocks run on", chat=scope.chat, scope=scope)
        await self._unreachable_scopes.unmark_unreachable(scope)

    async def _stop_clocks(self, scopes: Iterable[Scope]) -> None:
        await self._catch_up()
        for scope in scopes:
            game = (await self._games.load_table(scope)).table
            if not isinstance(game, Game) or is_over(game) or game.clocks.paused is not None:
                continue
            # Noted first: if the process ends in between, no stopped clock is forgotten.
            await self._unreachable_scopes.mark_unreachable(scope)
            if await self._apply_clock_action(scope, Pause(NOBODY)):
                log.info("a chat cannot be told, its clocks wait until it can", chat=scope.chat, scope=scope)

    async def _apply_clock_action(self, scope: Scope, action: Pause | Resume) -> bool:
        try:
            return await self._games.apply_action(await self._games.load_table(scope), action, None) is not None
        except Refusal as refusal:
            log.debug("clocks stay as they are", scope=scope, code=refusal.code)
        return False
