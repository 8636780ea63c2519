"""Streams of a real Redis, and what is put into them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import Client
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.shard_ownership import UnfencedShards
from bot.store.streams import InboxEntry
from bot.workers.shard_reader import OwnedShard, ShardReader
from tests.support.waiting import PATIENCE

CHAT = -1001234567890
SHARD = keys.shard_of(CHAT)
ALL_EPOCHS: Final = UnfencedShards.epochs
"""All shards, by what a process on its own owns them."""
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)


class ReadableStream(Protocol[E]):
    async def read_new(
        self, shards: Collection[OwnedShard], count: int, take: Callable[[list[E]], Awaitable[None]]
    ) -> None: ...


class ClaimableStream(Protocol[E_co]):
    async def claim_pending(self, shards: Collection[OwnedShard]) -> Sequence[E_co]: ...


class OwnedShards:
    def __init__(self, epochs: Mapping[int, str] | None = None) -> None:
        self.epochs: Final = dict(epochs or {})
        self.handing_over: Final[set[int]] = set()
        self.lost_reports: Final[list[tuple[int, str]]] = []

    @property
    def readable_epochs(self) -> Mapping[int, str]:
        return {shard: epoch for shard, epoch in self.epochs.items() if shard not in self.handing_over}

    def report_lost(self, shard: int, epoch: str) -> None:
        self.lost_reports.append((shard, epoch))
        if self.epochs.get(shard) == epoch:
            del self.epochs[shard]


async def read_new_entries(
    source: ReadableStream[E], count: int = 100, epochs: Mapping[int, str] = ALL_EPOCHS
) -> list[E]:
    found: list[E] = []

    async def take(entries: list[E]) -> None:
        found.extend(entries)

    await source.read_new(epochs.items(), count, take)
    return found


async def claim_pending_entries(source: ClaimableStream[E], epochs: Mapping[int, str] = ALL_EPOCHS) -> list[E]:
    return list(await source.claim_pending(epochs.items()))


async def set_shard_owner(redis: Redis, epoch: str, chat: int = CHAT) -> dict[int, str]:
    shard = keys.shard_of(chat)
    await redis.set(keys.shard_owner(shard), epoch)
    return {shard: epoch}


async def append_updates(inbox: Inbox, count: int, chat: int = CHAT) -> None:
    for number in range(count):
        await inbox.append_update(number, chat, b'{"update_id":%d}' % number)


async def commit_with_notices(redis: Redis, scope: Scope, version: int, *told: bytes) -> None:
    await GameStore(redis).commit(
        Commit(scope=scope, expected_version=version, update_id=None, state=b"state", outbox=told)
    )


def update_ids(entries: Sequence[InboxEntry]) -> list[int]:
    return [entry.update_id for entry in entries]


async def count_entries_and_pending(redis: Redis, stream: str) -> tuple[int, int]:
    """Entries in a stream, and how many of them a consumer holds; none where nobody has read it."""
    if not await redis.exists(stream):
        return 0, 0
    summary: Any = await redis.xpending(stream, "harfiyen")
    return await redis.xlen(stream), summary["pending"]


class EntryRecorder:
    def __init__(self) -> None:
        self.taken: list[Any] = []

    async def take(self, entry: Any) -> None:
        self.taken.append(entry)

    async def take_all(self, entries: Sequence[Any]) -> None:
        for entry in entries:
            await self.take(entry)


def polling_reader(source: Any, worker: EntryRecorder) -> ShardReader[Any]:
    async def at_once(_: float) -> Collection[int]:
        await asyncio.sleep(0)
        return ()

    return ShardReader(source, worker.take, at_once)


def break_only_reader(client: Client, source: Any, worker: EntryRecorder) -> ShardReader[Any]:
    async def when_broken(_: float) -> Collection[int]:
        breaks = client.lost_reply_count
        await wait_for_sign(lambda: client.lost_reply_count != breaks)
        return ()

    return ShardReader(source, worker.take, when_broken)


async def wait_for_sign(sign: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not sign():  # noqa: ASYNC110 - what comes may be any state, which tells nobody
            await asyncio.sleep(0.001)
