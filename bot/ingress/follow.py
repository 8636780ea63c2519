"""Following a stream in Redis as one of several workers: what was left, what comes, what the dead had taken."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Final, Protocol, TypeVar

from redis.exceptions import RedisError

log = logging.getLogger(__name__)

E_co = TypeVar("E_co", covariant=True)

_BATCH: Final = 64
_BLOCK_MS: Final = 500
_PAUSE: Final = 1.0
"""Seconds to wait while Redis cannot be reached."""
CLAIM_EVERY: Final = 30.0
"""Seconds between looks at what other workers left behind."""
CLAIM_IDLE_MS: Final = 120_000
"""How long an entry lies with a worker before that one counts as dead. One that is only slow loses nothing: commits
are applied once whoever brings them.
"""


class Source(Protocol[E_co]):
    """A stream read by a group of workers, such as the inbox and the outbox."""

    async def pending(self, consumer: str) -> Sequence[E_co]:
        """What a consumer of this name took and did not finish."""

    async def read(self, consumer: str, count: int, block_ms: int) -> Sequence[E_co]:
        """Take new entries."""

    async def claim(self, consumer: str, min_idle_ms: int) -> Sequence[E_co]:
        """Take over what has lain with any consumer too long, this one included."""


async def follow(source: Source[E_co], consumer: str, stop: asyncio.Event) -> AsyncIterator[E_co]:
    """Entries until told to stop: first what a former process of this name left, then new ones and dead workers'.

    An entry that is slow to finish may come twice; whoever takes them must know what it holds.
    """
    loop = asyncio.get_running_loop()
    started = False
    next_claim = loop.time() + CLAIM_EVERY
    while not stop.is_set():
        try:
            if not started:
                entries = await source.pending(consumer)
                started = True
            elif loop.time() >= next_claim:
                entries = await source.claim(consumer, CLAIM_IDLE_MS)
                next_claim = loop.time() + CLAIM_EVERY
            else:
                entries = await source.read(consumer, _BATCH, _BLOCK_MS)
        except RedisError as error:
            log.warning("Redis cannot be reached, trying again: %s", error)
            await asyncio.sleep(_PAUSE)
            continue
        for entry in entries:
            yield entry
