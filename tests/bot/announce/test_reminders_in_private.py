"""Whose turn it is, and who is waited for long, is told in private to those who chose so, and to nobody else."""

import pytest

from bot.announce import reminders
from bot.telegram.keyboards import encode_rack_link
from engine.duplicate.actions import Answer
from engine.duplicate.rules import enter_game
from tests.support.buttons import same_position_elsewhere, same_position_later
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.duplicate import step
from tests.support.duplicate_answers import open_group, public_calls
from tests.support.duplicate_games import open_round, play_of
from tests.support.games import game
from tests.support.logs import all_lines

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


async def test_the_last_call_is_told_in_private_to_who_chose_so_and_has_not_answered(harness: BotHarness) -> None:
    answered, came_in, unasked = [await harness.private_chat(one) for one in (KIRAZ, LIMON, ZEYTIN)]
    await harness.private_chat(NANE, opened=False)
    table, _ = enter_game(open_round(people=(KIRAZ, NANE, ZEYTIN)), LIMON, "Limon")
    table, _ = step(table, Answer(KIRAZ, "Kiraz", 1, play_of(table, "8F KALEMLİ").tiles))
    talk = await open_group(harness, table)
    for person in (KIRAZ, LIMON, NANE):
        await harness.store.save_setting(person, "call", "on")
    for one in (answered, came_in, unasked):
        await one.start_watching()
    mark = harness.last_call_number
    with all_lines("") as (_, lines):
        await harness.advance_time(91)
        (call,) = await came_in.wait_messages()
        await harness.wait_until_idle()
        logged = lines.getvalue()
    title = table.ruleset.title["tr"]
    assert call.html == came_in.text_html("round-call", group="Masa", game=title, round=1, time="30 sn")
    assert call.links[0].endswith(encode_rack_link(talk.scope))
    await answered.check_silence(KIRAZ)
    await unasked.check_silence(ZEYTIN)
    assert public_calls(talk, mark) == ["sendPhoto"], "the group is told of the call, and of nobody"
    (untold,) = [line for line in logged.splitlines() if "not told of their turn" in line]
    assert '"user"' not in untold
    for person in (KIRAZ, LIMON, NANE):
        await harness.store.save_setting(person, "call", None)


async def test_nobody_is_reminded_in_private_unasked(harness: BotHarness) -> None:
    own, talk = await harness.private_chat(KIRAZ), await harness.new_group()
    await talk.put_table(same_position_elsewhere(SLOW))
    await own.start_watching()
    await harness.advance_time(DAY)
    assert (await talk.wait_messages())[0].text
    await own.check_silence(KIRAZ)
