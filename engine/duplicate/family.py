"""The Duplicate family's implementation of :class:`engine.family_protocol.Family`."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, get_args

from engine.crossword.notation import looks_like_move
from engine.duplicate import rules, secrecy, timing
from engine.duplicate.actions import Action
from engine.duplicate.events import Event, GameEnded, RackDrawn, RoundClosed, RoundOpened
from engine.duplicate.figures import seat_figures
from engine.duplicate.ruleset import Ruleset, problems
from engine.duplicate.state import SCHEMA, GameState, open_game
from engine.duplicate.view import GameView
from engine.family_protocol import Stored
from engine.lobby_seats import Join


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
    problems: Final = staticmethod(problems)
    new_game: Final = staticmethod(open_game)
    apply: Final = staticmethod(rules.apply)
    redact: Final = staticmethod(secrecy.redact)
    deadline: Final = staticmethod(timing.deadline)
    due_action: Final = staticmethod(timing.due_action)
    looks_like_action: Final = staticmethod(looks_like_move)
    seat_figures: Final = staticmethod(seat_figures)

    def enter(self, state: GameState, action: Join, now: datetime) -> tuple[GameState, tuple[Event, ...]]:
        """Add a user to the running game, without an announcement."""
        del now
        return rules.enter_game(state, action.by, action.name)

    def view(self, state: GameState, viewer: int | None) -> GameView:
        """What a user may see; a user without a seat sees what the group sees."""
        return secrecy.view_for(state, None if viewer is None else state.seat_of(viewer))

    def computer_due(self, state: GameState) -> datetime | None:
        """When a computer next answers, or the next rack may be drawn."""
        due = timing.next_thinker(state)
        return None if due is None else due[0]

    def count_draws(self, event: Event) -> int:
        """How many tiles a drawn rack has."""
        return len(event.rack) if isinstance(event, RackDrawn | RoundOpened) else 0
