"""Messages that people post by choosing one of the bot's inline results, and the table that each was made for.

The table's short name and the turns taken there stand in the address of a link on the message's first word, which
nobody sees. It says where and when the move was meant to be played, and can do no more: whoever forges one has their
own move refused, or played where they typed it.
"""

import html
import re
from typing import Final, NamedTuple

from telegram import User as Account
from telegram.constants import MessageEntityType

from bot.telegram.updates import Message
from bot.texts import Html

_PAYLOAD: Final = "at_"
_LINK: Final = re.compile(rf"https?://(?:t|telegram)\.me/\w+/?\?start={_PAYLOAD}([0-9a-f]{{8}})_(\d{{1,6}})", re.ASCII)


class MadeFor(NamedTuple):
    """The table that a result was made for, by its short name, and how many turns had been taken there."""

    table: str
    turns: int


def tied(text: str, made: MadeFor, username: str) -> Html:
    """A move's text as it is posted; ``username`` is the bot's."""
    first, space, rest = text.partition(" ")
    link = f"https://t.me/{username}?start={_PAYLOAD}{made.table}_{made.turns}"
    return Html(f'<a href="{link}">{html.escape(first)}</a>{space}{html.escape(rest)}')


def posted_via(message: Message, bot: Account) -> bool:
    """Whether a message was made of one of the bot's inline results, by whoever sent it."""
    return message.via_bot is not None and message.via_bot.id == bot.id


def made_for(message: Message) -> MadeFor | None:
    """What a message posted via the bot was made for.

    ``None`` for what says no move, and for a message that is only forwarded: its sender has chosen nothing.
    """
    if message.forward_origin is not None:
        return None
    links = (entity.url for entity in message.entities if entity.type == MessageEntityType.TEXT_LINK)
    found = (_LINK.fullmatch(url) for url in links if url is not None)
    return next((MadeFor(match[1], int(match[2])) for match in found if match is not None), None)
