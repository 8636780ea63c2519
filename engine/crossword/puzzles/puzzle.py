"""A puzzle: a position in which one play is clearly the best, and the grading of answers."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.crossword import secrecy
from engine.crossword.actions import Place
from engine.crossword.analysis.taken_turns import TakenGame
from engine.crossword.analysis.turn_facts import TurnFacts, facts_beside
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import CandidateTurn, leave_value_in, list_exchanges, shipped_leaves
from engine.crossword.premiums import premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.ruleset import Ruleset
from engine.crossword.setup import open_game
from engine.crossword.state import GameState
from engine.crossword.tiles import Tiles, face_of, remove_from_rack
from engine.crossword.view import BonusCell, GameView
from engine.game_base import GameSetup
from engine.lexicon import Lexicon
from engine.lobby_seats import Seat
from engine.rulesets import resolve_ruleset, shipped_rulesets

SOLVER: Final = 0
"""The seat that solves."""
NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
PLAYERS: Final = (Seat(1, ""), Seat(2, ""))


class Position(Struct, frozen=True):
    """All that determines the best play."""

    cells: tuple[str, ...]
    """The board row by row: ``""``, a letter, or ``?`` and a blank's letter."""
    rack: Tiles
    bonus: str | None
    """The random bonus cell while it is free."""

    @property
    def laid(self) -> int:
        """How many tiles are on the board."""
        return sum(map(bool, self.cells))


class PositionViews:
    """Shows positions of a game of two to their solver. ``rules``: resolved, with default options."""

    def __init__(self, rules: Ruleset, words: Lexicon) -> None:
        self._rules: Final = rules
        self._words: Final = words
        setup = GameSetup(seats=PLAYERS, host=1, secret="00" * 32, message=1, lexicon="", begins=NO_TIME)
        self._opened: Final[GameView] = secrecy.view_for(open_game(rules, setup)[0], SOLVER)

    def view_of(self, position: Position) -> ComputerView:
        """The position as its solver sees it, against a rival with a full rack; ValueError if the tiles do not fit."""
        unseen = Counter(self._rules.counts)
        unseen.subtract(face_of(tile) for tile in position.cells if tile)
        unseen.subtract(position.rack)
        bag = sum(unseen.values()) - self._rules.rack
        if bag < 0 or min(unseen.values()) < 0:
            raise ValueError("it is no position of this game")
        cell = self._rules.scoring.cell
        bonus = None if position.bonus is None or cell is None else BonusCell(position.bonus, cell.points, taken=False)
        view = replace(
            self._opened,
            turn=SOLVER,
            cells=position.cells,
            rack=position.rack,
            unseen={tile: count for tile, count in unseen.items() if count},
            bag=bag,
            bonus=bonus,
        )
        return ComputerView(view, self._rules, self._words)


def words_on_board(rules: Ruleset, cells: tuple[str, ...]) -> Iterator[str]:
    """Every word on a board, repeated as often as it occurs."""
    columns = rules.columns
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    for line in (*rows, *zip(*rows, strict=True)):
        text = "".join(tile[-1:] or " " for tile in line)
        yield from (run for run in text.split() if len(run) > 1)


def positions_of_game(game: TakenGame, rules: Ruleset) -> Iterator[Position]:
    """The positions before the turns of a finished game that mean the same under the game's default options.

    The players are left out. The caller must drop positions with words that are not in the game's list
    (:meth:`engine.crossword.puzzles.finder.PuzzleFinder.find_candidate` does).
    """
    if _what_counts(game.ruleset) != _what_counts(rules):
        return
    for turn in game.turns:
        view = turn.view
        if view.window is None and len(view.rack) == rules.rack:
            bonus = None if view.bonus is None or view.bonus.taken else view.bonus.cell
            yield Position(view.cells, tuple(sorted(view.rack)), bonus)


def _what_counts(rules: Ruleset) -> tuple[object, ...]:
    """The rules that determine what a play scores. EX cells change only racks."""
    return rules.id, rules.board, rules.counts, rules.values, rules.rack, replace(rules.scoring, ex="off")


def bonus_cells(rules: Ruleset) -> tuple[str, ...]:
    """Where a random bonus cell may lie; none if the game has none."""
    board = premium_board(rules.board)
    return () if rules.scoring.cell is None else tuple(board.grid.names[index] for index in board.plain_cells)


Source = Literal["shipped", "self_play", "game"]
"""Where a puzzle comes from: the release, games that computers played on demand, or a finished game of the chat."""
_ID_DIGITS: Final = 12
_VERSION_DIGITS: Final = 8


class Puzzle(Struct, frozen=True):
    """A position, the best play and its lead; holds only what the solver may see."""

    ruleset: str
    """The id of a shipped crossword ruleset, with default options."""
    cells: tuple[str, ...]
    """The board row by row: ``""``, a letter, or ``?`` and a blank's letter."""
    rack: Tiles
    bonus: str | None
    """The random bonus cell while it is free (RULES §2.5)."""
    lexicon: str
    """The deciding list, with the first 8 digits of its hash: ``tr@1a2b3c4d``."""
    best: ScoredPlay
    equity: float
    """The best play's equity: its score and the value of its leave, in points."""
    runner_up: ScoredPlay | None
    """The next play by equity; ``None`` if an exchange comes next."""
    gap: float
    """The best play's lead by equity, in points: 10 or more."""
    margin: float
    """The best play's lead in simulated deals, in points."""
    half_width: float
    """Half the 95 % interval around the margin; less than the margin."""
    source: Source = "shipped"

    @property
    def id(self) -> str:
        """12 hex digits that identify the position."""
        content = msgspec.json.encode((self.ruleset, self.cells, self.rack, self.bonus))
        return hashlib.sha256(content).hexdigest()[:_ID_DIGITS]

    @property
    def position(self) -> Position:
        """All that determines the best play."""
        return Position(self.cells, self.rack, self.bonus)

    @property
    def rules(self) -> Ruleset:
        """The resolved ruleset; KeyError if no such game ships, TypeError if it is not a crossword game."""
        rules = resolve_ruleset(shipped_rulesets()[self.ruleset])
        if not isinstance(rules, Ruleset):
            raise TypeError(f"{self.ruleset} is no game on a board")
        return rules

    def to_state(self) -> GameState:
        """A game in this position, for the rules to work on: users 1 (the solver, on turn) and 2.

        Its hidden tiles are arbitrary; show only :meth:`to_view` or a seat's view.
        """
        rules = self.rules
        setup = GameSetup(seats=PLAYERS, host=1, secret="00" * 32, message=1, lexicon="", begins=NO_TIME)
        opened, _ = open_game(rules, setup)
        unseen = Counter(rules.counts)
        unseen.subtract(face_of(tile) for tile in self.cells if tile)
        unseen.subtract(self.rack)
        others = tuple(tile for tile, count in sorted(unseen.items()) for _ in range(count))
        solver = replace(opened.players[SOLVER], user=1, rack=self.rack)
        rival = replace(opened.players[1 - SOLVER], user=2, rack=others[: rules.rack])
        return replace(
            opened,
            players=(solver, rival),
            turn=SOLVER,
            cells=self.cells,
            bag=others[rules.rack :],
            bonus=self.bonus,
            bonus_taken=False,
        )

    def to_view(self, words: Lexicon) -> ComputerView:
        """The position as the solver sees it, for searches."""
        return ComputerView(secrecy.view_for(self.to_state(), SOLVER), self.rules, words)


class Answer(Struct, frozen=True):
    """What a play is worth in a puzzle."""

    play: ScoredPlay
    behind: float
    is_best: bool
    invalid: tuple[str, ...] = ()
    """The words that do not count; the puzzle is then not solved."""


def lexicon_version(words: Lexicon) -> str:
    """A list's name and the first 8 hex digits of its hash: ``tr@1a2b3c4d``."""
    return f"{words.name}@{words.hash[:_VERSION_DIGITS]}"


def grade_answer(puzzle: Puzzle, place: Place, words: Lexicon) -> Answer:
    """Grade a play.

    Raises:
        Refusal: those of :func:`engine.crossword.rules.lay_and_score`; ``not_on_rack`` or ``blanks_not_held`` for tiles
            that the solver does not hold.
        Malformed: those of :func:`engine.crossword.rules.lay_and_score`.
    """
    kept = tuple(sorted(remove_from_rack(puzzle.rack, (face_of(put.tile) for put in place.tiles))))
    play, score = lay_and_score(puzzle.to_state(), SOLVER, place)
    scored = ScoredPlay(place.tiles, play.words[0].word, score.total)
    invalid = tuple(dict.fromkeys(run.word for run in play.words if run.word not in words))
    position = puzzle.to_view(words)
    leave = leave_value_in(position, shipped_leaves(position.rules))
    equity = scored.score + (0.0 if leave is None else leave(kept))
    is_best = _laid(scored) == _laid(puzzle.best) and not invalid
    return Answer(scored, 0.0 if is_best else max(0.0, puzzle.equity - equity), is_best, invalid)


def _laid(play: ScoredPlay) -> set[tuple[str, str]]:
    """The cells and letters of a play; two equal faces are interchangeable."""
    return {(put.cell, put.tile) for put in play.tiles}


def facts_of_best(puzzle: Puzzle, words: Lexicon) -> TurnFacts:
    """What distinguishes the best play from the runner-up."""
    position = puzzle.to_view(words)
    return facts_beside(position, CandidateTurn(puzzle.equity, puzzle.best), _next_best(puzzle, position))


def _next_best(puzzle: Puzzle, position: ComputerView) -> CandidateTurn:
    """The runner-up; if the puzzle names none, an exchange."""
    if puzzle.runner_up is not None:
        return CandidateTurn(puzzle.equity - puzzle.gap, puzzle.runner_up)
    leave = leave_value_in(position, shipped_leaves(position.rules))
    exchanges = [] if leave is None or not position.exchangeable else list_exchanges(position, leave)
    return max(exchanges, key=lambda turn: turn.equity, default=CandidateTurn(0.0, None))
