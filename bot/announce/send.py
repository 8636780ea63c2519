"""Sends posts: as new messages, or as edits of messages that are there already.

Each action makes one message at most. A lobby is one message that is edited. A board is sent anew, and the former one
loses its buttons. The chat may choose otherwise (`bot.announce.board_messages`): the former board is deleted, or one
board is edited and each turn is told in a text below it.
"""

import logging
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from bot.announce.board_messages import (
    BoardMessageCache,
    BoardMessages,
    BoardMode,
    encode_board_messages,
    expiring,
    newest_with_buttons,
    shows_board,
    with_buttons,
)
from bot.announce.card_reveals import CardReveals
from bot.announce.compose import Post, text_without_picture
from bot.announce.current_texts import CurrentTexts
from bot.announce.expiring import bearers
from bot.announce.revealed_cards import to_cards_message
from bot.announce.stale_buttons import StaleButtons
from bot.call_errors import CallFailed, RequestRejected
from bot.families import table_message
from bot.pictures.drawing import DrawingError
from bot.pictures.photos import PhotoRecord, Photos, SentPhoto
from bot.store.redis_streams.entries import NewestMessage
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.auto_delete import AutoDelete
from engine.game import View
from engine.lobby_view import LobbyView

log = logging.getLogger(__name__)


class PostSender:
    """Sends posts to their chats; one instance a process.

    Args:
        gateway: sends and edits.
        photos: sends pictures, and remembers their files.
        reveals: reveals cards.
        board_messages: knows each chat's board messages.
        stale_buttons: removes buttons of former messages.
        auto_delete: deletes former boards.
        has_room: whether a chat's rate limit has room for several messages.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        photos: Photos,
        reveals: CardReveals,
        board_messages: BoardMessageCache,
        stale_buttons: StaleButtons,
        auto_delete: AutoDelete,
        has_room: Callable[[int], bool],
    ) -> None:
        self._gateway: Final = gateway
        self._photos: Final = photos
        self._reveals: Final = reveals
        self._board_messages: Final = board_messages
        self._stale_buttons: Final = stale_buttons
        self._auto_delete: Final = auto_delete
        self._has_room: Final = has_room

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
        if post.view is None:
            return await self._announce_lobby_closed(scope, post, before)
        if isinstance(post.view, LobbyView):
            return await self._send_or_edit_lobby(scope, post, post.view, before, first_attempt=first_attempt)
        if self._must_reuse_cards_message(scope, post, before):
            try:
                return await self._reuse_cards_message(scope, post, post.view, before)
            except RequestRejected as error:
                log.info("the cards of chat %s are shown anew: %s", scope.chat, error.message)
        if post.revealed_events:
            message = await self._reveals.reveal_in_new_message(
                scope, entry, to_cards_message(scope, post, post.view), post.revealed_events
            )
            shown = BoardMessages(scope.chat, post.table, message, lit=(message,), pinned=before.pinned)
            return await self._replace_board_message(scope, before, shown, post)
        if post.without_picture:
            return await self._send_without_picture(scope, post, before)
        if post.board_mode.edits_in_place and _shows_game_of(before, post):
            try:
                return await self._edit_board_in_place(scope, post, post.view, before, first_attempt=first_attempt)
            except RequestRejected as error:
                log.info("the board of chat %s is sent anew: %s", scope.chat, error.message)
        return await self._send_board(scope, post, post.view, before, first_attempt=first_attempt)

    async def send_text_of_post(self, scope: Scope, post: Post, text: str, reply_to: int | None = None) -> int:
        """Send a text with the buttons of a post; the message's number."""
        return await self._gateway.send_text(scope, text, post.keyboard, silent=post.silent, reply_to=reply_to)

    def forget_messages(self) -> None:
        """Forget the chats' messages, as other workers may change them."""
        self._board_messages.forget_all_messages()
        self._reveals.forget_messages()

    def _must_reuse_cards_message(self, scope: Scope, post: Post, before: BoardMessages) -> bool:
        """Whether the message that shows the cards has to show the next ones too, as there is no room for another."""
        shows_cards = bool(post.reveal_seconds) and post.sketch is None and _shows_game_of(before, post)
        return (
            shows_cards and self._reveals.can_edit_message(scope.chat, before.board) and not self._has_room(scope.chat)
        )

    async def _reuse_cards_message(self, scope: Scope, post: Post, view: View, before: BoardMessages) -> NewestMessage:
        """Show the current table, and the cards turned up since, in the message that shows it already."""
        message = msgspec.structs.replace(
            to_cards_message(scope, post, view), message=before.board, photo=not before.written
        )
        await self._reveals.reveal_in_same_message(message, post.revealed_events, cards_moved=post.cards_moved)
        others = (one for one in before.lit if one != before.board)
        return self._record_messages(
            scope, before.board, msgspec.structs.replace(before, lit=newest_with_buttons(*others, before.board))
        )

    async def _announce_lobby_closed(self, scope: Scope, post: Post, before: BoardMessages) -> NewestMessage:
        """Say that a lobby is closed, in its own message; else in a new one, unless the post may only be edited in."""
        if before.waiting and before.table == post.table:
            edit = self._gateway.edit_text if before.written else self._gateway.edit_caption
            try:
                await edit(scope.chat, before.board, post.text, post.keyboard)
            except RequestRejected as error:
                log.info("the lobby of chat %s stays: %s", scope.chat, error.message)
            else:
                return self._record_no_table(scope, before.board, before)
        return self._record_no_table(
            scope, before.board if post.edit_only else await self.send_text_of_post(scope, post, post.text), before
        )

    def _record_no_table(self, scope: Scope, message: int, before: BoardMessages) -> NewestMessage:
        """Record that no table is shown; the buttons of the message that says so go with the next one."""
        return self._record_messages(
            scope,
            message,
            BoardMessages(scope.chat, lit=newest_with_buttons(*filter(None, (message,))), pinned=before.pinned),
        )

    async def _send_or_edit_lobby(
        self, scope: Scope, post: Post, view: LobbyView, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        """Edit the lobby's message, or send it if there is none."""
        if before.waiting and before.table == post.table:
            try:
                memory = await self._edit_picture(scope, post, view, before, first_attempt=first_attempt)
            except RequestRejected as error:
                log.info("the lobby of chat %s is sent anew: %s", scope.chat, error.message)
            else:
                return self._record_messages(scope, before.board, before, memory)
        if post.edit_only:
            return self._record_messages(scope, before.board, before)
        sent, memory = await self._send_picture(scope, post, view, first_attempt=first_attempt)
        shown = BoardMessages(
            scope.chat,
            post.table,
            sent.message_id,
            waiting=True,
            written=sent.as_text,
            lit=(sent.message_id,),
            pinned=before.pinned,
        )
        return await self._replace_board_message(scope, before, shown, post, memory)

    async def _send_board(
        self, scope: Scope, post: Post, view: View, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        """Send a board as a new message."""
        sent, memory = await self._send_picture(scope, post, view, first_attempt=first_attempt)
        if post.reveal_seconds and post.sketch is None:
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
        return await self._replace_board_message(scope, before, shown, post, memory)

    async def _edit_board_in_place(
        self, scope: Scope, post: Post, view: View, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        """Edit the one board message, and send a text of what happened, which notifies whoever is next."""
        memory = await self._edit_picture(scope, post, view, before, first_attempt=first_attempt)
        # An empty text was too long for a caption, and has gone ahead.
        message = (
            await self.send_text_of_post(scope, post, post.brief_text, before.board) if post.text else before.board
        )
        former = [one for one in with_buttons(before) if one != before.board]
        self._stale_buttons.remove_later(scope.chat, former)
        pinned = await self._update_pinned_message(scope, post, before, before.board)
        turn_message = message if message != before.board else 0
        messages = dict.fromkeys((before.board, message))
        shown = msgspec.structs.replace(
            before,
            lit=newest_with_buttons(before.board, message),
            expiring=expiring(*(one for each in messages for one in bearers(each, post.keyboard))),
            said=turn_message,
            sealed=False,
            kept=post.lasting_text,
            pinned=pinned,
        )
        return self._record_messages(scope, message, shown, memory)

    async def _send_without_picture(self, scope: Scope, post: Post, before: BoardMessages) -> NewestMessage:
        """Send a text alone; if it has the table's buttons, they replace the former ones. A vote stays one message."""
        if post.vote_id and before.voting and (before.table, before.ballot) == (post.table, post.vote_id):
            try:
                await self._gateway.edit_text(scope.chat, before.voting, post.text, post.keyboard)
            except RequestRejected as error:
                log.info("the vote of chat %s is told anew: %s", scope.chat, error.message)
            else:
                return self._record_messages(scope, before.voting, before)
        # These edits come first: on a retry they may be repeated, and the text may not.
        if post.current_texts is not None:
            before = await self._refresh_messages(scope, post.table, before, post.current_texts)
        before = await self._without_expired(scope, post, before)
        message = await self.send_text_of_post(scope, post, post.text)
        if post.keyboard is None:
            return self._record_messages(scope, message, before)
        if post.keeps_board_buttons:
            # The question stands beside the board, whose buttons stay.
            expiring_bearers = bearers(message, post.keyboard)
            others = (
                before.lit
                if expiring_bearers and not expiring_bearers[0].more
                else newest_with_buttons(*before.lit, message)
            )
            shown = msgspec.structs.replace(before, lit=others, expiring=expiring(*before.expiring, *expiring_bearers))
            if post.vote_id:
                shown = msgspec.structs.replace(shown, table=post.table, ballot=post.vote_id, voting=message)
            return self._record_messages(scope, message, shown)
        self._stale_buttons.remove_later(scope.chat, with_buttons(before))
        shown = before if before.table == post.table else BoardMessages(scope.chat, post.table, pinned=before.pinned)
        expiring_bearers = bearers(message, post.keyboard)
        shown = msgspec.structs.replace(
            shown, lit=(message,), expiring=expiring_bearers, said=message, kept=post.lasting_text
        )
        return self._record_messages(scope, message, shown)

    async def _without_expired(self, scope: Scope, post: Post, before: BoardMessages) -> BoardMessages:
        """Remove the buttons that have expired; the board messages then."""
        if post.left is None or not before.expiring:
            return before
        keyboards = {one.message: post.left.under(one, before) for one in before.expiring}
        for message, keyboard in keyboards.items():
            if keyboard is not None:
                await self._edit_unless_refused(
                    scope, partial(self._gateway.edit_keyboard, scope.chat, message, keyboard)
                )
        bare = [message for message, keyboard in keyboards.items() if keyboard is None]
        self._stale_buttons.remove_later(scope.chat, bare)
        return msgspec.structs.replace(before, lit=tuple(one for one in before.lit if one not in bare), expiring=())

    async def _refresh_messages(
        self, scope: Scope, table: str, shown: BoardMessages, texts: CurrentTexts
    ) -> BoardMessages:
        """Rewrite the newest messages that have the table's buttons, so that they tell how the table stands now.

        A message that shows cards face up stays as it is.

        Returns:
            The board messages then.
        """
        if shown.table != table or not shows_board(shown):
            return shown
        text, caption = self._gateway.edit_text, self._gateway.edit_caption
        anew: list[int] = []
        if shown.board in shown.lit and not self._reveals.has_face_up_cards(scope.chat, shown.board):
            edit, text_of = (text, texts.board_without_picture) if shown.written else (caption, texts.board_caption)
            await self._edit_unless_refused(
                scope, partial(edit, scope.chat, shown.board, text_of(shown.kept), texts.keyboard(sealed=shown.sealed))
            )
            anew.append(shown.board)
        if shown.said in shown.lit:
            await self._edit_unless_refused(
                scope, partial(text, scope.chat, shown.said, texts.turn_text(shown.kept), texts.plain_keyboard)
            )
            anew.append(shown.said)
        others = [one for one in shown.expiring if one.message not in anew]
        bear = [one for message in anew for one in bearers(message, texts.plain_keyboard)]
        return msgspec.structs.replace(shown, expiring=expiring(*others, *bear))

    async def _edit_unless_refused(self, scope: Scope, edit: Callable[[], Awaitable[None]]) -> None:
        try:
            await edit()
        except RequestRejected as error:
            log.info("what stands in chat %s keeps its words: %s", scope.chat, error.message)

    async def refresh_board_texts(self, scope: Scope, table: str, texts: CurrentTexts) -> None:
        """Have the newest messages say how a table stands now, if it is this one that they show.

        Raises:
            Undone: as Telegram answered, but for a refusal.
        """
        before = await self._board_messages.messages_in(scope)
        shown = await self._refresh_messages(scope, table, before, texts)
        # Something else may have been told meanwhile.
        if shown != before and await self._board_messages.messages_in(scope) == before:
            self._board_messages.remember_messages(scope, shown)

    async def _replace_board_message(
        self, scope: Scope, before: BoardMessages, shown: BoardMessages, post: Post, memory: PhotoRecord | None = None
    ) -> NewestMessage:
        """Record that another message shows the table now; the former one loses its buttons or is deleted."""
        if post.board_mode.deletes_former and shows_board(before) and before.table == post.table:
            await self._auto_delete.delete_later(scope.chat, before.board, post.reveal_seconds)
        chat, reveals = scope.chat, self._reveals
        # A message with cards face up loses its buttons when they are turned down.
        self._stale_buttons.remove_later(
            chat,
            (one for one in with_buttons(before) if one != shown.board and not reveals.has_face_up_cards(chat, one)),
        )
        return self._record_messages(scope, shown.board, shown, memory)

    def _record_messages(
        self, scope: Scope, message: int, shown: BoardMessages, memory: PhotoRecord | None = None
    ) -> NewestMessage:
        self._board_messages.remember_messages(scope, shown)
        return NewestMessage(message, memory, encode_board_messages(shown))

    async def _update_pinned_message(self, scope: Scope, post: Post, before: BoardMessages, message: int) -> int:
        """Pin or unpin; the pinned message then, if any. Only a game's first board is pinned, as a pin notifies all."""
        if message == before.pinned:
            return message
        pins = post.board_mode is BoardMode.PIN
        if pins:
            try:
                await self._gateway.pin_message(scope.chat, message)
            except CallFailed as error:
                log.info("the board of chat %s is not pinned: %s", scope.chat, error.message)
                return before.pinned
        if before.pinned:
            with suppress(CallFailed):
                await self._gateway.unpin_message(scope.chat, before.pinned)
        return message if pins else 0

    async def _send_picture(
        self, scope: Scope, post: Post, view: View, *, first_attempt: bool
    ) -> tuple[SentPhoto, PhotoRecord | None]:
        sketch = post.sketch or table_message.table_sketch(view, post.speaker, post.look)

        async def send_photo(photo: str | bytes) -> SentPhoto:
            as_text = partial(text_without_picture, post, view)
            return await self._gateway.send_photo(scope, photo, post.text or None, post.keyboard, as_text=as_text)

        try:
            return await self._photos.send_without_remembering(scope, sketch, send_photo, never_sent=first_attempt)
        except DrawingError:
            log.exception("a picture of %s could not be drawn", view.ruleset)
            message = await self.send_text_of_post(scope, post, text_without_picture(post, view))
            return SentPhoto(message, scope.chat, as_text=True), None

    async def _edit_picture(
        self, scope: Scope, post: Post, view: View, before: BoardMessages, *, first_attempt: bool
    ) -> PhotoRecord | None:
        """Edit the message that shows the table, so that it shows it as it is now."""

        async def edit_photo(photo: str | bytes) -> SentPhoto:
            return await self._gateway.edit_photo(scope.chat, before.board, photo, post.text, post.keyboard)

        if before.written:
            await self._gateway.edit_text(scope.chat, before.board, text_without_picture(post, view), post.keyboard)
            return None
        try:
            sketch = post.sketch or table_message.table_sketch(view, post.speaker, post.look)
            _, memory = await self._photos.send_without_remembering(scope, sketch, edit_photo, never_sent=first_attempt)
        except DrawingError:
            log.exception("a picture of %s could not be drawn", view.ruleset)
            await self._gateway.edit_caption(scope.chat, before.board, post.text, post.keyboard)
            return None
        return memory


def _shows_game_of(shown: BoardMessages, post: Post) -> bool:
    """Whether a board message of the post's game is there."""
    return shows_board(shown) and shown.table == post.table
