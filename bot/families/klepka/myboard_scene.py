"""A player's own table in Klepka as each of its steps shows it."""

from dataclasses import dataclass
from functools import partial

from bot.families.klepka import sketches
from bot.families.klepka.wording import Wording
from bot.families.ownboard import Page, Rows, Seat
from engine.klepka.deck import face_down
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from render.cards import NO_CHOICE, Choice


@dataclass(frozen=True, slots=True)
class Scene(Seat):
    """A game of Klepka as one of its players looks at it."""

    state: GameState
    view: GameView

    @property
    def words(self) -> Wording:
        """Sentences in the player's language."""
        return Wording(self.own.speaker)

    @property
    def cards(self) -> tuple[str, ...]:
        """The player's own collection, sorted."""
        return self.view.seats[self.seat].cards

    @property
    def on_turn(self) -> bool:
        """Whether it is the player's turn."""
        return self.view.turn == self.seat

    @property
    def lying(self) -> tuple[int, ...]:
        """The positions on which cards lie, from 1."""
        return face_down(self.state.table)

    def page(self, text: str, rows: Rows, choice: Choice = NO_CHOICE) -> Page:
        """A step: words, buttons, and the row and the cards chosen so far."""
        drawn = sketches.sketch(self.view, self.own.speaker, self.own.look, choice)
        return Page(text, drawn, partial(sketches.written, self.view), rows)
