"""HTTP requests to raw parameters and uploads, and results to answers, proper and faulty ones.

Knows the four ways of writing a call (query, form, JSON, multipart); knows no methods.
"""

import ipaddress
import re
from typing import Any

import msgspec
from aiohttp import web

from bot.playground.api_error import ApiError, bad_request_error
from bot.playground.bot_api.faults import Fault
from bot.playground.state.chats import Json
from bot.playground.state.files import Upload

_FORM = re.compile('multipart/form-data; *boundary="?([^";]+)', re.IGNORECASE)
_NAME = re.compile(rb'\bname="([^"]*)"')
_FILE_NAME = re.compile(rb'\bfilename="([^"]*)"')
_TYPE = re.compile(rb"^content-type: *([^\r\n]+)", re.IGNORECASE | re.MULTILINE)
_BAD_MULTIPART = "can't parse the multipart request"
_GARBAGE = b"<html><body>502 Bad Gateway</body></html>"


async def read_api_call(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """Collect a call's parameters and files; the body wins over the query.

    Raises:
        ApiError: 400 for a body that cannot be read.
    """
    params: Json = dict(request.query)
    # Asked for the type of what it holds, aiohttp would parse each boundary as an e-mail's.
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
    """Read a JSON object from a request's body; an empty body is an empty object.

    Raises:
        ApiError: 400 for anything else.
    """
    body = await request.read()
    if not body:
        return {}
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise bad_request_error("can't parse the request as a JSON object in UTF-8") from None


def parse_multipart(body: bytes, boundary: bytes) -> tuple[Json, dict[str, Upload]]:
    """Take the fields and files out of a multipart body.

    Raises:
        ApiError: 400 for one that does not end, a part without a name, or a field that is no text.
    """
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
    """Answer a call that succeeded."""
    return json_response({"ok": True, "result": result})


def error_response(error: ApiError) -> web.Response:
    """Answer a call that failed."""
    body: Json = {"ok": False, "error_code": error.status, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return json_response(body, status=error.status)


def faulty_response(fault: Fault, request: web.Request, result: Any) -> web.Response:
    """Answer a call that met a fault; `result` is what the method gave where it was carried out."""
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
    """Answer with any value as JSON."""
    return web.Response(body=msgspec.json.encode(value), status=status, content_type="application/json")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
