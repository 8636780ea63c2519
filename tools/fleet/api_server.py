"""The Bot API server: over HTTP on this machine, for several bots and all workers of each.

It is the playground's, with bots that remember no messages. Each worker has an address of its own, so that it is known
whose call it is.
"""

from collections.abc import Sequence
from typing import Final, Self

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.playground.dispatch import BotApiRoutes
from bot.playground.world import MAX_PHOTO_BYTES
from tools.fleet.bot_account import BotAccount


class FleetBotApi:
    """The server, open while it is entered; accounts are known by tokens, and ``middlewares`` see every request."""

    def __init__(self, *tokens: str, middlewares: Sequence[Middleware] = ()) -> None:
        self.accounts: Final = {token: BotAccount(int(token.partition(":")[0])) for token in tokens}
        self._middlewares: Final = middlewares
        self._runner: web.AppRunner | None = None
        self._url = ""

    def base_url(self, worker: str = "") -> str:
        """What stands before ``/bot<token>`` for a worker, or for what is none."""
        return f"{self._url}/{worker}" if worker else self._url

    async def __aenter__(self) -> Self:
        """Serve on a free port of this machine."""
        application = web.Application(middlewares=self._middlewares, client_max_size=2 * MAX_PHOTO_BYTES)
        BotApiRoutes(self.accounts).add_routes(application.router)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()  # noqa: TID251 - what is measured is not this server
        host, port = self._runner.addresses[0][:2]
        self._url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """Hand out nothing more and close the port."""
        for account in self.accounts.values():
            await account.webhooks.close()
        if self._runner is not None:
            await self._runner.cleanup()
