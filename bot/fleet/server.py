"""The Bot API server: over HTTP on this machine, for several bots and all workers of each.

Each worker has an address of its own, so that it is known whose call it is.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import web

from bot.fleet.account import Account
from bot.fleet.calls import TAKEN, Call, Json
from bot.fleet.faults import Faults, faulty
from bot.fleet.forms import read
from bot.fleet.methods import carry_out
from bot.playground.errors import ApiError
from bot.playground.files import MAX_PHOTO_BYTES, Upload
from bot.playground.schema import method_name, typed
from bot.playground.wire import answer, refusal

_PNG: Final = b"\x89PNG\r\n\x1a\n"


class BotApi:
    """The server; accounts are known by their tokens.

    Set ``faults`` to have calls meet some.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.accounts: Final = {token: Account(int(token.partition(":")[0])) for token in tokens}
        self.faults: Faults | None = None
        self._runner: web.AppRunner | None = None
        self._url = ""

    def url(self, worker: str = "") -> str:
        """What stands before ``/bot<token>`` for a worker, or for what is none."""
        return f"{self._url}/{worker}" if worker else self._url

    async def start(self) -> None:
        """Serve on a free port of this machine."""
        application = web.Application(client_max_size=2 * MAX_PHOTO_BYTES)
        for path in ("/bot{token}/{method}", "/{worker}/bot{token}/{method}"):
            application.router.add_route("*", path, self._call)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self._url = f"http://{host}:{port}"

    async def stop(self) -> None:
        """Hand out nothing more and close the port."""
        for account in self.accounts.values():
            await account.webhooks.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _call(self, request: web.Request) -> web.Response:
        account, method = self.accounts.get(request.match_info["token"]), method_name(request.match_info["method"])
        if account is None or method is None:
            return refusal(ApiError(401, "Unauthorized") if account is None else ApiError(404, "Not Found"))
        account.calls += 1
        raw, uploads = await read(request)
        given = _noted(typed(method, raw, uploads), uploads)
        call = Call(
            worker=request.match_info.get("worker", ""), method=method, parameters=given, at=time.perf_counter()
        )
        fault = None if self.faults is None else self.faults(call)
        if fault is not None:
            await asyncio.sleep(fault.seconds)
        try:
            result = await carry_out(account, call) if fault is None or fault.is_done else None
        except ApiError as error:
            _note(account, call, error.status, None)
            return refusal(error)
        _note(account, call, TAKEN if fault is None else fault.seen_status, result)
        return answer(result) if fault is None else faulty(fault, request, result)


@asynccontextmanager
async def serving(*tokens: str) -> AsyncIterator[BotApi]:
    """A server for these accounts."""
    server = BotApi(tokens)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def _note(account: Account, call: Call, status: int, result: Any) -> None:
    if call.method != "getUpdates":
        account.journal.add(call, status, result)


def _noted(parameters: Json, uploads: dict[str, Upload]) -> Json:
    """The parameters with what is kept of the files."""
    for name, value in parameters.items():
        if isinstance(value, Upload):
            parameters[name] = _kept(value)
    media = parameters.get("media")
    if isinstance(media, dict) and (upload := uploads.get(str(media.get("media")).removeprefix("attach://"))):
        parameters["media"] = media | {"media": _kept(upload)}
    return parameters


def _kept(upload: Upload) -> Json:
    """A picture's name and size; of any other file what stands in it too."""
    kept: Json = {"file": upload.name, "bytes": len(upload.content)}
    return kept if upload.content.startswith(_PNG) else kept | {"content": upload.content}
