"""How people's names appear: shortened, made harmless, and as mentions."""

import html
import re
import unicodedata
from functools import lru_cache
from typing import Final

from bot.texts import Html

MOST_NAME: Final = 24
NAMELESS: Final = "👤"
"""Stands for a name that cannot be seen; sentences have a word for it (:meth:`bot.wording.speaker.Speaker.named`)."""
_ISOLATE: Final = "\u2068{}\u2069"
"""First-strong isolate around a name, so that right-to-left names leave the sentence alone."""


_EMPTY: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that leave no mark, which people use for names that cannot be seen."""
_JOINER: Final = "\u200d"
_EMOJI: Final = "\u00a9\u00ae\u2190-\u2bff\u3030\u303d\ufe0f\U0001f000-\U0001faff"
_STRAY_JOINER: Final = re.compile(f"(?<![{_EMOJI}]){_JOINER}|{_JOINER}(?![{_EMOJI}])")
"""A joiner that makes no single emoji of two."""
_NAMES: Final = 4096
"""Names kept, of the people who spoke last."""


@lru_cache(maxsize=_NAMES)
def display_name(first: str, last: str | None) -> str:
    """A name for the table: one line without control characters, at most 24 characters; a sign for what is none."""
    clean = harmless(f"{first} {last or ''}".translate(dict.fromkeys(map(ord, _EMPTY))))
    if len(clean) > MOST_NAME:
        clean = clean[: MOST_NAME - 1].rstrip(f" {_JOINER}") + "…"
    unseen = all(unicodedata.category(mark)[0] in "MZ" for mark in clean)
    return NAMELESS if unseen else clean


def harmless(text: str) -> str:
    """Somebody's text on one line, composed, without control characters and those that turn the writing about.

    Emoji that are joined into one stay so.
    """
    line = " ".join(text.split())
    hidden = {"Cc", "Cf", "Co", "Cs", "Cn"}
    seen = "".join(mark for mark in line if mark == _JOINER or unicodedata.category(mark) not in hidden)
    return " ".join(unicodedata.normalize("NFC", _STRAY_JOINER.sub("", seen)).split())


def displayed(name: str) -> Html:
    """A name in a sentence, escaped and isolated."""
    return Html(_ISOLATE.format(html.escape(name, quote=False)))


def mention(user: int, name: str) -> Html:
    """A name that notifies its bearer, isolated as well."""
    return Html(f'<a href="tg://user?id={user}">{displayed(name)}</a>')
