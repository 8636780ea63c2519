"""Telegram's limits for the length of texts, its way of counting, and truncating to them.

The bot has these numbers only here. The stand-in for Telegram (`bot.playground`) has its own on purpose: it refuses
what Telegram refuses, so it reveals a wrong number. Code that composes messages checks the limits here; the gateway
(`bot.telegram.gateway`) truncates or refuses what is still too long.
"""

import html
import re
from functools import lru_cache
from typing import Final

MESSAGE_TEXT: Final = 4096
"""The most units of a text message; tags do not count."""
CAPTION: Final = 1024
"""The most units of the caption of a picture or a file; tags do not count."""
TAP_ANSWER: Final = 200
"""The most units of the answer to a tap."""
BUTTON_DATA: Final = 64
"""The most bytes of a button's callback data."""
COMMAND_DESCRIPTION: Final = 256
"""The most units of a command's description in the menu."""
BOT_DESCRIPTION: Final = 512
"""The most units of the bot's description, shown in an empty chat with it."""
BOT_SHORT_DESCRIPTION: Final = 120
"""The most units of the bot's short description, shown on its profile page and where it is shared."""

_ELLIPSIS: Final = "…"
_TAG: Final = re.compile(r"<[^<>]*>")
_PIECE: Final = re.compile(r"</[^<>]*>|<(?P<opened>[\w-]++)[^<>]*+>|(?P<read>&[#\w]+;|.)", re.DOTALL)
"""Matches a closing tag, an opening tag, or one character, which may be a character reference."""


def count_units(text: str) -> int:
    """A text's length as Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


@lru_cache(maxsize=32)
def count_visible_units(text: str) -> int:
    """The length of HTML without its tags, in UTF-16 units."""
    # Cached, since composing, merging and sending a message all need it.
    return count_units(html.unescape(_TAG.sub("", text)))


def truncate_text(text: str, most: int) -> str:
    """A plain text of at most ``most`` units, with an ellipsis if it was cut."""
    raw = text.encode("utf-16-le")
    return text if len(raw) <= most * 2 else raw[: (most - 1) * 2].decode("utf-16-le", "ignore") + _ELLIPSIS


def truncate_html(text: str, most: int) -> str:
    """HTML of at most ``most`` visible units; tags are closed, and character references are never split."""
    # The visible text is never longer than the HTML, so most texts need no closer look.
    if len(text) * 2 <= most or count_visible_units(text) <= most:
        return text
    room, kept, ends = most - count_units(_ELLIPSIS), list[str](), list[str]()
    for piece in _PIECE.finditer(text):
        if piece["read"] is not None:
            room -= count_units(html.unescape(piece["read"]))
            if room < 0:
                break
        elif piece["opened"] is not None:
            ends.append(f"</{piece['opened']}>")
        else:
            del ends[-1:]
        kept.append(piece[0])
    return "".join((*kept, _ELLIPSIS, *reversed(ends)))
