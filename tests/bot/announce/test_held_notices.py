"""Notices of places that cannot be written to: set aside in order, known to the next owner, tried again by a timer."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.announce.reminders import HeldNotices
from bot.store import keys
from bot.store.keys import Scope
from bot.store.retention import HELD_PER_TABLE
from bot.store.streams import Outbox, OutboxEntry
from bot.workers.supervisor import RetryLoop
from tests.support.timers import freeze_loop_time
from tests.support.waiting import wait_until

PLACE = Scope(-100777, 6)
OTHER = Scope(-100777, 7)
SHARD = keys.shard_of(PLACE.chat)
EPOCHS = {SHARD: "alone"}


async def write_notices(redis: Redis, *payloads: bytes, scope: Scope = PLACE) -> list[OutboxEntry]:
    for payload in payloads:
        await redis.xadd(keys.outbox(SHARD), {"scope": str(scope), "payload": payload})
    found: list[OutboxEntry] = []
    outbox = Outbox(redis)

    async def take(entries: list[OutboxEntry]) -> None:
        found.extend(entries)

    await outbox.read_new(EPOCHS.items(), 10, take)
    return found


async def payloads_in(redis: Redis, key: str) -> list[bytes]:
    found: Any = await redis.xrange(key)
    return [fields[b"payload"] for _, fields in found]


def held_by(redis: Redis) -> HeldNotices:
    return HeldNotices(Outbox(redis), RetryLoop("Noting what was told", (RedisError,)))


async def test_what_is_set_aside_comes_back_in_order_and_once(redis: Redis) -> None:
    held, entries = held_by(redis), await write_notices(redis, b"one", b"two")
    assert not await held.set_aside(entries, retry=False), "its place can be written to, as far as is known"
    held.hold(PLACE)
    assert await held.set_aside(entries, retry=False)
    assert (await payloads_in(redis, keys.held_notices(SHARD)), await redis.xlen(keys.outbox(SHARD))) == (
        [b"one", b"two"],
        0,
    )
    tried = asyncio.create_task(held.retry_place(PLACE))
    await wait_until(lambda: held.is_tried(PLACE))
    held.note_told(PLACE)
    assert await tried is True
    assert await payloads_in(redis, keys.outbox(SHARD)) == [b"one", b"two"]
    assert not await redis.exists(keys.held_notices(SHARD)) or await redis.xlen(keys.held_notices(SHARD)) == 0
    assert await held.retry_place(PLACE) is None


async def test_a_further_notice_goes_behind_and_tries_all(redis: Redis) -> None:
    held = held_by(redis)
    held.hold(PLACE)
    await held.set_aside(await write_notices(redis, b"one"), retry=False)
    await held.set_aside(await write_notices(redis, b"two"), retry=True)
    await wait_until(lambda: held.is_tried(PLACE))
    assert await payloads_in(redis, keys.outbox(SHARD)) == [b"one", b"two"]
    await held.close()


async def test_the_next_owner_knows_which_places_wait_and_no_others(redis: Redis) -> None:
    former = held_by(redis)
    former.hold(PLACE)
    await former.set_aside(await write_notices(redis, b"one"), retry=False)
    await former.close()
    outbox = Outbox(redis)
    latter = HeldNotices(outbox, RetryLoop("Noting what was told", (RedisError,)))
    assert await outbox.claim_pending(EPOCHS.items()) == []
    assert [latter.is_held(PLACE), latter.is_held(OTHER)] == [True, False]
    latter.forget_shards((SHARD,))
    assert not latter.is_held(PLACE)


async def test_by_itself_a_place_is_tried_after_longer_and_longer_waits(redis: Redis) -> None:
    held = held_by(redis)
    with freeze_loop_time() as time:
        held.hold(PLACE)
        await held.set_aside(await write_notices(redis, b"one"), retry=False)
        for seconds in (30.0, 60.0, 120.0):
            time.advance(seconds - 1)
            await redis.ping()
            assert held.is_held(PLACE)
            time.advance(1)
            while not held.is_tried(PLACE):
                await redis.ping()
            held.hold(PLACE)
            await held.set_aside(await write_notices(redis), retry=False)
    await held.close()


async def test_what_was_sent_meanwhile_is_not_set_aside(redis: Redis) -> None:
    held, (entry,) = held_by(redis), await write_notices(redis, b"one")
    held.hold(PLACE)
    await redis.xdel(keys.outbox(SHARD), entry.id)
    await held.set_aside((entry,), retry=False)
    assert await payloads_in(redis, keys.held_notices(SHARD)) == []
    await held.close()


async def accept_all(held: HeldNotices, outbox: Outbox) -> list[bytes]:
    """What an announcer has in hand after it took all that waits in the outbox."""
    in_hand: list[OutboxEntry] = []

    async def take(entries: list[OutboxEntry]) -> None:
        for entry in entries:
            if await held.set_aside((entry,), retry=True) or held.was_moved(entry):
                continue
            in_hand.append(entry)

    await take(await outbox.claim_pending(EPOCHS.items()))
    await outbox.read_new(EPOCHS.items(), 10, take)
    tried = asyncio.create_task(held.retry_place(PLACE))
    for _ in range(6):
        await outbox.read_new(EPOCHS.items(), 10, take)
    tried.cancel()
    return [entry.payload for entry in in_hand]


@pytest.mark.parametrize("commands", range(5))
async def test_a_worker_that_dies_while_it_takes_notices_back_leaves_them_in_order(redis: Redis, commands: int) -> None:
    former = held_by(redis)
    former.hold(PLACE)
    await former.set_aside(await write_notices(redis, b"one", b"two", b"three"), retry=False)
    execute: Any = redis.execute_command
    left, is_dead = iter(range(commands)), asyncio.Event()

    async def execute_some(*command: Any, **options: Any) -> Any:
        if next(left, None) is None:
            is_dead.set()
            await asyncio.Future()
        return await execute(*command, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(redis, "execute_command", execute_some)
        dying = asyncio.create_task(former.retry_place(PLACE))
        await wait_until(lambda: is_dead.is_set() or former.is_tried(PLACE))
        await former.close()
        await dying
    outbox = Outbox(redis)
    latter = HeldNotices(outbox, RetryLoop("Noting what was told", (RedisError,)))
    assert await accept_all(latter, outbox) == [b"one", b"two", b"three"]
    await latter.close()


async def test_what_came_while_notices_are_taken_back_stays_behind_them(redis: Redis) -> None:
    outbox = Outbox(redis)
    held = HeldNotices(outbox, RetryLoop("Noting what was told", (RedisError,)))
    held.hold(PLACE)
    await held.set_aside(await write_notices(redis, b"one", b"two"), retry=False)
    (other,) = await write_notices(redis, b"elsewhere", scope=OTHER)
    (new,) = await write_notices(redis, b"three")
    tried = asyncio.create_task(held.retry_place(PLACE))
    await wait_until(lambda: held.is_tried(PLACE))
    assert not await held.set_aside((new,), retry=True)
    assert [held.was_moved(new), held.was_moved(other)] == [True, False]
    assert await payloads_in(redis, keys.outbox(SHARD)) == [b"elsewhere", b"one", b"two", b"three"]
    held.note_told(PLACE)
    assert await tried
    assert held.was_moved(new), "it comes again under another number"
    await held.close()


async def test_a_table_crowds_out_no_others_notices(redis: Redis) -> None:
    held = held_by(redis)
    for place in (PLACE, OTHER):
        held.hold(place)
    await held.set_aside(await write_notices(redis, b"other", scope=OTHER), retry=False)
    many = [b"%d" % number for number in range(HELD_PER_TABLE + 2)]
    for one in many:
        await held.set_aside(await write_notices(redis, one), retry=False)
    assert await payloads_in(redis, keys.held_notices(SHARD)) == [b"other", *many[2:]]
    await held.close()
