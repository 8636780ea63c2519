"""Instants in texts, shown to each reader in their own zone and language where the server has that (Bot API 9.5).

A server that does not know them refuses the whole text and posts nothing, so to try is safe: then, and for an hour, the
words that stand in their place go.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.outcomes import Refused
from bot.telegram.forms import Form, Forms

log = logging.getLogger(__name__)

T = TypeVar("T")

_TAG: Final = re.compile(r"</?tg-time[^>]*>")
_UNREAD: Final = "can't parse entities"
"""How a refusal begins of a text with a tag that the server does not know."""


def without_dates(html: str) -> str:
    """A text with words in place of its instants."""
    return _TAG.sub("", html)


class Dates:
    """Sends texts with the instants that are in them, or with words in their place.

    Args:
        forms: what the server is found not to serve.
    """

    def __init__(self, forms: Forms) -> None:
        self._forms: Final = forms

    async def sent(self, html: str, send: Callable[[str], Awaitable[T]]) -> T:
        """Send HTML by calling ``send`` with it, and once more without dates where the server knows none.

        Raises:
            Undone: what ``send`` raises.
        """
        words = without_dates(html)
        if words == html:
            return await send(html)
        known = self._forms.serves(Form.DATES)
        if known:
            try:
                return await send(html)
            except Refused as error:
                if _UNREAD not in error.message.lower():
                    raise
                log.info("the server knows no dates: %s", error.message)
        sent = await send(words)
        if known:
            self._forms.shut(Form.DATES)
        return sent
