"""What a group is told that asks for the standings, the board or the clock while a round is open."""

import re

import pytest
from msgspec.structs import replace

from engine.clock import NOBODY
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.duplicate_answers import open_group
from tests.support.duplicate_chats import answer, begin_game, call_round, close_round, load_game, load_round
from tests.support.duplicate_games import open_round

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_who_has_come_in_unseen_is_in_no_tables_name(harness: BotHarness) -> None:
    await harness.clear_tables()
    await harness.private_chat(NANE, "en")
    talk = await harness.new_group("en")
    await harness.store.save_setting(talk.scope, "tables", "3")
    message = await begin_game(talk)
    await talk.press_kind(NANE, message, "rack")
    await answer(talk, NANE, (await load_round(talk)).laid)
    await talk.give_command(LIMON, "new", "kelimelik")
    for command in ("clock", "score", "bag", "tables"):
        told = await talk.say_and_wait(KIRAZ, f"/{command}")
        assert "#1 Kiraz" in told.text
        assert "Nane" not in told.text
        assert "+1" not in told.text


async def test_the_end_of_the_round_is_told_and_no_clock(harness: BotHarness) -> None:
    await harness.clear_tables()
    talk = await harness.new_group("en")
    await begin_game(talk)
    await harness.advance_time(80)
    due = int((await load_round(talk)).due.timestamp())
    for command in ("score", "board"):
        shown = await talk.say_and_wait(KIRAZ, f"/{command}")
        assert f'unix="{due}"' in (shown.html or str(shown.message))
    assert (await talk.say_and_wait(KIRAZ, "/clock")).text == "Round 1: 40 s left"


async def test_nobody_who_wants_to_leave_is_sent_elsewhere(harness: BotHarness) -> None:
    await harness.clear_tables()
    talk = await harness.new_group("en")
    await begin_game(talk, LIMON)
    for command in ("leave", "surrender"):
        assert (await talk.say_and_wait(LIMON, f"/{command}")).text == talk.text_plain("refusal-no-turns")


async def test_between_two_rounds_the_bag_is_what_no_rack_holds_and_words_are_no_talk(harness: BotHarness) -> None:
    await harness.clear_tables()
    private = await harness.private_chat(LIMON, "en")
    talk = await harness.new_group("en")
    message = await begin_game(talk, LIMON)
    await call_round(talk, message)
    await close_round(talk, message)
    told = await talk.say_and_wait(KIRAZ, "/bag")
    counts = [int(count) for count in re.findall(r"<b>(\d+)</b>", told.html)]
    assert counts[0] == len((await load_game(talk)).bag) == sum(counts[1:])
    assert talk.text_plain("duplicate-no-scores") in (await talk.say_and_wait(KIRAZ, "/score")).text
    assert (await private.say_and_wait(LIMON, "WORD")).text == talk.text_plain("refusal-round-over", number=1)


async def test_who_plays_alone_at_a_table_that_nobody_opened_is_not_asked_whether_it_should_end(
    harness: BotHarness,
) -> None:
    group = await open_group(harness, replace(open_round(people=(NANE,)), host=NOBODY))
    told = await group.say_and_wait(NANE, "/iptal")
    assert told.text == group.text_plain("refusal-not-allowed-to-cancel")
