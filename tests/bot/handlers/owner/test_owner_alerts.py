"""What owners are told unasked: each kind of trouble once an hour, and that it is over."""

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import cast
from unittest.mock import AsyncMock, Mock

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.call_errors import ApiUnreachable, ChatUnreachable, PollingConflict
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.owner.alerts import OUTAGE_SECONDS, REPEAT_SECONDS, OwnerAlerts, OwnerServices, WorkerHealth
from bot.handlers.owner.restrictions import BanCache
from bot.ingress.polling import UpdateReception
from bot.runtime import Runtime
from bot.store import keys
from bot.store.chats import ChatDirectory
from bot.store.client import check_storable
from bot.store.heartbeat import WorkerStatus, WorkerStatusStore
from bot.store.keys import Scope
from bot.store.people import Ban, Bans, OwnerAlertStore
from bot.telegram.gateway import Gateway
from bot.telegram.publish_profile import WANTED_SETTINGS
from bot.texts import Texts
from bot.wording.speaker import Speaker
from tests.support.redis_faults import refuse_writes

OWNERS = (9, 10)
START = 1_800_000_000.0


class AlertsUnderTest:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.now = START
        self.told: list[str] = []
        self.silent = False
        self.held_back = 0
        self.vitals = WorkerStatusStore(redis, "worker", self.clock)
        self.reception = UpdateReception(self.clock)
        self.pulse = WorkerHealth(self.probe, lambda: self.held_back, self.reception, self.clock, self.clock)
        self.services = OwnerServices(
            owners=frozenset(OWNERS),
            redis=redis,
            directory=ChatDirectory(redis, self.clock),
            worker_status=self.vitals,
            gateway=cast("Gateway", self),
            replies=Mock(),
            speaker_of=self.speaker_of,
            runtime=Runtime(
                clock=lambda: datetime.fromtimestamp(self.now, UTC), monotonic=self.clock, wait_for_next_poll=self._wait
            ),
        )
        self.watch = self.new_alerts()
        self.end = START
        self.access = OwnerAccess(
            self.services,
            handlers=Mock(),
            bans=BanCache(Bans(redis), frozenset()),
            health=self.pulse,
            alerts=self.watch,
            broadcaster=AsyncMock(start_if_due=Mock(), is_sending_here=True),
            check_storable=partial(check_storable, redis),
        )

    def new_alerts(self) -> OwnerAlerts:
        return OwnerAlerts(self.services, self.pulse, OwnerAlertStore(self.redis))

    def clock(self) -> float:
        return self.now

    async def probe(self) -> None:
        if self.silent:
            raise ApiUnreachable("no route")

    async def send_text(self, scope: Scope, text: str) -> int:
        if scope.chat == OWNERS[1]:
            raise ChatUnreachable("bot was blocked by the user")
        if self.silent:
            raise ApiUnreachable("no route")
        assert scope == Scope(OWNERS[0])
        self.told.append(text)
        return 1

    async def speaker_of(self, _: int) -> Speaker:
        return Speaker(Texts(), "en")

    async def run_checks(self, seconds: float) -> list[str]:
        """What owners are told in so many seconds, by the process in charge of them."""
        before, self.end = len(self.told), self.now + seconds
        await self.access.run_checks(asyncio.Event())
        return self.told[before:]

    async def _wait(self, stop: asyncio.Event, seconds: float) -> None:
        self.now += seconds
        if self.now >= self.end:
            stop.set()

    async def alerts_at_next_poll(self, after: float = 60.0) -> list[str]:
        self.now += after
        before = len(self.told)
        await self.watch.check_alerts()
        return self.told[before:]


async def add_dead_letter(redis: Redis, shard: int, at: float) -> None:
    await redis.xadd(keys.dead_letters(shard), {"reason": "secret"}, id=f"{int(at * 1000)}-0")


async def test_what_the_bot_set_of_its_account_is_told_by_name(redis: Redis) -> None:
    guard = AlertsUnderTest(redis)
    await guard.watch.report_account_settings(tuple(WANTED_SETTINGS))
    (told,) = guard.told
    assert "inline mode is on, Telegram reports chosen inline results, groups can add me" in told
    assert "@BotFather" in told


async def test_dead_letters_are_told_once_an_hour_and_each_once(redis: Redis) -> None:
    guard = AlertsUnderTest(redis)
    assert await guard.alerts_at_next_poll() == []
    await add_dead_letter(redis, 3, guard.now)
    await add_dead_letter(redis, 4, guard.now)
    (told,) = await guard.alerts_at_next_poll()
    assert "2 updates" in told
    assert "secret" not in told
    await add_dead_letter(redis, 3, guard.now)
    assert await guard.alerts_at_next_poll() == []
    guard.watch = guard.new_alerts()
    assert await guard.alerts_at_next_poll() == [], "another process told it again"
    (told,) = await guard.alerts_at_next_poll(REPEAT_SECONDS)
    assert "1 update " in told
    assert await guard.alerts_at_next_poll(REPEAT_SECONDS) == []


@pytest.mark.parametrize("queue", ["inbox", "outbox"])
async def test_a_queue_that_ages_is_told_and_that_it_is_well_again(redis: Redis, queue: str) -> None:
    guard = AlertsUnderTest(redis)
    stream = getattr(keys, queue)(5)
    seconds, _ = await redis.time()
    await redis.xadd(stream, {"x": 1}, id=f"{(seconds - 200) * 1000}-0")
    assert await guard.alerts_at_next_poll() == []
    await redis.delete(stream)
    await redis.xadd(stream, {"x": 1}, id=f"{(seconds - 400) * 1000}-0")
    (told,) = await guard.alerts_at_next_poll()
    assert "1, the oldest for 6 min" in told
    assert await guard.alerts_at_next_poll() == []
    await redis.delete(stream)
    (well,) = await guard.alerts_at_next_poll()
    assert well.startswith("✅")
    assert await guard.alerts_at_next_poll() == []
    await redis.xadd(stream, {"x": 1}, id=f"{(seconds - 400) * 1000}-0")
    assert await guard.alerts_at_next_poll() == [], "what comes and goes is told once an hour"
    assert len(await guard.alerts_at_next_poll(REPEAT_SECONDS)) == 1


async def test_redis_that_is_away_is_told_by_whoever_was_in_charge(redis: Redis) -> None:
    guard = AlertsUnderTest(redis)
    away = RedisError("no route")
    await guard.watch.report_redis_outage(away)
    guard.now += 20
    await guard.watch.report_redis_outage(away)
    assert guard.told == []
    guard.now += 20
    await guard.watch.report_redis_outage(away)
    await guard.watch.report_redis_outage(away)
    assert len(guard.told) == 1
    (well,) = await guard.run_checks(30)
    assert "Redis" in well
    assert "40 s" in well


async def test_owners_are_told_once_after_half_a_minute_that_redis_refuses_to_store(redis: Redis) -> None:
    guard = AlertsUnderTest(redis)
    assert await guard.run_checks(60) == []
    async with refuse_writes(redis, "MISCONF"):
        assert await guard.run_checks(30) == []
        (told,) = await guard.run_checks(2)
        assert told.startswith("⚠️ Redis refuses to store anything")
        assert await guard.run_checks(270) == []
    (well,) = await guard.run_checks(60)
    assert well.startswith("✅ Redis is working again, after 5 min")


async def test_owners_are_told_that_updates_cannot_come_in_while_telegram_answers(redis: Redis) -> None:
    guard = AlertsUnderTest(redis)
    guard.reception.note_poll_error(PollingConflict("Conflict: terminated by other getUpdates request"))
    assert await guard.run_checks(30) == []
    (told,) = await guard.run_checks(10)
    assert "<code>Conflict: terminated by other getUpdates request</code>" in told
    assert await guard.run_checks(110) == []
    guard.reception.note_polled()
    (well,) = await guard.run_checks(10)
    assert "after 2 min" in well
    assert await guard.run_checks(60) == []


async def test_that_telegram_was_silent_is_told_once_it_answers(redis: Redis) -> None:
    guard = AlertsUnderTest(redis)
    for silent, told in ((OUTAGE_SECONDS / 2, 0), (OUTAGE_SECONDS * 3, 1)):
        guard.silent = True
        with pytest.raises(ApiUnreachable):
            await guard.pulse.check_telegram()
        guard.now += silent
        guard.silent = False
        await guard.pulse.check_telegram()
        assert len(await guard.alerts_at_next_poll()) == told
        assert await guard.alerts_at_next_poll() == []


async def test_what_cannot_be_told_is_told_later(redis: Redis) -> None:
    guard = AlertsUnderTest(redis)
    await add_dead_letter(redis, 3, guard.now)
    guard.silent = True
    assert await guard.alerts_at_next_poll() == []
    guard.silent = False
    assert len(await guard.alerts_at_next_poll()) == 1


async def test_workers_say_how_they_are_for_a_minute(redis: Redis) -> None:
    guard = AlertsUnderTest(redis)
    other = WorkerStatusStore(redis, "other", guard.clock)
    await guard.vitals.save_status(guard.pulse.worker_status())
    await other.save_status(WorkerStatus("1", 1, int(guard.now), 5, 250))
    assert len(await guard.vitals.load_statuses()) == 2
    (told,) = await guard.alerts_at_next_poll(1)
    assert "250 times" in told
    guard.now += 70
    await guard.vitals.save_status(guard.pulse.worker_status())
    assert len(await guard.vitals.load_statuses()) == 1


async def test_an_older_reply_about_bans_does_not_undo_a_newer_one(redis: Redis) -> None:
    store, waits = Bans(redis), asyncio.Event()
    load = store.load_bans

    async def load_slowly() -> dict[int, Ban]:
        found = await load()
        if not found:
            await waits.wait()
        return found

    cache = BanCache(Mock(wraps=store, load_bans=load_slowly), frozenset())
    older = asyncio.ensure_future(cache.reload_bans())
    await asyncio.sleep(0)
    while not await redis.ping():
        pass
    assert await cache.add_ban(Ban(7, 1, 1))
    waits.set()
    await older
    assert set(cache.banned_ids) == {7}
