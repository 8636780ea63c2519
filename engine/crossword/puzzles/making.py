"""Puzzles out of many positions, mixed: some early and some late, long plays and short ones, no answer twice."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from typing import Final

from engine.computer_ids import Level
from engine.crossword.players.computer_view import (
    CASUAL_TRAITS,
    ComputerView,
    PlaySearch,
    choose_casual_play,
    leave_after,
    query_after,
)
from engine.crossword.puzzles.finder import PuzzleCandidate, PuzzleFinder
from engine.crossword.puzzles.puzzle import Position, PositionViews, Puzzle, Source, bonus_cells
from engine.crossword.ruleset import Ruleset
from engine.crossword.tiles import Tiles, full_bag
from engine.lexicon import Lexicon
from engine.rng import Draws

_OF_A_GAME: Final = 2
"""Puzzles out of one game at most."""


_APART: Final = 12
"""Tiles that are laid between two of them, at least."""


_SHARES: Final = {"bingo": 0.4, "middle": 0.5, "short": 0.3, "early": 0.4, "half": 0.45, "late": 0.45}
"""The share of all that puzzles of a kind may have at most."""


_SOON: Final = 5
"""Puzzles within which a kind that there are too many of may be made up for."""


_SHORT: Final = 3
"""Tiles up to which a play is short."""


_SHORTEST_WORD: Final = 4


_THIRDS: Final = 3


class PuzzleMix:
    """Which candidates a collection has room for.

    It depends on what is there, not on how many are to come: the first hundred puzzles are the same of any number.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules: Final = rules
        self._kinds: Final = Counter[str]()
        self._answers: Final = set[str]()

    def has_room(self, candidate: PuzzleCandidate) -> bool:
        """Whether its answer is new and not too many are of its kind."""
        word = candidate.words[0]
        if len(word) < _SHORTEST_WORD or word in self._answers:
            return False
        soon = len(self._answers) + _SOON
        return all(self._kinds[kind] < ceil(soon * _SHARES[kind]) for kind in self._kinds_of(candidate))

    def add(self, candidate: PuzzleCandidate) -> None:
        """Count a candidate that has become a puzzle."""
        self._answers.add(candidate.words[0])
        self._kinds.update(self._kinds_of(candidate))

    def _kinds_of(self, candidate: PuzzleCandidate) -> tuple[str, str]:
        placed, rules = len(candidate.best.tiles), self._rules
        length = "bingo" if placed == rules.rack else "short" if placed <= _SHORT else "middle"
        third = candidate.position.laid * _THIRDS // (rules.tiles - 2 * rules.rack)
        return length, ("early", "half", "late")[min(third, _THIRDS - 1)]


def make_puzzles(
    finder: PuzzleFinder, games: Iterable[Iterable[Position]], mix: PuzzleMix, source: Source
) -> Iterator[Puzzle]:
    """The puzzles of some games, at most two of each, as long as anybody asks for more.

    Args:
        finder: of the game that all are of.
        games: each with its positions in order; looked at one after the other.
        mix: what there is room for.
        source: where the games come from.
    """
    for positions in games:
        found: list[int] = []
        for position in positions:
            if len(found) == _OF_A_GAME:
                break
            if found and position.laid - found[-1] < _APART:
                continue
            candidate = finder.find_candidate(position)
            if candidate is None or not mix.has_room(candidate):
                continue
            puzzle = finder.simulate(candidate, source)
            if puzzle is not None:
                mix.add(candidate)
                found.append(position.laid)
                yield puzzle


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
