"""What a process has in hand: not done twice when it comes again, nor taken over by others while it waits."""

import asyncio

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import Client
from bot.store.entries import InboxEntry
from bot.telegram.inbound import Request
from tests.support.desk import GROUP, Desk, until
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

    async def slowly(entry: InboxEntry) -> None:
        free.set()
        await until(lambda: len(desk.done) >= 2)
        await keep(entry)

    monkeypatch.setattr(desk.inbox, "keep", slowly)
    async with desk.open():
        await desk.say("/word A")
        await desk.say("/word B", chat=GROUP - 1)
        await settled()
        desk.redis.line.breaks += 1
        await until(lambda: len(desk.done) >= 2 and desk.consumer.ready)
        await desk.empty()
    assert sorted(desk.done) == ["word A", "word B"]


async def test_what_was_sent_twice_and_waits_as_its_shard_is_lost_is_done_once_that_is_gained_again(desk: Desk) -> None:
    """That the second one was let go does not mean that the first one was done."""
    free = waiting(desk)
    async with desk.open():
        await desk.say("/word A")
        await desk.put_again()
        await settled()
        await desk.consumer.drop((keys.shard_of(GROUP),))
        free.set()
        await desk.empty()
    assert desk.done == ["word A"]


@pytest.mark.parametrize("waits", [True, False])
async def test_what_telegram_sends_twice_is_answered_once(desk: Desk, waits: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """The other worker may have got it too, while the first one waits in its lane or after it was answered."""
    free = waiting(desk)
    if not waits:
        free.set()
    async with desk.open():
        await desk.say("/word A")
        if not waits:
            await desk.empty()
        await desk.put_again()
        await settled()
        free.set()
        await desk.empty()
    assert desk.done == ["word A"]
