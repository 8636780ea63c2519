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
"""``words``: words may be formed, and turning up cards ends that; ``flips``: the time for words has run out;
``extra``: a pair was taken, so two more cards may be turned up."""
EndReason = Literal["cleared", "glory", "surrender", "time", "cancelled"]
"""``cleared``: the table is empty and nobody forms a word; ``glory``: СЛАВА УКРАЇНІ; ``time``: nobody plays on."""


class FormedWord(Struct, frozen=True):
    """A formed word: its letter cards in order, and its score."""

    seat: int
    turn: int
    """The number of the turn."""
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
    """False once the player has surrendered."""


class FinalScore(Struct, frozen=True):
    """One seat's result; 1 is the best place, and ties share it."""

    seat: int
    place: int
    score: int
    adjustment: int
    """What unused cards added to the score."""
    cards: tuple[str, ...]


class Outcome(Struct, frozen=True):
    """How a game ended; several ``winners`` share first place."""

    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]
    """In the order of the places."""


class Flipped(Struct, frozen=True):
    """The cards turned up last, as far as they are public: by whom, in which turn, and which were taken."""

    seat: int
    turn: int
    """The number of the turn."""
    taken: tuple[str, ...]
    """The cards that came into the collection; of those turned face down again nothing is said."""


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
    """In the order of play."""
    turn: int | None
    """The seat on turn; ``None`` once the game is over."""
    phase: Phase
    flips: int
    """How many cards the player on turn turns up next; 0 when the table is empty or the game is over."""
    number: int
    """How many turns have been taken."""
    words: tuple[FormedWord, ...]
    left: int
    """Cards on the table."""
    cards: int
    """Cards in the whole deck."""
    double: str
    """When a word counts twice: ``colour``, ``off`` or ``host``."""
    repeats: str
    viewer: int | None = None
    revealed: tuple[RevealedCard, ...] = ()
    outcome: Outcome | None = None
    history: History = ()
    """Everybody's score, by seat, after each turn taken (or lost), oldest first."""
    clock: ClockView | None = None
    """The clock of the present phase; ``None`` without clocks and once the game is over."""
    flipped: Flipped | None = None
    """``None`` before the first cards are turned up."""
    pass_ends: bool = False
    """Whether the game ends if the player on turn passes."""
    petition: Petition | None = None
    """What is voted about at the table."""
    paused: bool = False
    """Whether everything stands still by request, with a clock or without one."""
    gone: tuple[int, ...] = ()
    """The seats of players who are not in the group any more."""


def with_revealed(view: GameView, cards: tuple[RevealedCard, ...]) -> GameView:
    """The view with these cards face up, for one picture."""
    return replace(view, revealed=cards)
