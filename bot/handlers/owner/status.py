"""``/status``: the bot's state in one message; and this process's health, of which it and the alerts tell."""

import resource
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.call_errors import CallFailed, RateLimited, TokenRejected
from bot.ingress.reception import UpdateReception
from bot.store import keys
from bot.store.chats import ChatDirectory
from bot.store.housekeeping import measure_queues
from bot.store.people import Maintenance
from bot.store.worker_status import WorkerStatus, WorkerStatusStore
from bot.telegram.incoming.requests import OwnerCommand
from bot.telegram.replies import Replies
from bot.wording.speaker import Speaker

_MIB: Final = 1024 * 1024
OUTAGE_SECONDS: Final = 60.0
"""Seconds of Telegram's silence from which owners are told of it."""
_HOUR: Final = 3600.0
_PROC_STATM: Final = Path("/proc/self/statm")


class WorkerHealth:
    """The health of this process.

    Args:
        ping_telegram: asks Telegram for an answer and nothing else.
        throttled_count: how often Telegram has throttled this process since its start.
        clock: Unix seconds.
        seconds: a clock that only goes forward.
    """

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
        self._version: Final = version("harfiyen")
        """Read once: it is a file, which cannot always be opened."""
        self._started_at: Final = int(clock())
        self._counts: Final[deque[tuple[float, int]]] = deque()
        self._silent_since: float | None = None
        self.ended_outage_seconds = 0.0
        """The length in seconds of an outage of Telegram that is over; 0 if there is none to report."""
        self.is_token_rejected = False
        """Whether Telegram refused the token when it was asked last."""

    @property
    def update_obstacle(self) -> str:
        """Why updates cannot come in although Telegram answers, in a few words; empty if they can."""
        return self.reception.obstacle if self._silent_since is None else ""

    @property
    def obstacle(self) -> str:
        """Why nobody can play by this process as far as Telegram is concerned, in a few words; empty if people can."""
        if self.is_token_rejected:
            return "Telegram refuses BOT_TOKEN"
        if self._silent_since is not None:
            return "Telegram does not answer"
        return f"updates cannot come in ({self.reception.obstacle})" if self.reception.obstacle else ""

    async def check_telegram(self) -> None:
        """Ping Telegram, and remember whether it answered; raises what the ping raises."""
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
        """Note that the outage was reported."""
        self.ended_outage_seconds = 0.0

    def worker_status(self) -> WorkerStatus:
        """This process's status."""
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
    """The memory of this process in bytes; its peak if the system does not tell the current size."""
    try:
        return int(_PROC_STATM.read_text("ascii").split()[1]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


class StatusHandlers:
    """Handles ``/status``.

    Args:
        maintenance: whether new games may start.
        clock: Unix seconds.
    """

    def __init__(
        self,
        *,
        redis: Redis,
        worker_status: WorkerStatusStore,
        health: WorkerHealth,
        directory: ChatDirectory,
        maintenance: Maintenance,
        answers: Replies,
        clock: Callable[[], float],
    ) -> None:
        self._redis: Final = redis
        self._worker_status: Final = worker_status
        self._health: Final = health
        self._directory: Final = directory
        self._maintenance: Final = maintenance
        self._answers: Final = answers
        self._clock: Final = clock

    async def show_status(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Show the status of all workers together."""
        await self._directory.save_records()
        await self._worker_status.save_status(self._health.worker_status())
        await self._answers.reply_html(
            request, "\n".join([await self._workers_line(speaker), *await self._storage_lines(speaker)])
        )

    async def _workers_line(self, speaker: Speaker) -> str:
        workers = await self._worker_status.load_statuses()
        now = int(self._clock())
        return speaker.html(
            "desk-status-workers",
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
            speaker.html("desk-status-chats", groups=groups, people=len(chats) - groups),
            speaker.html(
                "desk-status-games",
                games=await self._directory.count_running_games(),
                moves=await self._worker_status.count_moves_last_hour(),
            ),
            speaker.html(
                "desk-status-queues",
                inbox=waiting.inbox.length,
                waited=speaker.duration(waiting.inbox.oldest_wait_seconds),
                outbox=waiting.outbox.length,
                kept=speaker.duration(waiting.outbox.oldest_wait_seconds),
            ),
            speaker.html("desk-status-dead", count=waiting.dead_letters.length),
            speaker.html(
                "desk-status-redis",
                milliseconds=round((perf_counter() - started_at) * 1000),
                memory=await self._redis_memory_mib(),
            ),
        ]
        if await self._maintenance.load_maintenance() is not None:
            lines.append(speaker.html("desk-status-closed"))
        return lines

    async def _redis_memory_mib(self) -> int:
        """Redis's memory in MiB; 0 if it does not tell."""
        try:
            return int((await self._redis.info("memory"))["used_memory"]) // _MIB
        except (RedisError, LookupError):
            return 0
