"""The bot's side over HTTP: `/bot<token>/<method>`.

Owns tokens, dispatch, faults and the journal; what a method does is the served bot's: `world_bot.py` is that of the
playground.
"""

import asyncio
import time
from collections.abc import Mapping
from typing import Any, Protocol

from aiohttp import web

from bot.playground.api_error import ApiError
from bot.playground.bot_api.calls import ApiCall
from bot.playground.bot_api.faults import FaultQueue
from bot.playground.bot_api.parameters import find_method_name, unknown_parameters
from bot.playground.http_messages import error_response, faulty_response, read_api_call, result_response
from bot.playground.state.files import Upload


class CallRecorder(Protocol):
    """Where calls are noted; a `CallJournal` is one."""

    def record_call(
        self,
        call: ApiCall,
        uploads: Mapping[str, Upload],
        status: int,
        result: Any,
        *,
        is_carried_out: bool,
        ignored: tuple[str, ...] = (),
    ) -> None:
        """Note a finished call."""


class ServedBot(Protocol):
    """One bot behind its token: what its calls meet, where they are noted, and what answers them."""

    @property
    def faults(self) -> FaultQueue:
        """What its calls meet."""

    @property
    def journal(self) -> CallRecorder:
        """Where they are noted."""

    @property
    def version(self) -> str:
        """The version of the Bot API that it is served."""

    async def run_method(self, call: ApiCall, uploads: dict[str, Upload]) -> Any:
        """Do what a call asks for, and give its result; a whole response is sent as it stands, and not noted.

        Raises:
            ApiError: it cannot be done.
        """


class BotApiRoutes:
    """Serves bots, known by their tokens; each worker of a bot may have an address of its own, which names it."""

    def __init__(self, bots: Mapping[str, ServedBot]) -> None:
        self._bots = bots

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the addresses."""
        for verb in ("GET", "POST"):
            router.add_route(verb, "/bot{token:[^/]+}/{method}", self._handle_call)
            router.add_route(verb, "/{worker}/bot{token:[^/]+}/{method}", self._handle_call)

    async def _handle_call(self, request: web.Request) -> web.StreamResponse:
        bot = self._bots.get(request.match_info["token"])
        if bot is None:
            return error_response(ApiError(401, "Unauthorized"))
        method = find_method_name(request.match_info["method"], bot.version)
        if method is None:
            return error_response(ApiError(404, "Not Found: method not found"))
        try:
            raw, uploads = await read_api_call(request)
        except ApiError as error:
            unread = ApiCall(method=method, parameters={})
            bot.journal.record_call(unread, {}, error.status, error.description, is_carried_out=False)
            return error_response(error)
        worker = request.match_info.get("worker", "")
        call = ApiCall(method=method, parameters=raw, worker=worker, received_at=time.perf_counter())
        return await _answer_call(bot, call, uploads, request)


async def _answer_call(
    bot: ServedBot, call: ApiCall, uploads: dict[str, Upload], request: web.Request
) -> web.StreamResponse:
    """Carry a call out, as far as a fault lets it, and note it."""
    ignored = unknown_parameters(call.method, call.parameters, bot.version)
    fault = bot.faults.take_fault(call)
    runs = fault is None or fault.runs_method
    if fault is not None and fault.delay:
        await asyncio.sleep(fault.delay)
    try:
        result = await bot.run_method(call, uploads) if runs else None
    except ApiError as error:
        bot.journal.record_call(call, uploads, error.status, error.description, is_carried_out=False, ignored=ignored)
        return error_response(error)
    if isinstance(result, web.StreamResponse):
        return result
    status = 200
    if fault is not None and fault.kind != "delay":
        met = fault.to_error()
        status, result = met.status, result if runs else met.description
    bot.journal.record_call(call, uploads, status, result, is_carried_out=runs, ignored=ignored)
    return result_response(result) if fault is None else faulty_response(fault, request, result)
