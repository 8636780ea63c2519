"""From what waits in the outbox to one message: its words, its picture's view, its buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardMarkup
from telegram.constants import MessageLimit

from bot.announce import klepkaposts
from bot.announce.captions import length
from bot.announce.disputes import SAID_ONLY
from bot.announce.klepka import KlepkaWording
from bot.announce.wording import Wording
from bot.buttons import Buttons
from bot.codec import Notice
from bot.sketches import Look, theme_named
from bot.texts import Texts
from engine.crossword.view import GameView
from engine.game import View
from engine.klepka.events import CardsRevealed
from engine.klepka.view import GameView as KlepkaView
from engine.seats import LobbyView, SeatLeft, SeatTaken

_LOOK: Final = 120
"""Room for the line that stands below a caption while cards are shown."""


@dataclass(frozen=True, slots=True)
class Post:
    """One message: HTML text, what to draw above it, its buttons, and how many notices it tells."""

    text: str
    view: View | None
    keyboard: InlineKeyboardMarkup | None
    title: dict[str, str]
    look: Look
    told: int
    quiet: bool = False
    """Whether it comes without a sound."""
    table: str = ""
    """The short name of the table that it is about, where cards are shown."""
    lexicon: str = ""
    """The dictionary that judges there, where the picture tells it."""
    reveal: CardsRevealed | None = None
    """Cards to be shown for a moment."""

    @property
    def fits(self) -> bool:
        """Whether the picture's caption can hold the text."""
        return length(self.text) + (_LOOK if self.reveal else 0) <= MessageLimit.CAPTION_LENGTH


class Posts:
    """Composes messages of notices."""

    def __init__(self, texts: Texts, buttons: Buttons) -> None:
        self._texts: Final = texts
        self._buttons: Final = buttons

    def compose(self, notices: Sequence[Notice], language: str) -> Post:
        """One message for as many of the notices, all of one table, as a caption holds; at least for the first."""
        notices = klepkaposts.first_part(notices)
        for count in range(len(notices), 1, -1):
            post = self._post(notices[:count], language)
            if post.fits:
                return post
        return self._post(notices[:1], language)

    def _post(self, notices: Sequence[Notice], language: str) -> Post:
        words = Wording(self._texts, language)
        last, told = notices[-1], len(notices)
        match last.view:
            case GameView() as view:
                return self._turns(notices, view, words)
            case KlepkaView() as view:
                return self._cards(notices, view, language)
            case LobbyView() as view:
                keyboard = self._buttons.lobby(language, last.table)
                text = _lobby(words, last, view)
                return Post(text, view, keyboard, last.title, _look(last, language), told, lexicon=last.lexicon)
            case None:
                text = self._texts.html(language, "lobby-closed")
                return Post(text, None, None, last.title, _look(last, language), told)

    def _cards(self, notices: Sequence[Notice], view: KlepkaView, language: str) -> Post:
        """Turns of Klepka below the table; what left the cards alone is said without it, and without a sound."""
        last, told = notices[-1], len(notices)
        look = _look(last, language)
        text = klepkaposts.text(notices, view, KlepkaWording(self._texts, language))
        if klepkaposts.said_only(notices):
            return Post(text, None, None, last.title, look, told, quiet=True)
        keyboard = klepkaposts.keyboard(self._texts, language, last.table, view)
        reveal = klepkaposts.revealed(last)
        return Post(text, view, keyboard, last.title, look, told, table=last.table, reveal=reveal)

    def _turns(self, notices: Sequence[Notice], view: GameView, words: Wording) -> Post:
        """Turns below the board as it is now; what left the board alone is said without it.

        That comes without a sound too, unless somebody is to answer.
        """
        last, told, language = notices[-1], len(notices), words.language
        look = _look(last, language)
        lines = [line for notice in notices for line in words.lines(notice.events, view)]
        offer = None if view.offer is None else view.offer.seat
        if lines and all(isinstance(event, SAID_ONLY) for notice in notices for event in notice.events):
            keyboard = None if offer is None else self._buttons.offer(language, last.table, offer)
            return Post("\n".join(lines), None, keyboard, last.title, look, told, quiet=offer is None)
        play = None if view.window is None else view.window.play
        text = "\n".join((*lines, "", words.standing(view, last.title, last.lexicon))).strip()
        return Post(text, view, self._buttons.turn(language, last.table, play, offer), last.title, look, told)


def _look(notice: Notice, language: str) -> Look:
    return Look(language, theme_named(notice.theme))


def tellable_together(first: Notice, other: Notice) -> bool:
    """Whether one message may tell both: turns of one game."""
    return first.table == other.table and isinstance(first.view, (GameView, KlepkaView))


def _lobby(words: Wording, notice: Notice, view: LobbyView) -> str:
    lines = []
    for event in notice.events:
        match event:
            case SeatTaken(user=user, name=name) if user != view.host or len(view.seats) > 1:
                lines.append(words.seat("seat-taken", name))
            case SeatLeft(name=name):
                lines.append(words.seat("seat-left", name))
            case _:
                pass
    return "\n".join((*lines, words.lobby(view, notice.title, notice.lexicon)))
