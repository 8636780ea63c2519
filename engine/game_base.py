"""What every family's game is built on: players, the history of scores, an open vote, the outcome, states and views.

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
        """The points so far; once the game is over the final score."""
        ...

    @property
    def active(self) -> bool:
        """Whether the player is still in the game."""
        ...


class FinalScore(Protocol):
    """One seat's result: 1 is the best place; shared places share the number."""

    @property
    def seat(self) -> int:
        """The seat's number in the order of play."""
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
        """The family's word for why it ended; ``cancelled`` in all of them for no result."""
        ...

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        ...

    @property
    def finals(self) -> Sequence[FinalScore]:
        """Every seat's result in the order of the places."""
        ...


class CancelProposal(Struct, frozen=True):
    """That the player of ``seat`` asks to end a game without a result: it ends ``until`` then if nobody objects."""

    seat: int
    until: datetime


About = Literal["skip", "remove", "replace"]
"""Let a turn go by; take a player out of the game; give a player's seat to somebody else."""


class Petition(Struct, frozen=True, omit_defaults=True):
    """What is voted about, and by which seats."""

    about: About
    seat: int
    """Whose turn, or place, it is about."""
    number: int
    """How many turns were taken when it was asked."""
    asked: datetime
    """When, in UTC."""
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    substitute: Seat | None = None
    """Who is ready to take the seat; until somebody is there is nothing to vote about."""

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for somebody who takes the seat."""
        return self.about == "replace" and self.substitute is None


class OpenWindow(Struct, frozen=True):
    """A play that others may challenge, or its player take back, before ``until``."""

    play: int
    """Its number: the turns taken with it."""
    since: datetime
    """When it was laid."""
    until: datetime


History = tuple[tuple[int, ...], ...]


class Game(Struct, frozen=True, kw_only=True):
    """What the state of every game holds, secrets included; a family adds its own and says its types more closely."""

    schema: int
    """The schema of the family's states with which it was written."""
    ruleset: Ruleset
    """Resolved: the table's options are applied."""
    lexicon: str
    """The hash of the word list that judges."""
    players: tuple[Player, ...]
    """In the order of play; a seat is an index of it."""
    draws: Draws
    """Secret."""
    secret: str
    """What the published commitment commits to; shown when the game is over."""
    commitment: str
    host: int
    """The user who opened the table."""
    turn: int | UnsetType = UNSET
    """Of a :class:`TurnGame` alone; it stands here for its place among the stored fields."""
    number: int = 0
    """Turns taken, or rounds closed."""
    outcome: Outcome | None = None
    """``None`` while the game runs."""
    clocks: ClockState = ClockState()
    history: History = ()
    petition: Petition | None = None
    """What is voted about at the table."""
    closing: CancelProposal | None = None
    gone: tuple[int, ...] = ()
    """Users who left the group, as far as is known."""
    sat: tuple[tuple[int, int], ...] = ()
    """Who was replaced: the seat, and the user who had it. They know what is held there."""
    removed: tuple[tuple[int, Literal["vote", "ruling"]], ...] = ()
    """The seats whose players were taken out of the game, and by what; the others who left it surrendered."""

    @property
    @abstractmethod
    def clock_rule(self) -> Clock | None:
        """The clock that runs for the turn, or for its present phase; ``None`` where turns are not timed."""

    @property
    @abstractmethod
    def awaited(self) -> tuple[int, ...]:
        """The seats without whose action the game stands where it is; none while it is paused, and when it is over.

        None either where all act at once until an instant: they may act, and nobody is waited for.
        """

    @abstractmethod
    def may_act(self, seat: int) -> bool:
        """Whether a seat has something to do in the running game; a pause only puts it off."""

    @property
    def due_at(self) -> datetime | None:
        """When the round closes in which all answer at once; ``None`` in games with turns, and while none closes."""
        return None

    @property
    def phase_began_at(self) -> datetime | None:
        """When the turn, or its present phase, began or was paused: nothing that is done now counts from before it."""
        return self.clocks.paused or self.clocks.started

    @property
    def open_window(self) -> OpenWindow | None:
        """The window of the last play; ``None`` where none is open, and in families without windows."""
        return None

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or ``None``."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)

    @property
    def known_players(self) -> tuple[Player, ...]:
        """Those of whom everybody may know that they play: all, unless somebody has come in unseen."""
        return self.players

    @property
    def unanswered(self) -> tuple[Player, ...]:
        """Those who may answer the open round and have not, which is nobody else's to know; none with turns."""
        return ()

    @property
    def known_form(self) -> Self:
        """The game as far as everybody may know who plays it, and who may act: all, unless some of that is secret."""
        return self

    @property
    def closes_look_ups(self) -> bool:
        """Whether nobody at the table may look words up now (RULES §7.1)."""
        return self.outcome is None and self.ruleset.closes_look_ups

    def closes_look_ups_of(self, seat: int) -> bool:  # noqa: ARG002 - as a rule it closes everybody's
        """Whether a seat's player may not look words up elsewhere either."""
        return self.closes_look_ups


class TurnGame(Game, frozen=True, kw_only=True):
    """A game whose players act one after the other: it alone has absences, votes, substitutes and clocks of seats."""

    turn: int
    """The seat on turn."""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.outcome is not None or self.clocks.paused is not None else (self.turn,)

    def may_act(self, seat: int) -> bool:
        """Whether it is on turn."""
        return self.outcome is None and seat == self.turn


class GameView(View):
    """What every view of a game shows."""

    __slots__ = ()

    language: str
    """The language of the letters."""
    number: int
    """How many turns have been taken, or rounds closed."""
    viewer: int | None
    """The seat that looks; ``None`` for the group."""
    history: History
    """Everybody's score, by seat, after each turn taken (or lost), or round closed, oldest first."""
    clock: ClockView | None
    """``None`` where turns are not timed."""
    seats: Sequence[Player]
    """In the order of play."""
    outcome: Outcome | None
    """``None`` while the game runs."""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats without whose action the game stands where it is (:attr:`Game.awaited`)."""
        return ()

    @property
    def round_ends_at(self) -> datetime | None:
        """Until when all may answer, or may again after a pause; ``None`` in games with turns, and between rounds."""
        return None

    @property
    def petition(self) -> Petition | None:
        """What is voted about at the table; ``None`` in families that know no votes."""
        return None

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats of players who are not in the group any more; none in families that do not show it."""
        return ()

    @property
    def paused(self) -> bool:
        """Whether everything stands still by request."""
        return self.clock is not None and self.clock.state.paused is not None


class TurnGameView(GameView):
    """What every view of a :class:`TurnGame` shows."""

    __slots__ = ()

    turn: int | None
    """The seat on turn; ``None`` once the game is over."""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.turn is None or self.paused else (self.turn,)


def rank_seats(ranks: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    """The seats in the order of their places, each with its place, from 1; those of equal rank share one."""
    seats = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    return [(seat, 1 + sum(rank < ranks[seat] for rank in ranks)) for seat in seats]


def amend_history(history: History, seat: int, points: int, turns: int) -> History:
    """The history with points added to a seat's score in the newest ``turns`` entries, or in all if there are fewer."""
    unchanged = max(0, len(history) - turns)
    changed = ((*scores[:seat], scores[seat] + points, *scores[seat + 1 :]) for scores in history[unchanged:])
    return (*history[:unchanged], *changed)


class GameSetup(Struct, frozen=True, kw_only=True):
    """The people and the instant that a game begins with, and all that its chance comes from."""

    seats: Sequence[Seat]
    """In the order of sitting down."""
    host: int
    """The user who opened the table."""
    secret: str
    """32 bytes in hex, whose commitment was published when the lobby opened."""
    message: int
    """The id of the message that started the game; part of the seed."""
    lexicon: str
    """The hash of the word list."""
    begins: datetime
    """When the first turn, or round, begins."""
    order: Sequence[Seat] = ()
    """Of play, where the players of a rematch are the same; any other is found as RULES §1.3 says."""
    sown: str = ""
    """The seed, where it is not to be made of all that (:attr:`engine.lobby_seats.Begin.sown`)."""

    @property
    def seed(self) -> str:
        """What all chance of the game comes from, in hex."""
        return self.sown or seed(self.secret, [seat.user for seat in self.seats], self.message)
