"""How much Telegram takes: the numbers, how it counts, and cutting to them.

Owns the only copy of these numbers in the bot. The stand-in for Telegram (`bot.playground`) has its own on purpose: it
refuses what Telegram refuses, so a number that is wrong here is seen there. Whoever composes asks here how much room
there is; what is too long all the same, the gateway (`bot.telegram.gateway`) cuts or refuses before it goes out.
"""

import html
import re
from functools import lru_cache
from typing import Final

TEXT: Final = 4096
"""Units of a message of words, its tags not counted."""
CAPTION: Final = 1024
"""Units below a picture or a file, its tags not counted."""
ANSWER: Final = 200
"""Units of the box or line that answers a tap."""
DATA: Final = 64
"""Bytes that a button carries."""
DESCRIPTION: Final = 256
"""Units that describe a command in the menus."""
PROFILE: Final = 512
"""Units that describe the bot where nobody has written to it yet."""
PROFILE_LINE: Final = 120
"""The same on its page, and where it is recommended."""

_ELLIPSIS: Final = "…"
_TAG: Final = re.compile(r"<[^>]*>")
_PIECE: Final = re.compile(r"</[^>]*>|<(?P<opened>[\w-]+)[^>]*>|(?P<read>&[#\w]+;|.)", re.DOTALL)
"""A tag that closes, one that opens, or what is read as one character."""


def units(text: str) -> int:
    """A text's length as Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


@lru_cache(maxsize=32)
def read_units(text: str) -> int:
    """The length of HTML as it is read, without the tags, in UTF-16 units."""
    # Kept: who composes asks, who puts turns together, and who sends.
    return units(html.unescape(_TAG.sub("", text)))


def cut(text: str, most: int) -> str:
    """A plain text of so many units at most, with an ellipsis where something was cut off."""
    raw = text.encode("utf-16-le")
    return text if len(raw) <= most * 2 else raw[: (most - 1) * 2].decode("utf-16-le", "ignore") + _ELLIPSIS


def cut_html(text: str, most: int) -> str:
    """HTML of which so many units at most are read; no tag is left open, and no character reference is torn."""
    # No text is read longer than it is written: most of them need no closer look.
    if len(text) * 2 <= most or read_units(text) <= most:
        return text
    room, kept, ends = most - units(_ELLIPSIS), list[str](), list[str]()
    for piece in _PIECE.finditer(text):
        if piece["read"] is not None:
            room -= units(html.unescape(piece["read"]))
            if room < 0:
                break
        elif piece["opened"] is not None:
            ends.append(f"</{piece['opened']}>")
        else:
            del ends[-1:]
        kept.append(piece[0])
    return "".join((*kept, _ELLIPSIS, *reversed(ends)))
