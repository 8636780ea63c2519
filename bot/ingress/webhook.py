"""The webhook: takes updates that the Bot API posts, and says 200 only when they are safe in the inbox.

Owns the route, its checks, and the registration at the Bot API. The HTTP server belongs to
others, and so does what an update means.
"""

import hmac
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import telegram
from aiohttp import web
from telegram.error import BadRequest, InvalidToken, TelegramError

from bot.config import StartError
from bot.ingress.patience import Patience
from bot.ingress.polling import PUT_ERRORS, REFUSED, Put, chat_of

_LOG: Final = logging.getLogger(__name__)
_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
_MOST_BYTES: Final = 1 << 20


class Webhook:
    """Puts posted updates into the inbox.

    `secret` is what the Bot API sends along with every update, `path` the part of the webhook's address that
    arrives here.
    """

    def __init__(self, put: Put, secret: str, path: str) -> None:
        self._put = put
        self._secret = secret.encode()
        self._path = path

    def routes(self) -> list[web.RouteDef]:
        """The routes to add to an application: the webhook itself and `GET /health`."""
        return [web.post(self._path, self._take), web.get("/health", _alive)]

    async def _take(self, request: web.Request) -> web.Response:
        given = request.headers.get(_HEADER, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(given, self._secret):
            return web.Response(status=401)
        raw = await _body(request)
        update = _decoded(raw)
        if update is None:
            return web.Response(status=400)
        try:
            await self._put(update["update_id"], chat_of(update), raw)
        except PUT_ERRORS as error:
            # The Bot API posts the update again, later and later.
            _LOG.warning("Storing update %d in Redis fails: %s", update["update_id"], type(error).__name__)
            return web.Response(status=503)
        return web.Response()


async def register(
    bot: telegram.Bot,
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
            await call()
        except InvalidToken as error:
            raise StartError(REFUSED) from error
        except BadRequest as error:
            raise StartError(
                f"WEBHOOK_URL was refused by the Bot API ({error.message.rstrip('.')}): name a public https"
                " address of this bot, or leave it empty for long polling."
            ) from error

    await patience("Registering the webhook", (TelegramError,)).until_done(set_webhook)


async def _alive(_: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})


async def _body(request: web.Request) -> bytes:
    """The request's body, however the application limits the bodies of other routes."""
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise web.HTTPRequestEntityTooLarge(max_size=_MOST_BYTES, actual_size=len(body))
    return bytes(body)


def _decoded(raw: bytes) -> dict[str, Any] | None:
    """The update, or nothing where the text is none."""
    try:
        update = msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return update if type(update.get("update_id")) is int else None
