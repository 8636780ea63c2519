"""What a family's games say, and what is said of them when somebody asks."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Generic, TypeVar

from bot.wording import clocks
from bot.wording.speaker import Speaker
from engine.game import Event
from engine.game_base import Game, GameView

G = TypeVar("G", bound=Game)


V = TypeVar("V", bound=GameView)


class FamilyWording(ABC, Generic[G, V]):
    """Words the events and views of a family's games, through a speaker that speaks of the table."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker: Final = speaker

    @abstractmethod
    def event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """What happened, one or more lines an event; none for events that need no words."""

    def past_event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """What happened, told of a finished game: nothing of what could be done next."""
        return self.event_lines(events, view)

    def short_event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """What happened, in a few words an event, where much is told at once."""
        return [line.partition("\n")[0] for line in self.event_lines(events, view)]

    @abstractmethod
    def standing_versions(self, events: Sequence[Event], view: V) -> tuple[str, ...]:
        """The standing that follows the events, the fullest version first."""

    @abstractmethod
    def caption_versions(self, view: V) -> tuple[tuple[str, ...], ...]:
        """The parts of the caption of a picture that somebody asked for, the fullest version first."""

    @abstractmethod
    def score_text(self, view: V) -> str:
        """Everybody's score."""

    @abstractmethod
    def next_turn_line(self, view: V) -> str:
        """Who is on turn, mentioned."""

    def brief_standing(self, view: V) -> str:
        """The standing below a turn that has no picture: only what matters for the next turn."""
        return self.next_turn_line(view) if view.outcome is None else ""

    @abstractmethod
    def result_text(self, view: V) -> str:
        """How a finished game ended; empty before its end."""

    @abstractmethod
    def bag_text(self, view: V) -> str:
        """What is still to be drawn, as far as the viewer may know it."""

    def clock_lines(self, game: G, now: datetime) -> list[str]:
        """Everybody's time at an instant, a line each; empty without clocks."""
        if game.ruleset.clock_rule is None:
            return []
        if game.outcome is not None:
            return [self._speaker.html("turn-none")]
        return [
            *clocks.current_clock_lines(game, now, self._speaker),
            *clocks.stopped_clocks_lines(game.clocks, self._speaker),
        ]
