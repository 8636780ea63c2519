"""What is told a second time stays as it was, and reminders in private go to those alone who chose them."""

import asyncio
from typing import Any

import pytest

from bot.announce import turn_reminders
from bot.announce.send import PostSender
from bot.call_errors import ApiUnreachable
from bot.store import keys
from bot.store.client import Client
from bot.store.redis_streams.consumer_group import OutboxEntry
from bot.store.redis_streams.outbox import Outbox
from bot.telegram.api.gateway import Gateway
from engine.game import apply
from engine.turns import Pass
from tests.support.button_tables import same_position_elsewhere, same_position_later
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.games import NOW, game
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def test_what_was_refused_stays_refused_though_its_answer_has_to_be_sent_again(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    others_turn = apply(LAID, Pass(KIRAZ), NOW, bool).table
    assert others_turn is not None
    text, tried = Gateway.send_text, 0

    async def once_in_vain(gateway: Gateway, *arguments: Any, **named: Any) -> int:
        nonlocal tried
        tried += 1
        if tried == 1:
            await talk.put_table(others_turn)
            raise ApiUnreachable("Internal Server Error")
        return await text(gateway, *arguments, **named)

    monkeypatch.setattr(Gateway, "send_text", once_in_vain)
    await talk.start_watching()
    talk.say(LIMON, "/pas")
    (refusal,) = await talk.wait_messages()
    assert refusal.html == talk.text_html("refusal-not-your-turn", name="Ayşe")
    await talk.start_watching()
    assert await talk.load_current_game() == others_turn


async def test_what_is_told_while_it_is_found_once_more_is_not_told_behind_what_is_newer(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(harness.redis, Client)
    talk = await harness.new_group()
    await talk.put_table(LAID)
    outbox_of_chat = keys.outbox(keys.shard_of(talk.chat_id))
    found, deliver, inherit = asyncio.Event(), PostSender.send_post, Outbox.claim_pending

    async def once_it_is_found(delivery: PostSender, *arguments: Any, **named: Any) -> Any:
        await found.wait()
        return await deliver(delivery, *arguments, **named)

    async def slowly(outbox: Outbox, shards: Any) -> list[OutboxEntry]:
        entries = await inherit(outbox, shards)
        if entries:
            found.set()
            while await harness.redis.xrange(outbox_of_chat, entries[0].id, entries[0].id):
                pass
        return entries

    monkeypatch.setattr(PostSender, "send_post", once_it_is_found)
    monkeypatch.setattr(Outbox, "claim_pending", slowly)
    await talk.start_watching()
    talk.say(KIRAZ, "/pas")
    async with asyncio.timeout(PATIENCE):
        while not await harness.redis.xlen(outbox_of_chat):
            pass
        harness.redis.state.break_count += 1
        await found.wait()
    talk.say(LIMON, "/pas")
    first, second = await talk.messages_despite_refusals(2)
    assert [one.text.split()[0].strip("\u2068\u2069") for one in (first, second)] == ["Ayşe", "Bora"]


DAY = 24 * 60 * 60
SLOW = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"], options={"clock": "none"})


async def test_whose_turn_it_is_is_told_in_private_to_those_who_chose_so(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_reminders, "_DELAY_SECONDS", 0.0)
    own, other = await harness.private_chat(LIMON), await harness.private_chat(KIRAZ)
    talk = await harness.new_group()
    await harness.store.save_setting(LIMON, "turn", "on")
    await talk.put_table(LAID)
    await own.start_watching()
    await other.start_watching()
    board = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    (call,) = await own.wait_messages()
    assert call.html == own.text_html("turn-call", group="Masa", game="Kelimelik")
    assert call.links == [f"https://t.me/c/{str(talk.chat_id)[4:]}/{board.message_id}"]
    await talk.say_and_wait(LIMON, "/pas")
    await harness.store.save_setting(LIMON, "turn", None)
    await talk.say_and_wait(KIRAZ, "/pas")
    await own.check_silence(LIMON)
    await other.check_silence(KIRAZ)


async def test_a_game_with_a_clock_calls_nobody_in_private(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_reminders, "_DELAY_SECONDS", 0.0)
    own, hurried = await harness.private_chat(LIMON), await harness.new_group(title="Saatli")
    slow = await harness.new_group(title="Saatsiz")
    await harness.store.save_setting(LIMON, "turn", "on")
    # Tables of their own: whose turn it was at others has been told.
    await hurried.put_table(
        same_position_elsewhere(game("scrabble-tr", options={"clock": "2min"}, racks=["LİKRSĞZ", "AAEEKKL"]))
    )
    await slow.put_table(same_position_elsewhere(same_position_later(LAID)))
    await own.start_watching()
    await hurried.say_and_wait(KIRAZ, "/pas")
    await slow.say_and_wait(KIRAZ, "/pas")
    assert "Saatsiz" in (await own.wait_messages())[0].text, "that comes first, as the other has none"
    await harness.store.save_setting(LIMON, "turn", None)


async def test_whoever_is_waited_for_long_is_reminded_in_private_if_they_chose_so(harness: BotHarness) -> None:
    await harness.clear_tables()
    own, talk = await harness.private_chat(KIRAZ), await harness.new_group()
    other = await harness.new_group(title="Öbürü")
    await talk.put_table(same_position_elsewhere(SLOW, "a" * 64))
    await other.put_table(same_position_elsewhere(SLOW, "b" * 64))
    await harness.store.save_setting(KIRAZ, "nudge", "on")
    await own.start_watching()
    await harness.advance_time(DAY)
    (nudge,) = await talk.wait_messages()
    calls, titled = await own.wait_messages(2), SLOW.ruleset.title["tr"]
    expected = {own.text_html("nudge-call", group=title, game=titled) for title in ("Masa", "Öbürü")}
    assert {call.html for call in calls} == expected, "each group that waits is named"
    here = next(call for call in calls if "Masa" in call.html)
    assert here.links == [f"https://t.me/c/{str(talk.chat_id)[4:]}/{nudge.message_id}"]
    await harness.store.save_setting(KIRAZ, "nudge", None)


async def test_nobody_is_reminded_in_private_unasked(harness: BotHarness) -> None:
    own, talk = await harness.private_chat(KIRAZ), await harness.new_group()
    await talk.put_table(same_position_elsewhere(SLOW))
    await own.start_watching()
    await harness.advance_time(DAY)
    assert (await talk.wait_messages())[0].text
    await own.check_silence(KIRAZ)
