"""How workers are, as each of them says now and then; and how much is done at tables, by all of them together."""

import time
from collections.abc import Callable, Collection
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.store import keys

FRESH_SECONDS: Final = 60
"""For how long a worker's word holds."""
_SPAN_SECONDS: Final = 300
_SPANS: Final = 12
"""An hour of them."""


class Vital(Struct, frozen=True):
    """One worker's word."""

    version: str
    since: int
    """When it began, in seconds of the epoch."""
    at: int
    """When it said so."""
    memory: int
    """Bytes."""
    held_back: int
    """How often Telegram wanted it to wait, in the last hour."""


class Alert(Struct, frozen=True):
    """What owners know of one kind of trouble."""

    told: float
    """When they were told last, in seconds of the epoch."""
    lasts: bool
    """Whether they have not heard yet that it is over."""
    known: int = 0
    """How far was looked, where trouble is something that comes and stays."""


class Vitals:
    """Those of all workers.

    Args:
        client: answers in bytes.
        worker: this one's name.
        clock: seconds of the epoch.
    """

    def __init__(self, client: Redis, worker: str, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._clock: Final = clock
        self._moves = 0

    def moved(self) -> None:
        """Count something that was done at a table."""
        self._moves += 1

    async def say(self, vital: Vital) -> None:
        """Write this worker's word, and what it has counted since the last.

        Raises:
            redis.exceptions.RedisError: it is not known whether that was written; what was counted may be counted less.
        """
        moves, self._moves = self._moves, 0
        span = int(self._clock()) // _SPAN_SECONDS
        pipe = self._client.pipeline(transaction=False)
        pipe.hset(keys.VITALS, self._worker, msgspec.json.encode(vital).decode())
        if moves:
            pipe.hincrby(keys.MOVES, str(span), moves)
        pipe.hkeys(keys.MOVES)
        *_, spans = await pipe.execute()
        if old := [one for one in spans if int(one) <= span - _SPANS]:
            await self._client.hdel(keys.MOVES, *old)

    async def all(self) -> list[Vital]:
        """Of the workers that live; those of others are taken away."""
        found: Any = await self._client.hgetall(keys.VITALS)
        said = {worker: msgspec.json.decode(word, type=Vital) for worker, word in found.items()}
        old = [worker for worker, vital in said.items() if vital.at < self._clock() - FRESH_SECONDS]
        if old:
            await self._client.hdel(keys.VITALS, *old)
        return [vital for worker, vital in said.items() if worker not in old]

    async def moves(self) -> int:
        """How much was done at tables in the last hour."""
        found: Any = await self._client.hgetall(keys.MOVES)
        since = int(self._clock()) // _SPAN_SECONDS - _SPANS
        return self._moves + sum(int(count) for span, count in found.items() if int(span) > since)

    async def alerts(self) -> dict[str, Alert]:
        """What owners know, by the kind of trouble."""
        found: Any = await self._client.hgetall(keys.ALERTS)
        return {kind.decode(): msgspec.json.decode(word, type=Alert) for kind, word in found.items()}

    async def note(self, kind: str, alert: Alert) -> None:
        """Write what owners know of a kind of trouble."""
        await self._client.hset(keys.ALERTS, kind, msgspec.json.encode(alert).decode())

    async def menus(self) -> set[int]:
        """The owners whose private chats have a menu of their own."""
        found: Any = await self._client.smembers(keys.MENUS)
        return set(map(int, found))

    async def note_menus(self, owners: Collection[int], former: Collection[int]) -> None:
        """Write whose private chats have one, and whose no longer."""
        if owners:
            await self._client.sadd(keys.MENUS, *map(str, owners))
        if former:
            await self._client.srem(keys.MENUS, *map(str, former))
