"""The consumer's edge: whatever an update holds or does, the loop and its chat's lane go on."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.ingress.consumer import MOST_DELIVERIES, MOST_STARTS
from bot.store import keys
from bot.store.inbox import Inbox
from bot.store.shard_ownership import UNFENCED_EPOCH
from bot.store.streams import InboxEntry
from bot.telegram.requests import Request
from tests.support.consumer_harness import ConsumerHarness
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


async def append_message(desk: ConsumerHarness, **more: Any) -> None:
    person = {"id": 9, "is_bot": False, "first_name": "Ayva"}
    message = {"message_id": 1, "date": 1, "chat": {"id": CHAT, "type": "private"}, "from": person, "text": "CAT"}
    await desk.append_update({"message": message | more}, CHAT)


async def dead_letter_reasons(redis: Redis) -> list[tuple[int, str]]:
    letters: Any = await redis.xrange(keys.dead_letters(keys.shard_of(CHAT)))
    return [(int(fields[b"update"]), fields[b"reason"].decode()) for _, fields in letters]


def handled_updates(desk: ConsumerHarness) -> list[int]:
    return [request.update.id for request in desk.requests]


def fail_first(desk: ConsumerHarness, fault: Exception) -> None:
    async def work(request: Request) -> None:
        if request.update.id == 1:
            raise fault

    desk.on_request = work


@pytest.fixture
def desk(redis: Redis) -> ConsumerHarness:
    return ConsumerHarness(redis, really_waits=False)


async def test_an_unreadable_update_is_put_aside(
    desk: ConsumerHarness, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async with desk.run_consumer():
        for broken in BROKEN:
            await append_message(desk, **broken)
        await append_message(desk)
        await desk.wait_until_empty()
    assert handled_updates(desk) == [len(BROKEN) + 1]
    reasons = [(number, reason.partition(":")[0]) for number, reason in await dead_letter_reasons(redis)]
    assert reasons == [(number, "ValidationError") for number, _ in enumerate(BROKEN, 1)]
    assert {(record.levelname, record.exc_info) for record in caplog.records} == {("WARNING", None)}


async def test_an_update_that_fails_twice_holds_up_nobody_behind_it(desk: ConsumerHarness, redis: Redis) -> None:
    sorry: list[int] = []

    async def apologise(request: Request) -> None:
        sorry.append(request.update.id)
        raise ValueError("no words")

    fail_first(desk, ZeroDivisionError("by CAT"))
    desk.on_failure = apologise
    async with desk.run_consumer():
        for _ in range(3):
            await append_message(desk)
        await desk.wait_until_empty()
    assert (handled_updates(desk), sorry) == ([2, 3], [1])
    [(number, reason)] = await dead_letter_reasons(redis)
    assert number == 1
    assert reason.startswith("ZeroDivisionError in "), "where it was, and nothing that it might quote"
    assert "CAT" not in reason


async def test_what_cannot_be_put_aside_while_redis_takes_no_writes_is_put_aside_later(
    desk: ConsumerHarness, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    bury, tried = desk.inbox.dead_letter, 0

    async def refused_once(entry: InboxEntry, reason: str) -> bool:
        nonlocal tried
        tried += 1
        await redis.config_set("min-replicas-to-write", int(tried == 1))
        return await bury(entry, reason)

    monkeypatch.setattr(desk.inbox, "dead_letter", refused_once)
    fail_first(desk, ZeroDivisionError())
    async with desk.run_consumer():
        await append_message(desk)
        await desk.wait_until_empty()
    assert (tried, [number for number, _ in await dead_letter_reasons(redis)]) == (2, [1])


def hold_in_hand(desk: ConsumerHarness) -> tuple[asyncio.Event, asyncio.Event]:
    """What is set once an update is in hand, and what lets it go on."""
    begun, free = asyncio.Event(), asyncio.Event()

    async def work(_: Request) -> None:
        begun.set()
        await free.wait()

    desk.on_request = work
    return begun, free


async def test_an_update_that_waits_long_is_none_that_processes_ended_over(desk: ConsumerHarness, redis: Redis) -> None:
    """In a long outage it is given out again and again; the next process does not take it for what killed others."""
    begun, free = hold_in_hand(desk)
    async with desk.run_consumer(), asyncio.timeout(PATIENCE):
        await append_message(desk)
        await append_message(desk)
        await begun.wait()
        for _ in range(MOST_DELIVERIES):
            for entry in await claim_pending_entries(desk.inbox, EPOCHS):
                await desk.consumer._take_entry(entry)  # noqa: SLF001 - as it is given out
        stream = keys.inbox(keys.shard_of(CHAT))
        pending: Any = await redis.xpending_range(stream, "harfiyen", "-", "+", 10)
        free.set()
    assert [one["times_delivered"] for one in pending] == [1, 1]


async def test_what_only_waited_while_processes_ended_is_handled_in_the_end(redis: Redis) -> None:
    """However often: the one that is in hand whenever a process ends is the one to blame."""
    first = ConsumerHarness(redis)
    await append_message(first)
    await append_message(first)
    await first.inbox.read_new(EPOCHS.items(), 10, lambda _: asyncio.sleep(0))
    for _ in range(2 * MOST_DELIVERIES):
        await claim_pending_entries(first.inbox, EPOCHS)
    for _ in range(MOST_STARTS):
        killed = ConsumerHarness(redis)
        begun, _ = hold_in_hand(killed)
        for entry in await claim_pending_entries(killed.inbox, EPOCHS):
            await killed.consumer._take_entry(entry)  # noqa: SLF001 - as it is given out
        async with asyncio.timeout(PATIENCE):
            await begun.wait()
        await killed.consumer.finish_started(0)
    last, sorry = ConsumerHarness(redis), list[int]()

    async def apologise(request: Request) -> None:
        sorry.append(request.update.id)

    last.on_failure = apologise
    async with last.run_consumer():
        await last.wait_until_empty()
    assert (handled_updates(last), sorry) == ([2], [1])
    assert [(number, "in hand 10 times" in reason) for number, reason in await dead_letter_reasons(redis)] == [
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
