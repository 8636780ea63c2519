"""How positions and cards are typed in the chat: ``12 34``, ``О``, ``Ож`` (О yellow), ``хаос``.

Reads text alone and knows no game. Words are read in :mod:`engine.klepka.words`.
"""

import re
from typing import Final

from engine.alphabet import Alphabet, visible
from engine.errors import Malformed
from engine.klepka.deck import REWARDS, Cards
from engine.vocabulary import ENGINES_OWN, Vocabulary

_POSITION: Final = re.compile(r"[0-9]{1,3}")
_BETWEEN: Final = re.compile(r"[\s,;+]+")
_MOST_TEXT: Final = 60
"""How much of a garbled text an error repeats."""
_COLOURS: Final = {
    **dict.fromkeys(("yellow", "y", "🟡", "🟨"), "Y"),
    **dict.fromkeys(("blue", "b", "🔵", "🟦"), "B"),
}


def positions(text: str) -> tuple[int, ...]:
    """The positions in a text, separated by spaces or commas.

    Raises:
        Malformed: ``no_positions``, or ``garbled_positions`` with the text.
    """
    found = [part for part in _BETWEEN.split(text) if part]
    if not found:
        raise Malformed("no_positions")
    if not all(_POSITION.fullmatch(part) for part in found):
        raise Malformed("garbled_positions", text=_short(text.strip()))
    return tuple(int(part) for part in found)


def looks_like_positions(text: str) -> bool:
    """Whether a text is positions and nothing else."""
    found = [part for part in _BETWEEN.split(text) if part]
    return bool(found) and all(_POSITION.fullmatch(part) for part in found)


def cards(text: str, letters: Alphabet, words: Vocabulary = ENGINES_OWN) -> Cards:
    """The cards in a text, as actions name them: a reward, a letter, or a letter and its colour.

    ``words`` has what people type for ``colours`` and ``rewards``.

    A colour follows its letter directly, after a hyphen, or as the next word: ``Ож``, ``О-жовта``, ``О жовта``. A
    single letter standing alone is a card and no colour, so that ``С Ж`` are two cards.

    Raises:
        Malformed: ``no_cards``, or ``garbled_card`` with the part that is none.
    """
    found: list[str] = []
    for part in text.split():
        tint = _colour(part, words)
        if tint and found and len(found[-1]) == 1 and letters.normalise(part) not in letters.letters:
            found[-1] += tint
        else:
            found.append(_card(part, letters, words))
    if not found:
        raise Malformed("no_cards")
    return tuple(found)


def _card(part: str, letters: Alphabet, words: Vocabulary) -> str:
    reward = words.meant("rewards", part)
    if reward in REWARDS:
        return reward
    part = visible(part)
    signs, tail = letters.normalise(letters.typed(part[:1]) + part[1:]), part[1:].removeprefix("-")
    tint = _colour(tail, words) or _colour(letters.typed(tail), words)
    if signs[:1] in letters.letters and (len(signs) == 1 or tint):
        return signs[0] + (tint or "")
    raise Malformed("garbled_card", text=_short(part))


def _colour(word: str, words: Vocabulary) -> str | None:
    return _COLOURS.get(words.meant("colours", word))


def _short(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
