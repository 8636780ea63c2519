"""Messages that people post by choosing one of the bot's inline results, and the table that each was made for.

The table's short name stands in the address of a link on the message's first word, which nobody sees. It says where
the move was meant to be played, and can do no more: whoever forges one has their own move refused, or played where they
typed it.
"""

import html
import re
from typing import Final

from telegram import User as Account
from telegram.constants import MessageEntityType

from bot.telegram.updates import Message
from bot.texts import Html

_PAYLOAD: Final = "at_"
_LINK: Final = re.compile(rf"https?://(?:t|telegram)\.me/\w+/?\?start={_PAYLOAD}([0-9a-f]{{8}})")


def tied(text: str, table: str, username: str) -> Html:
    """A move's text as it is posted, for the table of this short name; ``username`` is the bot's."""
    first, space, rest = text.partition(" ")
    link = f"https://t.me/{username}?start={_PAYLOAD}{table}"
    return Html(f'<a href="{link}">{html.escape(first)}</a>{space}{html.escape(rest)}')


def posted_via(message: Message, bot: Account) -> bool:
    """Whether a message was made of one of the bot's inline results, by whoever sent it."""
    return message.via_bot is not None and message.via_bot.id == bot.id


def table_of(message: Message) -> str | None:
    """The short name of the table that a message posted via the bot was made for.

    ``None`` for what says no move, and for a message that is only forwarded: its sender has chosen nothing.
    """
    if message.forward_origin is not None:
        return None
    links = (entity.url for entity in message.entities if entity.type == MessageEntityType.TEXT_LINK)
    found = (_LINK.fullmatch(url) for url in links if url is not None)
    return next((match[1] for match in found if match is not None), None)
