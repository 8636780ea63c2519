"""Board texts: what messages that are there already tell once a deadline has changed or a question is over."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import msgspec

from bot.announce.board_messages import (
    BoardMessageCache,
    BoardMessages,
    CurrentTexts,
    Left,
    StaleButtons,
    bearers,
    encode_board_messages,
    newest_expiring,
    shows_board,
    with_buttons,
)
from bot.announce.card_reveals import CardReveals
from bot.call_errors import RequestRejected
from bot.logs.logger import get_logger
from bot.pictures.photos import PhotoRecord
from bot.store.redis_streams.consumer_group import NewestMessage
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.workers.sending import GAME_NEWS, Sending

log = get_logger(__name__)


class BoardTexts:
    """Edits the newest messages of chats, so that they tell how the table stands now.

    Args:
        reveals: knows which messages show cards face up: those stay as they are.
    """

    def __init__(
        self, gateway: Gateway, reveals: CardReveals, board_messages: BoardMessageCache, stale_buttons: StaleButtons
    ) -> None:
        self._gateway: Final = gateway
        self._reveals: Final = reveals
        self._board_messages: Final = board_messages
        self._stale_buttons: Final = stale_buttons

    async def refresh_board_texts(self, scope: Scope, table: str, texts: CurrentTexts, sending: Sending) -> None:
        """Have the newest messages say how a table stands now, if it is this one that they show.

        Raises:
            Undone: as Telegram answered, but for a refusal.
        """
        before = await self._board_messages.messages_in(scope)
        shown = await self.refresh_messages(scope, table, before, texts, sending)
        # Something else may have been told meanwhile.
        if shown != before and await self._board_messages.messages_in(scope) == before:
            self._board_messages.remember_messages(scope, shown)

    async def refresh_messages(
        self,
        scope: Scope,
        table: str,
        shown: BoardMessages,
        texts: CurrentTexts,
        sending: Sending = GAME_NEWS,
    ) -> BoardMessages:
        """Rewrite the newest messages that have the table's buttons, so that they tell how the table stands now.

        A message that shows cards face up stays as it is.

        Returns:
            The board messages then.
        """
        if shown.table != table or not shows_board(shown):
            return shown
        text = partial(self._gateway.edits.edit_text, sending=sending)
        caption = partial(self._gateway.edits.edit_caption, sending=sending)
        anew: list[int] = []
        if shown.board in shown.lit and not self._reveals.has_face_up_cards(scope.chat, shown.board):
            edit, text_of = (text, texts.board_without_picture) if shown.written else (caption, texts.board_caption)
            await self._edit_unless_refused(
                scope,
                partial(
                    edit,
                    scope.chat,
                    shown.board,
                    text_of(shown.kept),
                    texts.keyboard_with_seal if shown.sealed else texts.plain_keyboard,
                ),
            )
            anew.append(shown.board)
        if shown.said in shown.lit:
            await self._edit_unless_refused(
                scope, partial(text, scope.chat, shown.said, texts.turn_text(shown.kept), texts.plain_keyboard)
            )
            anew.append(shown.said)
        others = [one for one in shown.expiring if one.message not in anew]
        bear = [one for message in anew for one in bearers(message, texts.plain_keyboard)]
        return msgspec.structs.replace(shown, expiring=newest_expiring(*others, *bear))

    async def remove_expired_buttons(self, scope: Scope, left: Left | None, before: BoardMessages) -> BoardMessages:
        """Remove the buttons that have expired; the board messages then."""
        if left is None or not before.expiring:
            return before
        keyboards = {one.message: left.under(one, before) for one in before.expiring}
        for message, keyboard in keyboards.items():
            if keyboard is not None:
                await self._edit_unless_refused(
                    scope, partial(self._gateway.edits.edit_keyboard, scope.chat, message, keyboard)
                )
        bare = [message for message, keyboard in keyboards.items() if keyboard is None]
        self._stale_buttons.remove_later(scope.chat, bare)
        return msgspec.structs.replace(before, lit=tuple(one for one in before.lit if one not in bare), expiring=())

    async def _edit_unless_refused(self, scope: Scope, edit: Callable[[], Awaitable[None]]) -> None:
        try:
            await edit()
        except RequestRejected as error:
            log.info("a message keeps its words", chat=scope.chat, error=error.message)


class BoardRecords:
    """Records board messages, here and in what is stored with the acknowledgement."""

    def __init__(self, board_messages: BoardMessageCache, stale_buttons: StaleButtons, reveals: CardReveals) -> None:
        self._board_messages: Final = board_messages
        self._stale_buttons: Final = stale_buttons
        self._reveals: Final = reveals

    def record(
        self, scope: Scope, message: int, shown: BoardMessages, memory: PhotoRecord | None = None
    ) -> NewestMessage:
        """Record which messages show a chat's table now; ``message`` is the newest."""
        self._board_messages.remember_messages(scope, shown)
        return NewestMessage(message, memory, encode_board_messages(shown))

    def record_new_board(
        self, scope: Scope, before: BoardMessages, shown: BoardMessages, memory: PhotoRecord | None = None
    ) -> NewestMessage:
        """Record that another message shows the table now; the former one loses its buttons."""
        chat, reveals = scope.chat, self._reveals
        # A message with cards face up loses its buttons when they are turned down.
        self._stale_buttons.remove_later(
            chat,
            (one for one in with_buttons(before) if one != shown.board and not reveals.has_face_up_cards(chat, one)),
        )
        return self.record(scope, shown.board, shown, memory)
