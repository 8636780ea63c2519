"""Tells open board pages that their table has changed: what this worker commits at once, all else within a second."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from redis.exceptions import RedisError

from bot.listener import share_of_descriptors
from bot.logs import get_logger
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.web.access import Refused

log = get_logger(__name__)
POLL_SECONDS: Final = 0.5
_FRESH_SECONDS: Final = 10.0
"""How long a read serves; a chat that has moved to a supergroup leaves its version as it was."""
MOST_STREAMS: Final = 2000
"""How many pages a worker has open at once, if it may have enough descriptors; the port's guard does not count them."""
MOST_STREAMS_EACH: Final = 6
"""How many of them may be one person's."""
_MOST_WITH_CLOSED: Final = 24
"""How many, with those whose connections have ended since their last pulse."""


class TooManyPages(Refused):
    """No further page can be opened now."""

    status = HTTPStatus.TOO_MANY_REQUESTS


@dataclass(slots=True)
class _WatchedTable:
    """A table that pages show."""

    changed: asyncio.Event
    """Set when it changes; another one follows."""
    pages: int = 0
    version: int | None = None
    """Which was read last; ``None`` while one is to be read that all pages wait for."""
    looked_at: int | None = None
    """Which Redis said last; another one than was read if the table has moved."""
    cards: bytes | None = None
    """The cards that were seen to be shown for a moment."""
    read: asyncio.Task[LoadedTable] | None = None
    """What was read since the last change, for all pages."""
    read_at: float = 0.0
    """When its reading began, in the loop's seconds."""


class TableWatch:
    """Watches the tables that pages show, and reads each once a change, however many pages show it."""

    def __init__(
        self,
        load_versions: Callable[[Sequence[Scope]], Awaitable[Sequence[tuple[int, bytes | None]]]],
        load_table: Callable[[Scope], Coroutine[None, None, LoadedTable]],
    ) -> None:
        self.is_closing = False
        """Whether the pages are to close, as the process ends."""
        self._load_versions: Final = load_versions
        self._load_table: Final = load_table
        self._watched: Final[dict[Scope, _WatchedTable]] = {}
        self._streams: Final[dict[int, list[Callable[[], bool]]]] = {}
        """By person, of each page whether its connection is still open."""
        self._most_streams: Final = share_of_descriptors(MOST_STREAMS)

    @asynccontextmanager
    async def watch(self, user: int, scope: Scope, is_open: Callable[[], bool]) -> AsyncIterator[None]:
        """Count a page of a person while it is open. Raises TooManyPages.

        A page that was closed is found out at its next pulse; till then it counts less.
        """
        own = self._streams.get(user, [])
        if sum(map(len, self._streams.values())) >= self._most_streams or len(own) >= _MOST_WITH_CLOSED:
            raise TooManyPages("crowded")
        if sum(one() for one in own) >= MOST_STREAMS_EACH:
            raise TooManyPages("crowded")
        watched = self._watched.setdefault(scope, _WatchedTable(asyncio.Event()))
        watched.read = None  # as another worker may have played since it was read
        self._streams[user] = own
        own.append(is_open)
        watched.pages += 1
        try:
            yield
        finally:
            own.remove(is_open)
            if not own:
                del self._streams[user]
            watched.pages -= 1
            if not watched.pages:
                del self._watched[scope]

    def next_change(self, scope: Scope) -> asyncio.Event:
        """What is set at the next change of a watched table; to be taken before the table is read."""
        return self._watched[scope].changed

    async def load_table(self, scope: Scope) -> LoadedTable:
        """A watched table as it is since its last change. Raises RedisError."""
        watched = self._watched[scope]
        now = asyncio.get_running_loop().time()
        if watched.read is None or now - watched.read_at >= _FRESH_SECONDS:
            watched.read_at = now
            watched.read = asyncio.create_task(self._read_table(scope, watched))
            # If all pages close meanwhile, nobody is left whom a failure concerns.
            watched.read.add_done_callback(lambda read: read.cancelled() or read.exception())
        # A page that closes does not take it from the others.
        return await asyncio.shield(watched.read)

    async def _read_table(self, scope: Scope, watched: _WatchedTable) -> LoadedTable:
        try:
            loaded = await self._load_table(scope)
        except BaseException:
            watched.read = None
            raise
        if watched.version not in {None, loaded.version}:
            # Found by a page that opened, or by its pulse, before this worker looked: the others are to be told, too.
            self._wake(watched)
        watched.version = loaded.version
        return loaded

    def note_change(self, scope: Scope) -> None:
        """Wake the pages of a table."""
        if (watched := self._watched.get(scope)) is not None:
            watched.read = watched.version = None
            self._wake(watched)

    @staticmethod
    def _wake(watched: _WatchedTable) -> None:
        watched.changed.set()
        watched.changed = asyncio.Event()

    def wake_pages(self, chat: int | None = None) -> None:
        """Wake all pages, or those of a chat, to look whether they may go on."""
        for scope in self._watched:
            if chat in {None, scope.chat}:
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
        self.wake_pages()

    async def _look(self) -> None:
        if not (watched := dict(self._watched)):
            return
        found = await self._load_versions(list(watched))
        for (scope, table), (version, cards) in zip(watched.items(), found, strict=True):
            # Where none are shown any more, the pages know it.
            if version not in {table.looked_at, table.version} or cards not in {None, table.cards}:
                self.note_change(scope)
            table.looked_at, table.cards = version, cards
