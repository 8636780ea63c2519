"""Sends posts: as new messages, or as edits of messages that are there already.

Each action makes one message at most. A lobby is one message that is edited. A board is sent anew, and the former one
loses its buttons. The chat may choose otherwise (`bot.announce.board_messages`): the former board is deleted, or one
board is edited and each turn is told in a text below it.
"""

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from typing import Final, assert_never

import msgspec

from bot.announce.board_messages import (
    BoardMessageCache,
    BoardMessages,
    BoardMode,
    StaleButtons,
    bearers,
    newest_expiring,
    newest_with_buttons,
    shows_board,
    with_buttons,
)
from bot.announce.board_texts import BoardRecords, BoardTexts
from bot.announce.card_reveals import CardReveals
from bot.announce.compose import BoardPost, CardsPost, LobbyClosedPost, LobbyPost, Post, SideNotePost, TurnTextPost
from bot.announce.revealed_cards import to_cards_message
from bot.call_errors import CallFailed, RequestRejected
from bot.logs.logger import get_logger
from bot.pictures.drawing import DrawingError
from bot.pictures.photos import PhotoRecord, Photos, SentPhoto
from bot.store.redis_streams.consumer_group import NewestMessage
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.auto_delete import AutoDelete

log = get_logger(__name__)


class PostPictures:
    """Sends and edits pictures of posts."""

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


class LobbySender:
    """Sends and edits lobbies' messages."""

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
        return self._records.record(
            scope,
            message,
            BoardMessages(scope.chat, lit=newest_with_buttons(*filter(None, (message,))), pinned=before.pinned),
        )


class PostSender:
    """Sends posts to their chats; one instance a process.

    Args:
        has_room: whether a chat's rate limit has room for several messages.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        pictures: PostPictures,
        reveals: CardReveals,
        board_messages: BoardMessageCache,
        board_texts: BoardTexts,
        stale_buttons: StaleButtons,
        auto_delete: AutoDelete,
        has_room: Callable[[int], bool],
    ) -> None:
        self._gateway: Final = gateway
        self._pictures: Final = pictures
        self._reveals: Final = reveals
        self._board_messages: Final = board_messages
        self._board_texts: Final = board_texts
        self._stale_buttons: Final = stale_buttons
        self._auto_delete: Final = auto_delete
        self._has_room: Final = has_room
        self._records: Final = BoardRecords(board_messages, stale_buttons, reveals)
        self._lobby_sender: Final = LobbySender(gateway, pictures, self._records)

    async def send_post(self, scope: Scope, post: Post, entry: Hashable, *, first_attempt: bool) -> NewestMessage:
        """Send a post to its chat; the newest message there then.

        Args:
            scope: where to send it.
            post: the post; if its text is too long for a caption, that has been sent already.
            entry: the key of its outbox entry, of several the first.
            first_attempt: whether this picture was never sent before.

        Raises:
            CallFailed: as Telegram answered.
        """
        before = await self._board_messages.messages_in(scope)
        match post:
            case LobbyClosedPost():
                return await self._lobby_sender.announce_lobby_closed(scope, post, before)
            case LobbyPost():
                return await self._lobby_sender.send_or_edit_lobby(scope, post, before, first_attempt=first_attempt)
            case CardsPost():
                return await self._send_card_table(scope, post, before, entry, first_attempt=first_attempt)
            case BoardPost():
                return await self._send_or_edit_board(scope, post, before, first_attempt=first_attempt)
            case TurnTextPost():
                return await self._send_turn_text(scope, post, before)
            case SideNotePost():
                return await self._send_side_note(scope, post, before)
            case _:
                assert_never(post)

    async def send_text_ahead(self, scope: Scope, post: LobbyPost | BoardPost) -> int:
        """Send the text of a post that is too long for a caption; the post follows without it. The text's message."""
        return await self._gateway.send_text(scope, post.text, None)

    def forget_messages(self) -> None:
        """Forget the chats' messages, as other workers may change them."""
        self._board_messages.forget_all_messages()
        self._reveals.forget_messages()

    async def _send_card_table(
        self, scope: Scope, post: CardsPost, before: BoardMessages, entry: Hashable, *, first_attempt: bool
    ) -> NewestMessage:
        if (message := await self._try_reuse_cards_message(scope, post, before)) is not None:
            return message
        if not post.revealed_events:
            return await self._send_or_edit_board(scope, post, before, first_attempt=first_attempt)
        number = await self._reveals.reveal_in_new_message(
            scope, entry, to_cards_message(scope, post), post.revealed_events
        )
        shown = BoardMessages(scope.chat, post.table, number, lit=(number,), pinned=before.pinned)
        return await self._replace_board(scope, before, shown, post)

    async def _try_reuse_cards_message(
        self, scope: Scope, post: CardsPost, before: BoardMessages
    ) -> NewestMessage | None:
        """Show cards in the message that shows the former ones, if there is no room for another; else ``None``."""
        if (
            post.sketch is not None
            or not _shows_game_of(before, post)
            or not self._reveals.can_edit_message(scope.chat, before.board)
            or self._has_room(scope.chat)
        ):
            return None
        try:
            return await self._reuse_cards_message(scope, post, before)
        except RequestRejected as error:
            log.info("cards are shown anew", chat=scope.chat, error=error.message)
            return None

    async def _reuse_cards_message(self, scope: Scope, post: CardsPost, before: BoardMessages) -> NewestMessage:
        """Show the current table, and the cards turned up since, in the message that shows it already."""
        message = msgspec.structs.replace(to_cards_message(scope, post), message=before.board, photo=not before.written)
        await self._reveals.reveal_in_same_message(message, post.revealed_events, cards_moved=post.cards_moved)
        others = (one for one in before.lit if one != before.board)
        return self._records.record(
            scope, before.board, msgspec.structs.replace(before, lit=newest_with_buttons(*others, before.board))
        )

    async def _send_or_edit_board(
        self, scope: Scope, post: BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        if post.board_mode.edits_in_place and _shows_game_of(before, post):
            try:
                return await self._edit_board_in_place(scope, post, before, first_attempt=first_attempt)
            except RequestRejected as error:
                log.info("a board is sent anew", chat=scope.chat, error=error.message)
        return await self._send_board(scope, post, before, first_attempt=first_attempt)

    async def _send_board(
        self, scope: Scope, post: BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        sent, memory = await self._pictures.send_picture(scope, post, first_attempt=first_attempt)
        if isinstance(post, CardsPost) and post.sketch is None:
            self._reveals.remember_message(scope.chat, sent.message_id, photo=not sent.as_text)
        shown = BoardMessages(
            scope.chat,
            post.table,
            sent.message_id,
            written=sent.as_text,
            lit=() if post.keyboard is None else (sent.message_id,),
            expiring=bearers(sent.message_id, post.keyboard),
            kept=post.lasting_text,
            sealed=post.shows_seal,
            pinned=await self._update_pinned_message(scope, post, before, sent.message_id),
        )
        return await self._replace_board(scope, before, shown, post, memory)

    async def _edit_board_in_place(
        self, scope: Scope, post: BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        """Edit the one board message, and send a text of what happened, which notifies whoever is next."""
        memory = await self._pictures.edit_picture(scope, post, before, first_attempt=first_attempt)
        # An empty text was too long for a caption, and has gone ahead.
        message = (
            await self._gateway.send_text(scope, post.brief_text, post.keyboard, reply_to=before.board)
            if post.text
            else before.board
        )
        former = [one for one in with_buttons(before) if one != before.board]
        self._stale_buttons.remove_later(scope.chat, former)
        pinned = await self._update_pinned_message(scope, post, before, before.board)
        turn_message = message if message != before.board else 0
        messages = dict.fromkeys((before.board, message))
        shown = msgspec.structs.replace(
            before,
            lit=newest_with_buttons(before.board, message),
            expiring=newest_expiring(*(one for each in messages for one in bearers(each, post.keyboard))),
            said=turn_message,
            sealed=False,
            kept=post.lasting_text,
            pinned=pinned,
        )
        return self._records.record(scope, message, shown, memory)

    async def _send_side_note(self, scope: Scope, post: SideNotePost, before: BoardMessages) -> NewestMessage:
        """Send a text that stands beside the board, whose buttons stay. A vote stays one message."""
        if post.vote_id and before.voting and (before.table, before.ballot) == (post.table, post.vote_id):
            try:
                await self._gateway.edits.edit_text(scope.chat, before.voting, post.text, post.keyboard)
            except RequestRejected as error:
                log.info("a vote is told anew", chat=scope.chat, error=error.message)
            else:
                return self._records.record(scope, before.voting, before)
        # These edits come first: on a retry they may be repeated, and the text may not.
        if post.current_texts is not None:
            before = await self._board_texts.refresh_messages(scope, post.table, before, post.current_texts)
        before = await self._board_texts.remove_expired_buttons(scope, post.left, before)
        message = await self._gateway.send_text(scope, post.text, post.keyboard, silent=post.silent)
        if post.keyboard is None:
            return self._records.record(scope, message, before)
        expiring_bearers = bearers(message, post.keyboard)
        others = (
            before.lit
            if expiring_bearers and not expiring_bearers[0].more
            else newest_with_buttons(*before.lit, message)
        )
        shown = msgspec.structs.replace(
            before, lit=others, expiring=newest_expiring(*before.expiring, *expiring_bearers)
        )
        if post.vote_id:
            shown = msgspec.structs.replace(shown, table=post.table, ballot=post.vote_id, voting=message)
        return self._records.record(scope, message, shown)

    async def _send_turn_text(self, scope: Scope, post: TurnTextPost, before: BoardMessages) -> NewestMessage:
        """Send a turn as text alone; if it has the table's buttons, they replace the former ones."""
        if isinstance(post.board, CardsPost):
            cards = replace(post.board, text=post.text)
            if (newest := await self._try_reuse_cards_message(scope, cards, before)) is not None:
                return newest
        message = await self._gateway.send_text(scope, post.text, post.keyboard, silent=post.silent)
        if post.keyboard is None:
            return self._records.record(scope, message, before)
        self._stale_buttons.remove_later(scope.chat, with_buttons(before))
        shown = before if before.table == post.table else BoardMessages(scope.chat, post.table, pinned=before.pinned)
        shown = msgspec.structs.replace(
            shown,
            lit=(message,),
            expiring=bearers(message, post.keyboard),
            said=message,
            kept=post.board.lasting_text,
        )
        return self._records.record(scope, message, shown)

    async def _replace_board(
        self,
        scope: Scope,
        before: BoardMessages,
        shown: BoardMessages,
        post: BoardPost,
        memory: PhotoRecord | None = None,
    ) -> NewestMessage:
        """Record that another message shows the board now; the former one is deleted if the chat chose that."""
        if post.board_mode.deletes_former and _shows_game_of(before, post):
            seconds = post.reveal_seconds if isinstance(post, CardsPost) else 0.0
            await self._auto_delete.delete_later(scope.chat, before.board, seconds)
        return self._records.record_new_board(scope, before, shown, memory)

    async def _update_pinned_message(self, scope: Scope, post: BoardPost, before: BoardMessages, message: int) -> int:
        """Pin or unpin; the pinned message then, if any. Only a game's first board is pinned, as a pin notifies all."""
        if message == before.pinned:
            return message
        pins = post.board_mode is BoardMode.PIN
        if pins:
            try:
                await self._gateway.edits.pin_message(scope.chat, message)
            except CallFailed as error:
                log.info("a board is not pinned", chat=scope.chat, error=error.message)
                return before.pinned
        if before.pinned:
            with suppress(CallFailed):
                await self._gateway.edits.unpin_message(scope.chat, before.pinned)
        return message if pins else 0


def _shows_game_of(shown: BoardMessages, post: BoardPost) -> bool:
    return shows_board(shown) and shown.table == post.table
