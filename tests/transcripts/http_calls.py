"""Parameters of calls, however they are written; and the service of the dictionary."""

import json
from typing import Any, Final

from aiohttp import web

Json = dict[str, Any]

_NUMBERS: Final = frozenset({"chat_id", "message_id", "message_thread_id"})


def parse_parameters(given: Json) -> Json:
    """A call's parameters, however they were written."""
    return {name: _parse_parameter(name, value) for name, value in given.items()}


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
