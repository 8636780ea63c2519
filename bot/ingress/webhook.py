"""The webhook: takes updates that the Bot API posts, and says 200 only when they are safe in the inbox.

Owns the route, its checks, and the registration at the Bot API. The HTTP server belongs to
others, and so does what an update means.
"""

import hmac
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import telegram
from aiohttp import web

from bot.config import StartError
from bot.ingress.envelope import MOST_BYTES, Unreadable, opened
from bot.ingress.polling import PUT_ERRORS, REFUSED, Put, SetAside
from bot.outcomes import BadToken, Refused, Undone
from bot.telegram.errors import as_outcomes
from bot.workers.patience import Patience

_LOG: Final = logging.getLogger(__name__)
_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"


class Webhook:
    """Puts posted updates into the inbox.

    `set_aside` takes what is no update: the Bot API would post it again and again, and keep the others waiting.
    `secret` is what the Bot API sends along with every update, `path` the part of the webhook's address that
    arrives here. `well` says whether this process has the shards that it should.
    """

    def __init__(
        self, put: Put, set_aside: SetAside, secret: str, path: str, well: Callable[[], bool] = lambda: True
    ) -> None:
        self._well = well
        self._put = put
        self._set_aside = set_aside
        self._secret = secret.encode()
        self._path = path

    def routes(self) -> list[web.RouteDef]:
        """The routes to add to an application: the webhook itself and `GET /health`."""
        return [web.post(self._path, self._take), web.get("/health", self._alive)]

    async def _take(self, request: web.Request) -> web.Response:
        given = request.headers.get(_HEADER, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(given, self._secret):
            return web.Response(status=401)
        try:
            raw = await _body(request)
        except web.RequestPayloadError as error:
            _LOG.warning("A posted update cannot be read: %s", type(error).__name__)
            return web.Response(status=400)
        try:
            await self._store(raw)
        except PUT_ERRORS as error:
            # The Bot API posts the update again, later and later.
            _LOG.warning("Storing an update in Redis fails: %s", type(error).__name__)
            return web.Response(status=503)
        return web.Response()

    async def _alive(self, _: web.Request) -> web.Response:
        if self._well():
            return web.json_response({"status": "ok"})
        return web.json_response({"status": "chats wait: their shards cannot be taken"}, status=503)

    async def _store(self, raw: bytes) -> None:
        try:
            number, chat = opened(raw)
        except Unreadable as error:
            await self._set_aside(error.number, raw, error.reason)
        else:
            await self._put(number, chat, raw)


async def register(
    bot: telegram.Bot,  # noqa: TID251 - the way in
    url: str,
    secret: str,
    allowed_updates: Sequence[str],
    *,
    patience: Callable[[str, tuple[type[Exception], ...]], Patience] = Patience,
) -> None:
    """Tell the Bot API to post updates of the kinds `allowed_updates` to `url`, going on through an outage.

    Raises:
        StartError: the Bot API refuses the token or the address.
    """
    call = partial(
        bot.set_webhook,
        url,
        secret_token=secret,
        allowed_updates=list(allowed_updates),
        drop_pending_updates=False,
    )

    async def set_webhook() -> None:
        try:
            with as_outcomes():
                await call()
        except BadToken as error:
            raise StartError(REFUSED) from error
        except Refused as error:
            raise StartError(
                f"WEBHOOK_URL was refused by the Bot API ({error.message.rstrip('.')}): name a public https"
                " address of this bot, or leave it empty for long polling."
            ) from error

    await patience("Registering the webhook", (Undone,)).until_done(set_webhook)


async def _body(request: web.Request) -> bytes:
    """The request's body, however the application limits the bodies of other routes; the beginning of one too long.

    Refused, that would be posted again and again.

    Raises:
        aiohttp.web.RequestPayloadError: it is packed in a way that it is not, or its parts are none.
    """
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > MOST_BYTES:
            break
    return bytes(body[: MOST_BYTES + 1])
