"""Inline mode: what is asked, makes result articles, and ties a chosen result to the table it was made for."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from telegram import (
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    LinkPreviewOptions,
    Message,
    User,
)
from telegram.constants import InlineQueryLimit, MessageEntityType, ParseMode
from telegram.helpers import create_deep_linked_url

from bot import message_limits
from bot.telegram.incoming.requests import Sender
from bot.texts import Html

MOST_RESULTS: Final = int(InlineQueryLimit.RESULTS)
"""How many results Telegram takes."""
_MOST_TITLE: Final = 120
_MOST_DESCRIPTION: Final = 250
"""More than any client shows of either."""
_START_PAYLOAD: Final = "inline"
"""The payload of ``/start`` from the button above the results; the bot greets as for any unknown payload."""
_TABLE_PAYLOAD: Final = "at_"
_LINK: Final = re.compile(
    rf"https?://(?:t|telegram)\.me/\w+/?\?start={_TABLE_PAYLOAD}([0-9a-f]{{8}})_(\d{{1,6}})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class InlineQueryRequest:
    """What somebody has typed so far; of the chat Telegram says only whether it is the one with the bot."""

    query_id: str
    sender: Sender
    text: str
    in_private: bool = False
    """Whether it is typed in the private chat with the bot."""
    update_id: int | None = None
    """The number of the update that brought it."""


@dataclass(frozen=True, slots=True)
class InlineResult:
    """A result: a plain title and description that its reader alone sees, and the HTML posted once it is chosen."""

    title: str
    description: str
    posted_html: Html


def to_result_articles(results: Sequence[InlineResult]) -> list[InlineQueryResultArticle]:
    """The results in Telegram's form, as many as it takes; their links have no preview."""
    return [
        InlineQueryResultArticle(
            str(number),
            message_limits.truncate_text(article.title, _MOST_TITLE),
            InputTextMessageContent(
                str(article.posted_html), ParseMode.HTML, link_preview_options=LinkPreviewOptions(is_disabled=True)
            ),
            description=message_limits.truncate_text(article.description, _MOST_DESCRIPTION),
        )
        for number, article in enumerate(results[:MOST_RESULTS])
    ]


def private_chat_button(text: str) -> InlineQueryResultsButton:
    """The button above the results that opens the private chat."""
    return InlineQueryResultsButton(text, start_parameter=_START_PAYLOAD)


class ResultTarget(NamedTuple):
    """The short name of the table that a result was made for, and how many turns had been taken there."""

    table: str
    turns: int


def add_target_link(text: str, target: ResultTarget, username: str) -> Html:
    """A move's text with a link that names its target; ``username`` is the bot's."""
    first, space, rest = text.partition(" ")
    link = create_deep_linked_url(username, f"{_TABLE_PAYLOAD}{target.table}_{target.turns}")
    return Html(f'<a href="{link}">{html.escape(first)}</a>{space}{html.escape(rest)}')


def is_posted_via_bot(message: Message, bot: User) -> bool:
    """Whether a message is one of the bot's inline results that its sender chose."""
    return message.via_bot is not None and message.via_bot.id == bot.id


def result_target(message: Message) -> ResultTarget | None:
    """The target of a message posted via the bot; ``None`` for a message that holds no move."""
    links = (entity.url for entity in message.entities if entity.type == MessageEntityType.TEXT_LINK)
    found = (_LINK.fullmatch(url) for url in links if url is not None)
    return next((ResultTarget(match[1], int(match[2])) for match in found if match is not None), None)
