"""What everybody may see of a guessing game, and what it is made of."""

from typing import Literal

from msgspec import Struct

from engine import game_base
from engine.clock import ClockView
from engine.game_base import History

EndReason = Literal["solved", "spent", "passes", "surrender", "cancelled"]
"""``spent``: all turns are taken; ``passes``: two rounds in which nobody guessed."""


class Guessed(Struct, frozen=True):
    """A guess, what its letters were marked with, and what it brought."""

    seat: int
    word: str
    marks: str
    score: int


class SeatView(Struct, frozen=True):
    """A player as everybody sees them."""

    user: int
    name: str
    score: int
    active: bool
    peeked: bool


class FinalScore(Struct, frozen=True):
    """One seat's result."""

    seat: int
    place: int
    score: int


class Outcome(Struct, frozen=True):
    """How a game ended, and the word."""

    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]
    word: str


class GameView(game_base.GameView, Struct, frozen=True, tag="guess"):
    """The game as ``viewer`` may see it."""

    ruleset: str
    language: str
    letters: int
    seats: tuple[SeatView, ...]
    turn: int | None
    number: int
    most: int
    """How many turns there are in all."""
    guesses: tuple[Guessed, ...]
    viewer: int | None
    hint: str
    """The letter that the viewer has peeked at, in its place among dots; empty for all others."""
    outcome: Outcome | None
    history: History
    clock: ClockView | None
