"""Groups as they are: channels that speak, other bots, no pictures allowed, topics that are shut, people who leave."""

from collections import Counter
from typing import Any

import pytest
import pytest_asyncio
from telegram import Bot

from bot.playground.dispatch import Fault
from bot.telegram.gateway import NO_PHOTO_SECONDS, Gateway
from bot.telegram.replies import REPLY_SECONDS
from bot.telegram.send_queue import SendQueue
from bot.telegram.transport import AiohttpRequest
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import run_auto_deletes
from tests.support.games import game
from tests.support.playground_client import png_header
from tests.support.sent_messages import Json
from tests.support.timers import freeze_loop_time

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CHANNEL: Json = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
NEWS: Json = {"id": -1009999999001, "type": "channel", "title": "Haberler"}


@pytest_asyncio.fixture(loop_scope="module")
async def talk(harness: BotHarness) -> ChatSession:
    return await harness.new_group()


async def say_without_answer(talk: ChatSession, user: Json, text: str, **more: Any) -> None:
    before = await talk.stored_state()
    await talk.say_as_user(user, text, **more)
    await talk.check_silence(KIRAZ)
    assert await talk.stored_state() == before


async def test_a_channel_is_told_once_that_it_cannot_play_and_decides_nothing(talk: ChatSession) -> None:
    await talk.say_as_user(CHANNEL, "/yeni kelimelik istenince", sender_chat=NEWS)
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-channel-speaks")
    for text in ("/yeni kelimelik istenince", "/katil", "/skor"):
        await say_without_answer(talk, CHANNEL, text, sender_chat=NEWS)
    assert (await talk.stored_state())[1] is None
    await talk.put_table(LAID)
    for text in ("/pas", "/iptal", "/ayarlar", "/duraklat", "F8 yatay KALEMLİK"):
        await say_without_answer(talk, CHANNEL, text, sender_chat=NEWS)


async def test_another_group_does_not_speak_as_this_one(talk: ChatSession) -> None:
    await talk.put_table(LAID)
    other = {"id": -1009999999002, "type": "supergroup", "title": "Öteki"}
    await talk.say_as_user(ANONYMOUS, "/iptal", sender_chat=other)
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-channel-speaks")
    assert (await talk.load_current_game()).outcome is None


async def test_where_no_pictures_may_be_sent_boards_are_words(harness: BotHarness) -> None:
    talk = await harness.new_group(status="member")
    talk.chat.may_send_photos = False
    await talk.put_table(LAID)
    before = harness.last_call_number
    (board,) = await answer_to_text(talk, KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert board.html.startswith("<pre>")
    assert "KALEMLİK" in board.text.replace(" ", "")
    assert [button["callback_data"].partition(":")[0] for button in board.buttons] == ["rack"], "the board is above"
    (passed,) = await answer_to_text(talk, LIMON, "/pas")
    assert [button["callback_data"].partition(":")[0] for button in passed.buttons] == ["rack", "board"]
    (asked,) = await answer_to_text(talk, NANE, "/tahta")
    assert asked.html.startswith("<pre>")
    tried = harness.playground.journal.find_entries("sendPhoto", after=before)
    assert len(tried) == 1, "it is known for a while"


async def answer_to_text(talk: ChatSession, person: int, text: str) -> Any:
    """Say something with the bot's name, as members who are no administrators hear no other; what is answered."""
    await talk.start_watching()
    command, _, rest = text.partition(" ")
    talk.say(person, f"{command}@{talk.harness.playground.world.bot['username']} {rest}".strip())
    return await talk.messages_despite_refusals()


async def test_pictures_are_tried_again_after_a_while(harness: BotHarness) -> None:
    talk = await harness.new_group(status="member")
    talk.chat.may_send_photos, now = False, 0.0
    playground = harness.playground
    async with Bot(playground.token, base_url=f"{playground.url}/bot", request=AiohttpRequest()) as bot:
        gateway = Gateway(bot, SendQueue(), lambda: now)
        assert (await gateway.send_photo(talk.scope, png_header(64), "tahta")).as_text
        talk.chat.may_send_photos = True
        assert (await gateway.send_photo(talk.scope, png_header(64), "tahta")).as_text
        now = NO_PHOTO_SECONDS
        assert not (await gateway.send_photo(talk.scope, png_header(64), "tahta")).as_text


_SLOW: int = 1
"""Seconds for which Telegram takes nothing more."""
PLAY = "/oyna F8 yatay KALEMLİK"
_FORBIDDEN = "Bad Request: message can't be deleted"


def calls_about_chat(talk: ChatSession, method: str, after: int) -> list[Any]:
    found = talk.harness.playground.journal.find_entries(method, after=after)
    return [call for call in found if str(call.parameters.get("chat_id")) == str(talk.chat_id)]


async def test_slow_mode_in_one_group_keeps_no_other_waiting_and_loses_nothing(harness: BotHarness) -> None:
    slow, other = await harness.new_group(), await harness.new_group()
    for talk in (slow, other):
        await talk.put_table(LAID)
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", chat_id=slow.chat_id, method="sendMessage", retry_after=_SLOW)
    )
    before = harness.last_call_number
    await other.start_watching()
    with freeze_loop_time():  # so nothing is told by the end of the slow mode
        slow.say(KIRAZ, "/pas")
        while harness.playground.faults.waiting_faults:
            await harness.redis.ping()
        slow.say(LIMON, "/pas")
        other.say(KIRAZ, PLAY)
        (told,) = await other.wait_messages()
        assert told.is_photo
        while (await slow.load_current_game()).number < 2:
            pass  # what is played counts, though nobody can be told yet
    assert len([call for call in calls_about_chat(slow, "sendMessage", before) if call.status == 429]) == 1, (
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


async def test_without_the_right_to_delete_everything_goes_on_and_nothing_is_tried_twice(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "boards", "last")
    fault = Fault(
        kind="error", status=400, description=_FORBIDDEN, method="deleteMessage", chat_id=talk.chat_id, count=1000
    )
    harness.playground.faults.add_fault(fault)
    before = harness.last_call_number
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.put_table(LAID)
    refusal = await talk.say_and_wait(LIMON, PLAY)
    await talk.say_and_wait(KIRAZ, PLAY)
    await talk.say_and_wait(LIMON, "/oyna 9 yatay ZZZ")
    await talk.say_and_wait(LIMON, "/pas")
    await harness.wait_until_idle()
    for _ in range(3):
        await run_auto_deletes(harness, REPLY_SECONDS + 1)
    harness.playground.faults.clear_faults()
    tried = Counter(int(call.parameters["message_id"]) for call in calls_about_chat(talk, "deleteMessage", before))
    assert refusal.message_id in tried
    assert set(tried.values()) == {1}, "what may not be deleted is let be"
    assert (await talk.load_current_game()).number == 2
    said = [call.result["text"] for call in calls_about_chat(talk, "sendMessage", before) if call.status == 200]
    assert not [text for text in said if "can't" in text or "silinem" in text], "nobody is told of it"
