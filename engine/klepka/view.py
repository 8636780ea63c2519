"""The public view of a game of Klepka: the only input of pictures, captions and collections.

Collections are open; the table is not. A view shows which positions are occupied, never the cards there: revealed cards
are only in their event, and :func:`with_revealed` adds them to a view for one picture.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine import game_base
from engine.clock import ClockView
from engine.game_base import History, Petition

Phase = Literal["words", "flips", "extra"]
"""``words``: words may be formed, until cards are turned up; ``flips``: the time for words has run out; ``extra``: a
pair was taken, so two more cards may be turned up."""
EndReason = Literal["cleared", "glory", "surrender", "time", "cancelled"]
"""``cleared``: the table is empty and no more words are formed; ``glory``: СЛАВА УКРАЇНІ; ``time``: all have stopped.
"""


class FormedWord(Struct, frozen=True):
    """A formed word: its letter cards in order, and its score."""

    seat: int
    turn: int
    word: str
    cards: tuple[str, ...]
    polysemies: tuple[str, ...]
    """The letters that polysemy cards stood for, one card each."""
    doubled: bool
    score: int


class SeatView(Struct, frozen=True):
    """A player and the open collection, sorted by letter and colour, rewards last."""

    user: int
    name: str
    score: int
    cards: tuple[str, ...]
    active: bool
    """False after a surrender."""


class FinalScore(Struct, frozen=True):
    """One seat's result; 1 is the best place, and ties share it."""

    seat: int
    place: int
    score: int
    adjustment: int
    cards: tuple[str, ...]


class Outcome(Struct, frozen=True):
    """How a game ended; several ``winners`` share first place."""

    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]


class Flipped(Struct, frozen=True):
    """The cards turned up last, as far as they are public: by whom, in which turn, and which were taken."""

    seat: int
    turn: int
    taken: tuple[str, ...]
    """The cards that the player won; not those turned face down again."""


class RevealedCard(Struct, frozen=True):
    """A revealed card; ``taken`` says whether the player won it or it is turned face down again."""

    position: int
    card: str
    taken: bool


class GameView(game_base.TurnGameView, Struct, frozen=True, tag="klepka"):
    """The public view of a game of Klepka; ``viewer`` is the seat that looks, ``None`` for the group."""

    ruleset: str
    language: str
    deck: str
    columns: int
    rows: int
    table: tuple[bool, ...]
    """Whether a card lies on each position, row by row from position 1."""
    values: dict[str, int]
    seats: tuple[SeatView, ...]
    turn: int | None
    phase: Phase
    flips: int
    """How many cards are turned up next; 0 when the table is empty or the game is over."""
    number: int
    words: tuple[FormedWord, ...]
    left: int
    """How many cards are on the table."""
    cards: int
    """How many cards the whole deck has."""
    double: str
    """When a word counts twice: ``colour``, ``off`` or ``host``."""
    repeats: str
    viewer: int | None = None
    revealed: tuple[RevealedCard, ...] = ()
    outcome: Outcome | None = None
    history: History = ()
    """Each seat's score after each turn taken or lost, oldest first."""
    clock: ClockView | None = None
    """The clock of the present phase; ``None`` without clocks and once the game is over."""
    flipped: Flipped | None = None
    pass_ends: bool = False
    petition: Petition | None = None
    paused: bool = False
    gone: tuple[int, ...] = ()


def with_revealed(view: GameView, cards: tuple[RevealedCard, ...]) -> GameView:
    """The view with these cards face up, for one picture."""
    return replace(view, revealed=cards)
