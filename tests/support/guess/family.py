"""The guessing game as the engine knows it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final, get_args

from engine import timekeeping
from engine.clock import Remind, Timeout
from engine.family_protocol import Judge, Stored
from engine.game_base import GameSetup
from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures
from engine.vocabulary import Vocabulary
from tests.support.guess import rules
from tests.support.guess.messages import GameEnded, GameStarted, LetterPeeked, OwnAction, OwnEvent, WordGuessed
from tests.support.guess.rules import SCHEMA, GameState
from tests.support.guess.ruleset import Ruleset, problems
from tests.support.guess.view import GameView


class Guessing:
    """The guessing game."""

    ruleset: Final = Ruleset
    folder: Final = Path(__file__).parent
    state: Final = GameState
    actions: Final[tuple[type[OwnAction], ...]] = get_args(OwnAction)
    events: Final[tuple[type[OwnEvent], ...]] = get_args(OwnEvent)
    views: Final = GameView
    schema: Final = SCHEMA
    migrations: Final[Mapping[int, Callable[[Stored], Stored]]] = MappingProxyType({})
    renamed_tags: Final[Mapping[str, str]] = MappingProxyType({})
    draw_events: Final = (GameStarted, LetterPeeked)
    scoring_events: Final = (WordGuessed,)
    end_event: Final = GameEnded

    def problems(self, ruleset: Ruleset) -> Iterator[str]:
        """What does not agree in a ruleset."""
        return problems(ruleset)

    def new_game(self, ruleset: Ruleset, setup: GameSetup) -> tuple[GameState, tuple[OwnEvent, ...]]:
        """Start a game; its players draw lots in a rematch too."""
        return rules.new_game(ruleset, setup)

    def apply(
        self, state: GameState, action: OwnAction, now: datetime, judge: Judge, *, begins: datetime
    ) -> tuple[GameState, tuple[OwnEvent, ...]]:
        """Play one action."""
        return rules.apply(state, action, now, judge, begins)

    def view(self, state: GameState, viewer: int | None) -> GameView:
        """What a user may see."""
        return rules.view(state, None if viewer is None else state.seat_of(viewer))

    def redact(self, event: OwnEvent, viewer: int | None) -> OwnEvent:
        """The event as a seat may see it."""
        return rules.redact(event, viewer)

    def deadline(self, state: GameState) -> datetime | None:
        """When the reminder, or the turn's end, is due."""
        return timekeeping.deadline(state)

    def computer_waits_until(self, state: GameState) -> datetime | None:  # noqa: ARG002 - as in most families
        """Never."""
        return None

    def due_action(self, state: GameState, now: datetime) -> Timeout | Remind:
        """The action for that instant."""
        return timekeeping.due_action(state, now)

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:  # noqa: ARG002 - it needs none
        """Whether a text is a guess: a word and a question mark, ``CRANE?``."""
        return text.rstrip().endswith("?") and text.rstrip(" ?").isalpha()

    def count_draws(self, event: OwnEvent) -> int:
        """Letters that were looked at."""
        return int(isinstance(event, LetterPeeked))

    def seat_figures(self, seats: int, events: Sequence[OwnEvent]) -> tuple[SeatFigures, ...]:
        """What each seat did, by its guesses."""
        tally = FiguresTally(seats)
        for event in events:
            if isinstance(event, WordGuessed):
                guess = event.guess
                tally.add_play(CountedPlay(guess.seat, guess.score, ((guess.word, guess.score),)))
        return tally.to_figures()


GUESSING: Final = Guessing()
