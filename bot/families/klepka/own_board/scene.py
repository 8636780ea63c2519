"""What all steps of a player's own table in Klepka share."""

from dataclasses import dataclass
from functools import partial

from bot.families.klepka import card_sketches
from bot.families.klepka.card_wording import KlepkaWording
from bot.families.own_board import OwnBoardPage, OwnBoardScene, StepRows
from engine.klepka.deck import face_down_positions
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from render.card_layout import NO_CHOICE, CardChoice


@dataclass(frozen=True, slots=True)
class CardScene(OwnBoardScene):
    """A game of Klepka as one of its players looks at it."""

    state: GameState
    view: GameView

    @property
    def wording(self) -> KlepkaWording:
        """Sentences in the player's language."""
        return KlepkaWording(self.own.speaker)

    @property
    def cards(self) -> tuple[str, ...]:
        """The player's own collection, sorted."""
        return self.view.seats[self.seat].cards

    @property
    def pass_warning(self) -> str:
        """Of a run of passes."""
        return self.own.speaker.html("run-ends-passes") if self.view.pass_ends else ""

    @property
    def lying_positions(self) -> tuple[int, ...]:
        """The positions on which cards lie, from 1."""
        return face_down_positions(self.state.table)

    def to_page(self, text: str, rows: StepRows, choice: CardChoice = NO_CHOICE) -> OwnBoardPage:
        """A step: words, buttons, and the row and the cards chosen so far."""
        sketch = card_sketches.cards_sketch(self.view, self.own.speaker, self.own.look, choice)
        return OwnBoardPage(text, sketch, partial(card_sketches.cards_as_html, self.view), rows)
