"""The crossword family's implementation of :class:`engine.family_protocol.Family`."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, get_args

from engine import computer_players
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
from engine.family_protocol import Stored


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
    problems: Final = staticmethod(ruleset_checks.problems)
    new_game: Final = staticmethod(open_game)
    apply: Final = staticmethod(rules.apply)
    redact: Final = staticmethod(secrecy.redact)
    deadline: Final = staticmethod(timing.deadline)
    due_action: Final = staticmethod(timing.due_action)
    looks_like_action: Final = staticmethod(looks_like_move)
    seat_figures: Final = staticmethod(seat_figures)

    def view(self, state: GameState, viewer: int | None) -> GameView:
        """What a user may see; a user without a seat sees what the group sees."""
        return secrecy.view_for(state, None if viewer is None else state.seat_of(viewer))

    def computer_due(self, state: GameState) -> datetime | None:
        """When the computer player on turn moves: after the times to take back and to challenge the last play."""
        return computer_players.turn_due(state, timing.computer_waits_until(state))

    def count_draws(self, event: Event) -> int:
        """How many tiles came from the bag."""
        return event.count if isinstance(event, TilesDrawn) else 0
