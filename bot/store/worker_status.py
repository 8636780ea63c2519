"""The status of workers as each reports it, with the counts of moves."""

import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.store import keys

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


class WorkerStatusStore:
    """The reports of all workers, and how many moves they counted.

    Args:
        client: answers in bytes.
        worker: this one's name.
        clock: Unix seconds.
    """

    def __init__(self, client: Redis, worker: str, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._clock: Final = clock
        self._process: Final = secrets.token_hex(4)
        self._moves: Final = Counter[int]()
        """This process's moves by span."""

    @property
    def _span(self) -> int:
        return int(self._clock()) // _MOVE_SPAN_SECONDS

    def count_move(self) -> None:
        """Count a move."""
        self._moves[self._span] += 1

    async def save_status(self, status: WorkerStatus) -> None:
        """Write this worker's report and how many moves it has counted in the last hour.

        Raises:
            redis.exceptions.RedisError: it may not have been written.
        """
        self._forget_old_moves()
        pipe = self._client.pipeline(transaction=False)
        pipe.hset(keys.worker_status(), self._worker, msgspec.json.encode(status).decode())
        if self._moves:
            moves = {f"{span} {self._process}": moves for span, moves in self._moves.items()}
            pipe.hset(keys.move_counts(), mapping=cast("Any", moves))
        pipe.hkeys(keys.move_counts())
        *_, fields = await pipe.execute()
        if old := [one for one in fields if not self._is_recent(_span_of(one))]:
            await self._client.hdel(keys.move_counts(), *old)

    def _forget_old_moves(self) -> None:
        for span in [span for span in self._moves if not self._is_recent(span)]:
            del self._moves[span]

    def _is_recent(self, span: int) -> bool:
        return span > self._span - _MOVE_SPANS

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
        self._forget_old_moves()
        found: Any = await self._client.hgetall(keys.move_counts())
        others = {field: int(count) for field, count in found.items() if not field.endswith(self._process.encode())}
        return self._moves.total() + sum(count for field, count in others.items() if self._is_recent(_span_of(field)))


def _span_of(field: bytes) -> int:
    return int(field.split()[0])
