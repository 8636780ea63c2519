"""The events of a Duplicate game; :mod:`engine.duplicate.secrecy` removes secrets."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from engine import messages
from engine.cancellation import GameCancelled
from engine.clock import ClockEvent
from engine.duplicate.view import ClosedRound, Outcome, Play


class GameStarted(messages.Event, Struct, frozen=True, tag="duplicate_started"):
    """The game began; its first rack is being drawn."""

    @property
    def is_silent(self) -> bool:
        """True: the message of the first round follows."""
        return True


class PlayerEntered(messages.Event, Struct, frozen=True, tag="duplicate_entered"):
    """A user entered the running game. Secret until the round closes."""

    seat: int | None
    user: int | None
    name: str

    @property
    def is_silent(self) -> bool:
        """True: who has entered is secret until the round closes."""
        return True


class AnswerTaken(messages.Event, Struct, frozen=True, tag="duplicate_answered"):
    """An answer was given, locked (``play`` unchanged) or withdrawn (``play`` is ``None``). Secret."""

    seat: int | None
    play: Play | None = None
    """Secret: the answer."""
    counts: bool = True
    """Whether all its words are valid; true unless answers are ``strict``. Secret, even from the player."""
    locked: bool = False
    """Secret: whether the answer is final."""

    @property
    def is_silent(self) -> bool:
        """True: who has answered is secret until the round closes."""
        return True


class RackDrawn(messages.Event, Struct, frozen=True, tag="duplicate_rack"):
    """A drawn rack was ``refused``, for its vowels or consonants or for lack of a play. Secret until the end."""

    rack: tuple[str, ...]
    fate: Literal["", "refused", "noplay"]

    @property
    def is_silent(self) -> bool:
        """True: refused racks are secret until the end."""
        return True


class RoundOpened(messages.Event, Struct, frozen=True, tag="duplicate_round_opened"):
    """A round opened, and takes answers until ``due``."""

    number: int
    rack: tuple[str, ...]
    due: datetime


class LastCall(messages.Event, Struct, frozen=True, tag="duplicate_last_call"):
    """The last call of the open round: ``left`` seconds remain."""

    number: int
    left: int
    answered: int

    @property
    def called_seconds(self) -> int:
        """The seconds left."""
        return self.left


class EndsEarly(messages.Event, Struct, frozen=True, tag="duplicate_ends_early"):
    """The host ends the open round, or the pause after one, now."""

    @property
    def is_silent(self) -> bool:
        """True: the group is told of what follows."""
        return True


class RoundClosed(messages.Event, Struct, frozen=True, tag="duplicate_round_closed"):
    """A round is over, and its top (the best play) is laid."""

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
