"""What the engine tells of a game of Klepka. Nothing of it is secret: cards face down stand in no event."""

from msgspec import Struct

from engine import messages
from engine.absence import AbsenceEvent
from engine.clock import ClockEvent
from engine.klepka.view import FormedWord, Outcome, Phase, RevealedCard
from engine.turns import PlayerSurrendered


class GameStarted(messages.Event, Struct, frozen=True, tag="klepka_started"):
    """The order of play is found and the cards lie face down in rows."""

    order: tuple[int, ...]
    columns: int
    rows: int


class WordFormed(messages.Event, Struct, frozen=True, tag="klepka_word_formed"):
    """A word was formed and its cards are gone; ``flips`` cards may be turned up now."""

    word: FormedWord
    flips: int


class WordDoubled(messages.Event, Struct, frozen=True, tag="klepka_word_doubled"):
    """The host let a word count twice; ``score`` is what it now brings in all."""

    seat: int
    word: str
    score: int


class CardsRevealed(messages.Event, Struct, frozen=True, tag="klepka_revealed"):
    """Cards were turned up, in the order chosen; the pairs and rewards among them are taken."""

    seat: int
    cards: tuple[RevealedCard, ...]
    extra: bool
    """Whether this was an extra flip."""
    again: int
    """How many cards the player may turn up once more; 0 when the turn passes."""


class TurnPassed(messages.Event, Struct, frozen=True, tag="klepka_passed"):
    """A player ended the turn without turning up cards; ``phase`` says what was let go by."""

    seat: int
    phase: Phase
    automatic: bool = False
    """Whether the time ran out."""


class WordsTimedOut(messages.Event, Struct, frozen=True, tag="klepka_words_timed_out"):
    """The time for words ran out; the player is to turn up ``flips`` cards now."""

    seat: int
    flips: int


class CardsTraded(messages.Event, Struct, frozen=True, tag="klepka_traded"):
    """A player gave a card of the own collection for one of the seat ``partner``'s."""

    seat: int
    gave: str
    partner: int
    took: str


class TableShuffled(messages.Event, Struct, frozen=True, tag="klepka_shuffled"):
    """A player mixed the cards on the table."""

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
