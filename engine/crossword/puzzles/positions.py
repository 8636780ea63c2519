"""Positions that puzzles may be made of: a board, a rack, and the bonus cell that nobody has taken."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.crossword import secrecy
from engine.crossword.analysis.taken_turns import TakenGame
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.setup import open_game
from engine.crossword.tiles import Tiles, face_of
from engine.crossword.view import BonusCell, GameView
from engine.game_setup import GameSetup
from engine.lexicon import Lexicon
from engine.lobby_seats import Seat

SOLVER: Final = 0
"""The seat that a position is put to."""
NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
PLAYERS: Final = (Seat(1, ""), Seat(2, ""))


class Position(Struct, frozen=True):
    """What decides which play is best."""

    cells: tuple[str, ...]
    """The board row by row, as in a view."""
    rack: Tiles
    """Sorted."""
    bonus: str | None
    """The random bonus cell, while nobody has taken it."""

    @property
    def laid(self) -> int:
        """Tiles on the board."""
        return sum(map(bool, self.cells))


class PositionViews:
    """Shows positions of a game of two to their solver.

    Args:
        rules: resolved, by its defaults.
    """

    def __init__(self, rules: Ruleset, words: Lexicon) -> None:
        self._rules: Final = rules
        self._words: Final = words
        setup = GameSetup(seats=PLAYERS, host=1, secret="00" * 32, message=1, lexicon="", begins=NO_TIME)
        self._opened: Final[GameView] = secrecy.view_for(open_game(rules, setup)[0], SOLVER)

    def view_of(self, position: Position) -> ComputerView:
        """The position as its solver sees it, on turn against a rival with a full rack.

        Raises:
            ValueError: the game has no such tiles, or too few are left for the rival's rack.
        """
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
    """Every word that lies on a board, as often as it does."""
    columns = rules.columns
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    for line in (*rows, *zip(*rows, strict=True)):
        text = "".join(tile[-1:] or " " for tile in line)
        yield from (run for run in text.split() if len(run) > 1)


def positions_of_game(game: TakenGame, rules: Ruleset) -> Iterator[Position]:
    """The positions in which players of a finished game were on turn, where they are the same by a game's defaults.

    Whose they were is left out. A position whose board has words that the game's list has not is the caller's to leave
    out (:meth:`engine.crossword.puzzles.finder.PuzzleFinder.find_candidate` does).

    Args:
        game: with its options applied.
        rules: the game's own, by its defaults.
    """
    if _what_counts(game.ruleset) != _what_counts(rules):
        return
    for turn in game.turns:
        view = turn.view
        if view.window is None and len(view.rack) == rules.rack:
            bonus = None if view.bonus is None or view.bonus.taken else view.bonus.cell
            yield Position(view.cells, tuple(sorted(view.rack)), bonus)


def _what_counts(rules: Ruleset) -> tuple[object, ...]:
    """What makes the same play score the same. EX cells change racks, and no score."""
    return rules.id, rules.board, rules.counts, rules.values, rules.rack, replace(rules.scoring, ex="off")


def bonus_cells(rules: Ruleset) -> tuple[str, ...]:
    """Where a random bonus cell may lie; none in a game that has none."""
    board = premium_board(rules.board)
    return () if rules.scoring.cell is None else tuple(board.grid.names[index] for index in board.plain_cells)
