"""Klepka as the chat knows it (see :class:`bot.families.chat_family.ChatFamily`)."""

from pathlib import Path
from typing import Final

from bot.families.chat_family import AnnouncedEvents, ChatFamily, ChatSide, FamilyPictures
from bot.families.computer_player import ComputerPlayers
from bot.families.klepka import card_sketches
from bot.families.klepka.card_reveal import CARD_REVEAL
from bot.families.klepka.card_wording import TEXT_ONLY_EVENTS, KlepkaWording
from bot.families.klepka.chat import KlepkaHandlers, create_klepka_chat
from bot.families.klepka.keyboards import CARD_BUTTONS, cards_keyboard
from bot.families.klepka.rules_text import klepka_guide
from engine.klepka.events import GameStarted
from engine.klepka.family import Klepka


def load_computer_players(_: Path) -> ComputerPlayers:
    """Loaded when the first of them is on turn."""
    from bot.families.klepka.computer_player import KlepkaComputerPlayers  # noqa: PLC0415 - as said

    return KlepkaComputerPlayers()


KLEPKA: Final = ChatFamily(
    engine_family=Klepka(),
    chat=ChatSide(
        create=create_klepka_chat,
        command_classes=(KlepkaHandlers,),
        table_keyboard=cards_keyboard,
        button_kinds=CARD_BUTTONS,
    ),
    events=AnnouncedEvents(start=GameStarted, text_only=TEXT_ONLY_EVENTS, timed_reveal=CARD_REVEAL),
    wording=KlepkaWording,
    guide=klepka_guide,
    pictures=FamilyPictures(
        table_sketch=card_sketches.cards_sketch,
        board_as_html=card_sketches.cards_as_html,
        table_as_html=card_sketches.table_as_html,
        painter_preparations=card_sketches.painter_preparations,
    ),
    load_computer_players=load_computer_players,
)
"""The card game, whatever its decks and options."""
