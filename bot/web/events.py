"""Tells open board pages that their table has changed: what this worker commits at once, all else within a second."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from redis.exceptions import RedisError

from bot.listener import share_of_descriptors
from bot.logs import get_logger
from bot.store.keys import Scope

log = get_logger(__name__)
POLL_SECONDS: Final = 0.5
MOST_STREAMS: Final = 2000
"""How many pages a worker has open at once, if it may have enough descriptors; the port's guard does not count them."""
MOST_STREAMS_EACH: Final = 6
"""How many of them may be one person's."""


class TooManyPages(Exception):
    """No further page can be opened now."""


class TableWatch:
    """Watches the tables that pages show; each table once, however many pages show it."""

    def __init__(self, load_versions: Callable[[Sequence[Scope]], Awaitable[Sequence[int]]]) -> None:
        self.is_closing = False
        """Whether the pages are to close, as the process ends."""
        self._load_versions: Final = load_versions
        self._most_streams: Final = share_of_descriptors(MOST_STREAMS)
        self._changed: Final[dict[Scope, asyncio.Event]] = {}
        self._versions: Final[dict[Scope, int]] = {}
        self._streams: Final[Counter[int]] = Counter()
        self._watchers: Final[Counter[Scope]] = Counter()

    @asynccontextmanager
    async def watch(self, user: int, scope: Scope) -> AsyncIterator[None]:
        """Count an open page of a person while it is open. Raises TooManyPages."""
        if self._streams.total() >= self._most_streams or self._streams[user] >= MOST_STREAMS_EACH:
            raise TooManyPages
        self._streams[user] += 1
        self._watchers[scope] += 1
        self._changed.setdefault(scope, asyncio.Event())
        try:
            yield
        finally:
            self._streams[user] -= 1
            if not self._streams[user]:
                del self._streams[user]
            self._watchers[scope] -= 1
            if not self._watchers[scope]:
                del self._watchers[scope]
                del self._changed[scope]
                self._versions.pop(scope, None)

    def next_change(self, scope: Scope) -> asyncio.Event:
        """What is set when a watched table may have changed from now on."""
        return self._changed[scope]

    def note_change(self, scope: Scope) -> None:
        """Wake the pages of a table."""
        if (changed := self._changed.get(scope)) is not None:
            changed.set()
            self._changed[scope] = asyncio.Event()

    def wake_all(self) -> None:
        """Wake all pages, to look whether they may go on."""
        for scope in tuple(self._changed):
            self.note_change(scope)

    async def run(self, stop: asyncio.Event) -> None:
        """Look for what other workers commit, until told to stop."""
        while not stop.is_set():
            try:
                await self._look()
            except RedisError as error:
                log.warning("open boards wait for Redis", error=error)
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), POLL_SECONDS)
        self.is_closing = True
        self.wake_all()

    async def _look(self) -> None:
        if not (scopes := list(self._changed)):
            return
        for scope, version in zip(scopes, await self._load_versions(scopes), strict=True):
            if scope in self._changed and self._versions.get(scope) != version:
                self._versions[scope] = version
                self.note_change(scope)
