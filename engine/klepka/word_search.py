"""The search for a word that a collection can form, as computer players and simulated ones do it.

It is short on purpose: who tries fewer beginnings finds fewer words.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct

from engine.alphabet import LEAST_LETTERS
from engine.errors import Refusal
from engine.klepka.deck import Cards, colour_of
from engine.lexicon import Lexicon
from engine.rng import Draws


class SearchEffort(Struct, frozen=True):
    """How much is tried."""

    beginnings: int
    longest: int
    """The letters of the longest words."""
    youngest: int = 1
    """From how many of the youngest beginnings the next one is drawn."""


def find_best_word(  # noqa: PLR0917 - what a search is about
    cards: Cards,
    letters: Sequence[str],
    wild: Collection[str],
    words: Lexicon,
    score_of: Callable[[str], int | None],
    effort: SearchEffort,
    draws: Draws,
) -> str | None:
    """The word of the highest score that is met, as it would be typed; letters of polysemy in brackets.

    Args:
        cards: the collection.
        letters: all of them, in the order in which they are tried.
        wild: those for which polysemy may stand.
        words: that count.
        score_of: what a typed word brings; one that is refused, or brings ``None``, is passed over.
        effort: how much is tried.
        draws: choose the beginnings.
    """
    supply = Counter(card[0] for card in cards if colour_of(card))
    best: tuple[int, str] | None = None
    open_ends = [("", "")]
    for _ in range(effort.beginnings):
        if not open_ends:
            break
        place, draws = draws.random_below(min(len(open_ends), effort.youngest))
        word, typed = open_ends.pop(-1 - place)
        if len(word) >= LEAST_LETTERS and word in words:
            score = _score_or_none(typed, score_of)
            if score is not None and (best is None or score > best[0]):
                best = (score, typed)
        if len(word) == effort.longest:
            continue
        used = Counter(letter for at, letter in enumerate(typed) if typed[at - 1 : at] != "[")
        for letter in letters:
            if supply[letter] > used[letter]:
                if words.has_prefix(word + letter):
                    open_ends.append((word + letter, typed + letter))
            elif letter in wild and words.has_prefix(word + letter):
                open_ends.append((word + letter, f"{typed}[{letter}]"))
    return None if best is None else best[1]


def _score_or_none(typed: str, score_of: Callable[[str], int | None]) -> int | None:
    try:
        return score_of(typed)
    except Refusal:
        return None
