"""What is taken is kept until it is done, and what Telegram does not take at once is sent again."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from bot.playground import Fault
from bot.store import keys
from tests.support.chat_harness import LIMON, BotHarness, ChatSession
from tests.support.games import open_lobby_of
from tests.support.late_windows import hold_back_pictures
from tests.support.shard_workers import count_entries
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def deal_lobby(harness: BotHarness) -> ChatSession:
    """A group with a table at which two sit."""
    talk = await harness.new_group()
    await talk.put_table(open_lobby_of("kelimelik"))
    return talk


async def check_kept_until_told(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, text: str, stream: Callable[[int], str]
) -> None:
    """Say something that a picture answers, and hold that back: what it comes of lies in its stream as long."""
    talk, held, released = await deal_lobby(harness), asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        held.set()
        await released.wait()

    hold_back_pictures(harness, monkeypatch, 0, until=hold)
    await talk.start_watching()
    talk.say(LIMON, text)
    async with asyncio.timeout(PATIENCE):
        await held.wait()
    assert await count_entries(harness.redis, stream) == [1]
    released.set()
    await harness.wait_until_idle()
    assert await count_entries(harness.redis, keys.inbox, keys.outbox) == [0, 0]
    assert (await talk.wait_messages())[0].is_photo


async def test_an_update_stays_in_the_inbox_until_it_is_answered(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await check_kept_until_told(harness, monkeypatch, "/tahta", keys.inbox)


async def test_a_notice_stays_in_the_outbox_until_it_is_told(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await check_kept_until_told(harness, monkeypatch, "/baslat", keys.outbox)


@pytest.mark.parametrize(("text", "method"), [("/baslat", "sendPhoto"), ("/yardim", "sendMessage")])
@pytest.mark.parametrize(
    "fault", [Fault(kind="retry_after", retry_after=0, count=2), Fault(kind="error", count=2)], ids=["429", "500"]
)
async def test_what_telegram_did_not_take_is_sent_again(
    harness: BotHarness, text: str, method: str, fault: Fault
) -> None:
    talk = await deal_lobby(harness)
    await talk.start_watching()
    harness.playground.faults.add_fault(msgspec.structs.replace(fault, method=method, chat_id=talk.chat_id))
    since = harness.last_call_number
    talk.say(LIMON, text)
    await talk.messages_despite_refusals()
    tried = harness.playground.journal.find_entries(method, after=since)
    assert [call.status for call in tried] == [fault.to_error().status] * 2 + [200]
