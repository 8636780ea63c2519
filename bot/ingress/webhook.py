"""The webhook: receives updates that the Bot API posts, and answers 200 only once they are in the inbox."""

import hmac
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import telegram
from aiohttp import web

from bot.call_errors import CallFailed, RequestRejected
from bot.config import StartError
from bot.ingress.intake import MAX_UPDATE_BYTES, STORE_ERRORS, UpdateIntake
from bot.ingress.polling import TokenTrial, UpdateReception
from bot.logs import get_logger
from bot.workers.supervisor import RetryLoop

log = get_logger(__name__)

_AUTH_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"

_RETRY_AFTER: Final = "2"
"""Seconds after which the Bot API posts again what could not be stored; by default it waits up to two minutes."""


@dataclass(frozen=True)
class Webhook:
    """Stores posted bodies in the inbox, even unreadable ones: the Bot API would repeat those before all others."""

    intake: UpdateIntake
    secret: str = field(repr=False)  # what the Bot API sends along
    path: str
    reception: UpdateReception
    check_health: Callable[[], Awaitable[tuple[int, str]]]  # gives the status and text of `GET /health`

    def to_routes(self) -> list[web.RouteDef]:
        """The routes to add to an application: the webhook itself and ``GET /health``."""
        return [web.post(self.path, self._receive_update), web.get("/health", self._report_health)]

    async def _receive_update(self, request: web.Request) -> web.Response:
        given = request.headers.get(_AUTH_HEADER, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(given, self.secret.encode()):
            return web.Response(status=401)
        try:
            raw = await _read_body(request)
        except web.RequestPayloadError as error:
            log.warning("a posted update cannot be read", error=type(error).__name__)
            return web.Response(status=400)
        try:
            await self.intake.take_update(raw)
        except STORE_ERRORS as error:
            log.warning("a posted update cannot be stored in Redis", error=type(error).__name__)
            return web.Response(status=503, headers={"Retry-After": _RETRY_AFTER})
        self.reception.note_posted()
        return web.Response()

    async def _report_health(self, _: web.Request) -> web.Response:
        status, said = await self.check_health()
        return web.json_response({"status": said}, status=status)


async def register_webhook(
    bot: telegram.Bot,  # noqa: TID251 - the way in
    url: str,
    secret: str,
    allowed_updates: Sequence[str],
    *,
    retry_loop: Callable[[str, tuple[type[Exception], ...]], RetryLoop] = RetryLoop,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Make the Bot API post updates of these kinds to ``url``, retrying during outages; raises StartError."""
    call = partial(
        bot.set_webhook,
        url,
        secret_token=secret,
        allowed_updates=list(allowed_updates),
        drop_pending_updates=False,
    )

    trial = TokenTrial(clock)

    async def set_webhook() -> None:
        try:
            await trial.make_call(call)
        except RequestRejected as error:
            raise StartError(
                f"WEBHOOK_URL was refused by the Bot API ({error.message.rstrip('.')}): name a public https"
                " address of this bot, or leave it empty for long polling."
            ) from error

    await retry_loop("Registering the webhook", (CallFailed,)).run_until_success(set_webhook)


async def _read_body(request: web.Request) -> bytes:
    """The request's body, without the application's limit for other routes; cut off if it is too long.

    A refused body would be posted again and again.
    """
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > MAX_UPDATE_BYTES:
            break
    return bytes(body[: MAX_UPDATE_BYTES + 1])
