"""Buttons that answer what may be over before the next turn, such as an offered draw: which messages bear them.

Once it is over they are taken off; what else such a message has to press stays. Which messages they are is kept with
what stands in the chat (`bot.announce.shown`).
"""

from dataclasses import dataclass

from telegram import InlineKeyboardMarkup

from bot.announce.shown import Bearer, Shown
from bot.families import registry


def bearers(message: int, keyboard: InlineKeyboardMarkup | None) -> tuple[Bearer, ...]:
    """A message as one that bears such buttons; none where it does not."""
    known = registry.buttons()
    rows = () if keyboard is None else keyboard.inline_keyboard
    kinds = [known.get(str(key.callback_data).partition(":")[0]) for row in rows for key in row]
    expire = [kind is not None and kind.expires for kind in kinds]
    return (Bearer(message, more=not all(expire)),) if any(expire) else ()


@dataclass(frozen=True, slots=True)
class Left:
    """The buttons that messages have once nothing is open that the others answered."""

    table: str
    """The table's short name."""
    board: InlineKeyboardMarkup | None
    first: InlineKeyboardMarkup
    """Under the message that the game began with."""
    vote: InlineKeyboardMarkup | None
    """Under what is told beside the board, while there is a vote."""

    def under(self, bearer: Bearer, shown: Shown) -> InlineKeyboardMarkup | None:
        """Those of one of the messages."""
        if not bearer.more:
            return None
        if shown.table != self.table or bearer.message not in {shown.board, shown.said}:
            return self.vote
        return self.first if shown.sealed and bearer.message == shown.board else self.board
