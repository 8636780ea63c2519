"""From what waits in the outbox to one message: its words, its picture's view, its buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardMarkup
from telegram.constants import MessageLimit

from bot.announce.wording import Wording
from bot.buttons import Buttons
from bot.codec import Notice
from bot.texts import Texts
from engine.crossword.view import GameView
from engine.seats import LobbyView, SeatLeft, SeatTaken


@dataclass(frozen=True, slots=True)
class Post:
    """One message: HTML text, the board to draw above it, its buttons, and how many notices it tells."""

    text: str
    view: GameView | None
    keyboard: InlineKeyboardMarkup | None
    title: dict[str, str]
    language: str
    told: int


class Posts:
    """Composes messages of notices."""

    def __init__(self, texts: Texts, buttons: Buttons) -> None:
        self._texts: Final = texts
        self._buttons: Final = buttons

    def compose(self, notices: Sequence[Notice], language: str) -> Post:
        """One message for as many of the notices, all of one table, as a caption holds; at least for the first."""
        for count in range(len(notices), 1, -1):
            post = self._post(notices[:count], language)
            if length(post.text) <= MessageLimit.CAPTION_LENGTH:
                return post
        return self._post(notices[:1], language)

    def _post(self, notices: Sequence[Notice], language: str) -> Post:
        words = Wording(self._texts, language)
        last, told = notices[-1], len(notices)
        match last.view:
            case GameView() as view:
                lines = [line for notice in notices for line in words.lines(notice.events, view)]
                text = "\n".join((*lines, "", words.standing(view))).strip()
                return Post(text, view, self._buttons.turn(language, last.table), last.title, language, told)
            case LobbyView() as view:
                keyboard = self._buttons.lobby(language, last.table)
                return Post(_lobby(words, last, view), None, keyboard, last.title, language, told)
            case None:
                return Post(self._texts.html(language, "lobby-closed"), None, None, last.title, language, told)


def tellable_together(first: Notice, other: Notice) -> bool:
    """Whether one message may tell both: turns of one game."""
    return first.table == other.table and isinstance(first.view, GameView)


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
    return "\n".join((*lines, words.lobby(view, notice.title)))


def length(text: str) -> int:
    """An upper bound of a caption's length in Telegram's units: tags count here and not there."""
    return len(text.encode("utf-16-le")) // 2
