"""What stands below the picture of a table that somebody asked for: all that it shows, as far as a caption holds it."""

import html
import re
from collections.abc import Mapping
from typing import Final, assert_never

from telegram.constants import MessageLimit

from bot.announce.klepka import KlepkaWording
from bot.announce.wording import Wording
from bot.texts import Texts
from engine.crossword.view import GameView
from engine.game import View
from engine.klepka.view import GameView as KlepkaView
from engine.seats import LobbyView

_TAG: Final = re.compile(r"<[^>]*>")


def whole(texts: Texts, language: str, view: View, titles: Mapping[str, str], lexicon: str, *, above: str = "") -> str:
    """The last turn, then how things stand or how they ended.

    Args:
        texts: the wording.
        language: the chat's.
        view: what is drawn.
        titles: the ruleset's, by language.
        lexicon: the dictionary that judges.
        above: HTML that goes ahead, and stays when nothing else fits.
    """
    versions: list[tuple[str, ...]]
    match view:
        case GameView():
            words = Wording(texts, language)
            stands = (words.result(view), words.standing(view, titles, lexicon))
            versions = [(words.last(view), *stands), stands]
        case KlepkaView():
            cards = KlepkaWording(texts, language)
            result, last = cards.result(view), cards.last(view)
            stands = (result, cards.standing(view, titles, lexicon))
            versions = [
                (last, result, cards.standing(view, titles, lexicon, collections=True)),
                (last, *stands),
                stands,
            ]
        case LobbyView():
            versions = [(Wording(texts, language).lobby(view, titles, lexicon),)]
        case _:
            assert_never(view)
    whole_ones = [lines(above, *parts) for parts in versions]
    return fitting(*whole_ones, above) if above else fitting(*whole_ones)


def lines(*parts: str) -> str:
    """The parts that say something, each on a line of its own."""
    return "\n".join(part for part in parts if part)


def fitting(*versions: str) -> str:
    """The first version that a caption holds; the last one where none is short enough."""
    return next((text for text in versions if length(text) <= MessageLimit.CAPTION_LENGTH), versions[-1])


def length(text: str) -> int:
    """A caption's length as Telegram counts it: UTF-16 units of what is read, without the tags."""
    return len(html.unescape(_TAG.sub("", text)).encode("utf-16-le")) // 2
