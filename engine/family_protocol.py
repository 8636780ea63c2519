"""The engine's whole seam: what a family of games is made of, and all that the rest of the engine asks of one.

A family is a package with one object that keeps :class:`Family`, and a line in :mod:`engine.families`. Its state
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
"""Whether a word counts."""
Stored = dict[str, object]
"""A stored value as JSON objects are read: its fields by name."""
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
    def renamed_tags(self) -> Mapping[str, str]:
        """Tags of actions and events in older logs, and what they are called now."""
        ...

    @property
    def draw_events(self) -> tuple[type[Event], ...]:
        """Those of its events that tell what chance did."""
        ...

    @property
    def scoring_events(self) -> tuple[type[Event], ...]:
        """Those of its events of which each is a scored turn."""
        ...

    @property
    def end_event(self) -> type[Event]:
        """The event that ends a game."""
        ...

    def problems(self, ruleset: R) -> Iterator[str]:
        """What does not agree in a ruleset beyond what all rulesets must heed, each as a sentence with its place."""
        ...

    def new_game(self, ruleset: R, setup: GameSetup) -> tuple[S, tuple[E, ...]]:
        """Start a game of a resolved ruleset."""
        ...

    def apply(
        self, state: S, action: A_contra, now: datetime, judge: Judge, *, begins: datetime
    ) -> tuple[S, tuple[E, ...]]:
        """Play one action, or raise a Refusal; the state handed in is never changed.

        ``now``: the instant at which it counts: the time of whoever acts runs until then. ``begins``: when begins what
        it leads to, be it a turn's time or a window; not before ``now``.
        """
        ...

    @property
    def enter(self) -> Callable[[S, Join, datetime], tuple[S, tuple[E, ...]]] | None:
        """Seats somebody who has no seat in a running game, as of an instant, or raises a Refusal.

        ``None`` where nobody comes in after the lobby.
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

    def computer_due(self, state: S) -> datetime | None:
        """When a computer player acts next, or is next needed to think; ``None`` where none is.

        Of several who may act it is the first; whoever acted or was refused is not due again for the same.
        """
        ...

    def due_action(self, state: S, now: datetime) -> Timeout | Remind:
        """The action for the instant that :meth:`deadline` named."""
        ...

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:
        """Whether a text without a command may be a move, so that a reply to the table is taken for one."""
        ...

    def count_draws(self, event: E) -> int:
        """How many tiles, cards or the like an event tells to have come by chance."""
        ...

    def seat_figures(self, seats: int, events: Sequence[E]) -> tuple[SeatFigures, ...]:
        """What each of so many seats did in a game, by all its events, the oldest first."""
        ...


AnyFamily = Family[Any, Any, Any, Any, Any]
