"""The Klepka family's implementation of :class:`engine.family_protocol.Family`."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, get_args

from engine import computer_players
from engine.family_protocol import Stored
from engine.klepka import rules, secrecy, timing
from engine.klepka.actions import Action
from engine.klepka.events import CardsRevealed, Event, GameEnded, GameStarted, TableShuffled, WordFormed
from engine.klepka.notation import looks_like_positions
from engine.klepka.ruleset import Ruleset, problems
from engine.klepka.state import SCHEMA, GameState, open_game
from engine.klepka.view import GameView
from engine.klepka.words import seat_figures
from engine.vocabulary import Vocabulary


class Klepka:
    """The card game, with any deck and options."""

    ruleset: Final = Ruleset
    folder: Final = None
    state: Final = GameState
    actions: Final[tuple[type[Action], ...]] = get_args(Action)
    events: Final[tuple[type[Event], ...]] = get_args(Event)
    views: Final = GameView
    schema: Final = SCHEMA
    migrations: Final[Mapping[int, Callable[[Stored], Stored]]] = MappingProxyType({})
    renamed_tags: Final[Mapping[str, str]] = MappingProxyType(
        {
            "klepka_pass": "pass",
            "klepka_surrender": "surrender",
            "klepka_cancel": "cancel",
            "klepka_surrendered": "player_surrendered",
        }
    )
    draw_events: Final = (GameStarted, CardsRevealed, TableShuffled)
    scoring_events: Final = (WordFormed,)
    end_event: Final = GameEnded
    enter: Final = None
    problems: Final = staticmethod(problems)
    new_game: Final = staticmethod(open_game)
    apply: Final = staticmethod(rules.apply)
    deadline: Final = staticmethod(timing.deadline)
    due_action: Final = staticmethod(timing.due_action)
    seat_figures: Final = staticmethod(seat_figures)

    def view(self, state: GameState, viewer: int | None) -> GameView:
        """What a user may see: all but the cards face down."""
        return secrecy.view_for(state, None if viewer is None else state.seat_of(viewer))

    def redact(self, event: Event, viewer: int | None) -> Event:
        """The event unchanged, since events never name face-down cards."""
        del viewer
        return event

    def computer_due(self, state: GameState) -> datetime | None:
        """When the computer player on turn moves: after its thinking time."""
        return computer_players.turn_due(state)

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:  # noqa: ARG002 - positions need no words
        """Whether a text consists of positions only."""
        return looks_like_positions(text)

    def count_draws(self, event: Event) -> int:
        """How many cards were turned up."""
        return len(event.cards) if isinstance(event, CardsRevealed) else 0
