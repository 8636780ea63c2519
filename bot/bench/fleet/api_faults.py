"""What a call may meet instead of a proper answer, or beside it."""

from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec
from aiohttp import web
from msgspec import Struct

from bot.bench.fleet.call_log import STATUS_OK, ApiCall, Json
from bot.playground import http_messages

GARBAGE_BODY: Final = b"<html><body>502 Bad Gateway</body></html>"


class ApiFault(Struct, frozen=True, kw_only=True):
    """What happens to one call: first a wait, then perhaps its being carried out, then the answer."""

    answer: Literal["own", "error", "garbage", "half", "nothing"] = "own"
    """Its own; an error; a text that is no answer; the first half of an answer; a connection that closes."""
    is_carried_out: bool = False
    """Whether it is carried out before an answer that is not its own."""
    delay_seconds: float = 0.0
    """How long it lies before."""
    status: int = 500
    description: str = "Internal Server Error"
    parameters: Json = {}
    """What an error tells beside: ``retry_after`` in whole seconds, ``migrate_to_chat_id``."""

    @property
    def runs_method(self) -> bool:
        """Whether the call is carried out."""
        return self.is_carried_out or self.answer == "own"

    @property
    def readable_status(self) -> int:
        """What the caller can read of the answer's status; 0 for no answer."""
        return {"own": STATUS_OK, "error": self.status, "garbage": 502}.get(self.answer, 0)


FaultChooser = Callable[[ApiCall], ApiFault | None]
"""Asked for each call, those for updates too; ``None`` for none."""


def too_many_requests(seconds: int) -> ApiFault:
    """429: ask again in so many seconds."""
    text = f"Too Many Requests: retry after {seconds}"
    return ApiFault(answer="error", status=429, description=text, parameters={"retry_after": seconds})


def chat_migrated(chat: int) -> ApiFault:
    """400: the group is a supergroup of that number now."""
    text = "Bad Request: group chat was upgraded to a supergroup chat"
    return ApiFault(answer="error", status=400, description=text, parameters={"migrate_to_chat_id": chat})


def faulty_response(fault: ApiFault, request: web.Request, result: Any) -> web.Response:
    """The answer of a call that meets a fault; ``result`` is what it gave where it was carried out."""
    match fault.answer:
        case "own":
            return http_messages.result_response(result)
        case "error":
            said: Json = {"ok": False, "error_code": fault.status, "description": fault.description}
            if fault.parameters:
                said["parameters"] = fault.parameters
            return http_messages.json_response(said, status=fault.status)
        case "garbage":
            return web.Response(body=GARBAGE_BODY, status=fault.readable_status, content_type="text/html")
        case "half" | "nothing":
            if (transport := request.transport) is not None:
                if fault.answer == "half":
                    own = msgspec.json.encode({"ok": True, "result": result})
                    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(own)}\r\n\r\n"
                    transport.write(head.encode() + own[: len(own) // 2])
                transport.close()
            return web.Response()
