"""Whose turn it is, and who is waited for long, is told in private to those who chose so, and to nobody else."""

import pytest

from bot.announce import reminders
from tests.support.buttons import same_position_elsewhere, same_position_later
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 24 * 60 * 60
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
SLOW = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"], options={"clock": "none"})


async def test_whose_turn_it_is_is_told_in_private_to_those_who_chose_so(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "_DELAY_SECONDS", 0.0)
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
    monkeypatch.setattr(reminders, "_DELAY_SECONDS", 0.0)
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
