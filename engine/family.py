"""The engine's whole seam: what a family of games is made of, and all that the rest of the engine asks of one.

A family is a package with one object that keeps :class:`Family`, and a line in :mod:`engine.families`. Its state
builds on :class:`Game`, its view on :class:`GameView`, its ruleset on :class:`engine.parameters.Ruleset`; its actions
and events are Structs of the kinds in :mod:`engine.messages`, those of the clock and of :mod:`engine.turns` among them.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from importlib.resources.abc import Traversable
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from engine.clock import Clock, ClockState, ClockView, Remind, Timeout
from engine.history import History
from engine.messages import Action, Event, Named, View
from engine.parameters import Ruleset
from engine.petition import Petition
from engine.rng import Draws
from engine.seats import Seat
from engine.vocabulary import Vocabulary

Judge = Callable[[str], bool]
"""Whether a word counts."""
Stored = dict[str, object]
"""A stored value as JSON objects are read: its fields by name."""


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


class Closing(Struct, frozen=True):
    """That the player of ``seat`` asks to end a game without a result: it ends ``until`` then if nobody objects."""

    seat: int
    until: datetime


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
    turn: int
    """The seat on turn."""
    number: int = 0
    """Turns taken."""
    outcome: Outcome | None = None
    """``None`` while the game runs."""
    clocks: ClockState = ClockState()
    history: History = ()
    petition: Petition | None = None
    """What is voted about at the table."""
    closing: Closing | None = None
    gone: tuple[int, ...] = ()
    """Users who left the group, as far as is known."""
    sat: tuple[tuple[int, int], ...] = ()
    """Who was replaced: the seat, and the user who had it. They know what is held there."""

    @property
    @abstractmethod
    def timing(self) -> Clock | None:
        """The clock that runs for the turn, or for its present phase; ``None`` where turns are not timed."""

    @property
    def since(self) -> datetime | None:
        """When the turn's time began to run, or to stand still: nothing that is done now counts from before it."""
        return self.clocks.paused or self.clocks.started

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or ``None``."""
        return next((seat for seat, player in enumerate(self.players) if player.user == user), None)


class GameView(View):
    """What every view of a game shows."""

    __slots__ = ()

    language: str
    """The language of the letters."""
    turn: int | None
    """The seat on turn; ``None`` once the game is over."""
    number: int
    """How many turns have been taken."""
    viewer: int | None
    """The seat that looks; ``None`` for the group."""
    history: History
    """Everybody's score, by seat, after each turn taken (or lost), oldest first."""
    clock: ClockView | None
    """``None`` where turns are not timed."""
    seats: Sequence[Player]
    """In the order of play."""
    outcome: Outcome | None
    """``None`` while the game runs."""

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


R = TypeVar("R", bound=Ruleset)
S = TypeVar("S", bound=Game)
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)
E = TypeVar("E", bound=Event)
V_co = TypeVar("V_co", bound=GameView, covariant=True)


class Family(Protocol[R, S, A_contra, E, V_co]):
    """A family of games, over its ruleset, state, actions, events and views."""

    @property
    def ruleset(self) -> type[R]:
        """The type of its rulesets, whose tag is the family's name."""
        ...

    @property
    def folder(self) -> Traversable | None:
        """A folder with ruleset files of its own; ``None`` where they lie among the engine's."""
        ...

    @property
    def state(self) -> type[S]:
        """The type of its states, whose tag is the family's name."""
        ...

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The types of action that its games understand; others are refused at the door."""
        ...

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The types of event that its games tell; of those shared with other families none holds a secret."""
        ...

    @property
    def views(self) -> type[V_co]:
        """The type of its views."""
        ...

    @property
    def schema(self) -> int:
        """The schema of its states."""
        ...

    @property
    def migrations(self) -> Mapping[int, Callable[[Stored], Stored]]:
        """By earlier schema, what makes a stored state one of the next; a schema that is not here is refused."""
        ...

    @property
    def renamed(self) -> Mapping[str, str]:
        """Tags of actions and events in older logs, and what they are called now."""
        ...

    @property
    def draws(self) -> tuple[type[Event], ...]:
        """Those of its events that tell what chance did."""
        ...

    @property
    def scores(self) -> tuple[type[Event], ...]:
        """Those of its events of which each is a scored turn."""
        ...

    @property
    def end(self) -> type[Event]:
        """The event that ends a game."""
        ...

    def problems(self, ruleset: R) -> Iterator[str]:
        """What does not agree in a ruleset beyond what all rulesets must heed, each as a sentence with its place."""
        ...

    def new(
        self,
        ruleset: R,
        seats: Sequence[Seat],
        *,
        host: int,
        secret: str,
        message: int,
        lexicon: str,
        now: datetime,
        order: Sequence[Seat] = (),
    ) -> tuple[S, tuple[E, ...]]:
        """Start a game.

        Args:
            ruleset: resolved.
            seats: in the order of sitting down.
            host: the user who opened the table.
            secret: 32 bytes in hex, whose commitment was published when the lobby opened.
            message: id of the message that started the game; part of the seed.
            lexicon: the hash of the word list.
            now: when the first turn begins.
            order: of play, where the players of a rematch are the same; any other is found as RULES §1.3 says.
        """
        ...

    def apply(
        self, state: S, action: A_contra, now: datetime, judge: Judge, *, begins: datetime
    ) -> tuple[S, tuple[E, ...]]:
        """Play one action, or raise a Refusal; the state handed in is never changed.

        Args:
            state: the game.
            action: what is asked.
            now: the instant at which it counts: the time of whoever acts runs until then.
            judge: whether a word counts.
            begins: when begins what it leads to, be it a turn's time or a window; not before ``now``.
        """
        ...

    def view(self, state: S, viewer: int | None) -> V_co:
        """What the user ``viewer``, or the group (``None``), may see; an outsider sees what the group sees."""
        ...

    def redact(self, event: E, viewer: int | None) -> E:
        """The event as the seat ``viewer``, or the group (``None``), may see it."""
        ...

    def deadline(self, state: S) -> datetime | None:
        """The next instant at which anything is due by itself."""
        ...

    def yields(self, state: S) -> datetime | None:
        """Until when a computer player on turn lets others go first; ``None`` where it need not."""
        ...

    def what_is_due(self, state: S, now: datetime) -> Timeout | Remind:
        """The action for the instant that :meth:`deadline` named."""
        ...

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:
        """Whether a text without a command may be a move, so that a reply to the table is taken for one.

        Args:
            text: as it was typed.
            words: what people type for the engine's names.
        """
        ...

    def drawn(self, event: E) -> int:
        """How many tiles, cards or the like an event tells to have come by chance."""
        ...


AnyFamily = Family[Any, Any, Any, Any, Any]
