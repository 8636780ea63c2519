"""Klepka as the chat knows it (see :class:`bot.families.family.Family`)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from telegram import InlineKeyboardMarkup

from bot.families.exhibits import Exhibit, Waiting
from bot.families.family import Chat, Family, Moments, Services
from bot.families.klepka import sketches
from bot.families.klepka.buttons import BUTTONS, keyboard
from bot.families.klepka.exhibits import WAITING, exhibits
from bot.families.klepka.handlers import CardsChat
from bot.families.klepka.moments import CardsFaceUp
from bot.families.klepka.rules import Rules
from bot.families.klepka.wording import SAID_ONLY, Wording
from bot.families.minds import Thinker
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch
from bot.telegram.buttons import Button
from bot.texts import Texts
from bot.wording.captions import lines
from bot.wording.rules import whole
from bot.wording.speaker import Speaker
from engine.family import AnyFamily
from engine.game import Event
from engine.klepka import family as engine
from engine.klepka.events import GameStarted
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.klepka.view import GameView


class Klepka(Family[Ruleset, GameState, GameView]):
    """The card game, whatever its decks and options."""

    engine: ClassVar[AnyFamily] = engine.Klepka()
    pieces: ClassVar[str] = "lobby-cards"
    handlers: ClassVar[tuple[type, ...]] = (CardsChat,)
    begins: ClassVar[type] = GameStarted
    said_only: ClassVar[tuple[type, ...]] = SAID_ONLY
    buttons: ClassVar[Mapping[str, Button]] = BUTTONS
    moments: ClassVar[Moments | None] = CardsFaceUp()
    computers: ClassVar[bool] = True

    def thinker(self, folder: Path) -> Thinker:  # noqa: ARG002 - as in most families
        """Loaded when the first of them is on turn."""
        from bot.families.klepka.thinking import CardThinker  # noqa: PLC0415 - as said

        return CardThinker()

    def chat(self, services: Services) -> Chat:
        """Its handlers."""
        return CardsChat(services)

    def lines(self, events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
        """What happened."""
        return Wording(speaker).lines(events, view)

    def gist(self, events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
        """What was turned up by its positions, what was taken by its letters."""
        return Wording(speaker).gist(events, view)

    def standings(self, events: Sequence[Event], view: GameView, speaker: Speaker) -> tuple[str, ...]:
        """With what is left of the collections where the picture of the end shows them.

        Cards turned up need the caption's room themselves.
        """
        shown = view.outcome is not None and self.moments is not None and not self.moments.revealed(events)
        words = Wording(speaker)
        return tuple(words.standing(view, collections=kind) for kind in ((True, False) if shown else (False,)))

    def asked(self, view: GameView, speaker: Speaker) -> tuple[tuple[str, ...], ...]:
        """Collections go first where there is no room, then the last turn."""
        words = Wording(speaker)
        last, result, stands = words.last(view), words.result(view), words.standing(view)
        return (last, result, words.standing(view, collections=True)), (last, result, stands), (result, stands)

    def scores(self, view: GameView, speaker: Speaker) -> str:
        """With the collections, which are open."""
        return Wording(speaker).collections(view)

    def next(self, view: GameView, speaker: Speaker) -> str:
        """Who is on turn, and what they may do."""
        return Wording(speaker).next(view)

    def result(self, view: GameView, speaker: Speaker) -> str:
        """With the final standings."""
        return Wording(speaker).result(view)

    def bag(self, view: GameView, speaker: Speaker) -> str:
        """How many cards lie on the table."""
        return Wording(speaker).left(view)

    def written(self, view: GameView) -> str:
        """The table of cards."""
        return sketches.written(view)

    def as_text(self, view: GameView, speaker: Speaker) -> str:
        """The table, the collections, and how things stand."""
        words = Wording(speaker)
        below = lines(words.last(view), words.result(view), words.standing(view))
        return f"{sketches.written(view)}\n{words.collections(view)}\n\n{below}"

    def rules(self, ruleset: Ruleset, speaker: Speaker) -> str:
        """From the ruleset's own figures."""
        rules = Rules(ruleset, speaker)
        return whole(rules.head(), rules.parts(), speaker)

    def help(self, ruleset: Ruleset) -> tuple[Sequence[str], Sequence[str]]:  # noqa: ARG002 - the same for all decks
        """Cards and words."""
        return ["help-cards"], ["help-look-cards", "help-word"]

    def sketch(self, view: GameView, speaker: Speaker, look: Look) -> Sketch:
        """The table and the collections."""
        return sketches.sketch(view, speaker, look)

    def preparations(self) -> Iterator[Preparation]:
        """The sprites of every table."""
        return sketches.preparations()

    def exhibits(self, texts: Texts) -> Iterator[Exhibit]:
        """Tables of cards."""
        return exhibits(texts)

    def waiting(self) -> Iterable[Waiting]:
        """One lobby."""
        return (WAITING,)

    def keyboard(self, table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """A button for each card, and what else may be done."""
        return keyboard(table, view, speaker)
