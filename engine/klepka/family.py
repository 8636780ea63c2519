"""Klepka as the door knows it (see :class:`engine.family.Family`)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, get_args

from engine.family import Judge
from engine.klepka import opening, rules, showing, timing
from engine.klepka.actions import Action
from engine.klepka.events import Event, redact
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from engine.seats import Seat


class Klepka:
    """The card game, whatever its decks and options."""

    actions: Final[tuple[type, ...]] = get_args(Action)
    events: Final[tuple[type, ...]] = get_args(Event)

    def new(
        self,
        ruleset: Ruleset,
        seats: Sequence[Seat],
        *,
        host: int,
        secret: str,
        message: int,
        lexicon: str,
        now: datetime,
    ) -> tuple[GameState, tuple[Event, ...]]:
        """Start a game: ``seats`` in the order of sitting down, ``secret`` in hex, ``message`` part of the seed."""
        return opening.open_game(ruleset, seats, host=host, secret=secret, message=message, lexicon=lexicon, now=now)

    def apply(
        self, state: GameState, action: Action, now: datetime, judge: Judge
    ) -> tuple[GameState, tuple[Event, ...]]:
        """Play one action, or raise a Refusal; the state handed in is never changed."""
        return rules.apply(state, action, now, judge)

    def is_over(self, state: GameState) -> bool:
        """Whether the game has ended."""
        return state.outcome is not None

    def view(self, state: GameState, viewer: int | None) -> GameView:
        """What the user ``viewer``, or the group (``None``), may see."""
        return showing.view(state, None if viewer is None else state.seat_of(viewer))

    def redact(self, event: Event, viewer: int | None) -> Event:
        """The event as the seat ``viewer``, or the group (``None``), may see it."""
        return redact(event, viewer)

    def deadline(self, state: GameState) -> datetime | None:
        """The next instant at which anything is due by itself."""
        return timing.deadline(state)
