"""What one viewer may see of a game: the only input of pictures, captions and rack messages.

Cells are named (``H8``); ``cells`` lists the board row by row. A tile on the board is its letter, a blank is ``?`` and
the letter it stands for (``?A``); a blank on a rack is ``?``.
"""

from typing import Literal

from msgspec import Struct

TurnKind = Literal["play", "exchange", "pass", "surrender"]
EndReason = Literal["out", "passes", "scoreless", "surrender", "time", "draw", "cancelled"]


class WordScore(Struct, frozen=True):
    """A word that a play formed, in upper case, its points with premiums, and the cells it runs through."""

    word: str
    score: int
    cells: tuple[str, ...]


class LastTurn(Struct, frozen=True):
    """The turn just taken: everything about it that is public."""

    seat: int
    kind: TurnKind
    cells: tuple[str, ...] = ()
    """Cells of the newly placed tiles, along the word."""
    words: tuple[WordScore, ...] = ()
    """Main word first."""
    bingo: int = 0
    cell_bonus: int = 0
    score: int = 0
    """The words, the bingo and the cell bonus together."""
    exchanged: int = 0


class BonusCell(Struct, frozen=True):
    """The random bonus cell (RULES §2.5)."""

    cell: str
    points: int
    taken: bool


class SeatView(Struct, frozen=True):
    """A player as everybody sees them."""

    user: int
    name: str
    score: int
    tiles: int
    """How many tiles the rack holds."""
    active: bool
    """False once the player has surrendered."""


class FinalScore(Struct, frozen=True):
    """One seat's result: 1 is the best place; shared places share the number."""

    seat: int
    place: int
    score: int
    adjustment: int
    """What the ending added to or took from the score."""
    rack: tuple[str, ...]
    """The tiles left; public, for the game is over."""


class Outcome(Struct, frozen=True):
    """How a game ended. ``winners`` lists the seats in first place: several of them mean a draw."""

    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]
    """In the order of the places."""


class GameView(Struct, frozen=True, tag="crossword"):
    """A crossword game as ``viewer`` (a seat, or ``None`` for the group) may see it."""

    ruleset: str
    language: str
    """The language of the tiles: ``tr``, ``en`` or ``uk``."""
    columns: int
    rows: int
    premiums: tuple[str, ...]
    """One string a row, in the characters of RULES §1.1: ``. d t D T Q X *``."""
    cells: tuple[str, ...]
    values: dict[str, int]
    """Points of every face; ``?`` is 0."""
    seats: tuple[SeatView, ...]
    """In the order of play."""
    turn: int | None
    """The seat to move; ``None`` once the game is over."""
    number: int
    """How many turns have been taken."""
    bag: int
    """Tiles left in the bag."""
    tiles: int
    """Tiles in the whole set."""
    unseen: dict[str, int]
    """Per face, what is not on the board: bag and racks together, less the viewer's own rack."""
    viewer: int | None = None
    rack: tuple[str, ...] = ()
    """The viewer's own tiles; empty for the group."""
    bonus: BonusCell | None = None
    last: LastTurn | None = None
    outcome: Outcome | None = None
