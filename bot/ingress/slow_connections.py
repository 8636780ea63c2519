"""Slow connections: closes those on which no request comes, or only a letter of its header at a time.

What a proxy in front of the webhook (`container/proxy`) lets through must not use up the process's descriptors. How
long a body may take is for :mod:`bot.ingress.webhook`.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.workers.shutdown import cancel_tasks

HEADER_SECONDS: Final = 10.0
"""Within how many seconds a new connection has to bring the whole header of a request, as in `container/proxy`."""
IDLE_SECONDS: Final = 180.0
"""How long a connection may rest after a request; longer than proxies keep theirs."""
MOST_UNUSED: Final = 256
"""How many connections may wait for their first request; beyond, the oldest are closed."""
_LOOK_SECONDS: Final = 1.0


class ConnectionGuard:
    """Watches the connections of one server.

    Args:
        most_unused: how many connections may have had no request yet.
    """

    def __init__(self, *, most_unused: int = MOST_UNUSED) -> None:
        self._most_unused: Final = most_unused
        self._since: dict[web.RequestHandler, float] = {}
        """When connections were opened, or answered a request; by the event loop's clock."""
        self._used: Final[set[web.RequestHandler]] = set()
        """Connections that have brought a request."""
        self._busy: Final[Counter[web.RequestHandler]] = Counter()
        """How many requests of a connection are being answered."""

    @web.middleware
    async def note_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Note that a connection has brought a request, and when it is answered."""
        connection = request.protocol
        self._used.add(connection)
        self._busy[connection] += 1
        try:
            return await handler(request)
        finally:
            self._busy[connection] -= 1
            self._since[connection] = asyncio.get_running_loop().time()

    @asynccontextmanager
    async def watch_server(self, runner: web.AppRunner) -> AsyncIterator[None]:
        """Close what is overdue at a server meanwhile, whose requests are noted."""
        watching = asyncio.create_task(self._watch_forever(runner), name="slow connections")
        try:
            yield
        finally:
            await cancel_tasks((watching,))

    async def _watch_forever(self, runner: web.AppRunner) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            connections = [] if runner.server is None else runner.server.connections
            for one in self._find_overdue(connections, asyncio.get_running_loop().time()):
                one.force_close()

    def _find_overdue(self, connections: Sequence[web.RequestHandler], now: float) -> set[web.RequestHandler]:
        """Those to close of the open connections, which are given the oldest first."""
        self._since = {one: self._since.get(one, now) for one in connections}
        self._used.intersection_update(connections)
        for one in [one for one, count in self._busy.items() if not count or one not in self._since]:
            del self._busy[one]
        unused = [one for one in connections if one not in self._used]
        overdue = {
            one
            for one, since in self._since.items()
            if now - since > (IDLE_SECONDS if one in self._used else HEADER_SECONDS)
        }
        return {*unused[: max(0, len(unused) - self._most_unused)], *overdue} - self._busy.keys()
