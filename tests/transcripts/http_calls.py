"""HTTP requests as calls: what was asked and which files came along, however they are written; and the dictionary."""

import json
import socket
from typing import Any, Final

from aiohttp import BodyPartReader, web

Json = dict[str, Any]

_NUMBERS: Final = frozenset({"chat_id", "message_id", "message_thread_id"})


async def read_call(request: web.Request) -> tuple[Json, dict[str, bytes]]:
    """A call's parameters and files, however they are written."""
    asked: Json = dict(request.query)
    files: dict[str, bytes] = {}
    if request.content_type == "application/json":
        asked |= json.loads(await request.read() or b"{}")
    elif request.content_type == "application/x-www-form-urlencoded":
        asked |= dict(await request.post())
    elif request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader) or part.name is None:
                continue
            content = bytes(await part.read())
            if part.filename is None:
                asked[part.name] = content.decode()
            else:
                files[part.name] = content
    return {name: _parse_parameter(name, value) for name, value in asked.items()}, files


def _parse_parameter(name: str, value: Any) -> Any:
    """A parameter, which forms write as text: numbers and nested JSON are read."""
    if not isinstance(value, str):
        return value
    if name in _NUMBERS:
        return int(value)
    if value[:1] in {"{", "["} and name not in {"text", "caption"}:
        return json.loads(value)
    return {"true": True, "false": False}.get(value, value)


async def serve_dictionary(request: web.Request) -> web.Response:
    """The service of the live dictionary, which knows every word in which there is an A."""
    word = request.query.get("ara", "")
    if "a" not in word.lower():
        return web.json_response({"error": "Sonuç bulunamadı"})
    sense = {"anlam_id": "1", "madde_id": "7", "anlam_sira": "1", "fiil": "0", "anlam": f"{word} demek", "gos": "0"}
    entry = {"madde_id": "7", "kac": "0", "madde": word, "cogul_mu": "0", "ozel_mi": "0", "lisan": ""}
    return web.json_response([entry | {"anlamlarListe": [sense]}])


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
