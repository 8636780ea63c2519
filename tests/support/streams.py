"""Streams of a real Redis, and what is put into them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from redis.asyncio import Redis

from bot.store import keys
from bot.store.commits import Commit
from bot.store.entries import InboxEntry
from bot.store.keys import Scope
from bot.store.ownership import Unfenced
from bot.store.redis import Store
from bot.store.streams import Inbox

CHAT = -1001234567890
ALL: Final = Unfenced.epochs
"""All shards, by what a process on its own owns them."""

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)


class Read(Protocol[E]):
    """An inbox or an outbox."""

    async def read(self, epochs: Mapping[int, str], count: int, take: Callable[[list[E]], Awaitable[None]]) -> None:
        """Take new entries."""


class Inherit(Protocol[E_co]):
    """The same."""

    async def inherit(self, epochs: Mapping[int, str]) -> Sequence[E_co]:
        """Take all that was taken before."""


class Owned:
    """Shards as a test says who owns them."""

    def __init__(self, epochs: Mapping[int, str] | None = None) -> None:
        self.epochs: Final = dict(epochs or {})
        self.leaving: Final[set[int]] = set()
        """Those that are about to be handed over."""
        self.told: Final[list[tuple[int, str]]] = []
        """What scripts said was lost."""

    @property
    def reading(self) -> Mapping[int, str]:
        return {shard: epoch for shard, epoch in self.epochs.items() if shard not in self.leaving}

    def lost(self, shard: int, epoch: str) -> None:
        self.told.append((shard, epoch))
        if self.epochs.get(shard) == epoch:
            del self.epochs[shard]


async def read(source: Read[E], count: int = 100, epochs: Mapping[int, str] = ALL) -> list[E]:
    """What nobody has taken yet, so many of each shard."""
    found: list[E] = []

    async def take(entries: list[E]) -> None:
        found.extend(entries)

    await source.read(epochs, count, take)
    return found


async def inherit(source: Inherit[E], epochs: Mapping[int, str] = ALL) -> list[E]:
    """All that was taken before and not finished."""
    return list(await source.inherit(epochs))


async def own(redis: Redis, epoch: str, chat: int = CHAT) -> dict[int, str]:
    """Have a chat's shard owned by an epoch; by what it is read then."""
    shard = keys.shard_of(chat)
    await redis.set(keys.owner(shard), epoch)
    return {shard: epoch}


async def fill(inbox: Inbox, count: int, chat: int = CHAT) -> None:
    for number in range(count):
        await inbox.put(number, chat, b'{"update_id":%d}' % number)


async def commit(redis: Redis, scope: Scope, version: int, *told: bytes) -> None:
    await Store(redis).commit(Commit(scope=scope, expected=version, update_id=None, state=b"state", outbox=told))


def updates(entries: Sequence[InboxEntry]) -> list[int]:
    return [entry.update_id for entry in entries]


async def left(redis: Redis, stream: str) -> tuple[int, int]:
    """Entries in a stream, and how many of them a consumer holds; none where nobody has read it."""
    if not await redis.exists(stream):
        return 0, 0
    summary: Any = await redis.xpending(stream, "harfiyen")
    return await redis.xlen(stream), summary["pending"]
