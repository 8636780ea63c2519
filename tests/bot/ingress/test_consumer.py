"""The consumer's edge: whatever an update holds or does, the loop and its chat's lane go on."""

import asyncio
import json
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from redis.asyncio import Redis
from telegram import Bot

from bot.handlers.general import all_command_rows
from bot.handlers.text_messages import RequestClassifier
from bot.ingress.consumer import MOST_DELIVERIES, MOST_STARTS, Consumer, ConsumerCallbacks
from bot.store import keys
from bot.store.inbox import Inbox
from bot.store.shard_ownership import UNFENCED_EPOCH
from bot.store.streams import InboxEntry
from bot.telegram.requests import Request
from tests.support.consumer_harness import compose_at_once
from tests.support.streams import claim_pending_entries
from tests.support.waiting import PATIENCE

CHAT = 55
EPOCHS = {keys.shard_of(CHAT): UNFENCED_EPOCH}


BROKEN: list[dict[str, Any]] = [
    {"chat": {"id": [5], "type": "private"}},
    {"chat": {"id": 2**52, "type": "private"}},
    {"date": 2**64},
    {"from": {"id": 2**52, "is_bot": False, "first_name": "A"}},
    {"from": {"id": 9, "is_bot": False, "first_name": "A", "language_code": ["tr"]}},
    {"entities": [{"type": "bot_command", "offset": "0", "length": "4"}], "text": {}},
    {"text": ["CAT"]},
]


class ConsumerUnderTest:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.inbox = Inbox(redis)
        self.handled: list[int] = []
        self.faults: dict[int, Exception] = {}
        self.sorry: list[int] = []
        self.sorry_fails: Exception | None = None
        self.held_by: asyncio.Event | None = None
        self.begun = asyncio.Event()
        account = SimpleNamespace(bot=SimpleNamespace(id=1, username="harfiyen_bot"))
        self.consumer = Consumer(
            bot=cast("Bot", account),
            inbox=self.inbox,
            callbacks=ConsumerCallbacks(
                handle=self.handle,
                classify=RequestClassifier(all_command_rows()),
                report_failure=self.apologise,
                report_throttled=lambda request, _: self.apologise(request),
                compose_when_allowed=compose_at_once,
            ),
            pause=self.pause,
        )

    async def pause(self, _: float) -> None:
        """Nobody waits."""

    async def handle(self, request: Request) -> None:
        self.begun.set()
        if self.held_by is not None:
            await self.held_by.wait()
        if request.update.id in self.faults:
            raise self.faults[request.update.id]
        self.handled.append(request.update.id)

    async def apologise(self, request: Request) -> None:
        self.sorry.append(request.update.id)
        if self.sorry_fails is not None:
            raise self.sorry_fails

    async def append_update(self, number: int, **more: Any) -> None:
        person = {"id": 9, "is_bot": False, "first_name": "Ayva"}
        message = {"message_id": 1, "date": 1, "chat": {"id": CHAT, "type": "private"}, "from": person, "text": "CAT"}
        await self.inbox.append_update(
            number, CHAT, json.dumps({"update_id": number, "message": message | more}).encode()
        )

    async def until_empty(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.redis.xlen(keys.inbox(keys.shard_of(CHAT))):  # noqa: ASYNC110 - the server is another process
                await asyncio.sleep(0.001)

    async def dead_letter_reasons(self) -> list[tuple[int, str]]:
        letters: Any = await self.redis.xrange(keys.dead_letters(keys.shard_of(CHAT)))
        return [(int(fields[b"update"]), fields[b"reason"].decode()) for _, fields in letters]


@pytest.fixture
async def desk(redis: Redis) -> AsyncIterator[ConsumerUnderTest]:
    made, stop = ConsumerUnderTest(redis), asyncio.Event()
    running = asyncio.create_task(made.consumer.run(stop))
    yield made
    stop.set()
    async with asyncio.timeout(PATIENCE):
        await running


async def test_an_unreadable_update_is_put_aside(desk: ConsumerUnderTest, caplog: pytest.LogCaptureFixture) -> None:
    for number, broken in enumerate(BROKEN):
        await desk.append_update(number, **broken)
    await desk.append_update(99)
    await desk.until_empty()
    assert desk.handled == [99]
    reasons = [(number, reason.partition(":")[0]) for number, reason in await desk.dead_letter_reasons()]
    assert reasons == [(number, "ValidationError") for number in range(len(BROKEN))]
    assert {(record.levelname, record.exc_info) for record in caplog.records} == {("WARNING", None)}


async def test_an_update_that_fails_twice_holds_up_nobody_behind_it(desk: ConsumerUnderTest) -> None:
    desk.faults[1] = ZeroDivisionError("by CAT")
    desk.sorry_fails = ValueError("no words")
    await desk.append_update(1)
    await desk.append_update(2)
    await desk.until_empty()
    await desk.append_update(3)
    await desk.until_empty()
    assert (desk.handled, desk.sorry) == ([2, 3], [1])
    [(number, reason)] = await desk.dead_letter_reasons()
    assert number == 1
    assert reason.startswith("ZeroDivisionError in "), "where it was, and nothing that it might quote"
    assert "CAT" not in reason


async def test_what_cannot_be_put_aside_while_redis_takes_no_writes_is_put_aside_later(
    desk: ConsumerUnderTest, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    bury, tried = desk.inbox.dead_letter, 0

    async def refused_once(entry: InboxEntry, reason: str) -> None:
        nonlocal tried
        tried += 1
        await redis.config_set("min-replicas-to-write", int(tried == 1))
        await bury(entry, reason)

    monkeypatch.setattr(desk.inbox, "dead_letter", refused_once)
    desk.faults[1] = ZeroDivisionError()
    await desk.append_update(1)
    await desk.until_empty()
    assert (tried, [number for number, _ in await desk.dead_letter_reasons()]) == (2, [1])


async def test_an_update_that_waits_long_is_none_that_processes_ended_over(redis: Redis) -> None:
    """In a long outage it is given out again and again; the next process does not take it for what killed others."""
    first, stop, wait = ConsumerUnderTest(redis), asyncio.Event(), asyncio.Event()
    first.held_by = wait
    running = asyncio.create_task(first.consumer.run(stop))
    await first.append_update(1)
    await first.append_update(2)
    async with asyncio.timeout(PATIENCE):
        await first.begun.wait()
        for _ in range(MOST_DELIVERIES):
            for entry in await claim_pending_entries(first.inbox, EPOCHS):
                await first.consumer._take_entry(entry)  # noqa: SLF001 - as it is given out
        stream = keys.inbox(keys.shard_of(CHAT))
        pending: Any = await redis.xpending_range(stream, "harfiyen", "-", "+", 10)
        stop.set()
        await running
        await first.consumer.finish_started(0)
    assert [one["times_delivered"] for one in pending] == [1, 1]


async def test_what_only_waited_while_processes_ended_is_handled_in_the_end(redis: Redis) -> None:
    """However often: the one that is in hand whenever a process ends is the one to blame."""
    first = ConsumerUnderTest(redis)
    await first.append_update(1)
    await first.append_update(2)
    await first.inbox.read_new(EPOCHS.items(), 10, lambda _: asyncio.sleep(0))
    for _ in range(2 * MOST_DELIVERIES):
        await claim_pending_entries(first.inbox, EPOCHS)
    for _ in range(MOST_STARTS):
        killed = ConsumerUnderTest(redis)
        killed.held_by = asyncio.Event()
        for entry in await claim_pending_entries(killed.inbox, EPOCHS):
            await killed.consumer._take_entry(entry)  # noqa: SLF001 - as it is given out
        async with asyncio.timeout(PATIENCE):
            await killed.begun.wait()
        await killed.consumer.finish_started(0)
    last, stop = ConsumerUnderTest(redis), asyncio.Event()
    running = asyncio.create_task(last.consumer.run(stop))
    await last.until_empty()
    stop.set()
    await running
    assert (last.handled, last.sorry) == ([2], [1])
    assert [(number, "in hand 10 times" in reason) for number, reason in await last.dead_letter_reasons()] == [
        (1, True)
    ]


async def test_what_is_no_update_is_kept_with_its_reason_and_the_beginning_of_it(redis: Redis) -> None:
    inbox = Inbox(redis)
    await inbox.dead_letter_unreadable(None, b"x" * 70_000, "DecodeError: no JSON")
    await inbox.dead_letter_unreadable(7, b"{", "DecodeError: it ends")
    letters: Any = await redis.xrange(keys.dead_letters(0))
    assert [fields for _, fields in letters] == [
        {b"update": b"0", b"raw": b"x" * 65_536, b"reason": b"DecodeError: no JSON", b"deliveries": b"0"},
        {b"update": b"7", b"raw": b"{", b"reason": b"DecodeError: it ends", b"deliveries": b"0"},
    ]
