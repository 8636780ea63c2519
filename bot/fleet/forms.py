"""Calls as bots write them, read cheaply: of those with files each part is cut out at once.

The way of the playground, for which bodies of any form are read in pieces, costs more than the bot's whole move.
"""

import re
from typing import Final

from aiohttp import web

from bot.fleet.calls import Json
from bot.playground.errors import bad_request
from bot.playground.files import Upload
from bot.playground.wire import read_call

_NAME: Final = re.compile(rb'\bname="([^"]*)"(?:; filename="([^"]*)")?')
_FORM: Final = re.compile('multipart/form-data; boundary="?([^";]+)')


async def read(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """A call's parameters and files.

    Raises:
        ApiError: 400 for a body that cannot be read.
    """
    # Asked for the content's type, aiohttp would parse each boundary as an e-mail's.
    form = _FORM.match(request.headers.get("Content-Type", ""))
    return await read_call(request) if form is None else parted(await request.read(), form[1].encode())


def parted(body: bytes, boundary: bytes) -> tuple[Json, dict[str, Upload]]:
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
            raise bad_request("can't parse the multipart request")
        name, file = named[1].decode(), named[2]
        if file is None:
            parameters[name] = content.decode()
        else:
            uploads[name] = Upload(file.decode(), "application/octet-stream", content)
    return parameters, uploads
