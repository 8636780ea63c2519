"""What a process has in hand: not done twice when it comes again, nor taken over by others while it waits."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.announce.announcer import Announcer
from bot.store import keys
from bot.store.client import Client
from bot.store.keys import Scope
from bot.store.streams import InboxEntry, Outbox
from bot.tables.codec import Notice
from bot.telegram.inbound import Request
from tests.support.chats import KIRAZ
from tests.support.desk import GROUP, WAIT_SECONDS, Desk, until
from tests.support.streams import commit
from tests.support.timers import settled


@pytest.fixture
def desk(redis: Redis) -> Desk:
    return Desk(redis)


def waiting(desk: Desk) -> asyncio.Event:
    """Have every request wait until the event is set."""
    free = asyncio.Event()

    async def work(_: Request) -> None:
        await free.wait()

    desk.work = work
    return free


async def renewed(redis: Redis, stream: str, consumer: str) -> int:
    """Have a worker's only entry lie there for long, but not too long, until it says that it has it; its deliveries."""

    async def pending() -> Any:
        [found] = await redis.xpending_range(stream, "harfiyen", "-", "+", 10)
        return found

    mine: Any = (await pending())["message_id"]
    await redis.xclaim(stream, "harfiyen", consumer, 0, [mine], idle=100_000, justid=True)
    async with asyncio.timeout(WAIT_SECONDS):
        while (found := await pending())["time_since_delivered"] >= 100_000:
            await settled()
    return int(found["times_delivered"])


async def test_what_comes_while_a_lost_answer_is_looked_for_is_answered_once(desk: Desk) -> None:
    assert isinstance(desk.redis, Client)
    async with desk.open():
        desk.redis.line.breaks += 1
        for number in range(8):
            await desk.say(f"/word {number}", 1000 + number, chat=GROUP - number)
        await until(lambda: desk.consumer.ready)
        await desk.empty()
    assert sorted(desk.done) == [f"word {number}" for number in range(8)]


async def test_what_is_done_while_the_rest_is_looked_through_again_is_answered_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(desk.redis, Client)
    free, keep = waiting(desk), desk.inbox.keep

    async def slowly(entry: InboxEntry, consumer: str) -> None:
        free.set()
        await until(lambda: len(desk.done) >= 2)
        await keep(entry, consumer)

    monkeypatch.setattr(desk.inbox, "keep", slowly)
    async with desk.open():
        await desk.say("/word A")
        await desk.say("/word B", chat=GROUP - 1)
        await settled()
        desk.redis.line.breaks += 1
        await until(lambda: len(desk.done) >= 2 and desk.consumer.ready)
        await desk.empty()
    assert sorted(desk.done) == ["word A", "word B"]


async def test_what_waits_long_in_a_lane_stays_with_its_process(
    desk: Desk, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.follow.CLAIM_EVERY", 1e-4)
    free = waiting(desk)
    async with desk.open():
        await desk.say("/play A", KIRAZ)
        await settled()
        assert await renewed(redis, keys.inbox(keys.partition_of(GROUP)), "desk") == 1
        free.set()
        await desk.empty()
    assert desk.done == ["play A"]


class Telling:
    """As much of tables and limits as a notice needs to wait to be told."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()

    def notice(self, _: bytes) -> Notice:
        return Notice((), None, "0123abcd", {})

    async def ready(self, _: int) -> bool:
        self.begun.set()
        await asyncio.Event().wait()
        raise AssertionError


async def test_what_waits_long_to_be_told_stays_with_its_process(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.follow.CLAIM_EVERY", 1e-4)
    telling: Any = Telling()
    nothing: Any = None
    announcer = Announcer(
        gateway=nothing,
        games=telling,
        halts=nothing,
        store=nothing,
        outbox=Outbox(redis),
        texts=nothing,
        photos=nothing,
        reveals=nothing,
        limiter=telling,
        default_language="en",
        consumer="me",
    )
    stop = asyncio.Event()
    await commit(redis, Scope(GROUP), 0, b"one")
    running = asyncio.create_task(announcer.run(stop))
    async with asyncio.timeout(WAIT_SECONDS):
        await telling.begun.wait()
        assert await renewed(redis, keys.outbox(keys.shard_of(GROUP)), "me") == 1
        stop.set()
        await running
    await announcer.settle(0)
