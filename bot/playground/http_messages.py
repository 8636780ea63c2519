"""HTTP requests to raw parameters and uploads, and results to answers.

Knows the four ways of writing a call (query, form, JSON, multipart); knows no methods.
"""

from typing import Any

import msgspec
from aiohttp import BodyPartReader, web

from bot.playground.api_error import ApiError, bad_request_error
from bot.playground.state.files import Upload

Json = dict[str, Any]


async def read_api_call(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """Collect a call's parameters and files; the body wins over the query.

    Raises:
        ApiError: 400 for a body that cannot be read.
    """
    params: Json = dict(request.query)
    uploads: dict[str, Upload] = {}
    match request.content_type if request.can_read_body else "":
        case "application/json":
            params |= await read_json_object(request)
        case "multipart/form-data":
            await _read_multipart(request, params, uploads)
        case "application/x-www-form-urlencoded":
            params |= dict(await request.post())
    return params, uploads


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


async def _read_multipart(request: web.Request, params: Json, uploads: dict[str, Upload]) -> None:
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader) or part.name is None:
                continue
            content = bytes(await part.read())
            if part.filename is not None:
                mime = part.headers.get("Content-Type", "application/octet-stream")
                uploads[part.name] = Upload(part.filename, mime, content)
            else:
                params[part.name] = content.decode()
    except (ValueError, AssertionError):
        raise bad_request_error("can't parse the multipart request") from None


def result_response(result: Any) -> web.Response:
    """Answer a call that succeeded."""
    return json_response({"ok": True, "result": result})


def error_response(error: ApiError) -> web.Response:
    """Answer a call that failed."""
    body: Json = {"ok": False, "error_code": error.status, "description": error.description}
    if error.retry_after is not None:
        body["parameters"] = {"retry_after": error.retry_after}
    return json_response(body, status=error.status)


def json_response(value: Any, *, status: int = 200) -> web.Response:
    """Answer with any value as JSON."""
    return web.Response(body=msgspec.json.encode(value), status=status, content_type="application/json")
