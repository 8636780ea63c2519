"""The Duplicate family's implementation of :class:`engine.family_protocol.Family`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, get_args

from engine.clock import Remind, Timeout
from engine.crossword.notation import looks_like_move
from engine.duplicate import rules, secrecy, timing
from engine.duplicate.actions import Action
from engine.duplicate.events import Event, GameEnded, RackDrawn, RoundClosed, RoundOpened
from engine.duplicate.figures import seat_figures
from engine.duplicate.ruleset import Ruleset, problems
from engine.duplicate.state import SCHEMA, GameState, open_game
from engine.duplicate.view import GameView
from engine.family_protocol import Judge, Stored
from engine.game_base import GameSetup
from engine.lobby_seats import Join
from engine.seat_figures import SeatFigures
from engine.vocabulary import Vocabulary


class Duplicate:
    """Duplicate, with any board, tiles and options."""

    ruleset: Final = Ruleset
    folder: Final = None
    state: Final = GameState
    actions: Final[tuple[type[Action], ...]] = get_args(Action)
    events: Final[tuple[type[Event], ...]] = get_args(Event)
    views: Final = GameView
    schema: Final = SCHEMA
    migrations: Final[Mapping[int, Callable[[Stored], Stored]]] = MappingProxyType({})
    renamed_tags: Final[Mapping[str, str]] = MappingProxyType({})
    draw_events: Final = (RackDrawn, RoundOpened)
    scoring_events: Final = (RoundClosed,)
    end_event: Final = GameEnded

    def problems(self, ruleset: Ruleset) -> Iterator[str]:
        """Yield the inconsistencies of a ruleset."""
        return problems(ruleset)

    def new_game(self, ruleset: Ruleset, setup: GameSetup) -> tuple[GameState, tuple[Event, ...]]:
        """Start a game."""
        return open_game(ruleset, setup)

    def enter(self, state: GameState, action: Join, now: datetime) -> tuple[GameState, tuple[Event, ...]]:
        """Add a user to the running game, silently."""
        del now
        return rules.enter_game(state, action.by, action.name)

    def apply(
        self, state: GameState, action: Action, now: datetime, judge: Judge, *, begins: datetime
    ) -> tuple[GameState, tuple[Event, ...]]:
        """Apply one action."""
        return rules.apply(state, action, now, judge, begins)

    def view(self, state: GameState, viewer: int | None) -> GameView:
        """What a user may see; a user without a seat sees what the group sees."""
        return secrecy.view_for(state, None if viewer is None else state.seat_of(viewer))

    def redact(self, event: Event, viewer: int | None) -> Event:
        """The event as a seat may see it."""
        return secrecy.redact(event, viewer)

    def deadline(self, state: GameState) -> datetime | None:
        """The next deadline of a last call or a round's close."""
        return timing.deadline(state)

    def computer_due(self, state: GameState) -> datetime | None:
        """When a computer next answers, or the next rack may be drawn."""
        due = timing.next_thinker(state)
        return None if due is None else due[0]

    def due_action(self, state: GameState, now: datetime) -> Timeout | Remind:
        """The action for that instant."""
        return timing.due_action(state, now)

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:
        """Whether a text begins with a cell, as a play does."""
        return looks_like_move(text, words)

    def count_draws(self, event: Event) -> int:
        """How many tiles a drawn rack has."""
        return len(event.rack) if isinstance(event, RackDrawn | RoundOpened) else 0

    def seat_figures(self, seats: int, events: Sequence[Event]) -> tuple[SeatFigures, ...]:
        """What each seat did, by the answers that counted."""
        return seat_figures(seats, events)
