"""The Bot API server: over HTTP on this machine, for several bots and all workers of each.

Each worker has an address of its own, so that it is known whose call it is.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import web

from bot.bench.fleet.api_faults import FaultChooser, faulty_response
from bot.bench.fleet.api_methods import run_method
from bot.bench.fleet.bot_account import BotAccount
from bot.bench.fleet.call_log import STATUS_OK, ApiCall, Json
from bot.playground.api_error import ApiError, bad_request_error
from bot.playground.bot_api.parameters import find_method_name, parse_parameters
from bot.playground.http_messages import error_response, read_api_call, result_response
from bot.playground.state.files import MAX_PHOTO_BYTES, Upload

_PNG: Final = b"\x89PNG\r\n\x1a\n"


class FleetBotApi:
    """The server; accounts are known by their tokens.

    Set ``faults`` to have calls meet some.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.accounts: Final = {token: BotAccount(int(token.partition(":")[0])) for token in tokens}
        self.faults: FaultChooser | None = None
        self._runner: web.AppRunner | None = None
        self._url = ""

    def base_url(self, worker: str = "") -> str:
        """What stands before ``/bot<token>`` for a worker, or for what is none."""
        return f"{self._url}/{worker}" if worker else self._url

    async def start(self) -> None:
        """Serve on a free port of this machine."""
        application = web.Application(client_max_size=2 * MAX_PHOTO_BYTES)
        for path in ("/bot{token}/{method}", "/{worker}/bot{token}/{method}"):
            application.router.add_route("*", path, self._handle_call)
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

    async def _handle_call(self, request: web.Request) -> web.Response:
        account, method = self.accounts.get(request.match_info["token"]), find_method_name(request.match_info["method"])
        if account is None or method is None:
            return error_response(ApiError(401, "Unauthorized") if account is None else ApiError(404, "Not Found"))
        account.call_count += 1
        raw, uploads = await read_form_call(request)
        given = _summarise_uploads(parse_parameters(method, raw, uploads), uploads)
        call = ApiCall(
            worker=request.match_info.get("worker", ""),
            method=method,
            parameters=given,
            received_at=time.perf_counter(),
        )
        fault = None if self.faults is None else self.faults(call)
        if fault is not None:
            await asyncio.sleep(fault.delay_seconds)
        try:
            result = await run_method(account, call) if fault is None or fault.runs_method else None
        except ApiError as error:
            _log_call(account, call, error.status, None)
            return error_response(error)
        _log_call(account, call, STATUS_OK if fault is None else fault.readable_status, result)
        return result_response(result) if fault is None else faulty_response(fault, request, result)


@asynccontextmanager
async def serve_bot_api(*tokens: str) -> AsyncIterator[FleetBotApi]:
    """A server for these accounts."""
    server = FleetBotApi(tokens)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def _log_call(account: BotAccount, call: ApiCall, status: int, result: Any) -> None:
    if call.method != "getUpdates":
        account.call_log.record_call(call, status, result)


def _summarise_uploads(parameters: Json, uploads: dict[str, Upload]) -> Json:
    """The parameters with what is kept of the files."""
    for name, value in parameters.items():
        if isinstance(value, Upload):
            parameters[name] = _upload_summary(value)
    media = parameters.get("media")
    if isinstance(media, dict) and (upload := uploads.get(str(media.get("media")).removeprefix("attach://"))):
        parameters["media"] = media | {"media": _upload_summary(upload)}
    return parameters


def _upload_summary(upload: Upload) -> Json:
    """A picture's name and size; of any other file what stands in it too."""
    kept: Json = {"file": upload.name, "bytes": len(upload.content)}
    return kept if upload.content.startswith(_PNG) else kept | {"content": upload.content}


_NAME: Final = re.compile(rb'\bname="([^"]*)"(?:; filename="([^"]*)")?')


_FORM: Final = re.compile('multipart/form-data; boundary="?([^";]+)')


async def read_form_call(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """A call's parameters and files.

    Raises:
        ApiError: 400 for a body that cannot be read.
    """
    # Asked for the content's type, aiohttp would parse each boundary as an e-mail's.
    form = _FORM.match(request.headers.get("Content-Type", ""))
    return await read_api_call(request) if form is None else parse_multipart(await request.read(), form[1].encode())


def parse_multipart(body: bytes, boundary: bytes) -> tuple[Json, dict[str, Upload]]:
    """The parameters and files of a multipart body.

    Raises:
        ApiError: 400 for a part without a name.
    """
    parameters: Json = {}
    uploads: dict[str, Upload] = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        named = _NAME.search(head)
        if named is None:
            raise bad_request_error("can't parse the multipart request")
        name, file = named[1].decode(), named[2]
        if file is None:
            parameters[name] = content.decode()
        else:
            uploads[name] = Upload(file.decode(), "application/octet-stream", content)
    return parameters, uploads
