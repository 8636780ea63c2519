"""What a message says of which table or puzzle it means: the number it begins with, and the message it replies to."""

import re
from collections import Counter
from typing import Final, TypeVar

from msgspec.structs import replace
from telegram import User as Account

from bot.telegram.button_data import parse_puzzle_link, parse_rack_link, table_of_button_data
from bot.telegram.incoming.requests import Command, MistypedCommand, PlainText
from bot.telegram.incoming.told_games import games_told
from bot.telegram.incoming.update_types import InlineKeyboard, Message
from bot.user_input.typed_text import normalize_typed_text

R = TypeVar("R", bound=Command | PlainText | MistypedCommand)

_NUMBER: Final = re.compile(r"[#№]\s?([1-9]\d{0,2})(?:\s+|$)", re.ASCII)
"""A table's number as people type it. Telegram takes it for a hashtag only with letters in it."""
_SHOWN_NUMBER: Final = re.compile(r"^[^\w\n#]{0,4}#([1-9]\d{0,2})\b", re.MULTILINE)
"""A table's number as messages show it (:mod:`bot.wording.table_label`)."""
_GROUP_MESSAGE: Final = re.compile(r"https://t\.me/(?:c/)?\w+(?:/\d+)+", re.ASCII)
"""A link that opens a group at a message (:func:`bot.telegram.groups.group_link`)."""


def names_table(text: str) -> bool:
    """Whether a text begins with a table's number, as ``#3 KALEM``."""
    return _NUMBER.match(text) is not None


def split_table_number(text: str) -> tuple[int | None, str]:
    """The table's number that a text begins with, if any, and the text without it."""
    found = _NUMBER.match(text)
    return (None, text) if found is None else (int(found[1]), text[found.end() :].strip())


def with_table_hints(request: R, message: Message, bot: Account) -> R:
    """The request with what its message says of the table that is meant; its text is then without the number."""
    if isinstance(request, MistypedCommand):
        number, _ = split_table_number(normalize_typed_text(message.text or "").partition(" ")[2])
        request = request if number is None else replace(request, table_number=number)
    elif names_table(request.text):
        number, rest = split_table_number(request.text)
        request = replace(request, table_number=number, text=rest)
    replied = message.reply_to_message
    if replied is None or replied.sender is None or replied.sender.id != bot.id:
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


def _linked_puzzle(keyboard: InlineKeyboard | None) -> tuple[str, int] | None:
    """The puzzle that a button of the bot's message opens in private."""
    payloads = (link.partition("?start=")[2] for link in _links(keyboard))
    return next(filter(None, map(parse_puzzle_link, payloads)), None)


def _leads_to_table(keyboard: InlineKeyboard) -> bool:
    """Whether a link opens a group at what is told there, or the own board of a group's game."""
    return any(
        _GROUP_MESSAGE.fullmatch(link) or parse_rack_link(link.partition("?start=")[2]) for link in _links(keyboard)
    )


def _links(keyboard: InlineKeyboard | None) -> tuple[str, ...]:
    rows = keyboard.inline_keyboard if keyboard else ()
    return tuple(key.url for row in rows for key in row if key.url is not None)


def keyboard_data(keyboard: InlineKeyboard | None) -> tuple[str, ...]:
    """The data of a message's buttons."""
    rows = keyboard.inline_keyboard if keyboard else ()
    return tuple(key.callback_data for row in rows for key in row if key.callback_data is not None)
