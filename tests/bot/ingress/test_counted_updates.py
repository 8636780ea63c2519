"""Metrics count an update once, however often Telegram sends it, and whatever reply of Redis is lost."""

import asyncio
from collections import Counter

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.ingress.intake import UpdateIntake
from bot.metrics.meters import Meters
from bot.store import keys
from bot.store.redis_streams.inbox import Inbox
from tests.support.lost_replies import lost_replies
from tests.support.streams import CHAT, read_new_entries

UPDATE = b'{"update_id": 7, "message": {"chat": {"id": %d}, "text": "/skor"}}' % CHAT
NEW, REPEATED = "new", "repeated"


class CountedUpdates(Meters):
    """Remembers how often updates counted as new and as repeated."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def count_received(self, kind: str) -> None:
        assert kind == "message"
        self.counts[NEW] += 1

    def count_repeated(self, kind: str) -> None:
        assert kind == "message"
        self.counts[REPEATED] += 1


@pytest.fixture
def counted() -> CountedUpdates:
    return CountedUpdates()


def intake_of(redis: Redis, counted: CountedUpdates) -> UpdateIntake:
    inbox = Inbox(redis)
    return UpdateIntake(inbox.append_update, inbox.dead_letter_unreadable, meters=counted)


async def test_an_update_that_is_sent_again_counts_as_repeated(redis: Redis, counted: CountedUpdates) -> None:
    intake = intake_of(redis, counted)
    for _ in range(3):
        assert await intake.take_update(UPDATE) == 7
    assert counted.counts == Counter({NEW: 1, REPEATED: 2})


@pytest.mark.parametrize("lost", [1, 3, 100])
@pytest.mark.parametrize("posts", [1, 2])
async def test_an_update_whose_reply_was_lost_counts_once_it_comes_again(
    redis: Redis, counted: CountedUpdates, posts: int, lost: int
) -> None:
    """Telegram was told that it is not stored, and it is."""
    intake = intake_of(redis, counted)
    for _ in range(lost):
        with lost_replies(redis, again=False), pytest.raises(RedisError):
            await intake.take_update(UPDATE)
        assert counted.counts == Counter()
    for _ in range(posts):
        await intake.take_update(UPDATE)
    assert counted.counts == Counter({NEW: 1}) + Counter({REPEATED: posts - 1})
    assert len(await read_new_entries(Inbox(redis))) == 1


async def test_of_an_update_that_is_sent_twice_at_once_one_counts_though_replies_are_lost(
    redis: Redis, counted: CountedUpdates
) -> None:
    intake = intake_of(redis, counted)
    with lost_replies(redis, again=False):
        ended = await asyncio.gather(*(intake.take_update(UPDATE) for _ in range(3)), return_exceptions=True)
    assert all(isinstance(one, RedisError) for one in ended)
    await asyncio.gather(*(intake.take_update(UPDATE) for _ in range(3)))
    assert counted.counts == Counter({NEW: 1, REPEATED: 2})


async def test_an_update_that_the_client_had_to_send_twice_is_new(redis: Redis, counted: CountedUpdates) -> None:
    with lost_replies(redis, again=True):
        await intake_of(redis, counted).take_update(UPDATE)
    assert counted.counts == Counter({NEW: 1})
    assert len(await read_new_entries(Inbox(redis))) == 1


async def test_an_update_that_another_process_stored_is_repeated_here(redis: Redis, counted: CountedUpdates) -> None:
    await Inbox(redis).append_update(7, CHAT, UPDATE)
    await intake_of(redis, counted).take_update(UPDATE)
    assert counted.counts == Counter({REPEATED: 1})


async def test_an_update_that_an_earlier_version_stored_is_repeated(redis: Redis, counted: CountedUpdates) -> None:
    """It noted whole seconds."""
    await redis.zadd(keys.received_updates(keys.shard_of(CHAT)), {"7.0": 1_790_000_000})
    await intake_of(redis, counted).take_update(UPDATE)
    assert counted.counts == Counter({REPEATED: 1})
    assert await read_new_entries(Inbox(redis)) == []
