"""Whether updates can come in, by what Telegram says of a webhook."""

from datetime import UTC, datetime

import pytest
from telegram import WebhookInfo

from bot.ingress.reception import UpdateReception

URL = "https://bot.example.org/hook"


def webhook(url: str = URL, waiting: int = 1, date: int | None = None, error: str | None = None) -> WebhookInfo:
    failed_at = None if date is None else datetime.fromtimestamp(date, UTC)
    return WebhookInfo(
        url,
        has_custom_certificate=False,
        pending_update_count=waiting,
        last_error_date=failed_at,
        last_error_message=error,
    )


def reception_after(*, posted_at: float | None, status: WebhookInfo) -> UpdateReception:
    reception = UpdateReception(lambda: 0.0 if posted_at is None else posted_at)
    if posted_at is not None:
        reception.note_posted()  # before Telegram is first asked
    reception.note_webhook(status)
    return reception


@pytest.mark.parametrize(
    "error",
    [
        "Connection refused",
        "Connection timed out",
        "Read timeout expired",
        "SSL error {error:0A000086:SSL routines::certificate verify failed}",
        "Wrong response from the webhook: 502 Bad Gateway",
        "Wrong response from the webhook: 504 Gateway Time-out",
        "Wrong response from the webhook: 522 Origin Connection Time-out",
    ],
)
def test_a_webhook_that_telegram_cannot_reach_lets_no_update_in_until_one_comes(error: str) -> None:
    reception = reception_after(posted_at=100.5, status=webhook(URL, 1, 101, error))
    assert reception.obstacle == error
    assert reception_after(posted_at=None, status=webhook(URL, 1, 101, error)).obstacle == error
    assert reception_after(posted_at=102, status=webhook(URL, 1, 101, error)).obstacle == ""


@pytest.mark.parametrize("status", [400, 401, 404, 408, 413, 500, 503])
def test_what_the_bot_itself_answered_stops_no_clock(status: int) -> None:
    error = f"Wrong response from the webhook: {status} Whatever"
    assert reception_after(posted_at=None, status=webhook(URL, 1, 101, error)).obstacle == ""


def test_while_nothing_waits_at_telegram_nobody_is_kept_out() -> None:
    assert reception_after(posted_at=None, status=webhook(URL, 0, 101, "Connection refused")).obstacle == ""
    assert reception_after(posted_at=None, status=webhook(URL, 3)).obstacle == ""


def test_a_failure_is_over_with_the_update_that_comes_whatever_the_clock_says() -> None:
    failed = webhook(URL, 1, 101, "Connection refused")
    reception = reception_after(posted_at=-3600, status=failed)
    assert reception.obstacle
    reception.note_posted()
    assert reception.obstacle == ""
    reception.note_webhook(failed)
    assert reception.obstacle == ""
    reception.note_webhook(webhook(URL, 1, 102, "Connection refused"))
    assert reception.obstacle


def test_without_a_webhook_nothing_is_posted() -> None:
    assert reception_after(posted_at=1e9, status=webhook("")).obstacle == "no webhook is registered"


def test_no_token_is_told_of_an_error_that_quotes_one() -> None:
    reception = UpdateReception(lambda: 0.0)
    reception.note_poll_error(ValueError("https://api.example.org/bot123456789:" + "A" * 35 + "/getUpdates"))
    assert "A" * 35 not in reception.obstacle
