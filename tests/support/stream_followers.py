"""Who follows an inbox or an outbox, and notes what it is given."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any

from bot.store.client import Client
from bot.workers.shard_reader import ShardReader
from tests.support.waiting import PATIENCE


class EntryRecorder:
    """Follows an inbox or an outbox, and notes what it is given."""

    def __init__(self) -> None:
        self.taken: list[Any] = []

    async def take(self, entry: Any) -> None:
        self.taken.append(entry)

    async def take_all(self, entries: Sequence[Any]) -> None:
        for entry in entries:
            await self.take(entry)


def polling_reader(source: Any, worker: EntryRecorder) -> ShardReader[Any]:
    """A follower that looks again at once."""

    async def at_once(_: float) -> Collection[int]:
        await asyncio.sleep(0)
        return ()

    return ShardReader(source, worker.take, at_once)


def break_only_reader(client: Client, source: Any, worker: EntryRecorder) -> ShardReader[Any]:
    """A follower that looks again once answers are lost, and asks for nothing before: so nothing of its own is."""

    async def when_broken(_: float) -> Collection[int]:
        breaks = client.lost_reply_count
        await wait_for_sign(lambda: client.lost_reply_count != breaks)
        return ()

    return ShardReader(source, worker.take, when_broken)


async def wait_for_sign(sign: Callable[[], object]) -> None:
    """Let others work until there is a sign of it."""
    async with asyncio.timeout(PATIENCE):
        while not sign():  # noqa: ASYNC110 - what comes may be any state, which tells nobody
            await asyncio.sleep(0.001)
