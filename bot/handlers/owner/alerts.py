"""This process's health, ``/status``, and the alerts that tell owners of a trouble once an hour, and of its end."""

import resource
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.call_errors import CallFailed, RateLimited, TokenRejected
from bot.ingress.polling import UpdateReception
from bot.logs import get_logger
from bot.runtime import Runtime
from bot.store import keys
from bot.store.chats import ChatDirectory
from bot.store.client import describe_refusal
from bot.store.heartbeat import WorkerStatus, WorkerStatusStore
from bot.store.housekeeping import QueueSize, measure_queues
from bot.store.keys import SHARDS, Scope
from bot.store.people import Maintenance, OwnerAlert, OwnerAlertStore
from bot.telegram.gateway import Gateway
from bot.telegram.replies import Replies
from bot.telegram.requests import OwnerCommand
from bot.wording.speaker import Speaker

log = get_logger(__name__)

_MIB: Final = 1024 * 1024
OUTAGE_SECONDS: Final = 60.0  # a shorter silence of Telegram is not reported
_HOUR: Final = 3600.0
_PROC_STATM: Final = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class OwnerServices:
    """The services of the owners' handlers and checks."""

    owners: Collection[int]
    redis: Redis
    directory: ChatDirectory
    worker_status: WorkerStatusStore
    gateway: Gateway
    replies: Replies
    speaker_of: Callable[[int], Awaitable[Speaker]]  # speaks to an owner, even while Redis is down
    runtime: Runtime

    def now(self) -> float:
        """The current Unix time."""
        return self.runtime.clock().timestamp()


class WorkerHealth:
    """The health of this process; ``throttled_count`` counts how often Telegram has limited it since its start."""

    def __init__(
        self,
        ping_telegram: Callable[[], Awaitable[None]],
        throttled_count: Callable[[], int],
        reception: UpdateReception,
        clock: Callable[[], float],
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._ping_telegram: Final = ping_telegram
        self._throttled_count: Final = throttled_count
        self.reception: Final = reception
        self._clock: Final = clock
        self._seconds: Final = seconds
        self._version: Final = version("harfiyen")  # read at the start, as the file cannot always be opened later
        self._started_at: Final = int(clock())
        self._counts: Final[deque[tuple[float, int]]] = deque()
        self._silent_since: float | None = None
        self.ended_outage_seconds = 0.0  # the length of an outage that is over but not reported yet; else 0
        self.is_token_rejected = False  # whether Telegram refused the token at the last call

    @property
    def update_obstacle(self) -> str:
        """Why no updates come in although Telegram answers, in a few words; empty if they do."""
        return self.reception.obstacle if self._silent_since is None else ""

    @property
    def obstacle(self) -> str:
        """Why this process cannot serve players through Telegram, in a few words; empty if it can."""
        if self.is_token_rejected:
            return "Telegram refuses BOT_TOKEN"
        if self._silent_since is not None:
            return "Telegram does not answer"
        return f"updates cannot come in ({self.reception.obstacle})" if self.reception.obstacle else ""

    async def check_telegram(self) -> None:
        """Call Telegram and note whether it answered. Raises what the call raises."""
        try:
            await self._ping_telegram()
        except RateLimited:
            raise
        except CallFailed as error:
            self.is_token_rejected = isinstance(error, TokenRejected)
            if self._silent_since is None:
                self._silent_since = self._seconds()
            raise
        self.is_token_rejected = False
        if self._silent_since is not None:
            silent = self._seconds() - self._silent_since
            self.ended_outage_seconds = max(self.ended_outage_seconds, silent if silent >= OUTAGE_SECONDS else 0.0)
            self._silent_since = None

    def mark_outage_reported(self) -> None:
        """Note that owners were told of the outage."""
        self.ended_outage_seconds = 0.0

    def worker_status(self) -> WorkerStatus:
        """This process's report for ``/status``."""
        return WorkerStatus(
            self._version, self._started_at, int(self._clock()), _memory_bytes(), self._throttled_last_hour()
        )

    def _throttled_last_hour(self) -> int:
        now, count = self._seconds(), self._throttled_count()
        if not self._counts or now - self._counts[-1][0] >= _HOUR / 60:
            self._counts.append((now, count))
        while len(self._counts) > 1 and now - self._counts[1][0] >= _HOUR:
            self._counts.popleft()
        return count - (self._counts[0][1] if now - self._counts[0][0] >= _HOUR else 0)


def _memory_bytes() -> int:
    """This process's memory; its peak if the system does not tell the current size."""
    try:
        return int(_PROC_STATM.read_text("ascii").split()[1]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


class StatusHandlers:
    """Handles ``/status``."""

    def __init__(self, services: OwnerServices, health: WorkerHealth, maintenance: Maintenance) -> None:
        self._redis: Final = services.redis
        self._worker_status: Final = services.worker_status
        self._health: Final = health
        self._directory: Final = services.directory
        self._maintenance: Final = maintenance
        self._replies: Final = services.replies
        self._now: Final = services.now

    async def show_status(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Show the reports of all workers together."""
        await self._directory.save_records()
        await self._worker_status.save_status(self._health.worker_status())
        await self._replies.reply_html(
            request, "\n".join([await self._workers_line(speaker), *await self._storage_lines(speaker)])
        )

    async def _workers_line(self, speaker: Speaker) -> str:
        workers = await self._worker_status.load_statuses()
        now = int(self._now())
        return speaker.html(
            "owner-status-workers",
            version=", ".join(sorted({one.version for one in workers})),
            workers=len(workers),
            uptime=speaker.duration(max(0, now - min(one.since for one in workers))),
            memory=sum(one.memory for one in workers) // _MIB,
            held=sum(one.held_back for one in workers),
        )

    async def _storage_lines(self, speaker: Speaker) -> list[str]:
        chats = await self._directory.list_chats()
        groups = sum(chat < 0 for chat in chats)
        waiting = await measure_queues(self._redis)
        started_at = perf_counter()
        await self._redis.exists(keys.broadcast())
        lines = [
            speaker.html("owner-status-chats", groups=groups, people=len(chats) - groups),
            speaker.html(
                "owner-status-games",
                games=await self._directory.count_running_games(),
                moves=await self._worker_status.count_moves_last_hour(),
            ),
            speaker.html(
                "owner-status-queues",
                inbox=waiting.inbox.length,
                waited=speaker.duration(waiting.inbox.oldest_wait_seconds),
                outbox=waiting.outbox.length,
                kept=speaker.duration(waiting.outbox.oldest_wait_seconds),
            ),
            speaker.html("owner-status-dead", count=waiting.dead_letters.length),
            speaker.html(
                "owner-status-redis",
                milliseconds=round((perf_counter() - started_at) * 1000),
                memory=await self._redis_memory_mib(),
            ),
        ]
        if await self._maintenance.load_maintenance() is not None:
            lines.append(speaker.html("owner-status-closed"))
        return lines

    async def _redis_memory_mib(self) -> int:
        try:
            return int((await self._redis.info("memory"))["used_memory"]) // _MIB
        except (RedisError, LookupError):
            return 0


REPEAT_SECONDS: Final = 3600.0  # the least time between alerts of the same kind
_MAX_QUEUE_AGE_SECONDS: Final = 300
_MAX_QUEUE_LENGTH: Final = 1000
_OUTAGE_SECONDS: Final = 30.0  # how long Redis must fail, or no updates come in, before an alert
_RETRY_SECONDS: Final = 30.0  # how long an alert that reached no owner waits for another try
_MAX_THROTTLED: Final = 200  # how often an hour Telegram must limit the bot before an alert
_MAX_DEAD_LETTERS: Final = 101
_NEVER: Final = OwnerAlert(0, lasts=False)  # a kind of trouble that was never reported
AlertText = Callable[[Speaker], str]
_SETTINGS: Final = {
    "supports_inline_queries": "owner-account-inline",
    "inline_feedback_share_denominator": "owner-account-feedback",
    "can_join_groups": "owner-account-groups",
}
"""The message about the change of each account setting of :data:`bot.telegram.publish_profile.WANTED_SETTINGS`."""


@dataclass(slots=True)
class _Outage:
    """An outage that only this process keeps track of, as Redis may be down."""

    began_at: float | None = None
    next_alert_at: float = float("-inf")
    is_told: bool = False


class OwnerAlerts:
    """Alerts the bot's owners, if this process owns the shard with their data."""

    def __init__(self, services: OwnerServices, health: WorkerHealth, store: OwnerAlertStore) -> None:
        self._owners: Final = services.owners
        self._redis: Final = services.redis
        self._worker_status: Final = services.worker_status
        self._store: Final = store
        self._health: Final = health
        self._gateway: Final = services.gateway
        self._speaker_of: Final = services.speaker_of
        self._now: Final = services.now
        self._seconds: Final = services.runtime.monotonic
        self._redis_outage: Final = _Outage()
        self._update_outage: Final = _Outage()

    async def check_alerts(self) -> None:
        """Check for trouble once. Raises redis.exceptions.RedisError if Redis is down; :meth:`report_redis_outage`."""
        known = await self._store.load_owner_alerts()
        waiting = await measure_queues(self._redis)
        throttled = sum(one.held_back for one in await self._worker_status.load_statuses())
        for kind, key, queue in (
            ("inbox", "owner-alert-inbox", waiting.inbox),
            ("outbox", "owner-alert-outbox", waiting.outbox),
        ):
            await self._report_lasting_trouble(
                kind, known.get(kind, _NEVER), _is_queue_late(queue), partial(_word_late_queue, key, queue)
            )
        await self._report_lasting_trouble(
            "limits",
            known.get("limits", _NEVER),
            throttled > _MAX_THROTTLED,
            lambda speaker: speaker.html("owner-alert-limits", count=throttled),
        )
        await self._report_dead_letters(known.get("dead", _NEVER), waiting.dead_letters)
        await self._report_telegram_outage(known.get("telegram", _NEVER))

    async def report_account_settings(self, names: Collection[str]) -> None:
        """Tell owners which account settings the bot has changed by itself."""

        def text(speaker: Speaker) -> str:
            return speaker.html("owner-account", settings=", ".join(speaker.plain(_SETTINGS[name]) for name in names))

        await self._tell_owners(text)

    async def report_redis_outage(self, error: RedisError) -> None:
        """Note that Redis failed; alert the owners if that lasts."""
        reason = describe_refusal(error)
        await self._report_outage(
            self._redis_outage,
            lambda speaker: (
                speaker.html("owner-alert-redis-refuses", reason=reason)
                if reason
                else speaker.html("owner-alert-redis")
            ),
        )

    async def report_outages(self) -> None:
        """Note that Redis works, and whether updates come in; alert owners to lasting outages, and to their end."""
        await self._report_end(self._redis_outage, "owner-well-redis")
        reason = self._health.update_obstacle
        if reason:
            await self._report_outage(
                self._update_outage, lambda speaker: speaker.html("owner-alert-updates", reason=reason)
            )
        else:
            await self._report_end(self._update_outage, "owner-well-updates")

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
        is_wrong: bool,  # noqa: FBT001 - what the check found
        text: AlertText,
    ) -> None:
        now = self._now()
        if is_wrong and now - before.told >= REPEAT_SECONDS:
            if await self._tell_owners(text):
                await self._store.save_owner_alert(kind, OwnerAlert(now, lasts=True))
        elif (
            not is_wrong
            and before.lasts
            and await self._tell_owners(
                lambda speaker: speaker.html("owner-well", what=speaker.plain(f"owner-trouble-{kind}"))
            )
        ):
            await self._store.save_owner_alert(kind, OwnerAlert(before.told, lasts=False))

    async def _report_dead_letters(self, before: OwnerAlert, dead: QueueSize) -> None:
        now = self._now()
        if not dead.length or now - before.told < REPEAT_SECONDS:
            return
        count, newest = await self._count_dead_letters_after(before.known)
        if count and await self._tell_owners(lambda speaker: speaker.html("owner-alert-dead", count=count)):
            await self._store.save_owner_alert("dead", OwnerAlert(now, lasts=False, known=newest))

    async def _count_dead_letters_after(self, milliseconds: int) -> tuple[int, int]:
        pipe = self._redis.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.xrange(keys.dead_letters(shard), min=f"{milliseconds + 1}-0", count=_MAX_DEAD_LETTERS)
        answers: list[list[tuple[bytes, Any]]] = await pipe.execute()
        found = [int(entry.partition(b"-")[0]) for answer in answers for entry, _ in answer]
        return len(found), max(found, default=milliseconds)

    async def _report_telegram_outage(self, before: OwnerAlert) -> None:
        silent = self._health.ended_outage_seconds
        if not silent:
            return
        if self._now() - before.told < REPEAT_SECONDS:
            self._health.mark_outage_reported()
        elif await self._tell_owners(
            lambda speaker: speaker.html("owner-well-telegram", time=speaker.duration(int(silent)))
        ):
            self._health.mark_outage_reported()
            await self._store.save_owner_alert("telegram", OwnerAlert(self._now(), lasts=False))

    async def _tell_owners(self, text: AlertText) -> bool:
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
