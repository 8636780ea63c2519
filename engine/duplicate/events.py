"""What the engine tells of a Duplicate game; :mod:`engine.duplicate.secrecy` takes secrets out."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from engine import messages
from engine.cancellation import GameCancelled
from engine.clock import ClockEvent
from engine.duplicate.view import ClosedRound, Outcome, Play


class GameStarted(messages.Event, Struct, frozen=True, tag="duplicate_started"):
    """The game is open; its first rack is being drawn."""

    @property
    def is_silent(self) -> bool:
        """Whether the group hears nothing of it: the first round's message follows."""
        return True


class PlayerEntered(messages.Event, Struct, frozen=True, tag="duplicate_entered"):
    """A person came into the running game. All secret: the group hears nothing of it before the round closes."""

    seat: int | None
    user: int | None
    name: str

    @property
    def is_silent(self) -> bool:
        """Always."""
        return True


class AnswerTaken(messages.Event, Struct, frozen=True, tag="duplicate_answered"):
    """A player's answer stands, is locked (``play`` as it was) or was taken back (``play`` is ``None``). All secret."""

    seat: int | None
    """Secret."""
    play: Play | None = None
    """Secret."""
    counts: bool = True
    """Whether all its words count; without ``strict`` always. Secret, also from who answered."""
    locked: bool = False
    """Secret."""

    @property
    def is_silent(self) -> bool:
        """Always."""
        return True


class RackDrawn(messages.Event, Struct, frozen=True, tag="duplicate_rack"):
    """A rack was drawn that did not become a round's: ``refused`` for vowels or consonants, or without a play.

    All secret before the end.
    """

    rack: tuple[str, ...]
    fate: Literal["", "refused", "noplay"]

    @property
    def is_silent(self) -> bool:
        """Always."""
        return True


class RoundOpened(messages.Event, Struct, frozen=True, tag="duplicate_round_opened"):
    """A round is open until ``due``."""

    number: int
    rack: tuple[str, ...]
    due: datetime


class LastCall(messages.Event, Struct, frozen=True, tag="duplicate_last_call"):
    """The open round has ``left`` seconds."""

    number: int
    left: int
    answered: int

    @property
    def called_seconds(self) -> int:
        """All of them."""
        return self.left


class EndsEarly(messages.Event, Struct, frozen=True, tag="duplicate_ends_early"):
    """The host lets the open round, or the pause behind one, end now; what follows is told."""

    @property
    def is_silent(self) -> bool:
        """Always."""
        return True


class RoundClosed(messages.Event, Struct, frozen=True, tag="duplicate_round_closed"):
    """A round is over, and its top is laid."""

    round: ClosedRound


class GameEnded(messages.Event, Struct, frozen=True, tag="duplicate_ended"):
    """The game is over; the secret behind the draws becomes public."""

    outcome: Outcome
    secret: str


Event = (
    GameStarted
    | PlayerEntered
    | AnswerTaken
    | RackDrawn
    | RoundOpened
    | LastCall
    | EndsEarly
    | RoundClosed
    | GameEnded
    | GameCancelled
    | ClockEvent
)
