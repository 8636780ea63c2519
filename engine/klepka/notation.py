"""How positions and cards are typed in the chat: ``12 34``, ``О``, ``Ож`` (О yellow), ``хаос``.

Reads text alone and knows no game. Words are read in :mod:`engine.klepka.words`.
"""

import re
from types import MappingProxyType
from typing import Final

from engine.alphabet import Alphabet, visible
from engine.errors import Malformed
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY, Cards

_POSITION: Final = re.compile(r"[0-9]{1,3}")
_BETWEEN: Final = re.compile(r"[\s,;+]+")
_MOST_TEXT: Final = 60
"""How much of a garbled text an error repeats."""
_DOT_ABOVE: Final = "\u0307"
"""What lower-casing İ leaves behind."""
_YELLOW: Final = frozenset({"ж", "жовта", "жовтий", "жовте", "y", "yellow", "s", "sarı", "sari", "🟡", "🟨"})
_BLUE: Final = frozenset({"с", "синя", "синій", "синє", "b", "blue", "m", "mavi", "🔵", "🟦"})
_REWARDS: Final = MappingProxyType(
    {
        **dict.fromkeys(("полісемія", "polysemy", "polisemi"), POLYSEMY),
        **dict.fromkeys(("обмін", "exchange", "takas"), EXCHANGE),
        **dict.fromkeys(("хаос", "chaos", "kaos"), CHAOS),
    }
)


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


def cards(text: str, letters: Alphabet) -> Cards:
    """The cards in a text, as actions name them: a reward, a letter, or a letter and its colour.

    A colour follows its letter directly, after a hyphen, or as the next word: ``Ож``, ``О-жовта``, ``О жовта``. A
    single letter standing alone is a card and no colour, so that ``С Ж`` are two cards.

    Raises:
        Malformed: ``no_cards``, or ``garbled_card`` with the part that is none.
    """
    found: list[str] = []
    for part in text.split():
        tint = _colour(part)
        if tint and found and len(found[-1]) == 1 and letters.normalise(part) not in letters.letters:
            found[-1] += tint
        else:
            found.append(_card(part, letters))
    if not found:
        raise Malformed("no_cards")
    return tuple(found)


def _card(part: str, letters: Alphabet) -> str:
    reward = _REWARDS.get(part.lower())
    if reward is not None:
        return reward
    part = visible(part)
    signs, tail = letters.normalise(letters.typed(part[:1]) + part[1:]), part[1:].removeprefix("-")
    tint = _colour(tail) or _colour(letters.typed(tail))
    if signs[:1] in letters.letters and (len(signs) == 1 or tint):
        return signs[0] + (tint or "")
    raise Malformed("garbled_card", text=_short(part))


def _colour(word: str) -> str | None:
    said = word.lower().replace(_DOT_ABOVE, "")
    return "Y" if said in _YELLOW else "B" if said in _BLUE else None


def _short(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
