"""Which game a message of the bot tells of, by what stays when the buttons of its table are gone.

Messages with which a table opens and a game begins show the seal, the last ones of a game its secret; files bear the
name of the table, and some buttons lead to a game's record.
"""

import re
from typing import Final

from bot.telegram.button_data import parse_button_data
from bot.telegram.incoming.update_types import InlineKeyboard, RepliedMessage
from engine.game_record import ID_DIGITS
from engine.rng import SEAL_DIGITS, SHOWN_DIGITS, commitment

_SEAL_OR_SECRET: Final = re.compile(
    rf"(?<![0-9a-f])(?:[0-9a-f]{{{SEAL_DIGITS}}}|[0-9a-f]{{{SHOWN_DIGITS}}})(?![0-9a-f])", re.ASCII
)
_FILE: Final = re.compile(r"harfiyen-([0-9a-f]{8})\.(?:gcg|json)", re.ASCII)
_GAME: Final = re.compile(rf"[0-9a-f]{{{ID_DIGITS}}}", re.ASCII)
_LEAD_TO_RECORDS: Final = frozenset({"past", "costly"})


def games_told(message: RepliedMessage) -> tuple[str, ...]:
    """The beginnings of the ids that the game of a message may have; none where it does not show which game it is."""
    file = None if message.document is None else _FILE.fullmatch(message.document.file_name or "")
    ids = [] if file is None else [file[1]]
    for digits in _SEAL_OR_SECRET.findall(message.text or message.caption or ""):
        ids.append(digits[:ID_DIGITS])
        if len(digits) == SEAL_DIGITS:
            # A secret looks like a whole seal; no game's id begins as that of the other one.
            ids.append(commitment(digits)[:ID_DIGITS])
    return tuple(dict.fromkeys((*ids, *_only_game_of_buttons(message.reply_markup))))


def _only_game_of_buttons(keyboard: InlineKeyboard | None) -> tuple[str, ...]:
    """The game to whose record the buttons lead; none where a list leads to several."""
    rows = () if keyboard is None else keyboard.inline_keyboard
    pressed = (parse_button_data(key.callback_data) for row in rows for key in row if key.callback_data is not None)
    games = {
        argument
        for one in pressed
        if one is not None and one.kind in _LEAD_TO_RECORDS
        for argument in one.arguments
        if _GAME.fullmatch(argument)
    }
    return tuple(games) if len(games) == 1 else ()
