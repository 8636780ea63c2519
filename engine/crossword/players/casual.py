"""The levels that people win against: they do not find the best play, and prefer short words that many know.

They go through the plays best first and take each with a probability that falls with every further word it forms and
with its length, so that a longer look finds more. What they never do is to pass while they have a play, or to keep a
rack that they could play out.
"""

from types import MappingProxyType
from typing import Final

from msgspec import Struct

from engine.crossword.movegen import Option
from engine.crossword.players.sight import Search, Sight, words_of
from engine.dictionaries import familiar
from engine.rng import Draws

_LOOKED_AT: Final = 400
"""Plays that are gone through at most."""
_MILLION: Final = 1_000_000


class Temper(Struct, frozen=True):
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


TEMPERS: Final = MappingProxyType(
    {
        "acemi": Temper(eager=0.08, crossing=0.5, easy=4, reach=0.7, rare=0.0, doubting=0.1),
        "kolay": Temper(eager=0.2, crossing=0.7, easy=5, reach=0.85, rare=0.0, doubting=0.3),
        "orta": Temper(eager=0.45, crossing=0.85, easy=5, reach=0.93, rare=0.4, doubting=0.7),
    }
)


def casual_play(temper: Temper, sight: Sight, search: Search, draws: Draws) -> Option | None:
    """The play that such a player finds; ``None`` where it finds none."""
    question, common = sight.question, familiar(sight.words)
    if not sight.bag:
        every = search.plays(question, sight.words)
        out = [play for play in every if len(play.tiles) == len(question.rack)]
        if out:
            return max(out, key=lambda play: play.score)
    found = search.best(question, sight.words if temper.rare else common, _LOOKED_AT)
    if not found and not sight.exchangeable:
        found = search.best(question, sight.words, _LOOKED_AT)
    likeliest: tuple[float, Option] | None = None
    for choice in found:
        words = words_of(question, choice.option)
        chance = temper.eager * temper.crossing ** (len(words) - 1)
        chance *= temper.reach ** max(0, len(words[0]) - temper.easy)
        if temper.rare and any(word not in common for word in words):
            chance *= temper.rare
        drawn, draws = draws.below(_MILLION)
        if drawn < chance * _MILLION:
            return choice.option
        if likeliest is None or chance > likeliest[0]:
            likeliest = (chance, choice.option)
    return None if likeliest is None else likeliest[1]
