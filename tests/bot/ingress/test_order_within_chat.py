"""What comes together is done one after the other: each sees what came of the one before."""

import pytest

from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], scores=[12, 7])


async def deal_idle_group(house: BotHarness) -> ChatSession:
    """A group in whose game Kiraz is to move, with nothing under way."""
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


async def test_a_language_that_was_just_chosen_is_spoken_to_whoever_asks_with_it(harness: BotHarness) -> None:
    talk = await deal_idle_group(harness)
    talk.say(KIRAZ, "/dil en")
    talk.say(NANE, "/skor")
    _, score = await talk.wait_messages(2)
    talk.language = "en"
    assert score.text.endswith(talk.text_plain("turn-next", name="\u2068Ayşe\u2069"))
