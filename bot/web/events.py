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


_MOST_WITH_CLOSED: Final = 24
"""How many, with those whose connections have ended since their last pulse."""


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
        self._streams: Final[dict[int, list[Callable[[], bool]]]] = {}
        """By person, of each page whether its connection is still open."""
        self._watchers: Final[Counter[Scope]] = Counter()

    @asynccontextmanager
    async def watch(self, user: int, scope: Scope, is_open: Callable[[], bool]) -> AsyncIterator[None]:
        """Count a page of a person while it is open. Raises TooManyPages.

        A page that was closed is found out at its next pulse; till then it counts less.
        """
        own = self._streams.get(user, [])
        if self._watchers.total() >= self._most_streams or len(own) >= _MOST_WITH_CLOSED:
            raise TooManyPages
        if sum(one() for one in own) >= MOST_STREAMS_EACH:
            raise TooManyPages
        self._streams[user] = [*own, is_open]
        self._watchers[scope] += 1
        self._changed.setdefault(scope, asyncio.Event())
        try:
            yield
        finally:
            self._streams[user].remove(is_open)
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

    def note_change(self, scope: Scope, version: int) -> None:
        """Wake the pages of a table, which is at that version now."""
        if (changed := self._changed.get(scope)) is not None:
            self._versions[scope] = version
            changed.set()
            self._changed[scope] = asyncio.Event()

    def wake_pages(self, chat: int | None = None) -> None:
        """Wake all pages, or those of a chat, to look whether they may go on."""
        for scope in [scope for scope in self._changed if chat in {None, scope.chat}]:
            self.note_change(scope, self._versions.get(scope, 0))

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
        self.wake_pages()

    async def _look(self) -> None:
        if not (scopes := list(self._changed)):
            return
        for scope, version in zip(scopes, await self._load_versions(scopes), strict=True):
            if self._versions.get(scope) != version:
                self.note_change(scope, version)
