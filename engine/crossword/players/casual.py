"""The levels that people win against: they do not find the best play, and prefer short words that many know.

They go through the plays best first and take each with a probability that falls with every further word it forms and
with its length, so that a longer look finds more. What they never do is to pass while they have a play, or to keep a
rack that they could play out.
"""

from types import MappingProxyType
from typing import Final

from msgspec import Struct

from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import ComputerView, PlaySearch, words_formed
from engine.dictionaries import common_words
from engine.rng import Draws

_LOOKED_AT: Final = 400
"""Plays that are gone through at most."""
_MILLION: Final = 1_000_000


class CasualTraits(Struct, frozen=True):
    """What makes a play be taken. Figures are probabilities and factors from 0 to 1."""

    eager: float
    """Probability that a play of one short familiar word is taken when it comes up."""
    crossing: float
    """Factor for each word beside the main one."""
    easy: int
    """Letters up to which a word is short."""
    reach: float
    """Factor for each letter more."""
    rare: float
    """Factor for a play with a word that few people know; 0 where those are not known at all."""
    doubting: float
    """Probability that a phony is challenged."""


CASUAL_TRAITS: Final = MappingProxyType(
    {
        "acemi": CasualTraits(eager=0.08, crossing=0.5, easy=4, reach=0.7, rare=0.0, doubting=0.1),
        "kolay": CasualTraits(eager=0.2, crossing=0.7, easy=5, reach=0.85, rare=0.0, doubting=0.3),
        "orta": CasualTraits(eager=0.45, crossing=0.85, easy=5, reach=0.93, rare=0.4, doubting=0.7),
    }
)


def choose_casual_play(
    traits: CasualTraits, own_view: ComputerView, search: PlaySearch, draws: Draws
) -> ScoredPlay | None:
    """The play that such a player finds; ``None`` where it finds none."""
    question, common = own_view.query, common_words(own_view.words)
    if not own_view.bag:
        every = search.find_plays(question, own_view.words)
        out = [play for play in every if len(play.tiles) == len(question.rack)]
        if out:
            return max(out, key=lambda play: play.score)
    found = search.find_best_plays(question, own_view.words if traits.rare else common, _LOOKED_AT)
    if not found and not own_view.exchangeable:
        found = search.find_best_plays(question, own_view.words, _LOOKED_AT)
    likeliest: tuple[float, ScoredPlay] | None = None
    for choice in found:
        words = words_formed(question, choice.play)
        chance = traits.eager * traits.crossing ** (len(words) - 1)
        chance *= traits.reach ** max(0, len(words[0]) - traits.easy)
        if traits.rare and any(word not in common for word in words):
            chance *= traits.rare
        drawn, draws = draws.random_below(_MILLION)
        if drawn < chance * _MILLION:
            return choice.play
        if likeliest is None or chance > likeliest[0]:
            likeliest = (chance, choice.play)
    return None if likeliest is None else likeliest[1]
