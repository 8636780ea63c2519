"""The status of workers as each reports it, with the counts of moves."""

import time
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.store import keys
from bot.store.scripts import Script

FRESH_SECONDS: Final = 60
"""How long a worker's report counts as current."""
_MOVE_SPAN_SECONDS: Final = 300
_MOVE_SPANS: Final = 12
"""An hour of them."""


class WorkerStatus(Struct, frozen=True):
    """A worker's report."""

    version: str
    since: int
    """When the worker started, in Unix seconds."""
    at: int
    """When it reported, in Unix seconds."""
    memory: int
    """Bytes."""
    held_back: int
    """How often Telegram made it wait in the last hour."""
    number: int = 0
    """Counts the reports of a process."""


class WorkerStatusStore:
    """The reports of all workers, and how many moves they counted.

    Args:
        worker: this one's name.
        clock: Unix seconds.
    """

    _report_script: Final = Script("report_status")

    def __init__(self, client: Redis, worker: str, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._clock: Final = clock
        self._unsaved_moves = 0
        self._reports = 0

    def count_move(self) -> None:
        """Count a move."""
        self._unsaved_moves += 1

    async def save_status(self, status: WorkerStatus) -> None:
        """Write this worker's report and the moves that it has counted since the last one.

        Raises:
            redis.exceptions.RedisError: it may not have been written; then these moves are not counted.
        """
        moves, self._unsaved_moves = self._unsaved_moves, 0
        self._reports += 1
        span = int(self._clock()) // _MOVE_SPAN_SECONDS
        arguments = self._worker, msgspec.json.encode(replace(status, number=self._reports)), span, moves
        spans = await self._report_script(self._client, (keys.worker_status(), keys.move_counts()), arguments)
        if old := [one for one in spans if int(one) <= span - _MOVE_SPANS]:
            await self._client.hdel(keys.move_counts(), *old)

    async def load_statuses(self) -> list[WorkerStatus]:
        """The current reports; those of workers that have ended are deleted."""
        found: Any = await self._client.hgetall(keys.worker_status())
        statuses = {worker: msgspec.json.decode(stored, type=WorkerStatus) for worker, stored in found.items()}
        old = [worker for worker, status in statuses.items() if status.at < self._clock() - FRESH_SECONDS]
        if old:
            await self._client.hdel(keys.worker_status(), *old)
        return [status for worker, status in statuses.items() if worker not in old]

    async def count_moves_last_hour(self) -> int:
        """The moves of the last hour."""
        found: Any = await self._client.hgetall(keys.move_counts())
        since = int(self._clock()) // _MOVE_SPAN_SECONDS - _MOVE_SPANS
        return self._unsaved_moves + sum(int(count) for span, count in found.items() if int(span) > since)
