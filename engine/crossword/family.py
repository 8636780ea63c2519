"""The crossword family as the door knows it (see :class:`engine.family.Family`)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, get_args

from engine.crossword import rules, showing, timing
from engine.crossword.actions import Action
from engine.crossword.challenge import Judge
from engine.crossword.events import Event, redact
from engine.crossword.opening import open_game
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.seats import Seat


class Crossword:
    """Kelimelik, Scrabble, WordBox and whatever else a ruleset of the family describes."""

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
        """Start a game."""
        return open_game(ruleset, seats, host=host, secret=secret, message=message, lexicon=lexicon, now=now)

    def apply(
        self, state: GameState, action: Action, now: datetime, judge: Judge
    ) -> tuple[GameState, tuple[Event, ...]]:
        """Play one action."""
        return rules.apply(state, action, now, judge)

    def is_over(self, state: GameState) -> bool:
        """Whether the game has ended."""
        return state.outcome is not None

    def view(self, state: GameState, viewer: int | None) -> GameView:
        """What a user may see; an outsider sees what the group sees."""
        return showing.view(state, None if viewer is None else state.seat_of(viewer))

    def redact(self, event: Event, viewer: int | None) -> Event:
        """The event as a seat may see it."""
        return redact(event, viewer)

    def deadline(self, state: GameState) -> datetime | None:
        """The next instant at which anything is due."""
        return timing.deadline(state)
