"""Streams of a real Redis, and what is put into them."""

from typing import Any

from redis.asyncio import Redis

from bot.store.keys import Scope
from bot.store.redis import Commit, Store
from bot.store.streams import Inbox, InboxEntry

CHAT = -1001234567890


async def fill(inbox: Inbox, count: int, chat: int = CHAT) -> None:
    for number in range(count):
        await inbox.put(number, chat, b'{"update_id":%d}' % number)


async def commit(redis: Redis, scope: Scope, version: int, *told: bytes) -> None:
    await Store(redis).commit(Commit(scope=scope, expected=version, update_id=None, state=b"state", outbox=told))


def updates(entries: list[InboxEntry]) -> list[int]:
    return [entry.update_id for entry in entries]


async def left(redis: Redis, stream: str) -> tuple[int, int]:
    """Entries in a stream, and how many of them a consumer holds."""
    summary: Any = await redis.xpending(stream, "harfiyen")
    return await redis.xlen(stream), summary["pending"]
