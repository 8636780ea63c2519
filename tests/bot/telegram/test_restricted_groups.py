"""Groups that let the bot do little: slow mode, no right to delete, neither pictures nor deleting."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.playground.bot_api.faults import Fault
from bot.store import keys
from bot.telegram.auto_delete import REPLY_SECONDS
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game
from tests.support.timers import freeze_loop_time
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
_SLOW: int = 2
"""Seconds for which Telegram takes nothing more."""
PLAY = "/oyna F8 yatay KALEMLİK"
_FORBIDDEN = "Bad Request: message can't be deleted"


def calls_about_chat(talk: ChatSession, method: str, after: int) -> list[Any]:
    """The calls of a method about a chat."""
    found = talk.harness.playground.journal.find_entries(method, after=after)
    return [call for call in found if str(call.parameters.get("chat_id")) == str(talk.chat_id)]


async def pass_time_and_sweep(house: BotHarness, seconds: float) -> None:
    """Let time pass, and whatever was to be deleted by then be tried."""
    await house.advance_time(seconds)
    now = house.clock.now.timestamp()
    async with asyncio.timeout(PATIENCE):
        while sum([await house.redis.zcount(keys.auto_deletes(shard), "-inf", now) for shard in range(keys.SHARDS)]):
            house.look_trigger.trigger_looks()
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("method", ["sendMessage", "sendPhoto"])
async def test_slow_mode_in_one_group_keeps_no_other_waiting_and_loses_nothing(
    harness: BotHarness, method: str
) -> None:
    slow, other = await harness.new_group(), await harness.new_group()
    for talk in (slow, other):
        await talk.put_table(LAID)
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", chat_id=slow.chat_id, method=method, retry_after=_SLOW)
    )
    before = harness.last_call_number
    await other.start_watching()
    with freeze_loop_time():  # so nothing is told by the end of the slow mode
        slow.say(KIRAZ, PLAY if method == "sendPhoto" else "/pas")
        while harness.playground.faults.waiting_faults:
            await harness.redis.ping()
        slow.say(LIMON, "/pas")
        other.say(KIRAZ, PLAY)
        (told,) = await other.wait_messages()
        assert told.is_photo
        while (await slow.load_current_game()).number < 2:
            pass  # what is played counts, though nobody can be told yet
    assert len([call for call in calls_about_chat(slow, method, before) if call.status == 429]) == 1, (
        "it waits as it was told"
    )
    await harness.wait_until_idle()
    said = [
        call
        for kind in ("sendMessage", "sendPhoto")
        for call in calls_about_chat(slow, kind, before)
        if call.status == 200
    ]
    assert len(said) == 1, "one message tells both turns"
    assert "Bora" in str(said[0].result)


@pytest.mark.parametrize("boards", ["each", "last"])
async def test_without_the_right_to_delete_everything_goes_on_and_nothing_is_tried_twice(
    harness: BotHarness, boards: str
) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "boards", None if boards == "each" else boards)
    fault = Fault(
        kind="error", status=400, description=_FORBIDDEN, method="deleteMessage", chat_id=talk.chat_id, count=1000
    )
    harness.playground.faults.add_fault(fault)
    before = harness.last_call_number
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.put_table(LAID)
    refusal = await talk.say_and_wait(LIMON, PLAY)
    await talk.say_and_wait(KIRAZ, PLAY)
    await talk.say_and_wait(LIMON, "/oyna 9 yatay ZZZ")
    await talk.say_and_wait(LIMON, "/pas")
    await harness.wait_until_idle()
    for _ in range(3):
        await pass_time_and_sweep(harness, REPLY_SECONDS + 1)
    harness.playground.faults.clear_faults()
    tried = Counter(int(call.parameters["message_id"]) for call in calls_about_chat(talk, "deleteMessage", before))
    assert refusal.message_id in tried
    assert set(tried.values()) == {1}, "what may not be deleted is let be"
    assert (await talk.load_current_game()).number == 2
    said = [call.result["text"] for call in calls_about_chat(talk, "sendMessage", before) if call.status == 200]
    assert not [text for text in said if "can't" in text or "silinem" in text], "nobody is told of it"


async def test_a_lobby_stays_one_message_where_neither_pictures_nor_deleting_are_allowed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    world = harness.playground.world
    world.set_rights(talk.chat, "member", can_delete=False, can_pin=False, can_manage_topics=False)
    talk.chat.may_send_photos = False
    await harness.wait_until_idle()
    before = harness.last_call_number
    name = world.bot["username"]
    for person, text in ((KIRAZ, f"/yeni@{name} kelimelik"), (LIMON, f"/katil@{name}"), (LIMON, f"/ayril@{name}")):
        talk.say(person, text)
        await harness.wait_until_idle()
    shown = [
        call
        for call in calls_about_chat(talk, "sendMessage", before)
        if call.status == 200 and "begin:" in str(call.result.get("reply_markup"))
    ]
    assert len(shown) == 1
    assert calls_about_chat(talk, "editMessageText", before), "it is edited as people come and go"
