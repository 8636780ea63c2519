"""Tags: short names of chats and people for the log, which nobody who lacks the bot's token can lead back to a number.

A tag stays the same for one bot, on all its workers and after each start, so that lines about a chat can be found. It
is a keyed hash: whoever has the log alone cannot try all numbers either. ``harfiyen tag`` prints a chat's.
"""

import hmac
import re
from functools import lru_cache
from typing import Final

TAG_DIGITS: Final = 10
"""Hexadecimal digits of a tag: among 10,000 chats two have the same by a chance of 1 in 20,000."""
_PURPOSE: Final = b"harfiyen: tags of chats in the log"
_MOST_REMEMBERED: Final = 4096

_KEY_NAME: Final = re.compile(r"hf:\{\d+\}:[^\s'\"]+")
"""A key in Redis, which may name a chat or a person."""
_USER_NAME: Final = re.compile(r"(?<=:name:)[^\s'\"]+")
_NUMBER_IN_KEY: Final = re.compile(r"(?<=[:u])-?\d{5,}(?=$|[:#])")
_NUMBER_IN_TEXT: Final = re.compile(
    r"(?<![\w.-])-\d{6,}\b|(?<=\bbecome )\d{5,}\b|(?<=\bchat )\d{5,}\b|(?<=\buser )\d{5,}\b|(?<=\bowner )\d{5,}\b"
)
"""Groups have negative numbers, which hardly anything else in an error's message is; people's are told by a word."""


class ChatTags:
    """Gives the tags of one bot.

    Args:
        secret: the bot's token; empty on the playground, whose people are made up.
    """

    def __init__(self, secret: str) -> None:
        key = hmac.digest(secret.encode(), _PURPOSE, "sha256")

        @lru_cache(_MOST_REMEMBERED)
        def tag_of(number: int) -> str:
            return hmac.digest(key, str(number).encode(), "sha256").hex()[:TAG_DIGITS]

        self.tag_of: Final = tag_of
        """The tag of a chat; of a person, that of their private chat, which has the same number."""

    def tag_scope(self, scope: str) -> str:
        """A scope as text with the chat's tag for its number: ``-1001:7#2`` becomes ``3f9a1c0b27:7#2``."""
        digits = len(scope) - len(scope.lstrip("-0123456789"))
        return f"{self.tag_of(int(scope[:digits]))}{scope[digits:]}" if digits else self.mask_numbers(scope)

    def mask_numbers(self, text: str) -> str:
        """A text, such as an error's message, with tags for the numbers of chats and people in it."""
        text = _KEY_NAME.sub(lambda key: self._mask_key(key[0]), text)
        return _NUMBER_IN_TEXT.sub(lambda number: self.tag_of(int(number[0])), text)

    def _mask_key(self, name: str) -> str:
        name = _USER_NAME.sub("<name>", name)
        return _NUMBER_IN_KEY.sub(lambda number: self.tag_of(int(number[0])), name)
