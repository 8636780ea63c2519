"""Formats names and captions: names shortened, sanitized and as mentions; lines joined; captions that fit."""

import html
import re
import unicodedata
from functools import lru_cache
from typing import Final

from bot import message_limits
from bot.texts import Html

MAX_NAME: Final = 24


NAMELESS: Final = "👤"
"""Replaces an invisible name; sentences use a word instead (:meth:`bot.wording.speaker.Speaker.player_name`)."""


_ISOLATE: Final = "\u2068{}\u2069"
"""First-strong isolate around a name, so that right-to-left names leave the sentence alone."""


_INVISIBLE: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Invisible characters, which some people use as names."""


_JOINER: Final = "\u200d"


_EMOJI: Final = "\u00a9\u00ae\u2190-\u2bff\u3030\u303d\ufe0f\U0001f000-\U0001faff"


_STRAY_JOINER: Final = re.compile(f"(?<![{_EMOJI}]){_JOINER}|{_JOINER}(?![{_EMOJI}])")
"""A joiner that does not join two emoji."""


_NAME_CACHE_SIZE: Final = 4096
"""So many names are cached, of the people who spoke last."""


@lru_cache(maxsize=_NAME_CACHE_SIZE)
def display_name(first: str, last: str | None) -> str:
    """A name for the table: one line without control characters, at most 24 characters; a sign if nothing is left."""
    clean = sanitize_text(f"{first} {last or ''}".translate(dict.fromkeys(map(ord, _INVISIBLE))))
    if len(clean) > MAX_NAME:
        clean = clean[: MAX_NAME - 1].rstrip(f" {_JOINER}") + "…"
    unseen = all(unicodedata.category(mark)[0] in "MZ" for mark in clean)
    return NAMELESS if unseen else clean


def sanitize_text(text: str) -> str:
    """A person's text on one line, composed, without control characters and those that change the writing direction.

    Joined emoji stay joined.
    """
    line = " ".join(text.split())
    hidden = {"Cc", "Cf", "Co", "Cs", "Cn"}
    seen = "".join(mark for mark in line if mark == _JOINER or unicodedata.category(mark) not in hidden)
    return " ".join(unicodedata.normalize("NFC", _STRAY_JOINER.sub("", seen)).split())


def isolate_name(name: str) -> Html:
    """A name in a sentence, escaped, in a directional isolate."""
    return Html(_ISOLATE.format(html.escape(name, quote=False)))


def mention_html(user: int, name: str) -> Html:
    """A name that notifies its bearer, isolated as well."""
    return Html(f'<a href="tg://user?id={user}">{isolate_name(name)}</a>')


def join_lines(*parts: str) -> str:
    """The parts that are not empty, a line each."""
    return "\n".join(part for part in parts if part)


def first_fitting_caption(*versions: str) -> str:
    """The first version that fits into a caption; the last one if none does."""
    return next(
        (text for text in versions if message_limits.count_visible_units(text) <= message_limits.CAPTION), versions[-1]
    )
