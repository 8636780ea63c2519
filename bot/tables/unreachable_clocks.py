"""Clocks of unreachable chats: they stand still until the bot is back.

A bot that was removed from a group cannot tell anybody that it is their turn. Turns would time out one by one, unseen.
So the clocks stop with the first message that does not arrive.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.logs.logger import get_logger
from bot.store.chat_directory import UnreachableChats
from bot.store.scope import Scope
from bot.tables.games import Games
from engine.clock import NOBODY, Pause, Resume
from engine.errors import Refusal

log = get_logger(__name__)


class UnreachableClocks:
    """Stops the clocks of chats that cannot be reached, and resumes them.

    Args:
        games: applies actions.
        unreachable_scopes: notes which tables wait.
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
        await self._catch_up()
        for scope in await self._unreachable_scopes.list_scopes_with_deadlines(chat):
            # Noted first: if the process ends in between, no stopped clock is forgotten.
            await self._unreachable_scopes.mark_unreachable(scope)
            if await self._apply_clock_action(scope, Pause(NOBODY)):
                log.info("a chat cannot be reached, its clocks wait for the bot's return", chat=chat, scope=scope)

    async def stop_clocks_of_topic(self, scope: Scope) -> None:
        """Stop the clocks at all tables of a topic that is closed or gone, silently.

        Other topics of the chat go on. Once the topic is open again, whoever moves is told that the clocks stand still,
        and an administrator resumes them.

        Raises:
            RedisError: the store cannot be reached.
            Busy: others changed a table too often meanwhile; the next message that does not arrive stops them.
        """
        await self._catch_up()
        for loaded in (await self._games.load_place(scope)).tables:
            if await self._apply_clock_action(loaded.scope, Pause(NOBODY)):
                log.info("a chat cannot be written to, its clocks wait for an administrator", scope=loaded.scope)

    async def resume_clocks_of_chat(self, chat: int) -> None:
        """Resume the clocks that stood still because the chat could not be reached; its players are told.

        Raises:
            RedisError: the store cannot be reached.
            Busy: others changed a table too often meanwhile.
        """
        await self._catch_up()
        for scope in await self._unreachable_scopes.list_unreachable_scopes(chat):
            if await self._apply_clock_action(scope, Resume(NOBODY)):
                log.info("a chat can be reached again, its clocks run on", chat=chat, scope=scope)
            await self._unreachable_scopes.unmark_unreachable(scope)

    async def _apply_clock_action(self, scope: Scope, action: Pause | Resume) -> bool:
        """Apply an action; whether it changed the clocks."""
        try:
            return await self._games.apply_action(await self._games.load_table(scope), action, None) is not None
        except Refusal as refusal:
            log.debug("clocks stay as they are", scope=scope, code=refusal.code)
        return False
