"""Positions and cards as typed in chats: ``12 34``, ``О``, ``Ож`` (О yellow), ``хаос``.

Reads text alone and knows no game. :mod:`engine.klepka.words` reads words.
"""

import re
from typing import Final

from engine.alphabet import Alphabet, strip_invisible
from engine.errors import Malformed
from engine.klepka.deck import REWARDS, Cards
from engine.vocabulary import NO_VOCABULARY, Vocabulary

_POSITION: Final = re.compile(r"[0-9]{1,3}")
_BETWEEN: Final = re.compile(r"[\s,;+]+")
_MOST_TEXT: Final = 60
"""How much of a garbled text an error quotes."""
_COLOURS: Final = {
    **dict.fromkeys(("yellow", "y", "🟡", "🟨"), "Y"),
    **dict.fromkeys(("blue", "b", "🔵", "🟦"), "B"),
}


def parse_positions(text: str) -> tuple[int, ...]:
    """The positions in a text, split at spaces or commas; raises ``no_positions`` or ``garbled_positions``."""
    found = [part for part in _BETWEEN.split(text) if part]
    if not found:
        raise Malformed("no_positions")
    if not all(_POSITION.fullmatch(part) for part in found):
        raise Malformed("garbled_positions", text=shorten(text.strip()))
    return tuple(int(part) for part in found)


def looks_like_positions(text: str) -> bool:
    """Whether a text consists of positions only."""
    found = [part for part in _BETWEEN.split(text) if part]
    return bool(found) and all(_POSITION.fullmatch(part) for part in found)


def parse_cards(text: str, letters: Alphabet, words: Vocabulary = NO_VOCABULARY) -> Cards:
    """The cards in a text, as actions name them: a reward, a letter, or a letter and its colour.

    ``words`` has what people type for ``colours`` and ``rewards``. A colour follows its letter directly, after a
    hyphen, or as the next word: ``Ож``, ``О-жовта``, ``О жовта``. A single letter standing alone is a card and not a
    colour, so ``С Ж`` are two cards.

    Raises:
        Malformed: ``no_cards``, or ``garbled_card`` with the wrong part.
    """
    found: list[str] = []
    for part in text.split():
        tint = _parse_colour(part, words)
        if tint and found and len(found[-1]) == 1 and letters.normalise(part) not in letters.letters:
            found[-1] += tint
        else:
            found.append(_parse_card(part, letters, words))
    if not found:
        raise Malformed("no_cards")
    return tuple(found)


def _parse_card(part: str, letters: Alphabet, words: Vocabulary) -> str:
    reward = words.engine_name("rewards", part)
    if reward in REWARDS:
        return reward
    part = strip_invisible(part)
    signs, tail = letters.normalise(letters.replace_look_alikes(part[:1]) + part[1:]), part[1:].removeprefix("-")
    tint = _parse_colour(tail, words) or _parse_colour(letters.replace_look_alikes(tail), words)
    if signs[:1] in letters.letters and (len(signs) == 1 or tint):
        return signs[0] + (tint or "")
    raise Malformed("garbled_card", text=shorten(part))


def _parse_colour(word: str, words: Vocabulary) -> str | None:
    return _COLOURS.get(words.engine_name("colours", word))


def shorten(text: str) -> str:
    """A garbled text, cut to the length that an error message quotes."""
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
