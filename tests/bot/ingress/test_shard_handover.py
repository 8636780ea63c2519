"""A shard goes to another worker: what was begun there is finished or dropped, and done by one."""

import asyncio
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.announce.announcer import Announcer, NoticeClocks, ShardWork
from bot.announce.reminders import TurnReminders
from bot.ingress.chat_queues import TRY_SECONDS
from bot.store import keys
from bot.store.keys import Scope
from bot.store.streams import Outbox
from bot.tables.codec import Notice
from bot.telegram.requests import Request
from tests.support.chat_harness import KIRAZ
from tests.support.consumer_harness import GROUP, ConsumerHarness, request_text
from tests.support.streams import OwnedShards, commit_with_notices, count_entries_and_pending, set_shard_owner
from tests.support.waiting import PATIENCE, run_until_idle, wait_until

SHARD = keys.shard_of(GROUP)
OTHER = next(GROUP - number for number in range(1, 99) if keys.shard_of(GROUP - number) != SHARD)
FORMER, LATTER = "a#1", "b#2"


@pytest.fixture
async def shards(redis: Redis) -> OwnedShards:
    return OwnedShards({**await set_shard_owner(redis, FORMER, GROUP), **await set_shard_owner(redis, FORMER, OTHER)})


def block_requests_with(desk: ConsumerHarness, *words: str) -> tuple[asyncio.Event, list[str]]:
    free, begun = asyncio.Event(), list[str]()

    async def work(request: Request) -> None:
        if request_text(request) in words:
            begun.append(request_text(request))
            await free.wait()

    desk.on_request = work
    return free, begun


async def next_owner(redis: Redis) -> ConsumerHarness:
    return ConsumerHarness(redis, shards=OwnedShards(await set_shard_owner(redis, LATTER, GROUP)))


async def test_what_was_begun_is_finished_and_the_rest_is_the_next_owner_s(redis: Redis, shards: OwnedShards) -> None:
    desk = ConsumerHarness(redis, shards=shards)
    free, begun = block_requests_with(desk, "play A")
    async with desk.run_consumer():
        await desk.append_text("/play A")
        await desk.append_text("/play B")
        await wait_until(lambda: begun == ["play A"])
        shards.handing_over.add(SHARD)
        draining = asyncio.create_task(desk.consumer.stop_shards((SHARD,), PATIENCE))
        await run_until_idle()
        assert SHARD not in dict(desk.consumer.timeouts.ready_shards), "what is due there is left, too"
        await desk.append_text("/play C")
        await desk.append_text("/play elsewhere", chat=OTHER)
        await wait_until(lambda: desk.handled_texts == ["play elsewhere"])
        assert not draining.done()
        free.set()
        await draining
        await wait_until(lambda: not desk.consumer.is_busy)
        assert desk.handled_texts == ["play elsewhere", "play A", "play B"]
    latter = await next_owner(redis)
    async with latter.run_consumer():
        await latter.wait_until_empty()
    assert latter.handled_texts == ["play C"]


@pytest.mark.parametrize("seconds", [0.0, 0.01])
async def test_what_is_unfinished_is_done_by_the_next_owner(redis: Redis, shards: OwnedShards, seconds: float) -> None:
    desk = ConsumerHarness(redis, shards=shards)
    free, begun = block_requests_with(desk, "play A", "play elsewhere")
    async with desk.run_consumer():
        await desk.append_text("/play A")
        await desk.append_text("/play B")
        await desk.append_text("/word A")
        await desk.append_text("/play elsewhere", chat=OTHER)
        await wait_until(lambda: len(begun) == 2)
        if seconds:
            shards.handing_over.add(SHARD)
            await desk.consumer.stop_shards((SHARD,), seconds)
        else:
            shards.report_lost(SHARD, FORMER)
            await desk.consumer.stop_shards((SHARD,), 0)
        latter = await next_owner(redis)
        shards.epochs.pop(SHARD, None)
        async with latter.run_consumer():
            await wait_until(lambda: len(latter.handled_texts) == 3)
            free.set()
            await wait_until(lambda: not desk.consumer.is_busy)
    assert latter.handled_texts == ["play A", "play B", "word A"]
    assert desk.handled_texts == ["play elsewhere"]
    assert await desk.count_waiting_and_dead() == (0, 0)


async def test_a_shard_that_comes_back_is_worked_on_as_if_it_had_never_gone(redis: Redis, shards: OwnedShards) -> None:
    desk = ConsumerHarness(redis, shards=shards)
    free, begun = block_requests_with(desk, "play A")
    async with desk.run_consumer():
        await desk.append_text("/play A")
        await wait_until(lambda: begun == ["play A"])
        shards.report_lost(SHARD, FORMER)
        await desk.consumer.stop_shards((SHARD,), 0)
        free.set()
        shards.epochs.update(await set_shard_owner(redis, LATTER, GROUP))
        await wait_until(lambda: desk.consumer.timeouts.is_ready)
        await desk.append_text("/play B")
        await desk.wait_until_empty()
    assert desk.handled_texts == ["play A", "play B"]


async def test_what_waits_for_a_try_beyond_a_share_goes_over_too(redis: Redis, shards: OwnedShards) -> None:
    resting = asyncio.Event()

    async def pause(seconds: float) -> None:
        assert seconds == TRY_SECONDS
        resting.set()
        await asyncio.Event().wait()

    desk = ConsumerHarness(redis, shards=shards, pause=pause)
    async with desk.run_consumer():
        for number in range(60):
            await desk.append_text(f"/play {number}", KIRAZ)
        await resting.wait()
        await run_until_idle()
        await desk.consumer.stop_shards((SHARD,), 0)
        assert not desk.consumer.is_busy
        waiting, _ = await desk.count_waiting_and_dead()
    assert waiting
    latter = await next_owner(redis)
    async with latter.run_consumer():
        await latter.wait_until_empty()
    assert "play 59" in latter.handled_texts


class AnnouncerPorts:
    """As much of tables, limits and messages that show cards as a notice needs to wait to be told."""

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self.forgotten: list[Scope] = []

    def peek_notice(self, _: bytes) -> Notice:
        return Notice((), None, "0123abcd", {})

    async def wait_until_sendable(self, chat: int) -> bool:
        self.waiting.append(chat)
        await asyncio.Event().wait()
        raise AssertionError

    def has_room(self, _: int) -> bool:
        return True

    def has_face_up_cards(self, *_: int) -> bool:
        return False

    def forget_messages(self) -> None:
        """No message is shown here."""

    def note_told(self, _: Scope, __: str) -> None:
        """No window is open here."""

    def forget_entries(self, entries: Iterable[tuple[Scope, str]]) -> None:
        self.forgotten.extend(scope for scope, _ in entries)


def announcer(redis: Redis, shards: OwnedShards, telling: Any) -> Announcer:
    nothing: Any = None
    services: Any = SimpleNamespace(
        gateway=SimpleNamespace(send_queue=telling),
        tables=SimpleNamespace(games=telling, store=nothing),
        pictures=SimpleNamespace(photos=nothing),
        records=SimpleNamespace(pictures=nothing),
    )
    return Announcer(
        services,
        Outbox(redis, shards),
        posts=nothing,
        reveals=telling,
        auto_delete=nothing,
        turn_reminders=TurnReminders(nothing, nothing, nothing, "en"),
        clocks=NoticeClocks(nothing, telling),
        work=ShardWork(),
    )


async def test_what_waits_to_be_told_is_dropped_and_told_by_the_next_owner(redis: Redis, shards: OwnedShards) -> None:
    telling, stop = AnnouncerPorts(), asyncio.Event()
    former = announcer(redis, shards, telling)
    running = asyncio.create_task(former.run(stop))
    await commit_with_notices(redis, Scope(GROUP), 0, b"one")
    await commit_with_notices(redis, Scope(OTHER), 0, b"one")
    await wait_until(lambda: sorted(telling.waiting) == sorted((GROUP, OTHER)))
    await former.stop_shards((SHARD,), 0.01)
    del shards.epochs[SHARD]
    assert former._lanes.busy_keys == (OTHER,)  # noqa: SLF001 - nothing else shows what it holds
    assert telling.forgotten == [Scope(GROUP)]
    heard = AnnouncerPorts()
    latter = announcer(redis, OwnedShards(await set_shard_owner(redis, LATTER, GROUP)), heard)
    taking = asyncio.create_task(latter.run(stop))
    await wait_until(lambda: heard.waiting == [GROUP])
    assert await count_entries_and_pending(redis, keys.outbox(SHARD)) == (1, 1)
    stop.set()
    await asyncio.gather(running, taking)
    await asyncio.gather(former.drain(0), latter.drain(0))
