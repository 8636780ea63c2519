"""Pictures on their way to a chat: what was sent before goes again by its file's id, neither drawn nor uploaded."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from redis.exceptions import RedisError
from telegram import Message
from telegram.error import BadRequest

from bot.sketches import Sketch
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.studio import Studio, drawing_version

log = logging.getLogger(__name__)

_REFUSED: Final = ("file identifier", "file_reference", "file reference", "file_id")
"""How Telegram words that it no longer knows a file."""


class Photos:
    """Sends pictures of tables, and remembers the newest one that each table's own chat was sent.

    Args:
        store: where they are remembered.
        studio: draws.
    """

    def __init__(self, store: Store, studio: Studio) -> None:
        self._store: Final = store
        self._studio: Final = studio
        # Read now: files are read for it, and nobody waits yet.
        self._version: Final = drawing_version()

    async def send(
        self, scope: Scope, sketch: Sketch, send: Callable[[str | bytes], Awaitable[Message]], *, newest: bool = True
    ) -> Message:
        """Send a picture of the table in ``scope`` by calling ``send`` with a file's id, or else with the PNG.

        What takes the place in the memory is the table's newest picture in its own chat: none of an earlier turn (not
        ``newest``), and none of the private chat of somebody who looks in another theme or language.

        Raises:
            CannotDraw: it had to be drawn and that failed.
            TelegramError: what ``send`` raises, but for an id that is refused.
        """
        if not sketch.lasting:
            return await send(await self._studio.draw(sketch))
        digest = f"{self._version}{sketch.digest}"
        known = await self._known(scope, digest)
        if known is not None:
            try:
                return await send(known)
            except BadRequest as error:
                if not any(words in error.message.lower() for words in _REFUSED):
                    raise
                log.info("a picture of chat %s is uploaded again: %s", scope.chat, error.message)
        message = await send(await self._studio.draw(sketch))
        if newest and message.photo and message.chat.id == scope.chat:
            await self._remember(scope, digest, message.photo[-1].file_id)
        return message

    async def _known(self, scope: Scope, digest: str) -> str | None:
        try:
            return await self._store.photo(scope, digest)
        except RedisError as error:
            log.warning("chat %s: whether its picture was sent before is not known: %s", scope.chat, error)
            return None

    async def _remember(self, scope: Scope, digest: str, file_id: str) -> None:
        # The message is out: to fail now would send it twice, to forget costs one more drawing.
        try:
            await self._store.set_photo(scope, digest, file_id)
        except RedisError as error:
            log.warning("chat %s: its picture cannot be remembered: %s", scope.chat, error)
