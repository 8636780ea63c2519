"""What a message says of which table or puzzle it means: the number it begins with, and the message it replies to."""

import re
from collections import Counter
from typing import Final, TypeVar

from msgspec.structs import replace
from telegram import InlineKeyboardMarkup, Message, User

from bot.telegram.button_data import parse_button_data, parse_puzzle_link, parse_rack_link, table_of_button_data
from bot.telegram.incoming.requests import Command, MistypedCommand, PlainText
from bot.user_input.typed_text import normalize_typed_text
from engine.game_record import ID_DIGITS
from engine.rng import SEAL_DIGITS, SHOWN_DIGITS, commitment

R = TypeVar("R", bound=Command | PlainText | MistypedCommand)

_NUMBER: Final = re.compile(r"[#№]\s?([1-9]\d{0,2})(?:\s+|$)", re.ASCII)
"""A table's number as people type it. Telegram takes it for a hashtag only with letters in it."""
_SHOWN_NUMBER: Final = re.compile(r"^[^\w\n#]{0,4}#([1-9]\d{0,2})\b", re.MULTILINE)
"""A table's number as messages show it (:mod:`bot.wording.table_label`)."""
_GROUP_MESSAGE: Final = re.compile(r"https://t\.me/(?:c/)?\w+(?:/\d+)+", re.ASCII)
"""A link that opens a group at a message (:func:`bot.telegram.groups.group_link`)."""
_SEAL_OR_SECRET: Final = re.compile(
    rf"(?<![0-9a-f])(?:[0-9a-f]{{{SEAL_DIGITS}}}|[0-9a-f]{{{SHOWN_DIGITS}}})(?![0-9a-f])", re.ASCII
)
_FILE: Final = re.compile(r"harfiyen-([0-9a-f]{8})\.(?:gcg|json)", re.ASCII)
_GAME: Final = re.compile(rf"[0-9a-f]{{{ID_DIGITS}}}", re.ASCII)
_LEAD_TO_RECORDS: Final = frozenset({"past", "costly"})


def names_table(text: str) -> bool:
    """Whether a text begins with a table's number, as ``#3 KALEM``."""
    return _NUMBER.match(text) is not None


def split_table_number(text: str) -> tuple[int | None, str]:
    """The table's number that a text begins with, if any, and the text without it."""
    found = _NUMBER.match(text)
    return (None, text) if found is None else (int(found[1]), text[found.end() :].strip())


def with_table_hints(request: R, message: Message, bot: User) -> R:
    """The request with what its message says of the table that is meant; its text is then without the number."""
    if isinstance(request, MistypedCommand):
        number, _ = split_table_number(normalize_typed_text(message.text or "").partition(" ")[2])
        request = request if number is None else replace(request, table_number=number)
    elif names_table(request.text):
        number, rest = split_table_number(request.text)
        request = replace(request, table_number=number, text=rest)
    replied = message.reply_to_message
    if replied is None or replied.from_user is None or replied.from_user.id != bot.id:
        return request
    names = Counter(filter(None, map(table_of_button_data, keyboard_data(replied.reply_markup))))
    # An own board has several buttons of its table, and may have one that leads to the next game.
    most = max(names.values(), default=0)
    numbers = _SHOWN_NUMBER.findall(replied.text or replied.caption or "")
    keyboard, games = replied.reply_markup, games_told(replied)
    return replace(
        request,
        replied_message=replied.message_id,
        replied_tables=tuple(name for name, count in names.items() if count == most),
        replied_numbers=tuple(dict.fromkeys(map(int, numbers))),
        replied_games=games,
        replied_page=not (keyboard is None or names or games or _leads_to_table(keyboard)),
        replied_puzzle=_linked_puzzle(keyboard),
    )


def _linked_puzzle(keyboard: InlineKeyboardMarkup | None) -> tuple[str, int] | None:
    """The puzzle that a button of the bot's message opens in private."""
    payloads = (link.partition("?start=")[2] for link in _links(keyboard))
    return next(filter(None, map(parse_puzzle_link, payloads)), None)


def _leads_to_table(keyboard: InlineKeyboardMarkup) -> bool:
    """Whether a link opens a group at what is told there, or the own board of a group's game."""
    return any(
        _GROUP_MESSAGE.fullmatch(link) or parse_rack_link(link.partition("?start=")[2]) for link in _links(keyboard)
    )


def _links(keyboard: InlineKeyboardMarkup | None) -> tuple[str, ...]:
    rows = keyboard.inline_keyboard if keyboard else ()
    return tuple(key.url for row in rows for key in row if key.url is not None)


def keyboard_data(keyboard: InlineKeyboardMarkup | None) -> tuple[str, ...]:
    """The data of a message's buttons."""
    rows = keyboard.inline_keyboard if keyboard else ()
    return tuple(key.callback_data for row in rows for key in row if isinstance(key.callback_data, str))


def games_told(message: Message) -> tuple[str, ...]:
    """The beginnings of the ids that the game of a message may have; none where it does not show which game it is."""
    file = None if message.document is None else _FILE.fullmatch(message.document.file_name or "")
    ids = [] if file is None else [file[1]]
    for digits in _SEAL_OR_SECRET.findall(message.text or message.caption or ""):
        ids.append(digits[:ID_DIGITS])
        if len(digits) == SEAL_DIGITS:
            # A secret looks like a whole seal; no game's id begins as that of the other one.
            ids.append(commitment(digits)[:ID_DIGITS])
    return tuple(dict.fromkeys((*ids, *_only_game_of_buttons(message.reply_markup))))


def _only_game_of_buttons(keyboard: InlineKeyboardMarkup | None) -> tuple[str, ...]:
    """The game to whose record the buttons lead; none where a list leads to several."""
    pressed = map(parse_button_data, keyboard_data(keyboard))
    games = {
        argument
        for one in pressed
        if one is not None and one.kind in _LEAD_TO_RECORDS
        for argument in one.arguments
        if _GAME.fullmatch(argument)
    }
    return tuple(games) if len(games) == 1 else ()
