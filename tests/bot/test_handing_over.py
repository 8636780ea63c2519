"""A shard goes to another worker: what was begun there is finished or dropped, and done by one."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.announce.announcer import Announcer
from bot.ingress.beyond import TRY_SECONDS
from bot.store import keys
from bot.store.keys import Scope
from bot.store.streams import Outbox
from bot.tables.codec import Notice
from bot.telegram.inbound import Request
from tests.support.chats import KIRAZ
from tests.support.desk import GROUP, Desk, said, until
from tests.support.patience import PATIENCE
from tests.support.streams import Owned, commit, left, own
from tests.support.timers import settled

SHARD = keys.shard_of(GROUP)
OTHER = next(GROUP - number for number in range(1, 99) if keys.shard_of(GROUP - number) != SHARD)
FORMER, LATTER = "a#1", "b#2"


@pytest.fixture
async def shards(redis: Redis) -> Owned:
    return Owned({**await own(redis, FORMER, GROUP), **await own(redis, FORMER, OTHER)})


def held(desk: Desk, *words: str) -> tuple[asyncio.Event, list[str]]:
    """Have these wait until the event is set; which of them have begun."""
    free, begun = asyncio.Event(), list[str]()

    async def work(request: Request) -> None:
        if said(request) in words:
            begun.append(said(request))
            await free.wait()

    desk.work = work
    return free, begun


async def heir(redis: Redis) -> Desk:
    """Who owns the group's shard from now on."""
    return Desk(redis, shards=Owned(await own(redis, LATTER, GROUP)))


async def test_what_was_begun_is_finished_and_what_comes_meanwhile_is_the_next_owner_s(
    redis: Redis, shards: Owned
) -> None:
    desk = Desk(redis, shards=shards)
    free, begun = held(desk, "play A")
    async with desk.open():
        await desk.say("/play A")
        await desk.say("/play B")
        await until(lambda: begun == ["play A"])
        shards.leaving.add(SHARD)
        draining = asyncio.create_task(desk.consumer.drain((SHARD,), PATIENCE))
        await settled()
        assert SHARD not in desk.consumer.shards, "what is due there is left, too"
        await desk.say("/play C")
        await desk.say("/play elsewhere", chat=OTHER)
        await until(lambda: desk.done == ["play elsewhere"])
        assert not draining.done()
        free.set()
        await draining
        await until(lambda: not desk.consumer.busy)
        assert desk.done == ["play elsewhere", "play A", "play B"]
    latter = await heir(redis)
    async with latter.open():
        await latter.empty()
    assert latter.done == ["play C"]


@pytest.mark.parametrize("seconds", [0.0, 0.01])
async def test_what_is_not_finished_in_time_is_dropped_and_done_by_the_next_owner(
    redis: Redis, shards: Owned, seconds: float
) -> None:
    desk = Desk(redis, shards=shards)
    free, begun = held(desk, "play A", "play elsewhere")
    async with desk.open():
        await desk.say("/play A")
        await desk.say("/play B")
        await desk.say("/word A")
        await desk.say("/play elsewhere", chat=OTHER)
        await until(lambda: len(begun) == 2)
        if seconds:
            shards.leaving.add(SHARD)
            await desk.consumer.drain((SHARD,), seconds)
        else:
            shards.lost(SHARD, FORMER)
            await desk.consumer.drop((SHARD,))
        latter = await heir(redis)
        shards.epochs.pop(SHARD, None)
        async with latter.open():
            await until(lambda: len(latter.done) == 3)
            free.set()
            await until(lambda: not desk.consumer.busy)
    assert latter.done == ["play A", "play B", "word A"]
    assert desk.done == ["play elsewhere"]
    assert await desk.left() == (0, 0)


async def test_a_shard_that_comes_back_is_worked_on_as_if_it_had_never_gone(redis: Redis, shards: Owned) -> None:
    desk = Desk(redis, shards=shards)
    free, begun = held(desk, "play A")
    async with desk.open():
        await desk.say("/play A")
        await until(lambda: begun == ["play A"])
        shards.lost(SHARD, FORMER)
        await desk.consumer.drop((SHARD,))
        free.set()
        shards.epochs.update(await own(redis, LATTER, GROUP))
        await until(lambda: desk.consumer.ready)
        await desk.say("/play B")
        await desk.empty()
    assert desk.done == ["play A", "play B"]


async def test_what_waits_for_a_try_beyond_a_share_goes_over_too(redis: Redis, shards: Owned) -> None:
    resting = asyncio.Event()

    async def pause(seconds: float) -> None:
        assert seconds == TRY_SECONDS
        resting.set()
        await asyncio.Event().wait()

    desk = Desk(redis, shards=shards, pause=pause)
    async with desk.open():
        for number in range(60):
            await desk.say(f"/play {number}", KIRAZ)
        await resting.wait()
        await settled()
        await desk.consumer.drop((SHARD,))
        assert not desk.consumer.busy
        waiting, _ = await desk.left()
    assert waiting
    latter = await heir(redis)
    async with latter.open():
        await latter.empty()
    assert "play 59" in latter.done


class Telling:
    """As much of tables, limits and messages that show cards as a notice needs to wait to be told."""

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self.forgotten: list[Scope] = []

    def notice(self, _: bytes) -> Notice:
        return Notice((), None, "0123abcd", {})

    async def ready(self, chat: int) -> bool:
        self.waiting.append(chat)
        await asyncio.Event().wait()
        raise AssertionError

    def has_room(self, _: int) -> bool:
        return True

    def leave(self) -> None:
        """No message is shown here."""

    def forget(self, entries: Iterable[tuple[Scope, str]]) -> None:
        self.forgotten.extend(scope for scope, _ in entries)


def announcer(redis: Redis, shards: Owned, telling: Any) -> Announcer:
    nothing: Any = None
    return Announcer(
        gateway=nothing,
        games=telling,
        halts=nothing,
        store=nothing,
        outbox=Outbox(redis, shards),
        texts=nothing,
        photos=nothing,
        reveals=telling,
        fading=nothing,
        limiter=telling,
        default_language="en",
    )


async def test_what_waits_to_be_told_is_dropped_and_told_by_the_next_owner(redis: Redis, shards: Owned) -> None:
    telling, stop = Telling(), asyncio.Event()
    former = announcer(redis, shards, telling)
    running = asyncio.create_task(former.run(stop))
    await commit(redis, Scope(GROUP), 0, b"one")
    await commit(redis, Scope(OTHER), 0, b"one")
    await until(lambda: sorted(telling.waiting) == sorted((GROUP, OTHER)))
    await former.drain((SHARD,), 0.01)
    del shards.epochs[SHARD]
    assert former._lanes.busy == (OTHER,)  # noqa: SLF001 - nothing else shows what it holds
    assert telling.forgotten == [Scope(GROUP)]
    heard = Telling()
    latter = announcer(redis, Owned(await own(redis, LATTER, GROUP)), heard)
    taking = asyncio.create_task(latter.run(stop))
    await until(lambda: heard.waiting == [GROUP])
    assert await left(redis, keys.outbox(SHARD)) == (1, 1)
    stop.set()
    await asyncio.gather(running, taking)
    await asyncio.gather(former.settle(0), latter.settle(0))


async def test_a_notice_that_comes_back_is_told_again(redis: Redis, shards: Owned) -> None:
    telling, stop = Telling(), asyncio.Event()
    worker = announcer(redis, shards, telling)
    running = asyncio.create_task(worker.run(stop))
    await commit(redis, Scope(GROUP), 0, b"one")
    await until(lambda: telling.waiting == [GROUP])
    shards.lost(SHARD, FORMER)
    await worker.drop((SHARD,))
    shards.epochs.update(await own(redis, LATTER, GROUP))
    await until(lambda: telling.waiting == [GROUP, GROUP])
    stop.set()
    await running
    await worker.settle(0)
