"""The interface of a family of games: all that the rest of the engine asks of one.

A family is a package with one object that implements :class:`Family`, and a line in :mod:`engine.families`. Its state
builds on :class:`Game`, its view on :class:`GameView`, its ruleset on :class:`engine.ruleset_base.Ruleset`; its actions
and events are Structs of the kinds in :mod:`engine.messages`, those of the clock and of :mod:`engine.turns` among them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from importlib.resources.abc import Traversable
from typing import Any, Protocol, TypeVar

from engine.clock import Remind, Timeout
from engine.game_base import Game, GameSetup, GameView
from engine.lobby_seats import Join
from engine.messages import Action, Event
from engine.ruleset_base import Ruleset
from engine.seat_figures import SeatFigures
from engine.vocabulary import Vocabulary

Judge = Callable[[str], bool]
Stored = dict[str, object]
"""A stored value as decoded JSON."""
R = TypeVar("R", bound=Ruleset)
S = TypeVar("S", bound=Game)
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)
E = TypeVar("E", bound=Event)
V_co = TypeVar("V_co", bound=GameView, covariant=True)


class Family(Protocol[R, S, A_contra, E, V_co]):
    """A family of games, over its ruleset, state, actions, events and views."""

    @property
    def ruleset(self) -> type[R]:
        """The type of its rulesets; its tag is the family's name."""
        ...

    @property
    def folder(self) -> Traversable | None:
        """The folder with its ruleset files; ``None`` if they are among the engine's."""
        ...

    @property
    def state(self) -> type[S]:
        """The type of its states; its tag is the family's name."""
        ...

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The types of action that its games accept; all others are refused."""
        ...

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The types of event that its games emit; those shared with other families hold no secret."""
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
        """Migrations of stored states to the next schema, by the earlier one; a schema without one is refused."""
        ...

    @property
    def renamed_tags(self) -> Mapping[str, str]:
        """Tags of actions and events in older logs, with their present names."""
        ...

    @property
    def draw_events(self) -> tuple[type[Event], ...]:
        """Its events that tell the results of random draws."""
        ...

    @property
    def scoring_events(self) -> tuple[type[Event], ...]:
        """Its events that each stand for one scored turn."""
        ...

    @property
    def end_event(self) -> type[Event]:
        """The event that ends a game."""
        ...

    def problems(self, ruleset: R) -> Iterator[str]:
        """Yield a sentence, with its place, for each inconsistency that only this family's rulesets can have."""
        ...

    def new_game(self, ruleset: R, setup: GameSetup) -> tuple[S, tuple[E, ...]]:
        """Start a game of a resolved ruleset."""
        ...

    def apply(
        self, state: S, action: A_contra, now: datetime, judge: Judge, *, begins: datetime
    ) -> tuple[S, tuple[E, ...]]:
        """Apply one action, or raise a Refusal; never changes ``state``.

        ``now``: the instant at which the action counts; the acting player's time runs until then. ``begins``: the
        instant, not before ``now``, at which the next turn or window begins.
        """
        ...

    @property
    def enter(self) -> Callable[[S, Join, datetime], tuple[S, tuple[E, ...]]] | None:
        """The function that seats a user in a running game, or raises a Refusal; ``None`` if none may enter."""
        ...

    def view(self, state: S, viewer: int | None) -> V_co:
        """What the user ``viewer``, or the group (``None``), may see; users without a seat see what the group sees."""
        ...

    def redact(self, event: E, viewer: int | None) -> E:
        """The event as the seat ``viewer``, or the group (``None``), may see it."""
        ...

    def deadline(self, state: S) -> datetime | None:
        """The next instant at which the bot itself must act."""
        ...

    def computer_due(self, state: S) -> datetime | None:
        """When a computer player next acts or must think; ``None`` if none does.

        If several may act, the earliest instant. One that has acted, or was refused, is not due again for the same turn
        or round.
        """
        ...

    def due_action(self, state: S, now: datetime) -> Timeout | Remind:
        """The action to apply at the instant of :meth:`deadline`."""
        ...

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:
        """Whether text without a command may be a move, so that a reply to the table is read as one."""
        ...

    def count_draws(self, event: E) -> int:
        """How many randomly drawn tiles, cards or the like an event tells of."""
        ...

    def seat_figures(self, seats: int, events: Sequence[E]) -> tuple[SeatFigures, ...]:
        """Count what each of ``seats`` seats did in a game, from all its events, oldest first."""
        ...


AnyFamily = Family[Any, Any, Any, Any, Any]
