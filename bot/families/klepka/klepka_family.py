"""Klepka as the chat knows it (see :class:`bot.families.chat_family.ChatFamily`)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from telegram import InlineKeyboardMarkup

from bot.families.chat import ChatServices, FamilyChat
from bot.families.chat_family import ChatFamily
from bot.families.computer_player import ComputerPlayers
from bot.families.gallery import GalleryLobby, GalleryPicture
from bot.families.klepka import card_sketches
from bot.families.klepka.card_reveal import CardReveal
from bot.families.klepka.card_wording import TEXT_ONLY_EVENTS, KlepkaWording
from bot.families.klepka.chat import KlepkaChat
from bot.families.klepka.gallery import GALLERY_LOBBY, gallery_pictures
from bot.families.klepka.keyboards import CARD_BUTTONS, cards_keyboard
from bot.families.klepka.rules_text import KlepkaRulesText
from bot.families.timed_reveal import TimedReveal
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch
from bot.telegram.button_data import ButtonSpec
from bot.texts import Texts
from bot.wording.formatting import join_lines
from bot.wording.guide_texts import compose_rules
from bot.wording.speaker import Speaker
from engine.family_protocol import AnyFamily
from engine.game import Event
from engine.klepka import family as engine
from engine.klepka.events import GameStarted
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.klepka.view import GameView


class KlepkaFamily(ChatFamily[Ruleset, GameState, GameView]):
    """The card game, whatever its decks and options."""

    engine_family: ClassVar[AnyFamily] = engine.Klepka()
    pieces_message: ClassVar[str] = "lobby-cards"
    command_classes: ClassVar[tuple[type, ...]] = (KlepkaChat,)
    start_event: ClassVar[type] = GameStarted
    text_only_events: ClassVar[tuple[type, ...]] = TEXT_ONLY_EVENTS
    button_kinds: ClassVar[Mapping[str, ButtonSpec]] = CARD_BUTTONS
    timed_reveal: ClassVar[TimedReveal | None] = CardReveal()
    has_computer_players: ClassVar[bool] = True

    def load_computer_players(self, folder: Path) -> ComputerPlayers:  # noqa: ARG002 - as in most families
        """Loaded when the first of them is on turn."""
        from bot.families.klepka.computer_player import KlepkaComputerPlayers  # noqa: PLC0415 - as said

        return KlepkaComputerPlayers()

    def create_chat(self, services: ChatServices) -> FamilyChat:
        """Its handlers."""
        return KlepkaChat(services)

    def event_lines(self, events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
        """What happened."""
        return KlepkaWording(speaker).event_lines(events, view)

    def short_event_lines(self, events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
        """What was turned up by its positions, what was taken by its letters."""
        return KlepkaWording(speaker).short_event_lines(events, view)

    def standing_versions(self, events: Sequence[Event], view: GameView, speaker: Speaker) -> tuple[str, ...]:
        """With what is left of the collections where the picture of the end shows them.

        Cards turned up need the caption's room themselves.
        """
        shown = (
            view.outcome is not None
            and self.timed_reveal is not None
            and not self.timed_reveal.revealing_events(events)
        )
        words = KlepkaWording(speaker)
        return tuple(words.standing_text(view, collections=kind) for kind in ((True, False) if shown else (False,)))

    def caption_versions(self, view: GameView, speaker: Speaker) -> tuple[tuple[str, ...], ...]:
        """Collections go first where there is no room, then the last turn."""
        words = KlepkaWording(speaker)
        last, result, standing = words.last_turn_line(view), words.result_text(view), words.standing_text(view)
        return (last, result, words.standing_text(view, collections=True)), (last, result, standing), (result, standing)

    def score_text(self, view: GameView, speaker: Speaker) -> str:
        """With the collections, which are open."""
        return KlepkaWording(speaker).collection_lines(view)

    def next_turn_line(self, view: GameView, speaker: Speaker) -> str:
        """Who is on turn, and what they may do."""
        return KlepkaWording(speaker).next_turn_line(view)

    def result_text(self, view: GameView, speaker: Speaker) -> str:
        """With the final standings."""
        return KlepkaWording(speaker).result_text(view)

    def bag_text(self, view: GameView, speaker: Speaker) -> str:
        """How many cards lie on the table."""
        return KlepkaWording(speaker).cards_left_line(view)

    def board_as_html(self, view: GameView) -> str:
        """The table of cards."""
        return card_sketches.cards_as_html(view)

    def table_as_html(self, view: GameView, speaker: Speaker) -> str:
        """The table, the collections, and how things stand."""
        words = KlepkaWording(speaker)
        below = join_lines(words.last_turn_line(view), words.result_text(view), words.standing_text(view))
        return f"{card_sketches.cards_as_html(view)}\n{words.collection_lines(view)}\n\n{below}"

    def rules_text(self, ruleset: Ruleset, speaker: Speaker) -> str:
        """From the ruleset's own figures."""
        rules = KlepkaRulesText(ruleset, speaker)
        return compose_rules(rules.heading(), rules.sections(), speaker)

    def help_messages(self, ruleset: Ruleset) -> tuple[Sequence[str], Sequence[str]]:  # noqa: ARG002 - the same for all decks
        """Cards and words."""
        return ["help-cards"], ["help-look-cards", "help-word"]

    def table_sketch(self, view: GameView, speaker: Speaker, look: Look) -> Sketch:
        """The table and the collections."""
        return card_sketches.cards_sketch(view, speaker, look)

    def painter_preparations(self) -> Iterator[Preparation]:
        """The sprites of every table."""
        return card_sketches.painter_preparations()

    def gallery_pictures(self, texts: Texts) -> Iterator[GalleryPicture]:
        """Tables of cards."""
        return gallery_pictures(texts)

    def gallery_lobbies(self) -> Iterable[GalleryLobby]:
        """One lobby."""
        return (GALLERY_LOBBY,)

    def table_keyboard(self, table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """A button for each card, and what else may be done."""
        return cards_keyboard(table, view, speaker)
