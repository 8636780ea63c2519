"""Whether updates can come in, as far as this process knows: by its own polls, or by what Telegram says of a webhook.

Telegram goes on telling its last failure to post one. That counts while updates wait there and none has come in since,
unless the bot itself may have answered so: then they do reach it.
"""

import re
from collections.abc import Callable
from typing import Final

from telegram import WebhookInfo

from bot.logs.masking import mask_secrets

_ANSWER: Final = re.compile(r"wrong response from the webhook: (\d{3})\b", re.IGNORECASE)
_FIRST_OF_GATEWAYS: Final = 520
"""From this status on, answers are a content network's own about a server that it cannot reach."""
_GATEWAY_ANSWERS: Final = frozenset({502, 504})
"""Those of a proxy about a bot that it cannot reach; the bot never answers so."""


class UpdateReception:
    """What this process knows of the way on which updates come.

    Args:
        clock: Unix seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock: Final = clock
        self._poll_error = ""
        self._webhook: WebhookInfo | None = None
        self._posted_at: float | None = None
        """When an update was posted last, if that was since Telegram last told the webhook's status."""
        self._outlived_error = 0.0
        """The date of the newest error after which an update was posted."""

    def note_poll_error(self, error: Exception) -> None:
        """Note that updates could not be fetched."""
        self._poll_error = mask_secrets(str(error)) or type(error).__name__

    def note_polled(self) -> None:
        """Note that all updates that waited have been fetched and stored."""
        self._poll_error = ""

    def note_posted(self) -> None:
        """Note that a posted update was stored."""
        self._posted_at = self._clock()

    def note_webhook(self, status: WebhookInfo) -> None:
        """Note what Telegram says of the webhook."""
        if self._posted_at is not None:
            # What Telegram had told before the update came is older, even if the clocks disagree.
            known = 0.0 if self._webhook is None else _error_date(self._webhook)
            self._outlived_error = max(known, min(_error_date(status), self._posted_at))
            self._posted_at = None
        self._webhook = status

    @property
    def obstacle(self) -> str:
        """Why updates cannot come in, in a few words; empty if nothing speaks against it."""
        webhook = self._webhook
        if self._poll_error or webhook is None:
            return self._poll_error
        if not webhook.url:
            return "no webhook is registered"
        is_over = self._posted_at is not None or _error_date(webhook) <= self._outlived_error
        if is_over or not webhook.pending_update_count:
            return ""
        error = webhook.last_error_message or ""
        return "" if _is_own_answer(error) else mask_secrets(error)


def _error_date(webhook: WebhookInfo) -> float:
    """When Telegram last failed to post, in Unix seconds; 0 if it never did."""
    return 0.0 if webhook.last_error_date is None else webhook.last_error_date.timestamp()


def _is_own_answer(error: str) -> bool:
    found = _ANSWER.search(error)
    return found is not None and int(found[1]) not in _GATEWAY_ANSWERS and int(found[1]) < _FIRST_OF_GATEWAYS
