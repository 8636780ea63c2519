"""Positions out of games that computer players play against each other, by levels that lay words that people know."""

from collections.abc import Iterator
from typing import Final

from engine.computer_ids import Level
from engine.crossword.players.casual import CASUAL_TRAITS, choose_casual_play
from engine.crossword.players.computer_view import ComputerView, PlaySearch, leave_after, query_after
from engine.crossword.puzzles.positions import Position, PositionViews, bonus_cells
from engine.crossword.ruleset import Ruleset
from engine.crossword.tiles import Tiles, full_bag
from engine.lexicon import Lexicon
from engine.rng import Draws

_PAIRS: Final[tuple[tuple[Level, Level], ...]] = (("kolay", "kolay"), ("kolay", "acemi"), ("acemi", "kolay"))
"""Who lays only words that many people know."""
_TURNS: Final = 60
"""Of a game at most."""


def self_play_positions(rules: Ruleset, words: Lexicon, search: PlaySearch, name: str) -> Iterator[Position]:
    """The positions of one game of two, while the bag can refill a rack.

    Args:
        rules: resolved, by its defaults.
        words: those that count.
        search: finds the plays.
        name: any text; the same one gives the same game.
    """
    views, size, draws = PositionViews(rules, words), rules.rack, Draws(name)
    which, draws = draws.random_below(len(_PAIRS))
    bag, draws = draws.shuffle(full_bag(rules.counts))
    bonus, free = None, bonus_cells(rules)
    if free:
        place, draws = draws.random_below(len(free))
        bonus = free[place]
    cells = ("",) * (rules.columns * len(rules.board.rows))
    hands, bag = [bag[:size], bag[size : 2 * size]], bag[2 * size :]
    for turn in range(_TURNS):
        mover = turn % 2
        position = Position(cells, tuple(sorted(hands[mover])), bonus)
        yield position
        own_view = views.view_of(position)
        kept, cells, bonus = _take_turn(own_view, search, _PAIRS[which][mover], Draws(f"{name}:{turn}"))
        if len(kept) == size:
            bag, draws = draws.shuffle((*bag, *kept))
            kept = ()
        drawn = size - len(kept)
        if len(bag) < drawn + size:
            return
        hands[mover], bag = (*kept, *bag[:drawn]), bag[drawn:]


def _take_turn(
    own_view: ComputerView, search: PlaySearch, level: Level, draws: Draws
) -> tuple[Tiles, tuple[str, ...], str | None]:
    """The tiles that are kept (all if there is no play), the board and the bonus cell after it."""
    query = own_view.query
    play = choose_casual_play(CASUAL_TRAITS[level], own_view, search, draws)
    if play is None:
        return query.rack, query.cells, query.bonus
    after = query_after(query, play, ())
    return leave_after(query.rack, play), after.cells, after.bonus
