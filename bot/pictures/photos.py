"""Pictures on their way to a chat: what was sent before goes again by its file's id, neither drawn nor uploaded."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from redis.exceptions import RedisError

from bot.outcomes import Missing, StaleFile
from bot.pictures.drawing import DrawingThread, drawing_version
from bot.pictures.sketches import Sketch
from bot.store.keys import Scope
from bot.store.redis import Store

log = logging.getLogger(__name__)


class SentPicture(Struct, frozen=True):
    """A message that Telegram has taken."""

    message: int
    chat: int
    file: str | None = None
    """The id of its picture's file, in the greatest size; ``None`` where it shows none."""
    written: bool = False
    """Whether it went as words, because the chat takes no pictures."""


Memory = tuple[str, str]
"""What a picture was drawn from, and the id of its file."""


class Photos:
    """Sends pictures of tables, and remembers the newest one that each table's own chat was sent.

    Args:
        store: where they are remembered.
        studio: draws.
    """

    def __init__(self, store: Store, studio: DrawingThread) -> None:
        self._store: Final = store
        self._studio: Final = studio
        # Read now: files are read for it, and nobody waits yet.
        self._version: Final = drawing_version()

    async def send(
        self,
        scope: Scope,
        sketch: Sketch,
        send: Callable[[str | bytes], Awaitable[SentPicture]],
        *,
        newest: bool = True,
    ) -> SentPicture:
        """Send a picture of the table in ``scope`` by calling ``send`` with a file's id, or else with the PNG.

        What takes the place in the memory is the table's newest picture in its own chat: none of an earlier turn (not
        ``newest``), and none of the private chat of somebody who looks in another theme or language.

        Raises:
            CannotDraw: it had to be drawn and that failed.
            Undone: what ``send`` raises, but for an id that is refused.
        """
        sent, memory = await self.post(scope, sketch, send)
        if newest and memory is not None:
            await self._remember(scope, memory)
        return sent

    async def post(
        self,
        scope: Scope,
        sketch: Sketch,
        send: Callable[[str | bytes], Awaitable[SentPicture]],
        *,
        unseen: bool = False,
    ) -> tuple[SentPicture, Memory | None]:
        """Send a picture like :meth:`send`, and leave it to the caller to have it remembered.

        Args:
            scope: the table's.
            sketch: the picture.
            send: sends it.
            unseen: nobody was sent this picture before, so that it need not be asked for.
        """
        if not sketch.lasting:
            return await send(await self._studio.draw(sketch)), None
        digest = f"{self._version}{sketch.digest}"
        known = None if unseen else await self._known(scope, digest)
        if known is not None:
            try:
                return await send(known), None
            except (StaleFile, Missing) as error:
                log.info("a picture of chat %s is uploaded again: %s", scope.chat, error.message)
        sent = await send(await self._studio.draw(sketch))
        return sent, (digest, sent.file) if sent.file is not None and sent.chat == scope.chat else None

    async def _known(self, scope: Scope, digest: str) -> str | None:
        try:
            return await self._store.photo(scope, digest)
        except RedisError as error:
            log.warning("chat %s: whether its picture was sent before is not known: %s", scope.chat, error)
            return None

    async def _remember(self, scope: Scope, memory: Memory) -> None:
        # The message is out: to fail now would send it twice, to forget costs one more drawing.
        try:
            await self._store.set_photo(scope, *memory)
        except RedisError as error:
            log.warning("chat %s: its picture cannot be remembered: %s", scope.chat, error)
