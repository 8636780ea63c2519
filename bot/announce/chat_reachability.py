"""Chats that notices cannot be sent to: groups that became supergroups meanwhile, chats and topics that are closed."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.call_errors import ChatMoved, ChatUnreachable, MissingRights, TopicClosed
from bot.logs.logger import get_logger
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned
from bot.tables.games import Games
from bot.tables.loaded_table import Busy
from bot.tables.unreachable_clocks import UnreachableClocks
from bot.workers.retry_policy import STORE_SECONDS, Backoff, RetryLoop

log = get_logger(__name__)


class ChatReachability:
    """Knows the new numbers of groups that migrated while this process ran, and stops clocks where none can be told.

    Args:
        clocks: stops clocks.
        retries: delays the lane of a chat whose migration is not believed.
    """

    def __init__(self, games: Games, clocks: UnreachableClocks, retries: Backoff[int], retry_policy: RetryLoop) -> None:
        self._games: Final = games
        self._clocks: Final = clocks
        self._retries: Final = retries
        self._retry_policy: Final = retry_policy
        self._migration_retries: Final = RetryLoop("Taking a game along", (RedisError,), longest=STORE_SECONDS)
        self._new_ids: Final[dict[int, int]] = {}
        """The new numbers by the old ones."""

    def current_scope(self, scope: Scope) -> Scope:
        """The scope that a group's table has now."""
        return replace(scope, chat=self._new_ids.get(scope.chat, scope.chat))

    async def follow_migration(self, chat: int, old_chat: int, error: ChatMoved) -> None:
        """Migrate a group's tables, and send its waiting notices to its new number."""
        new = error.new_chat
        followed = await self._migration_retries.run_until_success(
            partial(self._games.loader.migrate_chat, old_chat, new)
        )
        if not followed:
            # The server may repeat the same error at once, over and over.
            await self._retries.wait_after_failure(chat, error)
            return
        log.info("a group has become a supergroup", chat=old_chat, new_chat=new)
        self._new_ids[old_chat] = new

    async def stop_clocks_after(self, chat: int, scope: Scope, error: ChatUnreachable | MissingRights) -> None:
        """Stop the clocks that an error concerns: those of a topic that is closed or gone, or of the whole chat."""
        if isinstance(error, TopicClosed):
            await self._change_clocks(scope.chat, partial(self._clocks.stop_clocks_of_topic, scope))
        else:
            await self._change_clocks(chat, partial(self._clocks.stop_clocks_of_chat, chat))

    async def resume_clocks(self, chat: int, untold: Collection[Scope]) -> None:
        """Resume the clocks that stood still as a chat could not be told, except those of ``untold`` places of it."""
        await self._change_clocks(chat, partial(self._clocks.resume_clocks_of_chat, chat, untold))

    async def _change_clocks(self, chat: int, change: Callable[[], Awaitable[None]]) -> None:
        try:
            await self._retry_policy.run_until_success(change)
        except (Busy, ShardNotOwned):
            log.warning("the clocks stay as they are until the next message to the chat", chat=chat)
