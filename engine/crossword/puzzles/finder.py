"""Finding puzzles among positions.

In a puzzle one play is clearly the best, by equity and in simulation, and its words are commonly known. Cheap checks
come first: most positions are rejected after one search. A mix has early and late positions, long and short plays, and
no answer twice.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from math import ceil
from typing import Final, Literal

from msgspec import Struct

from engine.alphabet import BLANK
from engine.computer_ids import HasTime, Level
from engine.crossword.analysis.game_analysis import ComparedTurn, compare_turns
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import (
    CASUAL_TRAITS,
    ComputerView,
    PlaySearch,
    choose_casual_play,
    leave_after,
    query_after,
    words_formed,
)
from engine.crossword.players.equity import CandidateTurn, leave_value_in, rank_turns, shipped_leaves
from engine.crossword.puzzles.puzzle import (
    Position,
    PositionViews,
    Puzzle,
    Source,
    bonus_cells,
    lexicon_version,
    words_on_board,
)
from engine.crossword.ruleset import Ruleset
from engine.crossword.tiles import Tiles, full_bag
from engine.dictionaries import common_words
from engine.lexicon import Lexicon
from engine.rng import Draws


class LeftOutWords:
    """Words left out of puzzles: exact words, and stems that exclude every longer word."""

    def __init__(self, exact: frozenset[str], beginnings: tuple[str, ...]) -> None:
        self.exact: Final = exact
        self.beginnings: Final = beginnings

    def __contains__(self, word: str) -> bool:
        """Whether a word, in upper case, is left out."""
        return word in self.exact or word.startswith(self.beginnings)


def left_out_words(language: str) -> LeftOutWords:
    """The words left out in a language; none if the file does not name it."""
    content = files("engine").joinpath("crossword", "puzzles", "left_out.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(content).get(language, {})
    exact = frozenset((*entries.get("words", ()), *entries.get("names", ())))
    return LeftOutWords(exact, tuple(entries.get("beginnings", ())))


GAP: Final = 10.0
"""The least lead of the best play over every other turn, in points of equity."""
NEAR: Final = 15.0
"""Plays at most this many points of equity behind the best one are near it: their words must be common, too."""
LEAST_IN_BAG: Final = 7
_LOOKED_AT: Final = 30
"""Near plays are searched among this many; a position with more is not a puzzle."""
_COMPARED: Final = 5
"""The most turns that are simulated, best by equity."""
_WITHIN: Final = 25.0
"""A turn this many points of equity behind the best is not simulated, since it cannot catch up."""
_DEALS: Final = 96
"""The intervals must be disjoint within this many deals."""
_DIGITS: Final = 2


class PuzzleCandidate(Struct, frozen=True):
    """A position that passes all cheap checks, with its turns, best by equity first."""

    position: Position
    turns: tuple[CandidateTurn, ...]
    best: ScoredPlay
    gap: float
    """The gap in equity between the first two turns, in points."""
    words: tuple[str, ...]
    """The words of the best play, main word first."""


class PuzzleFinder:
    """Finds puzzles of one game.

    ``rules``: resolved, with default options. ``words``: the game's list as shipped. ``left_out``: words that no puzzle
    may have on its board or in its answer. ``with_rare_words``: whether the best play, and those near it, may have rare
    words. ``has_time``: without time left, nothing is accepted.
    """

    def __init__(
        self,
        rules: Ruleset,
        words: Lexicon,
        search: PlaySearch,
        left_out: LeftOutWords,
        *,
        with_rare_words: bool = False,
        has_time: HasTime = lambda: True,
    ) -> None:
        self._rules: Final = rules
        self._words: Final = words
        self._search: Final = search
        self._left_out: Final = left_out
        self._known: Final = words if with_rare_words else common_words(words)
        self._has_time: Final = has_time
        self._leaves: Final = shipped_leaves(rules)
        self._views: Final = PositionViews(rules, words)

    @property
    def lexicon(self) -> str:
        """The name and version of the list by which puzzles are found."""
        return lexicon_version(self._words)

    def find_candidate(self, position: Position) -> PuzzleCandidate | None:
        """The turns of a position that may be a puzzle, or ``None``; ValueError if it is another game's position."""
        if len(position.rack) != self._rules.rack or not any(position.cells) or not self._has_time():
            return None
        if self._rules.tiles - position.laid - 2 * self._rules.rack < LEAST_IN_BAG:
            return None
        own_view = self._views.view_of(position)
        query, leave = own_view.query, leave_value_in(own_view, self._leaves)
        two = self._search.find_best_plays(query, self._words, 2, leave)
        if not two or (len(two) > 1 and two[0].value - two[1].value < GAP):
            return None
        turns = rank_turns(own_view, self._search, self._leaves, _COMPARED)
        best, gap = turns[0].play, turns[0].equity - turns[1].equity if len(turns) > 1 else 0.0
        if best is None or gap < GAP or has_twin(best) or not self._is_known(own_view, turns[0].equity):
            return None
        words = words_formed(query, best)
        on_board = words_on_board(self._rules, position.cells)
        if not all(word in self._words and word not in self._left_out for word in (*on_board, *words)):
            return None
        near = tuple(turn for turn in turns if turns[0].equity - turn.equity <= _WITHIN)
        return PuzzleCandidate(position, near if len(near) > 1 else tuple(turns[:2]), best, gap, words)

    def simulate(self, candidate: PuzzleCandidate, source: Source) -> Puzzle | None:
        """The puzzle, if its best play wins in simulation with disjoint confidence intervals; else ``None``."""
        position, best = candidate.position, candidate.best
        compared = self._compare(candidate)
        if not self._has_time():
            return None
        if not compared or compared[0].turn.play != best or not all(other.is_parted for other in compared[1:]):
            return None
        return Puzzle(
            ruleset=self._rules.id,
            cells=position.cells,
            rack=position.rack,
            bonus=position.bonus,
            lexicon=self.lexicon,
            best=best,
            equity=round(candidate.turns[0].equity, _DIGITS),
            runner_up=candidate.turns[1].play,
            gap=round(candidate.gap, _DIGITS),
            margin=round(compared[1].behind, _DIGITS),
            half_width=round(compared[1].half_width, _DIGITS),
            source=source,
        )

    def _compare(self, candidate: PuzzleCandidate) -> Sequence[ComparedTurn]:
        own_view = self._views.view_of(candidate.position)
        draws = Draws(":".join((self._rules.id, "puzzle", *candidate.position.cells, *candidate.position.rack)))
        deals = iter(range(_DEALS))

        def has_more() -> bool:
            return self._has_time() and next(deals, None) is not None

        return compare_turns(own_view, self._search, candidate.turns, draws, has_more, leaves=self._leaves) or ()

    def _is_known(self, own_view: ComputerView, best: float) -> bool:
        """Whether the best play and all near it have only commonly known words."""
        query, leave = own_view.query, leave_value_in(own_view, self._leaves)
        found = self._search.find_best_plays(query, self._words, _LOOKED_AT, leave)
        near = [choice.play for choice in found if best - choice.value <= NEAR]
        if len(near) == _LOOKED_AT:
            return False
        return all(word in self._known for play in near for word in words_formed(query, play))


def has_twin(play: ScoredPlay) -> bool:
    """Whether swapping a blank and an equal letter gives another play that would be typed alike."""
    blanks = {put.tile[-1] for put in play.tiles if put.tile.startswith(BLANK)}
    return any(put.tile in blanks for put in play.tiles)


PuzzleFault = Literal["list", "position", "choice", "best", "figures", "margin", "simulation"]
"""In this order: made with another list; no position of the game; a position that would not be chosen; another play is
best or second; wrong figures; overlapping intervals; a simulation with another result."""
_ROUNDED: Final = 0.01


def puzzle_faults(puzzle: Puzzle, finder: PuzzleFinder, *, simulate: bool) -> Iterator[PuzzleFault]:
    """The faults of a puzzle. ``simulate``: whether to simulate it too, which takes half a second."""
    if puzzle.lexicon != finder.lexicon:
        yield "list"
    try:
        candidate = finder.find_candidate(puzzle.position)
    except ValueError:
        yield "position"
        return
    if candidate is None:
        yield "choice"
        return
    first, second, *_ = candidate.turns
    if (candidate.best, second.play) != (puzzle.best, puzzle.runner_up):
        yield "best"
    off = max(abs(first.equity - puzzle.equity), abs(candidate.gap - puzzle.gap))
    if off > _ROUNDED or puzzle.gap < GAP:
        yield "figures"
    if puzzle.half_width >= puzzle.margin:
        yield "margin"
    if simulate and finder.simulate(candidate, puzzle.source) != puzzle:
        yield "simulation"


_OF_A_GAME: Final = 2
"""The most puzzles from one game."""
_APART: Final = 12
"""The least number of tiles laid between two puzzles of a game."""
_SHARES: Final = {"bingo": 0.4, "middle": 0.5, "short": 0.3, "early": 0.4, "half": 0.45, "late": 0.45}
"""The greatest share of each kind among all puzzles."""
_SOON: Final = 5
"""A kind may be in excess if this many further puzzles could balance it."""
_SHORT: Final = 3
"""The most tiles of a short play."""
_SHORTEST_WORD: Final = 4
_THIRDS: Final = 3


class PuzzleMix:
    """Keeps a collection of puzzles varied, depending only on those added, not on the final number."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules: Final = rules
        self._kinds: Final = Counter[str]()
        self._answers: Final = set[str]()

    def has_room(self, candidate: PuzzleCandidate) -> bool:
        """Whether the answer is new and there are not too many of its kind."""
        word = candidate.words[0]
        if len(word) < _SHORTEST_WORD or word in self._answers:
            return False
        soon = len(self._answers) + _SOON
        return all(self._kinds[kind] < ceil(soon * _SHARES[kind]) for kind in self._kinds_of(candidate))

    def add(self, candidate: PuzzleCandidate) -> None:
        """Count a candidate that became a puzzle."""
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
    """Yield the puzzles of games, at most two of each game. ``games``: the positions of each in order; read lazily."""
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
"""Levels that use only common words."""
_TURNS: Final = 60
"""The most turns per game."""


def self_play_positions(rules: Ruleset, words: Lexicon, search: PlaySearch, name: str) -> Iterator[Position]:
    """The positions of one self-played game of two, while the bag can refill a rack.

    ``rules``: resolved, with default options. ``name``: any text; the same name gives the same game.
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
    """The tiles kept (all without a play), and the board and bonus cell after the turn."""
    query = own_view.query
    play = choose_casual_play(CASUAL_TRAITS[level], own_view, search, draws)
    if play is None:
        return query.rack, query.cells, query.bonus
    after = query_after(query, play, ())
    return leave_after(query.rack, play), after.cells, after.bonus
