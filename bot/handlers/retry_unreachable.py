"""Retries chats that could not be told: a request about such a table tries its chat, and its clocks run again.

The oldest notice that waits is sent, as nothing else proves that it can be. Where none waits, the bot shows that it is
typing, and what is sent next proves it.
"""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from bot.announce.held_notices import HeldNotices
from bot.call_errors import ChatMoved
from bot.store.update_context import UpdateContext
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedTable
from bot.tables.unreachable_clocks import UnreachableClocks
from bot.telegram.api.gateway import Gateway
from bot.workers.recent import RecentKeys

RETRY_SECONDS: Final = 60.0
"""Seconds until people who play elsewhere make an unreachable group be tried again."""


class UnreachableChatRetry:
    """Retries chats whose tables wait for the bot.

    Args:
        unreachable: lets their clocks run again.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        gateway: Gateway,
        games: Games,
        unreachable: UnreachableClocks,
        held: HeldNotices,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._held: Final = held
        self._gateway: Final = gateway
        self._games: Final = games
        self._unreachable: Final = unreachable
        self._recent_failures: Final = RecentKeys(RETRY_SECONDS, seconds)

    async def resume_chat(self, chat: int) -> None:
        """Try all places of a chat where the bot may write by now, as it is said.

        Raises:
            RateLimited, ApiUnreachable: nobody knows whether the chat can be reached.
        """
        if not await self._held.retry_chat(chat) and await self._gateway.can_write_in(chat):
            await self._unreachable.resume_clocks_of_chat(chat, self._held.places_of_chat(chat))

    async def resume_if_reachable(
        self,
        loaded: LoadedTable,
        reload: Callable[[LoadedTable], Awaitable[LoadedTable]],
        update: UpdateContext,
        *,
        from_chat_itself: bool,
    ) -> LoadedTable:
        """A table after its chat was tried: still waiting, or running again.

        Args:
            loaded: the table as it was read.
            reload: reads it again.
            update: the update that the request came with.
            from_chat_itself: whether the request came from the chat itself, which is then tried each time.

        Raises:
            RateLimited, ApiUnreachable: nobody knows whether the chat can be reached.
            WrongLane: the update came from another chat, whose lane may not touch this table's clocks.
        """
        if not loaded.is_unreachable or (not from_chat_itself and self._recent_failures.is_recent(loaded.scope.chat)):
            return loaded
        update.check_lane(loaded.scope)
        told = await self._held.retry_place(loaded.scope.place)
        if told is not None:
            if not told:
                self._recent_failures.check_and_note(loaded.scope.chat)
            return await reload(loaded)
        try:
            reached = await self._gateway.can_write_in(loaded.scope.chat)
        except ChatMoved as error:
            # The supergroup that it has become waits in its place.
            if not await self._games.loader.migrate_chat(loaded.scope.chat, error.new_chat):
                self._recent_failures.check_and_note(loaded.scope.chat)
                return loaded
            moved = await reload(loaded)
            return (
                moved
                if moved.scope == loaded.scope
                else await self.resume_if_reachable(moved, reload, update, from_chat_itself=from_chat_itself)
            )
        if not reached:
            self._recent_failures.check_and_note(loaded.scope.chat)
            return loaded
        await self._unreachable.resume_clocks_of_chat(loaded.scope.chat, self._held.places_of_chat(loaded.scope.chat))
        return await reload(loaded)
