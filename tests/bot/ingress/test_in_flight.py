"""What a process has in hand: not done twice when it comes again, nor taken over by others while it waits."""

import asyncio

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import Client
from bot.store.redis_streams.entries import InboxEntry
from bot.telegram.incoming.requests import Request
from tests.support.consumer_harness import GROUP, ConsumerHarness
from tests.support.waiting import run_until_idle, wait_until


@pytest.fixture
def desk(redis: Redis) -> ConsumerHarness:
    return ConsumerHarness(redis)


def block_requests(desk: ConsumerHarness) -> asyncio.Event:
    """Have every request wait until the event is set."""
    free = asyncio.Event()

    async def work(_: Request) -> None:
        await free.wait()

    desk.on_request = work
    return free


async def test_what_comes_while_a_lost_answer_is_looked_for_is_answered_once(desk: ConsumerHarness) -> None:
    assert isinstance(desk.redis, Client)
    async with desk.run_consumer():
        desk.redis.state.break_count += 1
        for number in range(8):
            await desk.append_text(f"/word {number}", 1000 + number, chat=GROUP - number)
        await wait_until(lambda: desk.consumer.timeouts.is_ready)
        await desk.wait_until_empty()
    assert sorted(desk.handled_texts) == [f"word {number}" for number in range(8)]


async def test_what_is_done_while_the_rest_is_looked_through_again_is_answered_once(
    desk: ConsumerHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(desk.redis, Client)
    free, keep = block_requests(desk), desk.inbox.renew_claim

    async def slowly(entry: InboxEntry) -> None:
        free.set()
        await wait_until(lambda: len(desk.handled_texts) >= 2)
        await keep(entry)

    monkeypatch.setattr(desk.inbox, "renew_claim", slowly)
    async with desk.run_consumer():
        await desk.append_text("/word A")
        await desk.append_text("/word B", chat=GROUP - 1)
        await run_until_idle()
        desk.redis.state.break_count += 1
        await wait_until(lambda: len(desk.handled_texts) >= 2 and desk.consumer.timeouts.is_ready)
        await desk.wait_until_empty()
    assert sorted(desk.handled_texts) == ["word A", "word B"]


async def test_what_was_sent_twice_and_waits_as_its_shard_is_lost_is_done_once_that_is_gained_again(
    desk: ConsumerHarness,
) -> None:
    """That the second one was let go does not mean that the first one was done."""
    free = block_requests(desk)
    async with desk.run_consumer():
        await desk.append_text("/word A")
        await desk.append_newest_again()
        await run_until_idle()
        await desk.consumer.stop_shards((keys.shard_of(GROUP),), 0)
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["word A"]


@pytest.mark.parametrize("waits", [True, False])
async def test_what_telegram_sends_twice_is_answered_once(desk: ConsumerHarness, waits: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """The other worker may have got it too, while the first one waits in its lane or after it was answered."""
    free = block_requests(desk)
    if not waits:
        free.set()
    async with desk.run_consumer():
        await desk.append_text("/word A")
        if not waits:
            await desk.wait_until_empty()
        await desk.append_newest_again()
        await run_until_idle()
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["word A"]
