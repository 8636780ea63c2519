"""Sends pictures: one that was sent before goes again by its file id, neither drawn nor uploaded."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from redis.exceptions import RedisError

from bot.call_errors import FileIdExpired, NotFound
from bot.logs.logger import get_logger
from bot.pictures.drawing import DrawingThread, drawing_version
from bot.pictures.sketches import Sketch
from bot.store.games import GameStore
from bot.store.scope import Scope

log = get_logger(__name__)


class SentPhoto(Struct, frozen=True):
    """A message that Telegram has taken."""

    message_id: int
    chat: int
    file_id: str | None = None
    """The id of its picture's file in the largest size; ``None`` without a picture."""
    as_text: bool = False
    """Whether it was sent as text, because the chat takes no pictures."""


PhotoRecord = tuple[str, str]
"""A picture's digest, and its file id."""


class Photos:
    """Sends pictures of tables, and remembers the newest one sent to each table's own chat."""

    def __init__(self, store: GameStore, drawing: DrawingThread) -> None:
        self._store: Final = store
        self._drawing: Final = drawing
        # Read now: files are read for it, and nobody waits yet.
        self._version: Final = drawing_version()

    async def send_photo(
        self,
        scope: Scope,
        sketch: Sketch,
        send: Callable[[str | bytes], Awaitable[SentPhoto]],
        *,
        remember: bool = True,
    ) -> SentPhoto:
        """Send a picture of the table in ``scope`` by calling ``send`` with a file id, or else with the PNG.

        Only the table's newest picture in its own chat is remembered: not one of an earlier turn (``remember`` is
        false), and not one for a private chat with another theme or language.

        Raises:
            DrawingError: it had to be drawn and that failed.
            CallFailed: what ``send`` raises, but for an id that is refused.
        """
        sent, memory = await self.send_without_remembering(scope, sketch, send)
        if remember and memory is not None:
            await self._save_file_id(scope, memory)
        return sent

    async def send_without_remembering(
        self,
        scope: Scope,
        sketch: Sketch,
        send: Callable[[str | bytes], Awaitable[SentPhoto]],
        *,
        never_sent: bool = False,
    ) -> tuple[SentPhoto, PhotoRecord | None]:
        """Send a picture as :meth:`send_photo` does; the caller has it remembered.

        Args:
            scope: the table's.
            sketch: the picture.
            send: sends it.
            never_sent: whether nobody was sent this picture before, so that its file id need not be looked up.
        """
        if not sketch.reusable:
            return await send(await self._drawing.draw_sketch(sketch)), None
        digest = f"{self._version}{sketch.digest}"
        known = None if never_sent else await self._load_file_id(scope, digest)
        if known is not None:
            try:
                return await send(known), None
            except (FileIdExpired, NotFound) as error:
                log.info("a picture is uploaded again", chat=scope.chat, error=error.message)
        sent = await send(await self._drawing.draw_sketch(sketch))
        return sent, (digest, sent.file_id) if sent.file_id is not None and sent.chat == scope.chat else None

    async def _load_file_id(self, scope: Scope, digest: str) -> str | None:
        try:
            return await self._store.find_photo_file_id(scope, digest)
        except RedisError as error:
            log.warning("whether a picture was sent before is not known", chat=scope.chat, error=error)
            return None

    async def _save_file_id(self, scope: Scope, record: PhotoRecord) -> None:
        # The message is out: to fail now would send it twice, to forget costs one more drawing.
        try:
            await self._store.save_photo(scope, *record)
        except RedisError as error:
            log.warning("a picture cannot be remembered", chat=scope.chat, error=error)
