"""The listener: opens and guards every HTTP port of the process, so that strangers cannot exhaust it.

Each port has limits, the same for all of its routes: the number of connections, and the time for a request to arrive.
Encoded bodies are not read. After a refusal the connection is closed, and what still comes on it is not parsed.
"""

import asyncio
import errno
import resource
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, suppress
from functools import partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Final, Literal

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.logs import get_logger
from bot.workers.recent import RecentKeys
from bot.workers.supervisor import RetryLoop, cancel_tasks, keep_running

log = get_logger(__name__)

HEADER_SECONDS: Final = 10.0
"""Seconds in which a new connection must send a whole request header, as in `container/proxy`."""
BODY_SECONDS: Final = 10.0  # seconds for the whole body after the header, as in `container/proxy`
IDLE_SECONDS: Final = 180.0  # how long a connection may be idle after a request; longer than proxies keep theirs
MOST_CONNECTIONS: Final = 512
"""The most connections of a port, or a quarter of the process's descriptors if that is less."""
_LINGER_SECONDS: Final = 1.0  # how long a client that is still sending may read the refusal
_SHUTDOWN_SECONDS: Final = 1.0
_ACCEPT_SECONDS: Final = 1.0
"""How long to wait before the next attempt to accept a connection if descriptors have run out."""
_TELL_SECONDS: Final = 60.0
_BACKLOG: Final = 1024
"""How many connections may wait to be accepted; clients retry dropped ones a second later."""
_AT_ONCE: Final = 16  # how many connections are accepted before other tasks run
PAGE_HEADERS: Final = MappingProxyType(
    {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
    }
)
"""The headers of pages: nothing is loaded from other sites, and no site may frame them."""
_NO_HEADERS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({})
_NOT_ENCODED: Final = frozenset({"", "identity"})

_Phase = Literal["head", "body", "answer", "stream", "rest"]
"""The phase of a connection: no request yet; waiting for a body; being answered; streaming; idle after an answer."""
_SPARED: Final[tuple[frozenset[_Phase], ...]] = (frozenset({"head", "body"}), frozenset({"rest"}))
"""The phases in which a connection is closed to make room for a newer one, in this order."""


@asynccontextmanager
async def open_listener(
    application: web.Application,
    host: str,
    port: int,
    *,
    most_connections: int | None = None,
    headers: Mapping[str, Mapping[str, str]] = _NO_HEADERS,
) -> AsyncIterator[str]:
    """Serve an application at every address of a host; yields ``http://host:port``. Port 0 means a free one.

    The guard precedes the application's own middlewares. ``headers`` are added to successful answers; the keys are
    routes' paths, with variables in braces. Raises OSError.
    """
    guard = _ConnectionGuard(share_of_descriptors(MOST_CONNECTIONS) if most_connections is None else most_connections)
    application.middlewares.insert(0, guard.answer_request)
    application[_GUARD] = guard
    application.on_response_prepare.append(partial(_add_headers, headers))
    runner = web.AppRunner(
        application,
        access_log=None,
        auto_decompress=False,
        keepalive_timeout=IDLE_SECONDS,
        lingering_time=_LINGER_SECONDS,
        shutdown_timeout=_SHUTDOWN_SECONDS,
    )
    async with AsyncExitStack() as stack:
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        sockets = [stack.enter_context(closing(one)) for one in await _bind_sockets(host, port)]
        accepting = [
            asyncio.create_task(keep_running("connections", partial(guard.accept_forever, one, runner)))
            for one in sockets
        ]
        stack.push_async_callback(cancel_tasks, accepting)
        yield f"http://{f'[{host}]' if ':' in host else host}:{sockets[0].getsockname()[1]}"


_GUARD: Final = web.AppKey("guard", object)


def begin_stream(request: web.Request) -> None:
    """Stop counting a request's connection among those that its port may have, as its answer streams on."""
    guard = request.config_dict[_GUARD]
    if isinstance(guard, _ConnectionGuard):
        guard.begin_phase(request.protocol, "stream")


class _ConnectionGuard:
    """Accepts and guards a port's connections; beyond ``most_connections`` it closes the oldest dispensable one."""

    def __init__(self, most_connections: int) -> None:
        self._most_connections: Final = most_connections
        self._phases: Final[dict[web.RequestHandler, _Phase]] = {}
        """The phases of open connections, and of some closed ones; those longest in their phase come first."""
        self._connecting = 0  # accepted connections that have no phase yet
        self._recently_warned: Final = RecentKeys(_TELL_SECONDS)

    async def accept_forever(self, listening: socket.socket, runner: web.AppRunner) -> None:
        """Accept connections without the event loop's own server, which uvloop closes when descriptors run out."""
        loop = asyncio.get_running_loop()
        attempts = RetryLoop("Accepting a connection", (OSError,), longest=_ACCEPT_SECONDS)
        while (server := runner.server) is not None:
            first, _ = await attempts.run_until_success(partial(loop.sock_accept, listening))
            await asyncio.gather(*(self._connect(server, one) for one in (first, *_accept_waiting(listening))))

    async def _connect(self, server: web.Server, accepted: socket.socket) -> None:
        if not self._make_room():
            accepted.close()
            return
        loop = asyncio.get_running_loop()
        self._connecting += 1
        try:
            _, connection = await loop.connect_accepted_socket(server, accepted)
        except OSError:  # the connection was closed meanwhile
            accepted.close()
            return
        finally:
            self._connecting -= 1
        # Its request may have arrived already.
        self._phases.setdefault(connection, "head")
        loop.call_later(HEADER_SECONDS, self._close_without_request, connection)

    @property
    def _is_full(self) -> bool:
        counted = sum(phase != "stream" for phase in self._phases.values())
        return counted + self._connecting >= self._most_connections

    def _make_room(self) -> bool:
        if not self._is_full:
            return True
        for one in [one for one in self._phases if not one.connected]:
            del self._phases[one]
        if not self._is_full:
            return True
        if not self._recently_warned.check_and_note(None):
            log.warning("a port has all the connections that it may have", count=len(self._phases))
        for phases in _SPARED:
            if (oldest := next((one for one, phase in self._phases.items() if phase in phases), None)) is not None:
                self._close(oldest)
                return True
        return False

    def _close_without_request(self, connection: web.RequestHandler) -> None:
        if not connection.connected:
            self._phases.pop(connection, None)
        elif self._phases.get(connection) == "head":
            self._close(connection)

    def _close(self, connection: web.RequestHandler) -> None:
        del self._phases[connection]
        connection.force_close()

    def begin_phase(self, connection: web.RequestHandler, phase: _Phase) -> None:
        self._phases.pop(connection, None)
        self._phases[connection] = phase

    @web.middleware
    async def answer_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request if its body comes in time and unencoded; close the connection after a refusal."""
        connection, body = request.protocol, request.content
        self.begin_phase(connection, "body")
        body.on_eof(partial(self.begin_phase, connection, "answer"))
        try:
            response = await _answer_in_time(request, handler)
            if response.status >= HTTPStatus.BAD_REQUEST or not body.is_eof():
                response.force_close()
        except web.HTTPException as refusal:
            refusal.force_close()
            raise
        else:
            return response
        finally:
            if not body.is_eof():
                # What is left of the request is dropped unparsed.
                connection.close()
            self.begin_phase(connection, "rest")


async def _add_headers(
    headers: Mapping[str, Mapping[str, str]], request: web.Request, response: web.StreamResponse
) -> None:
    resource = request.match_info.route.resource
    if resource is not None and response.status < HTTPStatus.BAD_REQUEST:
        response.headers.update(headers.get(resource.canonical, {}))


async def _answer_in_time(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The handler's response, or a refusal if the body is encoded, or takes too long."""
    codings = ",".join(request.headers.getall("Content-Encoding", ())).split(",")
    if any(coding.strip().lower() not in _NOT_ENCODED for coding in codings):
        return web.Response(status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE, headers={"Accept-Encoding": "identity"})
    if request.content.is_eof():
        return await handler(request)
    try:
        async with asyncio.timeout(BODY_SECONDS) as limit:
            request.content.on_eof(partial(limit.reschedule, None))
            return await handler(request)
    except TimeoutError:
        if not limit.expired():
            raise
        log.warning("the body of a request did not come to its end")
        return web.Response(status=HTTPStatus.REQUEST_TIMEOUT)


def _accept_waiting(listening: socket.socket) -> list[socket.socket]:
    found: list[socket.socket] = []
    with suppress(OSError):  # no more connections, or no descriptors
        while len(found) < _AT_ONCE:
            accepted, _ = listening.accept()
            accepted.setblocking(False)
            found.append(accepted)
    return found


def share_of_descriptors(most: int) -> int:
    """A quarter of what the process may have open, at most ``most``: two ports and streams leave one for all else."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if soft == resource.RLIM_INFINITY else min(most, soft // 4)


async def _bind_sockets(host: str, port: int) -> list[socket.socket]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    missing: OSError | None = None
    sockets: list[socket.socket] = []
    with ExitStack() as undo:
        for family, _, _, _, (name, number, *rest) in dict.fromkeys(found):
            address = (name, sockets[0].getsockname()[1] if sockets else number, *rest)
            try:
                one = undo.enter_context(socket.create_server(address, family=family, backlog=_BACKLOG))
            except OSError as error:
                if error.errno not in {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT}:
                    raise
                missing = error
            else:
                one.setblocking(False)
                sockets.append(one)
        if missing is not None and not sockets:
            raise missing
        undo.pop_all()
    return sockets
