"""Expiring buttons: those that answer a question which may be over before the next turn, such as an offered draw.

Once the question is over they are removed, and a message's other buttons stay. `bot.announce.board_messages` stores
which messages have them.
"""

from dataclasses import dataclass

from telegram import InlineKeyboardMarkup

from bot.announce.board_messages import Bearer, BoardMessages
from bot.families import registry


def bearers(message: int, keyboard: InlineKeyboardMarkup | None) -> tuple[Bearer, ...]:
    """The message as one with expiring buttons; empty if its keyboard has none."""
    known = registry.all_button_kinds()
    rows = () if keyboard is None else keyboard.inline_keyboard
    kinds = [known.get(str(key.callback_data).partition(":")[0]) for row in rows for key in row]
    expire = [kind is not None and kind.expires for kind in kinds]
    return (Bearer(message, more=not all(expire)),) if any(expire) else ()


@dataclass(frozen=True, slots=True)
class Left:
    """The keyboards that messages keep once their expiring buttons are removed."""

    table: str
    """The table's short name."""
    board: InlineKeyboardMarkup | None
    """For the board message, and the text of the newest turn."""
    first: InlineKeyboardMarkup
    """For the message that the game began with."""
    vote: InlineKeyboardMarkup | None
    """For a message beside the board, while a vote is open."""

    def under(self, bearer: Bearer, shown: BoardMessages) -> InlineKeyboardMarkup | None:
        """The keyboard of one message; ``None`` if it keeps no buttons."""
        if not bearer.more:
            return None
        if shown.table != self.table or bearer.message not in {shown.board, shown.said}:
            return self.vote
        return self.first if shown.sealed and bearer.message == shown.board else self.board
