"""What owners are told unasked: each kind of trouble once an hour, and that it is over."""

from datetime import timedelta
from typing import cast

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.handlers.desk.pulse import OUTAGE_SECONDS, Pulse
from bot.handlers.desk.watch import AGAIN_SECONDS, Watch
from bot.outcomes import Gone, Unreachable
from bot.store import keys
from bot.store.keys import Scope
from bot.store.vitals import Vital, Vitals
from bot.telegram.gateway import Gateway
from bot.telegram.tongues import Tongues
from bot.texts import Texts

OWNERS = (9, 10)
START = 1_800_000_000.0


class Guard:
    """A watch, the owners whom it tells, and the time."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.now = START
        self.told: list[str] = []
        self.away = False
        self.silent = False
        self.held_back = 0
        self.vitals = Vitals(redis, "worker", self.clock)
        self.pulse = Pulse(self.probe, lambda: self.held_back, self.clock, self.clock)
        self.watch = self.made()

    def made(self) -> Watch:
        """A watch that knows nothing but what is stored."""
        return Watch(
            owners=OWNERS,
            redis=self.redis,
            vitals=self.vitals,
            pulse=self.pulse,
            gateway=cast("Gateway", self),
            tongues=cast("Tongues", self),
            texts=Texts(),
            default_language="en",
            clock=self.clock,
            seconds=self.clock,
        )

    def clock(self) -> float:
        return self.now

    async def probe(self) -> None:
        if self.silent:
            raise Unreachable("no route")

    async def text(self, scope: Scope, text: str) -> int:
        if scope.chat == OWNERS[1]:
            raise Gone("bot was blocked by the user")
        if self.silent:
            raise Unreachable("no route")
        assert scope == Scope(OWNERS[0])
        self.told.append(text)
        return 1

    async def of(self, _: int) -> str:
        """An owner's language, in place of :class:`Tongues`."""
        if self.away:
            raise RedisError
        return "en"

    async def looked(self, after: float = 60.0) -> list[str]:
        """What owners are told at the next look."""
        self.now += after
        before = len(self.told)
        await self.watch.look()
        return self.told[before:]


async def letter(redis: Redis, shard: int, at: float) -> None:
    await redis.xadd(keys.dead(shard), {"reason": "secret"}, id=f"{int(at * 1000)}-0")


@pytest.mark.cluster_too
async def test_dead_letters_are_told_once_an_hour_and_each_once(redis: Redis) -> None:
    guard = Guard(redis)
    assert await guard.looked() == []
    await letter(redis, 3, guard.now)
    await letter(redis, 4, guard.now)
    (told,) = await guard.looked()
    assert "2 updates" in told
    assert "secret" not in told
    await letter(redis, 3, guard.now)
    assert await guard.looked() == []
    guard.watch = guard.made()
    assert await guard.looked() == [], "another process told it again"
    (told,) = await guard.looked(AGAIN_SECONDS)
    assert "1 update " in told
    assert await guard.looked(AGAIN_SECONDS) == []


@pytest.mark.parametrize("queue", ["inbox", "outbox"])
async def test_a_queue_that_ages_is_told_and_that_it_is_well_again(redis: Redis, queue: str) -> None:
    guard = Guard(redis)
    stream = getattr(keys, queue)(5)
    seconds, _ = await redis.time()
    await redis.xadd(stream, {"x": 1}, id=f"{(seconds - 200) * 1000}-0")
    assert await guard.looked() == []
    await redis.delete(stream)
    await redis.xadd(stream, {"x": 1}, id=f"{(seconds - 400) * 1000}-0")
    (told,) = await guard.looked()
    assert "1, the oldest for 6 min" in told
    assert await guard.looked() == []
    await redis.delete(stream)
    (well,) = await guard.looked()
    assert well.startswith("✅")
    assert await guard.looked() == []
    await redis.xadd(stream, {"x": 1}, id=f"{(seconds - 400) * 1000}-0")
    assert await guard.looked() == [], "what comes and goes is told once an hour"
    assert len(await guard.looked(AGAIN_SECONDS)) == 1


async def test_redis_that_is_away_is_told_by_whoever_was_in_charge(redis: Redis) -> None:
    guard = Guard(redis)
    assert await guard.looked() == []
    guard.away = True
    await guard.watch.away()
    guard.now += 20
    await guard.watch.away()
    assert guard.told == []
    guard.now += 20
    await guard.watch.away()
    await guard.watch.away()
    assert len(guard.told) == 1
    guard.away = False
    (well,) = await guard.looked(20)
    assert "1 min" in well
    assert await guard.looked() == []


async def test_that_telegram_was_silent_is_told_once_it_answers(redis: Redis) -> None:
    guard = Guard(redis)
    for silent, told in ((OUTAGE_SECONDS / 2, 0), (OUTAGE_SECONDS * 3, 1)):
        guard.silent = True
        with pytest.raises(Unreachable):
            await guard.pulse.alive()
        guard.now += silent
        guard.silent = False
        await guard.pulse.alive()
        assert len(await guard.looked()) == told
        assert await guard.looked() == []


async def test_what_cannot_be_told_is_told_later(redis: Redis) -> None:
    guard = Guard(redis)
    await letter(redis, 3, guard.now)
    guard.silent = True
    assert await guard.looked() == []
    guard.silent = False
    assert len(await guard.looked()) == 1


async def test_workers_say_how_they_are_for_a_minute(redis: Redis) -> None:
    guard = Guard(redis)
    other = Vitals(redis, "other", guard.clock)
    await guard.vitals.say(guard.pulse.vital())
    await other.say(Vital("1", 1, int(guard.now), 5, 250))
    assert len(await guard.vitals.all()) == 2
    (told,) = await guard.looked(1)
    assert "250 times" in told
    guard.now += 70
    await guard.vitals.say(guard.pulse.vital())
    assert len(await guard.vitals.all()) == 1


async def test_moves_are_counted_for_an_hour_by_all_workers(redis: Redis) -> None:
    guard = Guard(redis)
    other = Vitals(redis, "other", guard.clock)
    vital = guard.pulse.vital()
    for _ in range(3):
        guard.vitals.moved()
    other.moved()
    assert await guard.vitals.moves() == 3
    await guard.vitals.say(vital)
    await other.say(vital)
    assert await guard.vitals.moves() == 4
    guard.now += timedelta(minutes=50).total_seconds()
    guard.vitals.moved()
    await guard.vitals.say(vital)
    assert await guard.vitals.moves() == 5
    guard.now += timedelta(minutes=20).total_seconds()
    await guard.vitals.say(vital)
    assert await guard.vitals.moves() == 1
    assert await redis.hlen(keys.MOVES) == 1


async def test_only_what_was_held_back_lately_counts(redis: Redis) -> None:
    guard = Guard(redis)
    guard.held_back = 4
    assert guard.pulse.vital().held_back == 4
    guard.now += 3700
    guard.held_back = 5
    assert guard.pulse.vital().held_back == 1
    guard.now += 3700
    assert guard.pulse.vital().held_back == 0
