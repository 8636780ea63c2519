"""The crossword family's implementation of :class:`engine.family_protocol.Family`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, get_args

from engine import computer_players
from engine.clock import Remind, Timeout
from engine.crossword import rules, ruleset_checks, secrecy, timing
from engine.crossword.actions import Action
from engine.crossword.events import (
    Event,
    GameEnded,
    GameStarted,
    TileExchanged,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
)
from engine.crossword.notation import looks_like_move
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import seat_figures
from engine.crossword.setup import open_game
from engine.crossword.state import SCHEMA, GameState
from engine.crossword.view import GameView
from engine.family_protocol import Judge, Stored
from engine.game_base import GameSetup
from engine.seat_figures import SeatFigures
from engine.vocabulary import Vocabulary


class Crossword:
    """Kelimelik, Scrabble, WordBox and all other rulesets of the family."""

    ruleset: Final = Ruleset
    folder: Final = None
    state: Final = GameState
    actions: Final[tuple[type[Action], ...]] = get_args(Action)
    events: Final[tuple[type[Event], ...]] = get_args(Event)
    views: Final = GameView
    schema: Final = SCHEMA
    migrations: Final[Mapping[int, Callable[[Stored], Stored]]] = MappingProxyType({})
    renamed_tags: Final[Mapping[str, str]] = MappingProxyType({})
    draw_events: Final = (GameStarted, TilesDrawn, TilesExchanged, TileExchanged)
    scoring_events: Final = (TilesPlaced,)
    end_event: Final = GameEnded
    enter: Final = None

    def problems(self, ruleset: Ruleset) -> Iterator[str]:
        """Yield the inconsistencies of a ruleset."""
        return ruleset_checks.problems(ruleset)

    def new_game(self, ruleset: Ruleset, setup: GameSetup) -> tuple[GameState, tuple[Event, ...]]:
        """Start a game."""
        return open_game(ruleset, setup)

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
        """The next deadline."""
        return timing.deadline(state)

    def computer_due(self, state: GameState) -> datetime | None:
        """When the computer player on turn moves: after the times to take back and to challenge the last play."""
        return computer_players.turn_due(state, timing.computer_waits_until(state))

    def due_action(self, state: GameState, now: datetime) -> Timeout | Remind:
        """The action for that instant."""
        return timing.due_action(state, now)

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:
        """Whether a text begins with a cell, as a move does."""
        return looks_like_move(text, words)

    def count_draws(self, event: Event) -> int:
        """How many tiles came from the bag."""
        return event.count if isinstance(event, TilesDrawn) else 0

    def seat_figures(self, seats: int, events: Sequence[Event]) -> tuple[SeatFigures, ...]:
        """What each seat did, by the plays that stood."""
        return seat_figures(seats, events)
