"""How people's names appear: shortened, made harmless, and as mentions."""

import html
import unicodedata
from typing import Final

from bot.texts import Html

MOST_NAME: Final = 24
_ISOLATE: Final = "\u2068{}\u2069"
"""First-strong isolate around a name, so that right-to-left names leave the sentence alone."""


_EMPTY: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that leave no mark, which people use for names that cannot be seen."""


def display_name(first: str, last: str | None, user: int) -> str:
    """A name for the table: one line without control characters, at most 24 characters, never empty."""
    clean = harmless(f"{first} {last or ''}".translate(dict.fromkeys(map(ord, _EMPTY))))
    if len(clean) > MOST_NAME:
        clean = clean[: MOST_NAME - 1].rstrip() + "…"
    return clean or str(user)


def harmless(text: str) -> str:
    """Somebody's text on one line, composed, without control characters and those that turn the writing about."""
    line = " ".join(text.split())
    seen = (mark for mark in line if unicodedata.category(mark) not in {"Cc", "Cf", "Co", "Cs", "Cn"})
    return " ".join(unicodedata.normalize("NFC", "".join(seen)).split())


def shown(name: str) -> Html:
    """A name in a sentence, escaped and isolated."""
    return Html(_ISOLATE.format(html.escape(name, quote=False)))


def mention(user: int, name: str) -> Html:
    """A name that notifies its bearer."""
    return Html(f'<a href="tg://user?id={user}">{html.escape(name, quote=False)}</a>')
