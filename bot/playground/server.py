"""The playground as one object: wires its parts, opens and closes the server.

It binds to loopback addresses only, and answers only requests that name one and that no other site's page has made.
What the bot may do needs a token, which nobody else knows: each playground makes its own.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

from aiohttp import web

from bot.listener import open_listener
from bot.playground.chat_membership import GROUP_TITLE
from bot.playground.chats import NAMES
from bot.playground.dispatch import BotApiRoutes, CallJournal, FaultQueue, error_response, is_loopback
from bot.playground.methods import UpdateMethods, WorldBot
from bot.playground.page_api import ControlApi, PageApi, PageSessions, SwitchApi
from bot.playground.server_version import NEWEST, ApiError, ServerSwitches
from bot.playground.update_queue import UpdateQueue
from bot.playground.webhook import WebhookSender
from bot.playground.world import MAX_UPLOAD_BYTES, FileStore, World

_BOT_ID = 7_000_000_001
_TOKEN_BYTES = 26
DEFAULT_USERNAME = "harfiyen_bot"
_FORM_OVERHEAD_BYTES = 1_000_000
_LAST_PORT = 65535


class Playground:
    """A local stand-in for Telegram with a chat page, for one bot and up to four people.

    `token` is the bot's; by default a new one. `server` is the version of the Bot API that it speaks at first. `clock`
    gives seconds since 1970 and dates messages and presses; `webhook_retry` is the first wait, in seconds, before a
    failed delivery is repeated.
    """

    def __init__(
        self,
        *,
        token: str | None = None,
        bot_username: str = DEFAULT_USERNAME,
        bot_name: str = "Harfiyen",
        people: int = len(NAMES),
        server: str = NEWEST,
        clock: Callable[[], float] = time.time,
        webhook_retry: float = 1.0,
    ) -> None:
        if not 1 <= people <= len(NAMES):
            raise ValueError(f"people must be 1 to {len(NAMES)}, not {people}")
        self.token = f"{_BOT_ID}:{secrets.token_urlsafe(_TOKEN_BYTES)}" if token is None else token
        number = self.token.partition(":")[0]
        bot = {
            "id": int(number) if number.isdigit() else 1,
            "is_bot": True,
            "first_name": bot_name,
            "username": bot_username,
            "can_join_groups": True,
        }
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
        self._listening = AsyncExitStack()
        self.url = ""
        """The address of the page, without a slash at the end; empty before the start."""

    @property
    def api_url(self) -> str:
        """What stands before `/bot<token>`."""
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
        self.url = await self._listening.enter_async_context(open_listener(app, host, port))
        self.updates.open_queue()

    async def stop(self) -> None:
        """End every session and delivery and close the server."""
        self.updates.close_queue()
        self.sessions.close_sessions()
        self.world.inline.cancel_waiting()
        await self._webhook.close()
        await self._listening.aclose()


@web.middleware
async def _refuse_other_sites(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse what comes from another site, and word refusals alike everywhere."""
    if _is_made_elsewhere(request) or not is_loopback(_hostname(f"//{request.host}")):
        return error_response(ApiError(403, "Forbidden: the playground serves this machine only"))
    try:
        return await handler(request)
    except ApiError as error:
        return error_response(error)


def _is_made_elsewhere(request: web.Request) -> bool:
    """Whether another site's page has made a request, by what browsers say of it; any may lead to the page itself."""
    said = request.headers
    if request.path == "/" and said.get("Sec-Fetch-Mode") == "navigate":
        return False
    origin = said.get("Origin")
    is_foreign = origin is not None and origin.partition("://")[2] != request.host
    return is_foreign or said.get("Sec-Fetch-Site", "none") not in {"none", "same-origin"}


def _hostname(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
