"""Sends and edits posts with a picture; as text where the chat takes none, or none can be drawn."""

from typing import Final

from bot.announce.board_messages import BoardMessages
from bot.announce.posts import BoardPost, LobbyPost
from bot.logs.logger import get_logger
from bot.pictures.drawing import DrawingError
from bot.pictures.photos import PhotoRecord, Photos, SentPhoto
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway

log = get_logger(__name__)


class PostPictures:
    """Sends and edits pictures of posts.

    Args:
        gateway: sends and edits.
        photos: sends pictures, and remembers their files.
    """

    def __init__(self, gateway: Gateway, photos: Photos) -> None:
        self._gateway: Final = gateway
        self._photos: Final = photos

    async def send_picture(
        self, scope: Scope, post: LobbyPost | BoardPost, *, first_attempt: bool
    ) -> tuple[SentPhoto, PhotoRecord | None]:
        """Send a new message; what to remember of its picture comes with it."""

        async def send_photo(photo: str | bytes) -> SentPhoto:
            return await self._gateway.send_photo(scope, photo, post.text or None, post.keyboard, as_text=as_text)

        def as_text() -> str:
            return post.text_without_picture

        try:
            return await self._photos.send_without_remembering(
                scope, post.picture, send_photo, never_sent=first_attempt
            )
        except DrawingError:
            log.exception("a picture could not be drawn", ruleset=post.view.ruleset)
            message = await self._gateway.send_text(scope, post.text_without_picture, post.keyboard)
            return SentPhoto(message, scope.chat, as_text=True), None

    async def edit_picture(
        self, scope: Scope, post: LobbyPost | BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> PhotoRecord | None:
        """Edit the message that shows the table, so that it shows it as it is now."""

        async def edit_photo(photo: str | bytes) -> SentPhoto:
            return await self._gateway.edits.edit_photo(scope.chat, before.board, photo, post.text, post.keyboard)

        if before.written:
            await self._gateway.edits.edit_text(scope.chat, before.board, post.text_without_picture, post.keyboard)
            return None
        try:
            _, memory = await self._photos.send_without_remembering(
                scope, post.picture, edit_photo, never_sent=first_attempt
            )
        except DrawingError:
            log.exception("a picture could not be drawn", ruleset=post.view.ruleset)
            await self._gateway.edits.edit_caption(scope.chat, before.board, post.text, post.keyboard)
            return None
        return memory
