"""Whether updates can come in, and that each is counted once, whatever reply of Redis is lost."""

import asyncio
from collections import Counter
from datetime import UTC, datetime

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import WebhookInfo

from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import UpdateReception
from bot.metrics.meters import Meters
from bot.store import keys
from bot.store.inbox import Inbox
from tests.support.streams import CHAT, read_new_entries
from tests.support.timers import lost_replies

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
        "Read timeout expired",
        "SSL error {error:0A000086:SSL routines::certificate verify failed}",
        "Wrong response from the webhook: 502 Bad Gateway",
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


UPDATE = b'{"update_id": 7, "message": {"chat": {"id": %d}, "text": "/skor"}}' % CHAT
NEW, REPEATED = "new", "repeated"


class CountedUpdates(Meters):
    """Remembers how often updates counted as new and as repeated."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def count_received(self, kind: str) -> None:
        assert kind == "message"
        self.counts[NEW] += 1

    def count_repeated(self, kind: str) -> None:
        assert kind == "message"
        self.counts[REPEATED] += 1


@pytest.fixture
def counted() -> CountedUpdates:
    return CountedUpdates()


def intake_of(redis: Redis, counted: CountedUpdates) -> UpdateIntake:
    inbox = Inbox(redis)
    return UpdateIntake(inbox.append_update, inbox.dead_letter_unreadable, meters=counted)


@pytest.mark.parametrize("lost", [1, 20])
async def test_an_update_with_a_lost_reply_counts_once_again(redis: Redis, counted: CountedUpdates, lost: int) -> None:
    intake = intake_of(redis, counted)
    for _ in range(lost):
        with lost_replies(redis, again=False), pytest.raises(RedisError):
            await intake.take_update(UPDATE)
        assert counted.counts == Counter()
    for _ in range(2):
        assert await intake.take_update(UPDATE) == 7
    assert counted.counts == Counter({NEW: 1, REPEATED: 1})
    assert len(await read_new_entries(Inbox(redis))) == 1


async def test_of_an_update_sent_at_once_one_counts_in_an_outage(redis: Redis, counted: CountedUpdates) -> None:
    intake = intake_of(redis, counted)
    with lost_replies(redis, again=False):
        ended = await asyncio.gather(*(intake.take_update(UPDATE) for _ in range(3)), return_exceptions=True)
    assert all(isinstance(one, RedisError) for one in ended)
    await asyncio.gather(*(intake.take_update(UPDATE) for _ in range(3)))
    assert counted.counts == Counter({NEW: 1, REPEATED: 2})


async def test_an_update_that_an_earlier_version_stored_is_repeated(redis: Redis, counted: CountedUpdates) -> None:
    """It noted whole seconds."""
    await redis.zadd(keys.received_updates(keys.shard_of(CHAT)), {"7.0": 1_790_000_000})
    await intake_of(redis, counted).take_update(UPDATE)
    assert counted.counts == Counter({REPEATED: 1})
    assert await read_new_entries(Inbox(redis)) == []
