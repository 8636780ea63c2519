"""What is taken is kept until it is done, and what Telegram does not take at once is sent again."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bot.playground import Fault
from bot.store import keys
from bot.store.inbox import DeadLetters, ReplayOutcome
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game, open_lobby_of
from tests.support.late_windows import hold_back_pictures
from tests.support.shard_workers import count_entries
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def deal_lobby(harness: BotHarness) -> ChatSession:
    talk = await harness.new_group()
    await talk.put_table(open_lobby_of("kelimelik"))
    return talk


async def check_kept_until_told(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, text: str, stream: Callable[[int], str]
) -> None:
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


async def test_an_update_stays_in_the_inbox_until_handled(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    await check_kept_until_told(harness, monkeypatch, "/tahta", keys.inbox)


async def test_a_notice_stays_in_the_outbox_until_told(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    await check_kept_until_told(harness, monkeypatch, "/baslat", keys.outbox)


@pytest.mark.parametrize(
    ("text", "method", "fault"),
    [
        ("/baslat", "sendPhoto", Fault(kind="error", count=2)),
        ("/yardim", "sendMessage", Fault(kind="retry_after", retry_after=0, count=2)),
    ],
    ids=["500", "429"],
)
async def test_what_telegram_refused_is_sent_again(harness: BotHarness, text: str, method: str, fault: Fault) -> None:
    talk = await deal_lobby(harness)
    await talk.start_watching()
    harness.playground.faults.add_fault(msgspec.structs.replace(fault, method=method, chat_id=talk.chat_id))
    since = harness.last_call_number
    talk.say(LIMON, text)
    await talk.messages_despite_refusals()
    tried = harness.playground.journal.find_entries(method, after=since)
    assert [call.status for call in tried] == [fault.to_error().status] * 2 + [200]


async def test_a_replayed_dead_letter_is_answered_by_the_running_bot(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    message = {
        "message_id": 5,
        "from": talk.user_json(KIRAZ),
        "date": 1_800_000_000,
        "chat": harness.playground.world.to_api_chat(talk.chat),
        "text": "/language xx",
        "entities": [{"type": "bot_command", "offset": 0, "length": 9}],
    }
    raw = json.dumps({"update_id": harness.next_number(), "message": message})
    letter: dict[Any, Any] = {"update": harness.next_number(), "raw": raw, "chat": talk.chat_id}
    await harness.redis.xadd(keys.dead_letters(keys.shard_of(talk.chat_id)), letter)
    letters = DeadLetters(harness.redis)
    [stored] = await letters.list_letters()
    await talk.start_watching()
    assert await letters.replay_letter(stored.id) is ReplayOutcome.DONE
    assert "xx" in (await talk.wait_messages())[0].text
    assert await letters.list_letters() == []


LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], scores=[12, 7])


async def deal_idle_group(house: BotHarness) -> ChatSession:
    talk = await house.new_group()
    await talk.put_table(LAID)
    await house.wait_until_idle()
    return talk


async def test_who_asks_for_the_score_with_a_move_sees_it_counted(harness: BotHarness) -> None:
    talk = await deal_idle_group(harness)
    talk.say(KIRAZ, "/oyna 9F yatay ER")
    talk.say(NANE, "/skor")
    [score] = [answer for answer in await talk.wait_messages(2) if not answer.is_photo]
    scores = [player.score for player in (await talk.load_current_game()).players]
    assert scores[0] > 12
    assert f"\u2068Ayşe\u2069 {scores[0]} · \u2068Bora\u2069 7" in score.text


async def test_who_answers_a_move_before_it_is_told_plays_on_what_it_left(harness: BotHarness) -> None:
    talk = await deal_idle_group(harness)
    talk.say(KIRAZ, "/oyna 9F yatay ER")
    talk.say(LIMON, "/oyna J8 dikey MALA")
    await talk.wait_messages()
    await harness.wait_until_idle()
    table = await talk.load_current_game()
    assert (table.number, table.turn) == (2, 0), "both were played"
