"""The base of every family's game: players, score history, an open vote, the outcome, states and views.

:mod:`engine.family_protocol` says what a family does with them.
"""

from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, Protocol, Self

from msgspec import UNSET, Struct, UnsetType

from engine.clock import Clock, ClockState, ClockView
from engine.lobby_seats import Seat
from engine.messages import Named, View
from engine.rng import Draws, seed
from engine.ruleset_base import Ruleset


class Player(Named, Protocol):
    """A seated player."""

    @property
    def score(self) -> int:
        """The score so far, or the final score once the game is over."""
        ...

    @property
    def active(self) -> bool:
        """Whether the player is still in the game."""
        ...


class FinalScore(Protocol):
    """One seat's result; 1 is the best place, and ties share it."""

    @property
    def seat(self) -> int:
        """The seat's number in order of play."""
        ...

    @property
    def place(self) -> int:
        """The place, from 1."""
        ...

    @property
    def score(self) -> int:
        """The final score."""
        ...


class Outcome(Protocol):
    """How a game ended."""

    @property
    def reason(self) -> str:
        """The family's code for the reason; ``cancelled`` in all families means no result."""
        ...

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        ...

    @property
    def finals(self) -> Sequence[FinalScore]:
        """Every seat's result, ordered by place."""
        ...


class CancelProposal(Struct, frozen=True):
    """A proposal by ``seat`` to end the game without a result; it ends at ``until`` unless a player objects."""

    seat: int
    until: datetime


About = Literal["skip", "remove", "replace"]
"""What a vote decides: to skip a turn, to remove a player, or to replace one."""


class Petition(Struct, frozen=True, omit_defaults=True):
    """An open vote, and the seats that voted."""

    about: About
    seat: int
    """The seat that it is about."""
    number: int
    """The count of turns taken when it was asked for."""
    asked: datetime
    """When it was asked for, in UTC."""
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    substitute: Seat | None = None
    """The volunteer; without one there is nothing to vote on."""

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a substitute."""
        return self.about == "replace" and self.substitute is None


class OpenWindow(Struct, frozen=True):
    """A play that others may challenge, or its player take back, until ``until``."""

    play: int
    """The play's number: the count of turns taken, including it."""
    since: datetime
    """When it was laid."""
    until: datetime


History = tuple[tuple[int, ...], ...]


class Game(Struct, frozen=True, kw_only=True):
    """The state of a game, secrets included; each family extends it and narrows its types."""

    schema: int
    """The schema of the family's states in which it was written."""
    ruleset: Ruleset
    """Resolved: the table's options are applied."""
    lexicon: str
    players: tuple[Player, ...]
    """In order of play; a seat is an index into it."""
    draws: Draws
    """Secret: the state of the game's random generator."""
    secret: str
    """The secret behind the published commitment; shown when the game is over."""
    commitment: str
    host: int
    """The user who opened the table."""
    turn: int | UnsetType = UNSET
    """Only in a :class:`TurnGame`; defined here for its place among the stored fields."""
    number: int = 0
    """Turns taken, or rounds closed."""
    outcome: Outcome | None = None
    clocks: ClockState = ClockState()
    history: History = ()
    petition: Petition | None = None
    closing: CancelProposal | None = None
    gone: tuple[int, ...] = ()
    """Users known to have left the group."""
    sat: tuple[tuple[int, int], ...] = ()
    """Replaced players: the seat, and the user who had it and knows its secrets."""
    removed: tuple[tuple[int, Literal["vote", "ruling"]], ...] = ()
    """The seats whose players were removed, and how; all others who left surrendered."""

    @property
    @abstractmethod
    def clock_rule(self) -> Clock | None:
        """The clock of the turn or its present phase; ``None`` if turns are not timed."""

    @property
    @abstractmethod
    def awaited(self) -> tuple[int, ...]:
        """The seats whose action the game waits for; none in a pause, at the end, or while all may act."""

    @abstractmethod
    def may_act(self, seat: int) -> bool:
        """Whether a seat may act in the running game; a pause does not change that."""

    @property
    def due_at(self) -> datetime | None:
        """When the round closes in which all answer at once; ``None`` in games with turns, and between rounds."""
        return None

    @property
    def phase_began_at(self) -> datetime | None:
        """When the turn or its phase began or was paused; no action counts earlier."""
        return self.clocks.paused or self.clocks.started

    @property
    def open_window(self) -> OpenWindow | None:
        """The window of the last play; ``None`` if none is open, or if the family has no windows."""
        return None

    def seat_of(self, user: int) -> int | None:
        """The user's seat, or ``None``."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)

    @property
    def known_players(self) -> tuple[Player, ...]:
        """The publicly known players: all, except those who entered unseen."""
        return self.players

    @property
    def unanswered(self) -> tuple[Player, ...]:
        """Secret: the players who may answer the open round and have not; none in games with turns."""
        return ()

    @property
    def known_form(self) -> Self:
        """The game reduced to what is public about who plays and who may act; unchanged if none of that is secret."""
        return self

    @property
    def closes_look_ups(self) -> bool:
        """Whether no player at the table may look up words now (RULES §7.1)."""
        return self.outcome is None and self.ruleset.closes_look_ups

    def closes_look_ups_of(self, seat: int) -> bool:  # noqa: ARG002 - by default it closes all seats'
        """Whether a seat's player may not look up words in other chats either."""
        return self.closes_look_ups


class TurnGame(Game, frozen=True, kw_only=True):
    """A game with turns; only these have absences, votes, substitutes and clocks of seats."""

    turn: int

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.outcome is not None or self.clocks.paused is not None else (self.turn,)

    def may_act(self, seat: int) -> bool:
        """Whether the seat is on turn."""
        return self.outcome is None and seat == self.turn


class GameView(View):
    """What every view of a game shows."""

    __slots__ = ()

    language: str
    number: int
    viewer: int | None
    """The seat that looks; ``None`` for the group."""
    history: History
    """Each seat's score after each turn taken or lost, or round closed, oldest first."""
    clock: ClockView | None
    """``None`` if turns are not timed."""
    seats: Sequence[Player]
    outcome: Outcome | None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose action the game waits for (:attr:`Game.awaited`)."""
        return ()

    @property
    def round_ends_at(self) -> datetime | None:
        """Until when all may answer, now or after a pause; ``None`` in games with turns, and between rounds."""
        return None

    @property
    def petition(self) -> Petition | None:
        """The open vote; ``None`` in families without votes."""
        return None

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats of players who left the group; empty in families that do not show it."""
        return ()

    @property
    def paused(self) -> bool:
        """Whether the game is paused."""
        return self.clock is not None and self.clock.state.paused is not None


class TurnGameView(GameView):
    """What every view of a :class:`TurnGame` shows."""

    __slots__ = ()

    turn: int | None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.turn is None or self.paused else (self.turn,)


def rank_key(surrendered: int | None, *key: int) -> tuple[int, ...]:
    """A rank for :func:`rank_seats`: players who left come last, the first to leave at the very end (RULES §1.4)."""
    return (0, *key) if surrendered is None else (1, -surrendered)


def rank_seats(ranks: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    """The seats ordered by place, each with its place, from 1; equal ranks share a place."""
    seats = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    return [(seat, 1 + sum(rank < ranks[seat] for rank in ranks)) for seat in seats]


def amend_history(history: History, seat: int, points: int, turns: int) -> History:
    """The history with points added to a seat's score in the newest ``turns`` entries, or in all if there are fewer."""
    unchanged = max(0, len(history) - turns)
    changed = ((*scores[:seat], scores[seat] + points, *scores[seat + 1 :]) for scores in history[unchanged:])
    return (*history[:unchanged], *changed)


class GameSetup(Struct, frozen=True, kw_only=True):
    """The players, the start and the source of randomness of a new game."""

    seats: Sequence[Seat]
    """In the order of joining."""
    host: int
    """The user who opened the table."""
    secret: str
    """32 bytes in hex, whose commitment was published when the lobby opened."""
    message: int
    """The id of the message that started the game; part of the seed."""
    lexicon: str
    begins: datetime
    """When the first turn, or round, begins."""
    order: Sequence[Seat] = ()
    """The order of play in a rematch of the same players; otherwise found as in RULES §1.3."""
    sown: str = ""
    """The seed, if it must not be derived (:attr:`engine.lobby_seats.Begin.sown`)."""

    @property
    def seed(self) -> str:
        """The seed of all of the game's randomness, in hex."""
        return self.sown or seed(self.secret, [seat.user for seat in self.seats], self.message)
