"""The events of a game of Klepka. None is secret: they never name face-down cards."""

from msgspec import Struct

from engine import messages
from engine.absence import AbsenceEvent
from engine.clock import ClockEvent
from engine.klepka.view import FormedWord, Outcome, Phase, RevealedCard
from engine.turns import PlayerSurrendered


class GameStarted(messages.Event, Struct, frozen=True, tag="klepka_started"):
    """The order of play is set and the cards lie face down in rows."""

    order: tuple[int, ...]
    columns: int
    rows: int


class WordFormed(messages.Event, Struct, frozen=True, tag="klepka_word_formed"):
    """A word was formed and its cards are gone; the player may turn up ``flips`` cards now."""

    word: FormedWord
    flips: int


class WordDoubled(messages.Event, Struct, frozen=True, tag="klepka_word_doubled"):
    """The host let a word count twice; ``score`` is its new total."""

    seat: int
    word: str
    score: int


class CardsRevealed(messages.Event, Struct, frozen=True, tag="klepka_revealed"):
    """Cards were turned up, in the order chosen; the pairs and rewards among them are taken."""

    seat: int
    cards: tuple[RevealedCard, ...]
    extra: bool
    again: int
    """How many cards the player may turn up again; 0 when the turn ends."""


class TurnPassed(messages.Event, Struct, frozen=True, tag="klepka_passed"):
    """A player ended the turn without turning up cards; ``phase`` says what was skipped."""

    seat: int
    phase: Phase
    automatic: bool = False
    """Whether the time ran out."""


class WordsTimedOut(messages.Event, Struct, frozen=True, tag="klepka_words_timed_out"):
    """The time for words ran out; the player now turns up ``flips`` cards."""

    seat: int
    flips: int


class CardsTraded(messages.Event, Struct, frozen=True, tag="klepka_traded"):
    """A player traded one of their cards for one of seat ``partner``'s."""

    seat: int
    gave: str
    partner: int
    took: str


class TableShuffled(messages.Event, Struct, frozen=True, tag="klepka_shuffled"):
    """A player shuffled the cards on the table."""

    seat: int
    cards: int


class GameEnded(messages.Event, Struct, frozen=True, tag="klepka_ended"):
    """The game is over; the secret behind the shuffling becomes public."""

    outcome: Outcome
    secret: str


Event = (
    GameStarted
    | WordFormed
    | WordDoubled
    | CardsRevealed
    | TurnPassed
    | WordsTimedOut
    | CardsTraded
    | TableShuffled
    | PlayerSurrendered
    | GameEnded
    | ClockEvent
    | AbsenceEvent
)
