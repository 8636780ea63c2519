"""Alerts to owners: each kind of trouble once an hour at most, and its end."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.call_errors import CallFailed
from bot.handlers.owner.status import WorkerHealth
from bot.logs.logger import get_logger
from bot.store import keys
from bot.store.client import describe_refusal
from bot.store.housekeeping import QueueSize, measure_queues
from bot.store.keys import SHARDS
from bot.store.people import OwnerAlert, OwnerAlertStore
from bot.store.scope import Scope
from bot.store.worker_status import WorkerStatusStore
from bot.telegram.api.gateway import Gateway
from bot.wording.speaker import Speaker

log = get_logger(__name__)

REPEAT_SECONDS: Final = 3600.0
"""Seconds between alerts of the same kind, at least."""
_MAX_QUEUE_AGE_SECONDS: Final = 300
"""Seconds that the oldest entry of a queue may wait."""
_MAX_QUEUE_LENGTH: Final = 1000
_OUTAGE_SECONDS: Final = 30.0
"""Seconds that Redis may store nothing, or that updates may not come in."""
_RETRY_SECONDS: Final = 30.0
"""Seconds until an alert that reached nobody is tried again."""
_MAX_THROTTLED: Final = 200
"""How often an hour Telegram may throttle."""
_MAX_DEAD_LETTERS: Final = 101
_NEVER: Final = OwnerAlert(0, lasts=False)
"""Of a kind of trouble that owners were never told of."""

AlertText = Callable[[Speaker], str]
"""Words an alert in an owner's language."""


@dataclass(slots=True)
class _Outage:
    """An outage of which this process alone keeps what owners know: Redis may be what is out."""

    began_at: float | None = None
    next_alert_at: float = float("-inf")
    is_told: bool = False


class OwnerAlerts:
    """Alerts owners, if this process owns the shard of the owners' data.

    Args:
        owners: who is alerted.
        health: whether Telegram answers this process, and updates come in.
        speaker_of: an owner's language, also while Redis is down.
        clock: Unix seconds.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        *,
        owners: Collection[int],
        redis: Redis,
        worker_status: WorkerStatusStore,
        store: OwnerAlertStore,
        health: WorkerHealth,
        gateway: Gateway,
        speaker_of: Callable[[int], Awaitable[Speaker]],
        clock: Callable[[], float],
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._owners: Final = owners
        self._redis: Final = redis
        self._worker_status: Final = worker_status
        self._store: Final = store
        self._health: Final = health
        self._gateway: Final = gateway
        self._speaker_of: Final = speaker_of
        self._clock: Final = clock
        self._seconds: Final = seconds
        self._redis_outage: Final = _Outage()
        self._update_outage: Final = _Outage()

    async def check_alerts(self) -> None:
        """Check once.

        Raises:
            redis.exceptions.RedisError: Redis is down; see :meth:`report_redis_outage`.
        """
        known = await self._store.load_owner_alerts()
        waiting = await measure_queues(self._redis)
        throttled = sum(one.held_back for one in await self._worker_status.load_statuses())
        for kind, key, queue in (
            ("inbox", "desk-alert-inbox", waiting.inbox),
            ("outbox", "desk-alert-outbox", waiting.outbox),
        ):
            await self._report_lasting_trouble(
                kind, known.get(kind, _NEVER), _is_queue_late(queue), partial(_word_late_queue, key, queue)
            )
        await self._report_lasting_trouble(
            "limits",
            known.get("limits", _NEVER),
            throttled > _MAX_THROTTLED,
            lambda speaker: speaker.html("desk-alert-limits", count=throttled),
        )
        await self._report_dead_letters(known.get("dead", _NEVER), waiting.dead_letters)
        await self._report_telegram_outage(known.get("telegram", _NEVER))

    async def report_redis_outage(self, error: RedisError) -> None:
        """Note that Redis did not store or answer something; owners are alerted if that lasts."""
        reason = describe_refusal(error)
        await self._report_outage(
            self._redis_outage,
            lambda speaker: (
                speaker.html("desk-alert-redis-refuses", reason=reason) if reason else speaker.html("desk-alert-redis")
            ),
        )

    async def report_outages(self) -> None:
        """Note that Redis stores updates, and whether they come in; owners are told what lasts, and its end."""
        await self._report_end(self._redis_outage, "desk-well-redis")
        reason = self._health.update_obstacle
        if reason:
            await self._report_outage(
                self._update_outage, lambda speaker: speaker.html("desk-alert-updates", reason=reason)
            )
        else:
            await self._report_end(self._update_outage, "desk-well-updates")

    async def _report_outage(self, outage: _Outage, text: AlertText) -> None:
        now = self._seconds()
        if outage.began_at is None:
            outage.began_at = now
        if now - outage.began_at < _OUTAGE_SECONDS or now < outage.next_alert_at:
            return
        is_told = await self._tell_owners(text)
        outage.next_alert_at = now + (REPEAT_SECONDS if is_told else _RETRY_SECONDS)
        outage.is_told |= is_told

    async def _report_end(self, outage: _Outage, key: str) -> None:
        began_at, is_told = outage.began_at, outage.is_told
        outage.began_at, outage.is_told = None, False
        if is_told and began_at is not None:
            lasted = int(self._seconds() - began_at)
            await self._tell_owners(lambda speaker: speaker.html(key, time=speaker.duration(lasted)))

    async def _report_lasting_trouble(
        self,
        kind: str,
        before: OwnerAlert,
        is_wrong: bool,  # noqa: FBT001 - a finding
        text: AlertText,
    ) -> None:
        now = self._clock()
        if is_wrong and now - before.told >= REPEAT_SECONDS:
            if await self._tell_owners(text):
                await self._store.save_owner_alert(kind, OwnerAlert(now, lasts=True))
        elif (
            not is_wrong
            and before.lasts
            and await self._tell_owners(
                lambda speaker: speaker.html("desk-well", what=speaker.plain(f"desk-trouble-{kind}"))
            )
        ):
            await self._store.save_owner_alert(kind, OwnerAlert(before.told, lasts=False))

    async def _report_dead_letters(self, before: OwnerAlert, dead: QueueSize) -> None:
        now = self._clock()
        if not dead.length or now - before.told < REPEAT_SECONDS:
            return
        count, newest = await self._count_dead_letters_after(before.known)
        if count and await self._tell_owners(lambda speaker: speaker.html("desk-alert-dead", count=count)):
            await self._store.save_owner_alert("dead", OwnerAlert(now, lasts=False, known=newest))

    async def _count_dead_letters_after(self, milliseconds: int) -> tuple[int, int]:
        pipe = self._redis.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.xrange(keys.dead_letters(shard), min=f"{milliseconds + 1}-0", count=_MAX_DEAD_LETTERS)
        answers: list[list[tuple[bytes, Any]]] = await pipe.execute()
        found = [int(entry.partition(b"-")[0]) for answer in answers for entry, _ in answer]
        return len(found), max(found, default=milliseconds)

    async def _report_telegram_outage(self, before: OwnerAlert) -> None:
        """Report that Telegram did not answer, once it answers again: before that, nobody can be told."""
        silent = self._health.ended_outage_seconds
        if not silent:
            return
        if self._clock() - before.told < REPEAT_SECONDS:
            self._health.mark_outage_reported()
        elif await self._tell_owners(
            lambda speaker: speaker.html("desk-well-telegram", time=speaker.duration(int(silent)))
        ):
            self._health.mark_outage_reported()
            await self._store.save_owner_alert("telegram", OwnerAlert(self._clock(), lasts=False))

    async def _tell_owners(self, text: AlertText) -> bool:
        """Send each owner a text; returns whether it reached any."""
        reached = False
        for owner in sorted(self._owners):
            try:
                await self._gateway.send_text(Scope(owner), text(await self._speaker_of(owner)))
            except CallFailed as error:
                log.warning("an owner could not be alerted", owner=owner, error=error.message)
            else:
                reached = True
        return reached


def _is_queue_late(queue: QueueSize) -> bool:
    return queue.length > _MAX_QUEUE_LENGTH or queue.oldest_wait.total_seconds() > _MAX_QUEUE_AGE_SECONDS


def _word_late_queue(key: str, queue: QueueSize, speaker: Speaker) -> str:
    return speaker.html(key, count=queue.length, time=speaker.duration(queue.oldest_wait_seconds))
