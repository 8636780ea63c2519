"""What is asked of a guessing game, and what it tells."""

from msgspec import Struct

from engine.clock import ClockAction, ClockEvent
from engine.messages import Action, Event
from engine.turns import Cancel, Pass, PlayerSurrendered, Surrender
from tests.support.guess.view import Guessed, Outcome


class Guess(Action, Struct, frozen=True, tag="guess"):
    """Guess the word."""

    by: int
    word: str


class Peek(Action, Struct, frozen=True, tag="guess_peek"):
    """Look at a letter of the word, once a game and in place of a turn."""

    by: int


class GameStarted(Event, Struct, frozen=True, tag="guess_started"):
    """The order of play is found and the word hidden."""

    order: tuple[int, ...]
    letters: int


class WordGuessed(Event, Struct, frozen=True, tag="guess_guessed"):
    """A word was guessed."""

    guess: Guessed


class LetterPeeked(Event, Struct, frozen=True, tag="guess_peeked"):
    """A player looked at a letter."""

    seat: int
    position: int | None = None
    """Secret."""
    letter: str | None = None
    """Secret."""


class TurnPassed(Event, Struct, frozen=True, tag="guess_passed"):
    """A turn went by, or the clock let it (``automatic``)."""

    seat: int
    automatic: bool = False


class GameEnded(Event, Struct, frozen=True, tag="guess_ended"):
    """The game is over; the secret behind the draws becomes public."""

    outcome: Outcome
    secret: str


OwnAction = Guess | Peek | Pass | Surrender | Cancel | ClockAction
OwnEvent = GameStarted | WordGuessed | LetterPeeked | TurnPassed | PlayerSurrendered | GameEnded | ClockEvent
