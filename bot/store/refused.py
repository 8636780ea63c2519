"""Shards that are to be had and cannot be taken: how long that lasts, and a word about it now and then."""

import logging
from collections.abc import Callable
from typing import Final

from bot.store.keyspace import KEYS

log = logging.getLogger(__name__)

_REMIND_SECONDS: Final = 30.0
"""How often it is said that shards which are this worker's share still cannot be taken."""


class RefusedShards:
    """Of one process; ``seconds`` is monotonic."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds: Final = seconds
        self._since: float | None = None
        """Since when, by ``seconds``, shards that are to be had cannot be taken."""
        self._reminded = float("-inf")
        """When that was last said."""

    @property
    def passing(self) -> bool:
        """Whether there are none, or that has not lasted yet."""
        return self._since is None or self._seconds() - self._since < _REMIND_SECONDS

    def note(self, shards: int) -> None:
        """Say now and then that shards which nobody has cannot be taken, and what to do."""
        now = self._seconds()
        if not shards:
            self._since = None
        elif self._since is None:
            # Another may just have been faster.
            self._since = now
        elif now - max(self._since, self._reminded) >= _REMIND_SECONDS:
            self._reminded = now
            log.error(
                "%d shards cannot be taken, and their chats wait: Redis refuses it. See that the keys %s are strings,"
                " and that Redis's user of this bot may write them; it is tried again every second",
                shards,
                KEYS["owner"].pattern,
            )
