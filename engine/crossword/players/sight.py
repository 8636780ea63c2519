"""What a computer player knows, which is what its seat may see, and the search that it is lent."""

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from engine.crossword import placement
from engine.crossword.movegen import Option, Words
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.search.answer import Choice
from engine.crossword.search.question import Asked, Leave
from engine.crossword.tiles import face
from engine.crossword.view import GameView
from engine.lexicon import Lexicon

Tiles = tuple[str, ...]
_IDLE_ROUNDS: Final = 2


class Search(Protocol):
    """Finds plays; what does so is lent by whoever may load it."""

    def plays(self, question: Asked, lexicon: Words) -> Sequence[Option]:
        """Every legal play, each once, in a fixed order."""

    def best(self, question: Asked, lexicon: Words, most: int = 1, leave: Leave | None = None) -> list[Choice]:
        """The plays of the highest values, best first; ``leave`` says what the tiles that are kept are worth."""


class Sight(Struct, frozen=True):
    """One seat's view of a game whose turn it is, the table's rules and the words that count there."""

    view: GameView
    rules: Ruleset
    words: Lexicon

    @property
    def seat(self) -> int:
        """The own seat.

        Raises:
            ValueError: the view is the group's, which has no rack.
        """
        if self.view.viewer is None:
            raise ValueError("a computer player needs a seat's view")
        return self.view.viewer

    @property
    def user(self) -> int:
        """The user whom the seat belongs to."""
        return self.view.seats[self.seat].user

    @property
    def question(self) -> Asked:
        """What a search for the own plays is asked."""
        bonus = self.view.bonus
        free = None if bonus is None or bonus.taken else bonus.cell
        return Asked(self.rules, self.view.cells, self.view.rack, free)

    @property
    def unseen(self) -> Tiles:
        """The tiles of the bag and of all other racks, in the order of the alphabet: nobody can tell them apart."""
        return tuple(tile for tile, count in sorted(self.view.unseen.items()) for _ in range(count))

    @property
    def bag(self) -> int:
        """Tiles in the bag once the play that may still be challenged, if any, is refilled."""
        return self.view.bag - self._owed

    @property
    def rivals(self) -> tuple[int, ...]:
        """The seats that still take turns, in the order in which they follow."""
        seats = range(len(self.view.seats))
        following = (*seats[self.seat + 1 :], *seats[: self.seat])
        return tuple(seat for seat in following if self.view.seats[seat].active and not self.view.seats[seat].retired)

    def held(self, seat: int) -> int:
        """How many tiles a rival holds once an open play is refilled."""
        window = self.view.window
        more = self._owed if window is not None and window.seat == seat else 0
        return self.view.seats[seat].tiles + more

    @property
    def exchangeable(self) -> int:
        """How many tiles to exchange at most (RULES §1.7); 0 where none may be, and where that leads nowhere.

        When nobody has scored for two rounds the board may be blocked: players who went on exchanging would not end
        a game that only passes end.
        """
        recent = self.view.history[-_IDLE_ROUNDS * len(self.view.seats) - 1 :]
        if len(recent) > _IDLE_ROUNDS * len(self.view.seats) and recent[0] == recent[-1]:
            return 0
        rule = self.rules.exchange
        if rule.per_player is not None and self.view.seats[self.seat].exchanges >= rule.per_player:
            return 0
        return 0 if self.bag < rule.least_in_bag else min(self.bag, len(self.view.rack))

    @property
    def _owed(self) -> int:
        window = self.view.window
        if window is None or not self.view.seats[window.seat].active:
            return 0
        return min(self.view.bag, self.rules.rack - self.view.seats[window.seat].tiles)


def kept(rack: Sequence[str], option: Option) -> Tiles:
    """The faces of a rack that a play leaves, sorted."""
    left = list(rack)
    for put in option.tiles:
        left.remove(face(put.tile))
    return tuple(sorted(left))


def after(question: Asked, option: Option, rack: Sequence[str]) -> Asked:
    """What is asked of the board once a play lies there, with somebody's rack."""
    indices = premium_board(question.ruleset.board).grid.indices
    cells, bonus = list(question.cells), question.bonus
    for put in option.tiles:
        cells[indices[put.cell]] = put.tile
        bonus = None if put.cell == bonus else bonus
    return Asked(question.ruleset, tuple(cells), tuple(rack), bonus)


def words_of(question: Asked, option: Option) -> tuple[str, ...]:
    """The words that a play forms, the main word first."""
    board = premium_board(question.ruleset.board)
    tiles = {board.grid.indices[put.cell]: put.tile for put in option.tiles}
    formed = placement.place(question.cells, board, tiles, question.ruleset.rack).words
    return tuple(run.word for run in formed)
