"""Computer players' answers in Duplicate: by score alone, since leaves do not matter."""

from types import MappingProxyType
from typing import Final

from engine.crossword.actions import Placement
from engine.crossword.players.computer_view import CASUAL_TRAITS, CasualTraits, PlaySearch, pick_casual_play
from engine.crossword.players.turn_choice import Strength
from engine.crossword.search import SearchQuery
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.view import GameView
from engine.lexicon import Lexicon
from engine.rng import Draws

_TRAITS: Final = MappingProxyType(
    {
        **CASUAL_TRAITS,
        "iyi": CasualTraits(eager=0.75, crossing=0.95, easy=6, reach=0.97, rare=0.7, doubting=1.0),
    }
)


def choose_answer(  # noqa: PLR0917 - all that a player knows, and its tools
    strength: Strength, view: GameView, ruleset: Ruleset, words: Lexicon, search: PlaySearch, draws: Draws
) -> tuple[Placement, ...]:
    """The tiles with which a player of this strength answers; none without a play or an open round."""
    if view.open is None:
        return ()
    query = SearchQuery(ruleset.crossword, view.cells, view.open.rack)
    traits = _TRAITS.get(strength)
    if traits is not None:
        play = pick_casual_play(traits, query, words, search, draws, may_find_none=False)
        return () if play is None else play.tiles
    best = search.find_best_plays(query, words)
    return best[0].play.tiles if best else ()
