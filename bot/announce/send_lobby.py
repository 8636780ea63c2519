"""Sends posts of lobbies: a lobby is one message, which is edited until it is closed."""

from typing import Final

from bot.announce.board_messages import BoardMessages, newest_with_buttons
from bot.announce.board_records import BoardRecords
from bot.announce.post_pictures import PostPictures
from bot.announce.posts import LobbyClosedPost, LobbyPost
from bot.call_errors import RequestRejected
from bot.logs.logger import get_logger
from bot.store.redis_streams.consumer_group import NewestMessage
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway

log = get_logger(__name__)


class LobbySender:
    """Sends and edits lobbies' messages.

    Args:
        gateway: sends and edits.
        pictures: sends and edits pictures.
        records: records which messages show a table.
    """

    def __init__(self, gateway: Gateway, pictures: PostPictures, records: BoardRecords) -> None:
        self._gateway: Final = gateway
        self._pictures: Final = pictures
        self._records: Final = records

    async def send_or_edit_lobby(
        self, scope: Scope, post: LobbyPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        """Edit the lobby's message, or send it if there is none."""
        if before.waiting and before.table == post.table:
            try:
                memory = await self._pictures.edit_picture(scope, post, before, first_attempt=first_attempt)
            except RequestRejected as error:
                log.info("a lobby is sent anew", chat=scope.chat, error=error.message)
            else:
                return self._records.record(scope, before.board, before, memory)
        if post.edit_only:
            return self._records.record(scope, before.board, before)
        sent, memory = await self._pictures.send_picture(scope, post, first_attempt=first_attempt)
        shown = BoardMessages(
            scope.chat,
            post.table,
            sent.message_id,
            waiting=True,
            written=sent.as_text,
            lit=(sent.message_id,),
            pinned=before.pinned,
        )
        return self._records.record_new_board(scope, before, shown, memory)

    async def announce_lobby_closed(self, scope: Scope, post: LobbyClosedPost, before: BoardMessages) -> NewestMessage:
        """Say that a lobby is closed, in its own message; else in a new one, unless the post may only be edited in."""
        if before.waiting and before.table == post.table:
            edit = self._gateway.edits.edit_text if before.written else self._gateway.edits.edit_caption
            try:
                await edit(scope.chat, before.board, post.text, post.keyboard)
            except RequestRejected as error:
                log.info("a lobby stays", chat=scope.chat, error=error.message)
            else:
                return self._record_no_table(scope, before.board, before)
        if post.edit_only:
            return self._record_no_table(scope, before.board, before)
        return self._record_no_table(scope, await self._gateway.send_text(scope, post.text, post.keyboard), before)

    def _record_no_table(self, scope: Scope, message: int, before: BoardMessages) -> NewestMessage:
        """Record that no table is shown; the buttons of the message that says so go with the next one."""
        return self._records.record(
            scope,
            message,
            BoardMessages(scope.chat, lit=newest_with_buttons(*filter(None, (message,))), pinned=before.pinned),
        )
