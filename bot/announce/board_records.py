"""Records which messages show a chat's table, as a post changes that."""

from typing import Final

from bot.announce.board_messages import BoardMessageCache, BoardMessages, encode_board_messages, with_buttons
from bot.announce.card_reveals import CardReveals
from bot.announce.stale_buttons import StaleButtons
from bot.pictures.photos import PhotoRecord
from bot.store.redis_streams.consumer_group import NewestMessage
from bot.store.scope import Scope


class BoardRecords:
    """Records board messages, here and in what is stored with the acknowledgement.

    Args:
        board_messages: knows each chat's board messages.
        stale_buttons: removes buttons of former messages.
        reveals: knows which messages show cards face up.
    """

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
