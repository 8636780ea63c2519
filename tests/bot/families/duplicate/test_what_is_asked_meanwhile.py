"""What a group is told that asks for the standings, the board or the clock while a round is open."""

import pytest

from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.duplicate_chats import answer, begin_game, load_round

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
