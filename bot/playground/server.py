"""The playground as one object: wires its parts, opens and closes the server.

It binds to loopback addresses only and answers only requests that name one, so that no page from
elsewhere can reach it through the browser.
"""

import socket
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

from bot.playground.api_error import ApiError
from bot.playground.bot_api.dispatch import BotApiRoutes
from bot.playground.bot_api.faults import FaultQueue
from bot.playground.bot_api.journal import CallJournal
from bot.playground.bot_api.update_methods import UpdateMethods
from bot.playground.bot_api.webhook import WebhookSender
from bot.playground.bot_api.world_bot import WorldBot
from bot.playground.control_api import ControlApi
from bot.playground.http_messages import error_response, is_loopback
from bot.playground.page_api import PageApi
from bot.playground.page_sessions import PageSessions
from bot.playground.server_version import NEWEST, ServerSwitches
from bot.playground.state.chat_membership import GROUP_TITLE
from bot.playground.state.chats import NAMES
from bot.playground.state.files import MAX_UPLOAD_BYTES, FileStore
from bot.playground.state.update_queue import UpdateQueue
from bot.playground.state.world import World
from bot.playground.switch_api import SwitchApi

DEFAULT_TOKEN = "7000000001:playground"  # noqa: S105 - opens nothing but this local stand-in
DEFAULT_USERNAME = "harfiyen_bot"
_FORM_OVERHEAD_BYTES = 1_000_000
_LAST_PORT = 65535
_SHUTDOWN_SECONDS = 1.0


class Playground:
    """A local stand-in for Telegram with a chat page, for one bot and up to four people.

    `server` is the version of the Bot API that it speaks at first. `clock` gives seconds since 1970 and dates
    messages and presses; `webhook_retry` is the first wait, in seconds, before a failed delivery is repeated.
    """

    def __init__(
        self,
        *,
        token: str = DEFAULT_TOKEN,
        bot_username: str = DEFAULT_USERNAME,
        bot_name: str = "Harfiyen",
        people: int = len(NAMES),
        server: str = NEWEST,
        clock: Callable[[], float] = time.time,
        webhook_retry: float = 1.0,
    ) -> None:
        if not 1 <= people <= len(NAMES):
            raise ValueError(f"people must be 1 to {len(NAMES)}, not {people}")
        number = token.partition(":")[0]
        bot = {
            "id": int(number) if number.isdigit() else 1,
            "is_bot": True,
            "first_name": bot_name,
            "username": bot_username,
            "can_join_groups": True,
        }
        self.token = token
        self.faults = FaultQueue()
        self.journal = CallJournal(clock)
        self.files = FileStore()
        # Greater than in any earlier run, so that a bot that remembers old ones takes none for a repeat.
        self.updates = UpdateQueue(int(clock() * 1000))
        self.sessions = PageSessions()
        self.world = World(bot, people, clock, self.updates, self.sessions.send_event)
        self.world.server = ServerSwitches(server)
        self.world.add_group(GROUP_TITLE, tuple(self.world.people))
        self._webhook = WebhookSender(self.updates, clock, retry=webhook_retry)
        methods = UpdateMethods(self.updates, self._webhook)
        self._bot = WorldBot(self.world, self.files, methods, self.faults, self.journal)
        self._runner: web.AppRunner | None = None
        self.url = ""
        """The address of the page, without a slash at the end; empty before the start."""

    @property
    def api_url(self) -> str:
        """What stands before `/bot<token>` and `/file/bot<token>`."""
        return self.url

    async def start(self, host: str = "127.0.0.1", port: int = 8080) -> None:
        """Serve, again too after a stop; port 0 takes a free one.

        Raises:
            ValueError: the host is not a loopback address, or there is no such port.
            OSError: the port is taken.
        """
        if not 0 <= port <= _LAST_PORT:
            raise ValueError(f"a port is a number from 0 to {_LAST_PORT}, not {port}")
        if not is_loopback(host):
            raise ValueError(f"the playground serves this machine only: {host} is not a loopback address")
        app = web.Application(
            middlewares=[_refuse_other_sites], client_max_size=MAX_UPLOAD_BYTES + _FORM_OVERHEAD_BYTES
        )
        for part in (
            BotApiRoutes({self.token: self._bot}),
            PageApi(self.world, self.files, self.sessions),
            SwitchApi(self.world),
            ControlApi(self.world, self.updates, self.faults, self.journal),
        ):
            part.add_routes(app.router)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
        await runner.setup()
        try:
            # Bound by hand: the address family and the port really taken are then known.
            listener = _bind_socket(host, port)
            await web.SockSite(runner, listener).start()
        except OSError:
            await runner.cleanup()
            raise
        self.updates.open_queue()
        self._runner = runner
        name = f"[{host}]" if ":" in host else host
        self.url = f"http://{name}:{listener.getsockname()[1]}"

    async def stop(self) -> None:
        """End every session and delivery and close the server."""
        self.updates.close_queue()
        self.sessions.close_sessions()
        self.world.inline.cancel_waiting()
        await self._webhook.close()
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()


@web.middleware
async def _refuse_other_sites(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse what comes from another site, and word refusals alike everywhere."""
    origin = request.headers.get("Origin")
    elsewhere = origin is not None and urlsplit(origin).netloc != request.host
    if elsewhere or not is_loopback(_hostname(f"//{request.host}")):
        return error_response(ApiError(403, "Forbidden: the playground serves this machine only"))
    try:
        return await handler(request)
    except ApiError as error:
        return error_response(error)


def _hostname(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _bind_socket(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener
