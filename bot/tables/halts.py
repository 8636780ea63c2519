"""Chats that cannot be reached: their clocks stand still until the bot is back.

A bot that was put out of a group, or whose group is gone, can tell nobody that it is their turn. Time would run out
turn by turn, unseen; so it is stopped with the first message that does not arrive.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.store.halted import Halted
from bot.store.keys import Scope
from bot.tables.games import Games
from engine.clock import NOBODY, Pause, Resume
from engine.errors import Refusal

log = logging.getLogger(__name__)


class Halts:
    """Stops the clocks of chats that cannot be reached, and lets them run again.

    Args:
        games: applies actions.
        halted: notes which tables wait.
        catch_up: counts an absence that is not counted yet, so that no clock is stopped by what it said before that.
    """

    def __init__(self, games: Games, halted: Halted, catch_up: Callable[[], Awaitable[None]]) -> None:
        self._games: Final = games
        self._halted: Final = halted
        self._catch_up: Final = catch_up

    async def gone(self, chat: int) -> None:
        """Stop all clocks of a chat without a word, so that nothing falls due, and forget its pictures.

        Raises:
            RedisError: the store cannot be reached.
            Busy: somebody changed a table too often meanwhile; the next message that does not arrive stops its clocks.
        """
        await self._catch_up()
        for scope in await self._halted.timed(chat):
            # Noted before: a process that ends in between leaves nothing that nobody lets run again.
            await self._halted.note(scope)
            if await self._applied(scope, Pause(NOBODY)):
                log.info("chat %s cannot be reached; the clocks at %s wait for the bot's return", chat, scope)

    async def shut(self, scope: Scope) -> None:
        """Stop the clocks at a table whose topic is closed or gone, without a word.

        Other topics of the chat go on. Once it can be written to again, whoever moves is told that clocks stand still,
        and an administrator has them run.

        Raises:
            RedisError: the store cannot be reached.
            Busy: somebody changed the table too often meanwhile; the next message that does not arrive stops them.
        """
        await self._catch_up()
        if await self._applied(scope, Pause(NOBODY)):
            log.info("%s cannot be written to; its clocks wait for an administrator", scope)

    async def back(self, chat: int) -> None:
        """Let the clocks run again that stood still because the chat could not be reached; its players are told.

        Raises:
            RedisError: the store cannot be reached.
            Busy: somebody changed a table too often meanwhile.
        """
        await self._catch_up()
        for scope in await self._halted.of(chat):
            if await self._applied(scope, Resume(NOBODY)):
                log.info("chat %s can be reached again; the clocks at %s run on", chat, scope)
            await self._halted.forget(scope)

    async def _applied(self, scope: Scope, action: Pause | Resume) -> bool:
        """Whether the clocks were not yet as they are to be."""
        try:
            return await self._games.play(await self._games.load(scope), action, None) is not None
        except Refusal as refusal:
            log.debug("%s: %s", scope, refusal.code)
        return False
