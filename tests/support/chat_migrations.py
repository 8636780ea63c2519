"""Migrations of chats that end in the midst, and what is due after them."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.store import keys
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.shard_ownership import UNFENCED_EPOCH
from tests.support.chat_migration_race import DUE

LATE = DUE + 10


async def all_due_scopes(store: GameStore) -> list[Scope]:
    """What is due anywhere, asked shard by shard."""
    return [
        scope
        for shard in range(keys.SHARDS)
        for scope in await store.claim_timeouts(LATE, 10, [(shard, UNFENCED_EPOCH)])
    ]


class ProcessKilled(Exception):
    """The process ended there."""


def killing_script(script: Callable[..., Awaitable[Any]], *, done: bool) -> Callable[..., Awaitable[None]]:
    """A script with which the process ends, before it or after."""

    async def killed(*arguments: Any) -> None:
        if done:
            await script(*arguments)
        raise ProcessKilled

    return killed
