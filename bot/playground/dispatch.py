"""The bot's side over HTTP, `/bot<token>/<method>`: tokens, dispatch, faults and the journal."""

import asyncio
import ipaddress
import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Literal, Protocol

import msgspec
from aiohttp import web

from bot.playground.chats import Json
from bot.playground.parameters import find_method_name, unknown_parameters
from bot.playground.server_version import ApiError, bad_request_error
from bot.playground.world import Upload


class ApiCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call of a Bot API method.

    `parameters` are as received: all are texts if they come from a form. `worker` names the worker whose address was
    called, if each process of a bot has its own; `received_at` is in seconds of `time.perf_counter`.
    """

    method: str
    parameters: Json
    worker: str = ""
    received_at: float = 0.0

    @property
    def chat(self) -> int | None:
        """The id of the chat, if the call names one by id."""
        named = str(self.parameters.get("chat_id", ""))
        return int(named) if named.removeprefix("-").isdecimal() else None

    @property
    def topic(self) -> int | None:
        """The id of the topic, if the call names one."""
        named = self.parameters.get("message_thread_id")
        return None if named is None else int(named)

    @property
    def visible_text(self) -> str:
        """The text that people will see: of a message, a caption or an answer to a tap; else empty."""
        given, media = self.parameters, self.json_parameter("media") or {}
        return str(given.get("text") or given.get("caption") or media.get("caption") or "")

    def json_parameter(self, name: str) -> Any:
        """A parameter that is JSON, parsed if it came as text; `None` if it is absent."""
        value = self.parameters.get(name)
        return msgspec.json.decode(value) if isinstance(value, str) else value


class Fault(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A failure of the next `count` calls, of one `method` or for one `chat_id` if these are given.

    `retry_after` and `delay` are in seconds; the delay comes first, with any kind. With `after` the call is then
    carried out, so that only its answer is lost. `status`, `description` and `parameters` (which the answer also
    contains) are for the kind `error`. `garbage` is answered with a page, `half` with half of the answer.
    """

    kind: Literal["retry_after", "error", "close", "delay", "garbage", "half"]
    count: int = 1
    method: str | None = None
    chat_id: int | None = None
    retry_after: int = 1
    status: int = 500
    description: str = "Internal Server Error"
    parameters: Json = {}
    delay: float = 0.0
    after: bool = False

    def to_error(self) -> ApiError:
        """The error that a call gets, or that the journal notes for an unreadable answer."""
        match self.kind:
            case "retry_after":
                reason = f"Too Many Requests: retry after {self.retry_after}"
                return ApiError(429, reason, {"retry_after": self.retry_after})
            case "garbage":
                return ApiError(502, "the answer was no answer on demand")
            case "half":
                return ApiError(500, "half of the answer was sent on demand")
            case "close":
                return ApiError(500, "the connection was closed on demand")
            case _:
                return ApiError(self.status, self.description, self.parameters)


class FaultQueue:
    """The faults to come, in order. A `chooser` is asked first at each call, calls for updates included."""

    def __init__(self) -> None:
        self.chooser: Callable[[ApiCall], Fault | None] | None = None
        self._waiting: list[Fault] = []

    @property
    def waiting_faults(self) -> list[Fault]:
        """The faults that still have calls to meet."""
        return list(self._waiting)

    def add_fault(self, fault: Fault) -> None:
        """Add a fault for calls to come."""
        self._waiting.append(fault)

    def clear_faults(self) -> None:
        """Forget every fault in the queue."""
        self._waiting.clear()

    def take_fault(self, call: ApiCall) -> Fault | None:
        """Find the fault for this call, and count it down."""
        if self.chooser is not None and (chosen := self.chooser(call)) is not None:
            return chosen
        for fault in self._waiting:
            if fault.method not in (None, call.method) or fault.chat_id not in (None, call.chat):
                continue
            fault.count -= 1
            if fault.count <= 0:
                self._waiting.remove(fault)
            return fault
        return None


_FORM = re.compile('multipart/form-data; *boundary="?([^";]+)', re.IGNORECASE)
_NAME = re.compile(rb'\bname="([^"]*)"')
_FILE_NAME = re.compile(rb'\bfilename="([^"]*)"')
_TYPE = re.compile(rb"^content-type: *([^\r\n]+)", re.IGNORECASE | re.MULTILINE)
_BAD_MULTIPART = "can't parse the multipart request"
_GARBAGE = b"<html><body>502 Bad Gateway</body></html>"


async def read_api_call(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """A call's parameters and files, those of the body before those of the query; raises ApiError 400 if unreadable."""
    params: Json = dict(request.query)
    # If asked for the part's type, aiohttp would parse each boundary as an e-mail's.
    if (form := _FORM.match(request.headers.get("Content-Type", ""))) is not None:
        fields, uploads = parse_multipart(await request.read(), form[1].encode())
        return params | fields, uploads
    match request.content_type if request.can_read_body else "":
        case "application/json":
            params |= await read_json_object(request)
        case "application/x-www-form-urlencoded":
            params |= dict(await request.post())
        case "multipart/form-data":
            raise bad_request_error(_BAD_MULTIPART)
    return params, {}


async def read_json_object(request: web.Request) -> Json:
    """Read a JSON object from a request's body, which may be empty; raises ApiError 400 for anything else."""
    body = await request.read()
    if not body:
        return {}
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise bad_request_error("can't parse the request as a JSON object in UTF-8") from None


def parse_multipart(body: bytes, boundary: bytes) -> tuple[Json, dict[str, Upload]]:
    """Parse the fields and files of a multipart body; raises ApiError 400 if it is malformed."""
    fields: Json = {}
    uploads: dict[str, Upload] = {}
    _, *parts, end = (b"\r\n" + body).split(b"\r\n--" + boundary)
    if not end.startswith(b"--"):
        raise bad_request_error(_BAD_MULTIPART)
    for part in parts:
        head, _, content = part.partition(b"\r\n\r\n")
        if (name := _NAME.search(head)) is None:
            raise bad_request_error(_BAD_MULTIPART)
        try:
            if (file := _FILE_NAME.search(head)) is None:
                fields[name[1].decode()] = content.decode()
                continue
            mime = _TYPE.search(head)
            uploads[name[1].decode()] = Upload(
                file[1].decode(), "application/octet-stream" if mime is None else mime[1].decode(), content
            )
        except UnicodeDecodeError:
            raise bad_request_error(_BAD_MULTIPART) from None
    return fields, uploads


def result_response(result: Any) -> web.Response:
    """The response to a successful call."""
    return json_response({"ok": True, "result": result})


def error_response(error: ApiError) -> web.Response:
    """The response to a failed call."""
    body: Json = {"ok": False, "error_code": error.status, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return json_response(body, status=error.status)


def faulty_response(fault: Fault, request: web.Request, result: Any) -> web.Response:
    """The response to a call that met a fault; `result` is the method's, if it was carried out."""
    match fault.kind:
        case "delay":
            return result_response(result)
        case "retry_after" | "error":
            return error_response(fault.to_error())
        case "garbage":
            return web.Response(body=_GARBAGE, status=fault.to_error().status, content_type="text/html")
        case "half" | "close":
            if (transport := request.transport) is not None:
                if fault.kind == "half":
                    body = msgspec.json.encode({"ok": True, "result": result})
                    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                    transport.write(head.encode() + body[: len(body) // 2])
                transport.close()
            return web.Response()


def json_response(value: Any, *, status: int = 200) -> web.Response:
    """A response with any value as JSON."""
    return web.Response(body=msgspec.json.encode(value), status=status, content_type="application/json")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class ServedBot(Protocol):
    """One bot with its token: its faults, its journal and its methods."""

    @property
    def faults(self) -> FaultQueue:
        """The faults that its calls meet."""

    @property
    def journal(self) -> "CallJournal":
        """The journal of its calls."""

    @property
    def version(self) -> str:
        """The version of the Bot API that this bot is served."""

    async def run_method(self, call: ApiCall, uploads: dict[str, Upload]) -> Any:
        """Carry out a call, or raise ApiError; a result that is a whole response is sent unchanged, not recorded."""


class BotApiRoutes:
    """Serves bots by their tokens; each worker of a bot may have its own address, which names it."""

    def __init__(self, bots: Mapping[str, ServedBot]) -> None:
        self._bots = bots

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the addresses of the Bot API."""
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
        return await answer_call(bot, call, uploads, request)


async def answer_call(
    bot: ServedBot, call: ApiCall, uploads: dict[str, Upload], request: web.Request
) -> web.StreamResponse:
    """Carry out a call, as far as its fault lets it, and record it."""
    ignored = unknown_parameters(call.method, call.parameters, bot.version)
    fault = bot.faults.take_fault(call)
    runs = fault is None or fault.after or fault.kind == "delay"
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


class JournalEntry(ApiCall, frozen=True, kw_only=True):
    """One finished call: its parameters as received, uploads as name and size, never the token.

    `status` is that of the answer. `result` is the method's if the call was carried out, even if its answer was lost;
    else the description of the error. `ignored` names the parameters unknown to a server of this version.
    """

    number: int
    time: float
    status: int
    result: Any
    is_carried_out: bool
    ignored: tuple[str, ...] = ()

    @property
    def message_id(self) -> int | None:
        """The id of the message that was sent or edited."""
        return self.result.get("message_id") if isinstance(self.result, dict) else None


class CallJournal:
    """The latest `capacity` calls, numbered from 1.

    Set `keeps_entries` to `False` if only the `listeners` need calls; they get each one as it is recorded. Methods in
    `leaves_out` are not recorded.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        capacity: int = 10_000,
        *,
        leaves_out: frozenset[str] = frozenset(),
    ) -> None:
        self.keeps_entries = True
        self.listeners: list[Callable[[JournalEntry], None]] = []
        self._clock = clock
        self._leaves_out = leaves_out
        self._entries: deque[JournalEntry] = deque(maxlen=capacity)
        self.last_number = 0
        self._changed = asyncio.Event()

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
        """Record a finished call."""
        if call.method in self._leaves_out:
            return
        self.last_number += 1
        files = {name: {"file": one.name, "bytes": len(one.content)} for name, one in uploads.items()}
        entry = JournalEntry(
            method=call.method,
            parameters=call.parameters | files,
            worker=call.worker,
            received_at=call.received_at,
            number=self.last_number,
            time=self._clock(),
            status=status,
            result=result,
            is_carried_out=is_carried_out,
            ignored=ignored,
        )
        if self.keeps_entries:
            self._entries.append(entry)
            self._changed.set()
            self._changed = asyncio.Event()
        for listener in self.listeners:
            listener(entry)

    def clear_entries(self) -> None:
        """Delete all calls; numbering continues."""
        self._entries.clear()

    def find_entries(self, method: str | None = None, *, after: int = 0) -> list[JournalEntry]:
        """List the calls after a number, of one method or of all."""
        newer = islice(self._entries, max(0, len(self._entries) - (self.last_number - after)), None)
        return [entry for entry in newer if entry.number > after and method in (None, entry.method)]

    async def wait_for_entries(
        self, method: str | None = None, *, after: int = 0, count: int = 1, seconds: float = 60.0
    ) -> list[JournalEntry]:
        """Wait at most `seconds` for `count` calls after a number, of one method or of all; return those that came."""
        try:
            async with asyncio.timeout(seconds):
                while len(found := self.find_entries(method, after=after)) < count:
                    await self._changed.wait()
        except TimeoutError:
            return self.find_entries(method, after=after)
        return found
