"""From notices of Klepka to one message, and the buttons that its messages bear."""

from collections.abc import Sequence
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.announce.captions import fitting
from bot.announce.klepka import SAID_ONLY, KlepkaWording, has_buttons
from bot.buttons import data
from bot.codec import Notice
from bot.texts import Texts
from engine.klepka.events import CardsRevealed
from engine.klepka.view import GameView

_HOLE: Final = "·"
_MOST_WORD: Final = 24


def first_part(notices: Sequence[Notice]) -> Sequence[Notice]:
    """The notices from the front that one message may tell: cards turned up end it, as one picture shows them."""
    for count, notice in enumerate(notices, start=1):
        if revealed(notice) is not None:
            return notices[:count]
    return notices


def revealed(notice: Notice) -> CardsRevealed | None:
    """The cards that a notice shows, if any."""
    return next((event for event in notice.events if isinstance(event, CardsRevealed)), None)


def text(notices: Sequence[Notice], view: GameView, words: KlepkaWording) -> str:
    """The caption: what happened, the scores, who is next."""
    lines = [line for notice in notices for line in words.lines(notice.events, view)]
    if said_only(notices):
        return "\n".join(lines)
    last = notices[-1]
    # The picture of the end shows what is left of the collections; cards turned up need the caption's room themselves.
    kinds = (True, False) if view.outcome is not None and revealed(last) is None else (False,)
    stands = (words.standing(view, last.title, last.lexicon, collections=kind) for kind in kinds)
    return fitting(*("\n".join((*lines, "", standing)).strip() for standing in stands))


def said_only(notices: Sequence[Notice]) -> bool:
    """Whether nothing happened that a picture shows."""
    events = [event for notice in notices for event in notice.events]
    return bool(events) and all(isinstance(event, SAID_ONLY) for event in events)


def keyboard(texts: Texts, language: str, table: str, view: GameView) -> InlineKeyboardMarkup | None:
    """A button for each card of the table, one to decline an extra flip, and the host's for words formed lately."""
    rows: list[list[InlineKeyboardButton]] = []
    if has_buttons(view):
        cells = [_cell(table, view.number, place, lies) for place, lies in enumerate(view.table, start=1)]
        rows = [cells[start : start + view.columns] for start in range(0, len(cells), view.columns)]
    if view.turn is not None and view.phase == "extra":
        stop = texts.plain(language, "button-enough")
        rows.append([InlineKeyboardButton(stop, callback_data=data("enough", table, view.number, view.left))])
    if view.double == "host" and view.turn is not None:
        rows += _doubles(texts, language, table, view)
    return InlineKeyboardMarkup(rows) if rows else None


def _cell(table: str, number: int, position: int, lies: bool) -> InlineKeyboardButton:  # noqa: FBT001 - of a view's table
    label = str(position) if lies else _HOLE
    return InlineKeyboardButton(label, callback_data=data("card", table, number, position))


def _doubles(texts: Texts, language: str, table: str, view: GameView) -> list[list[InlineKeyboardButton]]:
    """A button for each word that the host may let count twice: of this turn or the one before."""
    return [
        [
            InlineKeyboardButton(
                texts.plain(language, "button-double", word=word.word[:_MOST_WORD]),
                callback_data=data("twice", table, index),
            )
        ]
        for index, word in enumerate(view.words)
        if word.turn >= view.number - 1 and not word.doubled
    ]
