"""Inline mode in Telegram's shapes: what somebody types behind the bot's name, and what it is answered with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from telegram import (
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    LinkPreviewOptions,
)
from telegram.constants import InlineQueryLimit, ParseMode

from bot import limits
from bot.telegram import updates
from bot.telegram.inbound import Sender
from bot.telegram.reading import sender_of
from bot.texts import Html

MOST: Final = int(InlineQueryLimit.RESULTS)
"""How many results Telegram takes."""
_MOST_TITLE: Final = 120
_MOST_DESCRIPTION: Final = 250
"""More than any client shows of the two."""
_MARK: Final = b'"inline_query"'
_START: Final = "inline"
"""The payload of ``/start`` behind the button above the results: it greets like any that the bot does not know."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What somebody has typed so far; where, Telegram does not say."""

    query: str
    sender: Sender
    text: str


@dataclass(frozen=True, slots=True)
class Article:
    """A result: what its reader alone sees, plain, and what everybody reads once it is chosen."""

    title: str
    description: str
    posted: Html


def inquiry(raw: bytes) -> Inquiry | None:
    """The inline query of an update as Telegram sent it; ``None`` for an update of any other kind."""
    if _MARK not in raw:
        return None
    try:
        asked = updates.decode(raw).inline_query
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None  # which whoever keeps updates looks into
    return None if asked is None else Inquiry(asked.id, sender_of(asked.sender), asked.query)


def results(articles: Sequence[Article]) -> list[InlineQueryResultArticle]:
    """The results as Telegram takes them, as many as it takes; their links have no preview."""
    return [
        InlineQueryResultArticle(
            str(number),
            limits.cut(article.title, _MOST_TITLE),
            InputTextMessageContent(
                str(article.posted), ParseMode.HTML, link_preview_options=LinkPreviewOptions(is_disabled=True)
            ),
            description=limits.cut(article.description, _MOST_DESCRIPTION),
        )
        for number, article in enumerate(articles[:MOST])
    ]


def way_in(text: str) -> InlineQueryResultsButton:
    """The button above the results that opens the private chat."""
    return InlineQueryResultsButton(text, start_parameter=_START)
